"""Gold labels proposed by monotonicity: a more general word is entailed, unless the context turns it."""

import re
from collections.abc import Sequence
from enum import StrEnum

from rightreasons.challenges.swaps.candidates import REVERSED
from rightreasons.challenges.swaps.forms import Forms
from rightreasons.challenges.swaps.rules import Rule, rules
from rightreasons.challenges.swaps.transformation import Instance
from rightreasons.labels import Label

_WORD = re.compile(r"\w+")
_CONTRACTED = re.compile(r"n['’]t\b")
_TURNED = REVERSED | {"synonym": "synonym"}


class Context(StrEnum):
    """What a context does to a word that becomes more general."""

    UPWARD = "upward"
    DOWNWARD = "downward"
    UNCLEAR = "unclear"


def context_of(sentence: str, word: str) -> Context:
    """Return the context of a lower-cased word in a sentence.

    Downward: each occurrence stands directly behind a word of the list ``downward``, and the sentence has no
    other such word. Unclear: any other sentence with a word of the list ``unclear``, or with ``n't``.
    """
    words = _WORD.findall(_CONTRACTED.sub(" n't", sentence.lower()))
    places = [place for place, each in enumerate(words) if each == word]
    turning = {_before(words, place) for place in places}
    others = [each for place, each in enumerate(words) if each in rules().unclear and place not in turning]
    if others or _CONTRACTED.search(sentence.lower()):
        return Context.UNCLEAR
    if None not in turning and places:
        return Context.DOWNWARD
    return Context.UPWARD if turning <= {None} else Context.UNCLEAR


def ex_situ_label(instance: Instance, relation: str) -> Label | None:
    """Return the label proposed for two sentences that differ in the pair alone; None if it is open."""
    return _proposed(rules().ex_situ, instance, relation, None, adds=None)


def in_situ_label(instance: Instance, relation: str, control: Label, forms: Forms) -> Label | None:
    """Return the label proposed for an instance whose words have changed places; None if it is open.

    Parameters
    ----------
    instance
        The transformed instance.
    relation
        What its second word is to its first.
    control
        Gold before.
    forms
        Tells whether words of the hypothesis stand in the premise in other forms.
    """
    return _proposed(rules().in_situ, instance, relation, control, adds=adds_words(instance, forms))


def substitute_label(instance: Instance, relation: str, control: Label, forms: Forms) -> Label | None:
    """Return the label proposed where a word was replaced on one side; parameters as of `in_situ_label`."""
    return _proposed(rules().substitute, instance, relation, control, adds=adds_words(instance, forms))


def adds_words(instance: Instance, forms: Forms) -> bool:
    """Return whether the hypothesis has a content word, the pair aside, that the premise has in no form."""
    lemmas = {lemma for word in _WORD.findall(instance.premise.lower()) for lemma in forms.every_lemma(word)}
    return any(
        lemmas.isdisjoint(forms.every_lemma(word))
        for word in _WORD.findall(instance.hypothesis.lower())
        if word != instance.second and word not in rules().function_words
    )


def _proposed(
    rules: Sequence[Rule], instance: Instance, relation: str, control: Label | None, *, adds: bool | None
) -> Label | None:
    contexts = {
        context_of(instance.premise, instance.first),
        context_of(instance.hypothesis, instance.second),
    }
    if len(contexts) > 1 or Context.UNCLEAR in contexts:
        return None
    if Context.DOWNWARD in contexts:
        relation = _TURNED.get(relation, "")  # no man and no woman: either may be so
    for rule in rules:
        if rule.relation == relation and rule.control in (None, control) and rule.adds in (None, adds):
            return rule.label
    return None


def _before(words: list[str], place: int) -> int | None:
    """Return the place of the downward word that a word stands behind."""
    while place and words[place - 1] in rules().between:
        place -= 1
    return place - 1 if place and words[place - 1] in rules().downward else None
