"""What a server answered: completions, label probabilities of the first token, tokens and costs."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.predictors.llm.prompts import Prompt, normal
from rightreasons.predictors.options import JudgeOptions

# Probability of each label from the alternatives that a server gives for the first token of an answer.


ENOUGH = 0.5
"""Share of the probability that has to be on labels, so that what is renormalised is an answer at all."""

MOST_ALTERNATIVES = 20
"""Of one token: the most that OpenAI and vLLM give, and that are asked for."""
NOT_USED = "not used: above 0, NaN or infinite"
"""What is counted where a server gives log-probabilities that are none."""
_MOST_TOKENS = 10**9  # of one reply: no model reads as many
_ROUNDED = 1e-6  # float32 probabilities of 1 may have a logarithm a little above 0

Alternatives = Sequence[tuple[str, float]]


def are_log_probabilities(alternatives: Alternatives) -> bool:
    """Return whether all of the numbers can be logarithms of probabilities: finite and not above 0."""
    return all(math.isfinite(logprob) and logprob <= _ROUNDED for _, logprob in alternatives)


def label_probabilities(alternatives: Alternatives, prompt: Prompt) -> Mapping[Label, float] | None:
    """Return the probability of each label, or None if less than `ENOUGH` is on the labels together.

    Where one of the numbers is no logarithm of a probability none of them is used: None.

    Parameters
    ----------
    alternatives
        Tokens that the answer could have begun with, and the natural logarithms of their probabilities.
    prompt
        Its verbaliser says what they mean. A token belongs to a label if it begins one of its words, or is
        one; a token that begins words of two labels belongs to none.

    Returns
    -------
    mapping or None
        Probabilities by label that sum to 1; a label among none of the alternatives has 0.
    """
    if not are_log_probabilities(alternatives):
        return None
    mass = dict.fromkeys(prompt.labels, 0.0)
    for token, logprob in alternatives:
        label = _label_of(normal(token), prompt.words)
        if label is not None:
            mass[label] += math.exp(min(logprob, 0.0))
    total = math.fsum(mass.values())
    if total < ENOUGH:
        return None
    return {label: share / total for label, share in mass.items()}


def _label_of(token: str, words: Mapping[str, Label]) -> Label | None:
    if not token:
        return None
    if token in words:
        return words[token]
    fitting = {label for word, label in words.items() if word.startswith(token)}
    return fitting.pop() if len(fitting) == 1 else None


# What a server answered, in the form that the judge reads; whatever is no chat completion is told apart.


class NoCompletionError(Exception):
    """A server's answer that is no chat completion, such as a page of a gateway or broken JSON."""


@dataclass(frozen=True)
class Reply:
    """An answer to one request.

    Parameters
    ----------
    text
        What the model said.
    finish
        Why the server says that it ended.
    refused
        Whether the model or a filter of the server declined to answer.
    alternatives
        What the first token of the answer could have been, marks before it left out; empty if it cannot be
        told which token that is, None if the server gives no logprobs.
    input_tokens, output_tokens
        As the server counts them; None if it does not, or says what cannot be.
    requests
        How often the request was sent.
    left_out
        Parameters that the server does not take.
    milliseconds
        From the request that was answered to its reply.
    """

    text: str
    finish: str | None = None
    refused: bool = False
    alternatives: Alternatives | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    requests: int = 1
    left_out: tuple[str, ...] = ()
    milliseconds: float | None = None


@dataclass(frozen=True)
class _Token:
    token: str
    logprob: float


@dataclass(frozen=True)
class _Position(_Token):
    top_logprobs: Sequence[_Token] | None = None


@dataclass(frozen=True)
class _Logprobs:
    content: Sequence[_Position] | None = None


@dataclass(frozen=True)
class _Message:
    content: str | None = None
    refusal: str | None = None


@dataclass(frozen=True)
class _Choice:
    message: _Message
    finish_reason: str | None = None
    logprobs: _Logprobs | None = None


@dataclass(frozen=True)
class _Usage:
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


@dataclass(frozen=True)
class _Completion:
    choices: Sequence[_Choice]
    usage: _Usage | None = None


def reply_of(completion: Any) -> Reply:
    """Return what a chat completion says.

    Parameters
    ----------
    completion
        What the library made of the server's answer, which it does not check.

    Raises
    ------
    NoCompletionError
        If it is none.
    """
    from pydantic import ValidationError

    if not hasattr(completion, "to_dict"):
        raise NoCompletionError("the answer is no JSON object")
    try:
        found: _Completion = _completion_type().validate_python(completion.to_dict(warnings=False))
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise NoCompletionError(
            f"the answer is no chat completion: '{place}' is not as it should be"
        ) from None
    if not found.choices:
        raise NoCompletionError("the answer has no choices")
    choice, usage = found.choices[0], found.usage or _Usage()
    return Reply(
        text=choice.message.content or choice.message.refusal or "",
        finish=choice.finish_reason,
        refused=bool(choice.message.refusal) or choice.finish_reason == "content_filter",
        alternatives=_alternatives(choice),
        input_tokens=_counted(usage.prompt_tokens),
        output_tokens=_counted(usage.completion_tokens),
    )


def _counted(tokens: int | None) -> int | None:
    """Return a number of tokens; None where it is none that one reply can have."""
    return tokens if tokens is not None and 0 <= tokens <= _MOST_TOKENS else None


@cache
def _completion_type() -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(_Completion)


def _alternatives(choice: _Choice) -> Alternatives | None:
    content = choice.logprobs.content if choice.logprobs else None
    if not content or not any(position.top_logprobs for position in content):
        return None
    first = next((position for position in content if _speaks(position.token)), content[0])
    # Some servers give the tokens of a thought here, which is not in the text.
    if not normal(choice.message.content or "").startswith(normal(first.token)):
        return ()
    return tuple((each.token, each.logprob) for each in (first.top_logprobs or ())[:MOST_ALTERNATIVES])


def _speaks(token: str) -> bool:
    return any(character.isalnum() for character in normal(token))


# Tokens and costs: of what was answered, and what asking will take.


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
