"""The words of a predicate that stand in the sentences of which it holds: what a page marks."""

from collections.abc import Iterable

from rightreasons.shortcuts.predicates.predicate import OR, Predicate

Words = tuple[str, ...]
_OF_BOTH = ("shared-word",)
_OF_PREMISE = (
    "premise-word",
    "premise-pattern",
    "premise-only-word",
    "premise-first-word",
    "premise-last-word",
    "deleted-word",
)
_OF_HYPOTHESIS = (
    "hypothesis-word",
    "hypothesis-pattern",
    "hypothesis-only-word",
    "hypothesis-first-word",
    "hypothesis-last-word",
    "inserted-word",
)


def marked_words(predicates: Iterable[Predicate]) -> tuple[Words, Words]:
    """Return the words and patterns that predicates find in the premise, and those in the hypothesis.

    Parameters
    ----------
    predicates
        Those that hold. Those of overlap, length and classes of words name no word of their own.
    """
    premise: list[str] = []
    hypothesis: list[str] = []
    for each in predicates:
        if each.family == "substituted-words":
            first, second = each.argument.split(" / ")
            premise.append(first)
            hypothesis.append(second)
        if each.family in _OF_PREMISE + _OF_BOTH:
            premise += _words(each)
        if each.family in _OF_HYPOTHESIS + _OF_BOTH:
            hypothesis += _words(each)
    return tuple(dict.fromkeys(premise)), tuple(dict.fromkeys(hypothesis))


def _words(predicate: Predicate) -> list[str]:
    is_of_words = predicate.family.endswith("-word")
    return predicate.argument.split(OR) if is_of_words else [predicate.argument]
