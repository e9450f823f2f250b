"""Probability of each label from the alternatives that a server gives for the first token of an answer."""

import math
from collections.abc import Mapping, Sequence

from rightreasons.labels import Label
from rightreasons.predictors.llm.prompts import Prompt, normal

ENOUGH = 0.5
"""Share of the probability that has to be on labels, so that what is renormalised is an answer at all."""
MOST_ALTERNATIVES = 20
"""Of one token: the most that OpenAI and vLLM give, and that are asked for."""
NOT_USED = "not used: above 0, NaN or infinite"
"""What is counted where a server gives log-probabilities that are none."""
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
