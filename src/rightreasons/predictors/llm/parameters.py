"""What is sent along with the messages, and what is left out for a server that does not take it."""

import re
from collections.abc import Mapping
from typing import Any

from rightreasons.predictors.llm.label_probabilities import MOST_ALTERNATIVES
from rightreasons.predictors.llm.prompts import Prompt

TEMPERATURE = 0.0
Parameters = Mapping[str, Any]


def first_parameters(prompt: Prompt, seed: int) -> Parameters:
    """Return what a request is sent with at first."""
    sent = {"temperature": TEMPERATURE, "seed": seed, "max_tokens": prompt.max_tokens}
    if prompt.answer == "json":  # its first token is a bracket, whatever the label
        return sent
    return sent | {"logprobs": True, "top_logprobs": MOST_ALTERNATIVES}


def without_logprobs(parameters: Parameters) -> Parameters:
    """Return the parameters for a server that gives no logprobs."""
    return {name: value for name, value in parameters.items() if name not in ("logprobs", "top_logprobs")}


def fewer(parameters: Parameters, complaint: str) -> Parameters:
    """Return the parameters without those that a server complains of, or the same if it names none of them.

    ``max_tokens`` becomes ``max_completion_tokens``, its name for models that think.
    """
    accepted = dict(parameters)
    if _names(complaint, "logprobs") or _names(complaint, "top_logprobs"):
        accepted = dict(without_logprobs(accepted))
    if "max_tokens" in accepted and _names(complaint, "max_tokens"):
        accepted["max_completion_tokens"] = accepted.pop("max_tokens")
    return {
        name: value
        for name, value in accepted.items()
        if name not in ("seed", "temperature") or not _names(complaint, name)
    }


def left_out(parameters: Parameters, prompt: Prompt, seed: int) -> tuple[str, ...]:
    """Return the names of what is no longer sent."""
    return tuple(
        name for name in first_parameters(prompt, seed) if name not in parameters and name != "max_tokens"
    )


def _names(complaint: str, parameter: str) -> bool:
    return re.search(rf"(?<![a-z_]){parameter}(?![a-z_])", complaint) is not None
