"""What a server answered, in the form that the judge reads; whatever is no chat completion is told apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rightreasons.predictors.llm.label_probabilities import MOST_ALTERNATIVES, Alternatives
from rightreasons.predictors.llm.prompts import normal

_MOST_TOKENS = 10**9  # of one reply: no model reads as many


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
