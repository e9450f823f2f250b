"""What an answer in words means: exactly one label, or the reason why it means none."""

import json
import re
from typing import Literal

from rightreasons.labels import Label
from rightreasons.predictors.llm.prompt_files import shipped
from rightreasons.predictors.llm.prompts import Prompt, normal

Unanswered = Literal["not parsed", "refused", "cut off", "too long"]
_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_FENCE = re.compile(r"\A```(?:json)?\s*(.*?)\s*```\Z", re.DOTALL)


def parsed(text: str, prompt: Prompt) -> Label | None:
    """Return the label that an answer states, or None if it is not exactly one word of the verbaliser.

    Case, surrounding marks, a lead-in such as ``Answer:`` and a thought in ``<think>`` tags before the answer
    are passed over; a word within a sentence is not looked for, since "not entailment" holds one too.
    """
    said = _THOUGHT.sub("", text).strip()
    if prompt.answer == "json":
        return prompt.words.get(normal(_json_label(said)))
    return prompt.words.get(normal(_without_lead_in(said)))


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


def _without_lead_in(said: str) -> str:
    for lead_in in shipped().lead_ins:
        found = re.match(
            rf"[\s*_#\"']*{re.escape(lead_in)}[\s*_]*(?:[:=]|\bis\b|\s)(.*)\Z", said, re.I | re.S
        )
        if found:
            return found[1]
    return said


def _json_label(said: str) -> str:
    fenced = _FENCE.match(said)
    try:
        found = json.loads(fenced[1] if fenced else said)
    except (ValueError, RecursionError):
        return ""
    if not (isinstance(found, dict) and list(found) == ["label"] and isinstance(found["label"], str)):
        return ""
    return found["label"]
