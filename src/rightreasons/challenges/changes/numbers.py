"""The change of a number: a larger one, which neither stands in the premise nor is a sum of what does."""

import re

import numpy as np

from rightreasons.challenges.changes.sentences import (
    Change,
    LeftOutError,
    Word,
    is_open,
    lists,
    replaced,
    sentences,
    words,
    words_of,
)

ADDS = {"change": {"number-change": "changed_number"}}

_DIGITS = re.compile(r"(?<![\w.,:/%°-])[$£€]?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\w:/°-]|[.,]\d)")
_SMALL, _LARGEST_WORD = 20, 19
_YEARS = range(1500, 2101)


def changed_number(premise: str, claim: str, random: np.random.Generator) -> Change:
    """Return the claim with one number made larger, so that the premise does not entail it.

    Only a number that the premise holds once and in the same form, in a sentence without another number.

    Raises
    ------
    LeftOutError
        If no number is surely another one: round numbers, years and dates, bounds and estimates, parts of
        names.
    """
    reasons: list[str] = []
    for start, end in sentences(claim):
        sentence = claim[start:end]
        found = _mentions(sentence)
        if not found:
            continue
        if len(found) > 1:
            reasons.append("several numbers in one sentence")
            continue
        mention = found[0]
        try:
            new = _new(premise, sentence, mention, random)
        except LeftOutError as reason:
            reasons.append(str(reason))
            continue
        at = start + mention.start
        if [each.lower for each in _mentions(claim)].count(mention.lower) > 1:
            reasons.append("the number occurs twice")
            continue
        return Change(replaced(claim, at, at + len(mention.text), new), mention.text, new)
    raise LeftOutError(reasons[0] if reasons else "no number")


def _mentions(text: str) -> list[Word]:
    """Return the numbers of a text: digits that are no part of a word, and number words."""
    digits = [
        Word(found[0].lstrip("$£€"), found.end() - len(found[0].lstrip("$£€")), found.end())
        for found in _DIGITS.finditer(text)
    ]
    spelled = [word for word in words(text) if word.lower in lists()["numbers"]]
    others = [
        word
        for word in words(text)
        if word.lower in ("one", "ten", "twenty", "hundred", "thousand", "million")
    ]
    return sorted([*digits, *spelled, *others], key=lambda word: word.start)


def _new(premise: str, sentence: str, mention: Word, random: np.random.Generator) -> str:
    around = words(sentence)
    _refuse_context(sentence, around, mention)
    value = _value(mention.text)
    if value is None or value < 2 or value != int(value) or (value >= 10 and value % 10 == 0):
        raise LeftOutError("a round number, a fraction, or one")
    if int(value) in _YEARS and "," not in mention.text:
        raise LeftOutError("a year or a date")
    in_premise = [_value(each.text) for each in _mentions(premise)]
    if in_premise.count(value) != 1:
        raise LeftOutError("the premise does not hold the number once")
    if not mention.text[0].isdigit() or value <= _SMALL:
        return _small(premise, mention, int(value), in_premise, random)
    return _large(sentence, mention, int(value), in_premise, random)


def _refuse_context(sentence: str, around: list[Word], mention: Word) -> None:
    if is_open(around):
        raise LeftOutError("a negation, a condition, a quantifier or a list of examples beside it")
    before = [word for word in around if word.end <= mention.start]
    after = [word for word in around if word.start >= mention.end]
    near = {word.lower for word in before[-3:]}
    if near & words_of("hedges"):
        raise LeftOutError("a bound, an estimate or a range")
    if not before and sentence[mention.end : mention.end + 1] in (".", ")"):
        raise LeftOutError("the number of a list")
    following = after[0].lower if after else ""
    if following in words_of("ranges") or (after and sentence[mention.end : mention.end + 1] in "-–/:°"):
        raise LeftOutError("a bound, an estimate or a range")
    if {word.lower for word in (*before[-2:], *after[:2])} & words_of("month_names"):
        raise LeftOutError("a year or a date")
    previous = before[-1] if before else None
    if previous is not None and previous.is_capitalised and previous.start > 0:
        raise LeftOutError("part of a name")


def _value(text: str) -> float | None:
    number_words = {**lists()["numbers"], "one": 1, "ten": 10, "twenty": 20}
    if text.lower() in number_words:
        return float(number_words[text.lower()])
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def _small(
    premise: str, mention: Word, value: int, in_premise: list[float | None], random: np.random.Generator
) -> str:
    """Return a number above what everything in the premise adds up to."""
    lowered = [word.lower for word in words(premise)]
    counted = sum(lists()["counted"].get(word, 0) for word in lowered)
    numbers = [each for each in in_premise if each is not None]
    total = int(sum(each for each in numbers if each <= _SMALL)) + min(counted, 8)
    new = max(total, value + 1) + int(random.integers(1, 4))
    new += new % 10 == 0
    if new in numbers:
        new += 1
    if mention.text[0].isdigit():
        return str(new)
    if new > _LARGEST_WORD:
        raise LeftOutError("the numbers of the premise add up too high")
    spelled = {number: word for word, number in lists()["numbers"].items()}
    word = str(spelled.get(new, spelled.get(new + 1, "nineteen")))
    return word.capitalize() if mention.is_capitalised else word


def _large(
    sentence: str, mention: Word, value: int, in_premise: list[float | None], random: np.random.Generator
) -> str:
    """Return a number that is larger by a third to two thirds, not round, in the same notation."""
    new = value + int(value * random.uniform(0.34, 0.67))
    while new % 10 == 0 or float(new) in in_premise:
        new += 1
    is_share = sentence[mention.end :].lstrip()[:1] == "%" or sentence[mention.end :].lstrip().startswith(
        "percent"
    )
    if is_share and new >= 100:
        raise LeftOutError("a share that cannot be larger")
    return f"{new:,}" if "," in mention.text else str(new)
