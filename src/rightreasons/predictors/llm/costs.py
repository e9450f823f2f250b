"""Tokens and costs: of what was answered, and what asking will take."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rightreasons.pairs import PairTable
from rightreasons.predictors.llm.prompts import Prompt
from rightreasons.predictors.llm.replies import Reply
from rightreasons.predictors.options import JudgeOptions

CHARACTERS_A_TOKEN = 4
TOKENS_A_MESSAGE = 4
ESTIMATED_BY = (
    f"input: one token for {CHARACTERS_A_TOKEN} characters and {TOKENS_A_MESSAGE} a message; output: as many "
    "as an answer may have, so rather too many; no request sent again"
)


@dataclass(frozen=True)
class ExpectedUse:
    """What asking will take.

    Parameters
    ----------
    requests
        Calls of the server: one a pair and prompt.
    input_tokens, output_tokens
        Estimated tokens read and written.
    cost
        In the currency of the prices; None without prices.
    estimated_by
        How the tokens are estimated.
    """

    requests: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    estimated_by: str = ESTIMATED_BY


def expected_use(prompts: Sequence[Prompt], pairs: PairTable, options: JudgeOptions) -> ExpectedUse:
    """Return what asking for all pairs under all prompts will take; nothing is sent.

    Parameters
    ----------
    prompts, pairs
        What would be asked.
    options
        For the prices.
    """
    rows = list(zip(pairs.premises, pairs.hypotheses, strict=True))
    read = sum(_tokens(prompt, *row) for prompt in prompts for row in rows)
    written = len(rows) * sum(prompt.max_tokens for prompt in prompts)
    return ExpectedUse(len(rows) * len(prompts), read, written, cost(read, written, options))


def cost(input_tokens: int, output_tokens: int, options: JudgeOptions) -> float | None:
    """Return what tokens cost, in the currency of the prices, or None without prices."""
    if options.input_price is None or options.output_price is None:
        return None
    return (input_tokens * options.input_price + output_tokens * options.output_price) / 1_000_000


def used(reply: Reply, options: JudgeOptions) -> Mapping[str, int | float]:
    """Return how many requests one reply took and what it cost, as far as the server counts its tokens."""
    counts: dict[str, int | float] = {"requests": reply.requests}
    if reply.input_tokens is None or reply.output_tokens is None:
        return counts
    paid = cost(reply.input_tokens, reply.output_tokens, options)
    return counts if paid is None else counts | {"cost": paid}


def _tokens(prompt: Prompt, premise: str, hypothesis: str) -> int:
    messages = prompt.rendered(premise, hypothesis)
    characters = sum(len(message["content"]) for message in messages)
    return -(-characters // CHARACTERS_A_TOKEN) + TOKENS_A_MESSAGE * len(messages)
