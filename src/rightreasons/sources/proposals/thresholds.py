"""Where a text beside the data says that ratings are cut: ``a mean of 4 or more counts as entailment``."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rightreasons.labels import Label
from rightreasons.sources.proposals.words import labels_of_meanings, meaning_of_word

_E, _N, _C, _X = Label.ENTAILMENT, Label.NEUTRAL, Label.CONTRADICTION, Label.NON_ENTAILMENT
_NUM = r"(-?\d+(?:\.\d+)?)"
_FROM = re.compile(
    rf"(?:at least|>=|\u2265|no less than) ?{_NUM}|{_NUM} (?:or|and) (?:more|higher|above|greater|over)"
)
_UP_TO = re.compile(
    rf"(?:at most|<=|\u2264|no more than) ?{_NUM}|{_NUM} (?:or|and) (?:less|lower|below|fewer|under)"
)
_JUST_ABOVE = 0.0001
"""What is added to a number up to which, itself included, a label holds: cuts begin at their number."""
_MEAN = re.compile(r"\b(?:mean|average|avg)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Told:
    """Where the mean of ratings is cut, and what the parts are called; and the words that say it."""

    at: tuple[float, ...]
    names: tuple[str, ...]
    words: str


def thresholds(texts: Sequence[str]) -> Told | None:
    """Return where texts say that a mean rating is cut; None where none says it in a way that is known.

    Parameters
    ----------
    texts
        The texts.
    """
    for text in texts:
        for sentence in re.split(r"(?<=[.!?;])\s+|\n\s*\n", text):
            plain = " ".join(sentence.split())
            if _MEAN.search(plain) and (found := _cut(plain)):
                return Told(*found, plain)
    return None


def _cut(sentence: str) -> tuple[tuple[float, ...], tuple[str, ...]] | None:
    """Return the cuts of one sentence and the labels between them."""
    high, low = (_one(pattern, sentence) for pattern in (_FROM, _UP_TO))
    if high is None or high[1] is not _E:
        return None
    if low is None:
        rest = _said(sentence[high[2] :].partition(",")[2])
        if _FROM.search(sentence, high[2]) or rest in (_E, _N):
            return None
        return (high[0],), ((rest or _X).value, _E.value)
    if low[0] >= high[0] or low[1] not in (_C, _X):
        return None
    return (low[0] + _JUST_ABOVE, high[0]), (_C.value, _N.value, _E.value)


def _one(pattern: re.Pattern[str], sentence: str) -> tuple[float, Label, int] | None:
    """Return the one number that a pattern finds, its label in the words behind it or before it, its end."""
    found = list(pattern.finditer(sentence))
    if len(found) != 1:
        return None
    number = float(next(filter(None, found[0].groups())))
    behind = sentence[found[0].end() :].split(",", maxsplit=1)[0]
    label = _said(behind) or _said(re.split(r",", sentence[: found[0].start()])[-1])
    return None if label is None else (number, label, found[0].end())


def _said(words: str) -> Label | None:
    """Return the label that some words of a sentence mean; of `as consistent` the word itself."""
    named = re.search(r"\bas (?:an? )?(\w+)", words)
    word = meaning_of_word(named[1] if named else words)
    return None if word is None else labels_of_meanings({"": word, "n": Label.NEUTRAL.value})[""]
