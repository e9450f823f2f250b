"""From the reply of a server to a response: label, probabilities, or the reason why there is none."""

from collections.abc import Mapping, Sequence

from rightreasons.labels import Label
from rightreasons.predictors.llm.answers import parsed, why_not
from rightreasons.predictors.llm.keys import masked
from rightreasons.predictors.llm.logprobs import NOT_USED, are_log_probabilities, label_probabilities
from rightreasons.predictors.llm.prompts import Prompt
from rightreasons.predictors.llm.replies import Reply
from rightreasons.predictors.llm.usage import used
from rightreasons.predictors.options import JudgeOptions
from rightreasons.predictors.response import Detail, Response


def response_to(reply: Reply, prompt: Prompt, options: JudgeOptions) -> Response:
    """Return what a reply says: by the probabilities of its first token, or else by a strict parse.

    Parameters
    ----------
    reply
        What the server sent.
    prompt, options
        What was asked, and how.
    """
    probabilities = None if _why_unread(reply) else label_probabilities(reply.alternatives or (), prompt)
    label, reason = _label(reply, prompt, probabilities)
    return Response(
        label=label,
        probabilities=probabilities,
        text=_storable(reply.text),
        log_probabilities=_alternatives(reply),
        finish_reason=_storable(reply.finish),
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
        milliseconds=reply.milliseconds,
        unanswered=reason,
        details=_details(reply, options, None if label is None else "logprobs" if probabilities else "text"),
    )


def responses_to(
    answers: Sequence[tuple[str, Reply]], prompt: Prompt, options: JudgeOptions
) -> list[Mapping[str, Response]]:
    """Return replies by id as one batch of responses; parameters as of `response_to`."""
    return [{identifier: response_to(reply, prompt, options) for identifier, reply in answers}]


def _why_unread(reply: Reply) -> str | None:
    if reply.refused:
        return "refused"
    return "too long" if reply.finish == "too long" else None


def _label(
    reply: Reply, prompt: Prompt, probabilities: Mapping[Label, float] | None
) -> tuple[Label | None, str | None]:
    """Return the label, or why there is none."""
    reason = _why_unread(reply)
    if reason is not None:
        return None, reason
    if probabilities is not None:
        return max(probabilities, key=lambda label: probabilities[label]), None
    label = None if reply.finish == "length" else parsed(reply.text, prompt)
    return label, None if label else why_not(reply.text, reply.finish)


def _details(reply: Reply, options: JudgeOptions, label_from: str | None) -> Mapping[str, Detail]:
    details: dict[str, Detail] = dict(used(reply, options))
    if label_from is not None:
        details["label_from"] = label_from
    if not are_log_probabilities(reply.alternatives or ()):
        details["log_probabilities"] = NOT_USED
    if reply.left_out:
        details["left_out"] = ", ".join(reply.left_out)
    return details


def _alternatives(reply: Reply) -> tuple[tuple[str, float], ...] | None:
    return tuple((_storable(token) or "", value) for token, value in reply.alternatives or ()) or None


def _storable(text: str | None) -> str | None:
    """Return a text as valid Unicode and without keys: a server may send halves of characters, or our key."""
    return None if text is None else masked(text.encode("utf-8", "backslashreplace").decode("utf-8"))
