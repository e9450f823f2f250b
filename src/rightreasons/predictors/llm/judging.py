"""From the reply of a server to a response: label, probabilities, or the reason why there is none."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Literal

from rightreasons.labels import Label
from rightreasons.predictors.llm.costs import used
from rightreasons.predictors.llm.keys import masked
from rightreasons.predictors.llm.label_probabilities import (
    NOT_USED,
    are_log_probabilities,
    label_probabilities,
)
from rightreasons.predictors.llm.prompt_files import shipped
from rightreasons.predictors.llm.prompts import Prompt, normal
from rightreasons.predictors.llm.replies import Reply
from rightreasons.predictors.options import JudgeOptions
from rightreasons.predictors.response import Detail, Response

Unanswered = Literal["not parsed", "refused", "cut off", "too long"]
MOST_KEPT = 100_000
"""Characters of a reply that are kept; what it means is told from the whole."""
_LONGEST_ANSWER = 1_000
_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_FENCE = re.compile(r"\A```(?:json)?\s*(.*?)\s*```\Z", re.DOTALL)


def parsed(text: str, prompt: Prompt) -> Label | None:
    """Return the label that an answer states, or None if it is not exactly one word of the verbaliser.

    Case, surrounding marks, a lead-in such as ``Answer:`` and a thought in ``<think>`` tags before the answer
    are passed over; a word within a sentence is not looked for, since "not entailment" holds one too.
    """
    answer = _THOUGHT.sub("", text).strip()
    if len(answer) > _LONGEST_ANSWER:  # no word of a label is as long, and patterns would take for ever
        return None
    if prompt.answer == "json":
        return prompt.words.get(normal(_json_label(answer)))
    return prompt.words.get(normal(_without_lead_in(answer)))


def why_not(text: str, finish: str | None) -> Unanswered:
    """Return why an answer states no label.

    Parameters
    ----------
    text
        The answer.
    finish
        Why the server says that it ended.
    """
    start = " ".join(_THOUGHT.sub("", text).split()).replace("’", "'").casefold()
    if start.startswith(shipped().refusals):
        return "refused"
    return "cut off" if finish == "length" else "not parsed"


def _without_lead_in(answer: str) -> str:
    for lead_in in shipped().lead_ins:
        found = re.match(
            rf"[\s*_#\"']*{re.escape(lead_in)}[\s*_]*(?:[:=]|\bis\b|\s)(.*)\Z", answer, re.I | re.S
        )
        if found:
            return found[1]
    return answer


def _json_label(answer: str) -> str:
    fenced = _FENCE.match(answer)
    try:
        found = json.loads(fenced[1] if fenced else answer)
    except (ValueError, RecursionError):
        return ""
    if not (isinstance(found, dict) and list(found) == ["label"] and isinstance(found["label"], str)):
        return ""
    return found["label"]


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
    """Return a text as valid Unicode, cut and without keys: a server may send anything, our key too."""
    if text is None:
        return None
    # Cut behind masking, so that no part of a key is left at the end.
    whole = masked(text.encode("utf-8", "backslashreplace").decode("utf-8"))
    return whole if len(whole) <= MOST_KEPT else f"{whole[:MOST_KEPT]}… ({len(whole):,} characters)"
