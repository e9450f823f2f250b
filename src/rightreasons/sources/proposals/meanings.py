"""What the values of labels may mean: known spellings, words, flags, letters, numbers, scales."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rightreasons.labels import Label, read_labels
from rightreasons.numbers import percent, significant
from rightreasons.printable import printable
from rightreasons.sources.proposals.contents import Leaf
from rightreasons.sources.proposals.labelling import (
    HIDDEN,
    Labelling,
    nothing_wrong,
    says_not_entailed,
    scale_of,
)
from rightreasons.sources.proposals.told import labels_said, shown
from rightreasons.sources.proposals.words import (
    bare,
    has_part,
    labels_of_grades,
    labels_of_letters,
    labels_of_meanings,
    meaning_of_word,
    parts_of,
    says_mixed,
    says_none,
)

_E, _N, _C, _X = Label.ENTAILMENT, Label.NEUTRAL, Label.CONTRADICTION, Label.NON_ENTAILMENT
_TRUE, _FALSE = ("true", "yes", "1", "1.0", "y", "t"), ("false", "no", "0", "0.0", "n", "f")
_TWO = 2
_HIGHEST = 5
_MOSTLY_SAID, _LEAST_SAID = 0.8, 0.6
_ORDERS = ((_E, _N, _C), (_C, _E, _N), (_C, _N, _E), (_N, _C, _E), (_N, _E, _C), (_E, _C, _N))
"""Of SNLI in most releases; of InferBR; of scales from no to yes; then the others."""
_PRIORS, _PER_ERROR = (-0.3, -2.3, -1.9), 1.2
"""How likely, as logarithms, each of three numbers is entailment in published sets; and what a standard error
of more shared words adds."""
_MIDDLE = 3
_SURELY = 2.0
"""Standard errors by which hypotheses of 0, no or false must share more words for that to be entailment."""


@dataclass(frozen=True, eq=False)
class Meaning:
    """What the labels of a column may mean.

    Parameters
    ----------
    label_map
        Label by label as found, None for none of the labels; None: the words are known.
    because
        Why, as a clause.
    score
        How likely it is.
    cut
        Where numbers are cut and what the parts are called, as recipes write it.
    """

    label_map: Mapping[str, Label | None] | None
    because: str
    score: float = 0.0
    cut: Mapping[str, Any] = field(default_factory=dict)

    def named(self, found: str) -> str | None:
        """Return the label of a value as found; None if it has none, or is known by its words."""
        label = (self.label_map or {}).get(found)
        return None if label is None else label.value


class Overlap(dict[str, float]):
    """By label as found, the mean share of the words of the hypothesis that are in the premise.

    Parameters
    ----------
    means
        The shares.
    above
        By how many standard errors each is above that of the other labels.
    """

    def __init__(self, means: Mapping[str, float] | None = None, above: Mapping[str, float] | None = None):
        super().__init__(means or {})
        self.above = dict(above or {})

    def only(self, labels: Collection[str]) -> "Overlap":
        """Return those of some labels."""
        return Overlap(
            {text: share for text, share in self.items() if text in labels},
            {text: above for text, above in self.above.items() if text in labels},
        )


def meanings(labelling: Labelling, overlap: Overlap) -> list[Meaning]:
    """Return what labels may mean, the likeliest first; none where nothing says it.

    Parameters
    ----------
    labelling
        The labels.
    overlap
        By label as found, the mean share of the words of the hypothesis that are in the premise.
    """
    distinct = labelling.distinct
    if cut := labelling.cut:
        said = f"a text beside the data says: '{printable(cut.words, 150)}'"
        return [Meaning(None, said, 1.0, {"at": list(cut.at), "names": list(cut.names)})]
    if labelling.leaf.kind == "number":
        return _cuts(labelling.leaf)
    return _of_values(labelling, distinct, overlap)


def _of_values(labelling: Labelling, distinct: Sequence[str], overlap: Overlap) -> list[Meaning]:
    if labelling.told:
        meant: dict[str, Label | None] = {**dict.fromkeys(distinct), **labels_said(labelling.told)}
        return [Meaning(meant, shown(labelling.told), 1.0)]
    flags = _flags(distinct) if len(distinct) == _TWO else None
    counted = isinstance(labelling.leaf.written, Mapping) and "cut" in labelling.leaf.written
    if flags and counted and not has_part(labelling.leaf.name, "says_entailed"):
        marked = {flags[0]: _X, flags[1]: _E}
        return [
            Meaning(marked, f"'{printable(labelling.leaf.name, 40)}' holds marks of what is wrong, or none")
        ]
    if flags and (counted or says_not_entailed(labelling.leaf.name)):  # whatever true means elsewhere
        return _of_flags(flags, labelling.leaf.name, overlap)
    known = _known(labelling, distinct)
    if known:
        return [known, *_with_doubt(distinct, known)]
    if flags:
        return _of_flags(flags, labelling.leaf.name, overlap)
    said = _of_words(labelling, distinct, overlap)
    return [*said, *(_with_doubt(distinct, said[0]) if said else ())]


def _known(labelling: Labelling, distinct: Sequence[str]) -> Meaning | None:
    """Return what labels mean that a list in the data names, or that are known spellings; else None."""
    if labelling.names:
        meaning = _of_names(labelling.names)
        own = [text for text in distinct if text != HIDDEN]
        named = {at: meaning[name] for at, name in zip(own, labelling.names, strict=True)}
        named |= dict.fromkeys(each for each in distinct if each == HIDDEN)
        return Meaning(named, f"a list in the data says what {own[0]} to {own[-1]} are called", 1.0)
    reading = read_labels(distinct)
    if not reading.unknown and len(set(reading.meaning.values()) - {None}) > 1:
        return Meaning(None, f"{_shown(distinct)} are known labels")
    said = [text for text in distinct if not says_mixed(text)]
    some = read_labels(said)
    if 1 < len(said) < len(distinct) and not some.unknown and len(set(some.meaning.values()) - {None}) > 1:
        return _said(distinct, {text: label for text in said if (label := some.meaning[text])})
    plain = read_labels(map(bare, distinct))
    if _flags(distinct) or plain.unknown or len(set(plain.meaning.values()) - {None}) < _TWO:
        return None
    whole = {text: plain.meaning[bare(text)] for text in distinct}
    return Meaning(whole, f"{_shown(distinct)} are known labels but for the marks around them")


def _with_doubt(distinct: Sequence[str], known: Meaning) -> list[Meaning]:
    """Return what labels mean besides where one of three is a question mark: that neither is so."""
    meant = {text: label for text, label in (known.label_map or {}).items() if label is not None}
    doubt = [text for text in distinct if bare(text) and not bare(text).strip("?\uff1f\u2753")]
    if len(doubt) != 1 or len(meant) != _TWO or len(distinct) != _TWO + 1 or _E not in meant.values():
        return []
    whole: dict[str, Label | None] = {text: _E if label is _E else _C for text, label in meant.items()}
    return [Meaning({**whole, doubt[0]: _N}, f"'{doubt[0]}' may be neutral", -0.5)]


def _of_names(names: Sequence[str]) -> dict[str, Label | None]:
    """Return what names mean, by their spelling or else by their words."""
    reading = read_labels(names)
    words: dict[str, Label | None] = {
        **labels_of_meanings({t: w for t in names if (w := meaning_of_word(t))})
    }
    known = {text: label for text, label in reading.meaning.items() if text is not None}
    return words if reading.unknown else known


def _of_words(labelling: Labelling, distinct: Sequence[str], overlap: Overlap) -> list[Meaning]:
    """Return what labels mean by their words, or else by their number."""
    if letters := labels_of_letters(distinct):
        return [Meaning(dict(letters), f"{_shown(distinct)} by their letters")]
    if grades := labels_of_grades(distinct):
        return _of_grades(grades)
    if found := _of_none(distinct):
        return [found]
    unsaid = _unsaid(distinct)
    meant = {text: meaning_of_word(text) for text in distinct if text not in unsaid}
    named = labels_of_meanings({text: word for text, word in meant.items() if word})
    others = [text for text in distinct if text not in named]
    if len(others) > 1 and all(map(str.isdecimal, others)):
        rated = [] if named else _of_ratings(labelling, distinct)
        return rated or _by_numbers_and_words(others, named, labelling.leaf.name, overlap)
    share = sum(leaf.counts.get(text, 0) for leaf in labelling.leaves for text in named)
    total = sum(len(leaf.texts) for leaf in labelling.leaves)
    said = _by_words(distinct, named, share / max(total, 1), plain=not unsaid)
    return said or _of_errors(distinct) or _by_number(distinct, overlap)


def _of_grades(grades: Mapping[str, Label]) -> list[Meaning]:
    """Return what grades of truth mean: with those in the middle as neutral, or all but the true as one."""
    two: dict[str, Label | None] = {text: _E if label is _E else _X for text, label in grades.items()}
    shown = _shown(tuple(grades))
    return [
        Meaning(dict(grades), f"{shown} are grades of truth, those in the middle neutral"),
        Meaning(two, f"{shown} are grades of truth, all but the true ones non-entailment", -0.5),
    ]


def _of_none(distinct: Sequence[str]) -> Meaning | None:
    """Return what labels mean of which one is that there is no relation, and all others are kinds of one."""
    none = [text for text in distinct if says_none(text)]
    others = [text for text in distinct if text not in none]
    if len(none) != 1 or not others or any(meaning_of_word(text) != _E.value for text in others):
        return None
    whole: dict[str, Label | None] = {**dict.fromkeys(others, _E), none[0]: _X}
    return Meaning(whole, f"{_shown(tuple(others))} by their words, '{none[0]}' is none of it")


def _by_words(
    distinct: Sequence[str], named: Mapping[str, Label], share: float, *, plain: bool
) -> list[Meaning]:
    """Return what labels mean by the words of some of them, which stand in a share of the rows."""
    others = [text for text in distinct if text not in named]
    meant = set(named.values())
    words = f"{_shown(tuple(named))} by their words"
    if meant == {_E} and len(others) == 1 and says_none(others[0]):
        return [Meaning({**named, others[0]: _X}, f"{words}, '{others[0]}' is none of it")]
    if len(meant) > 1 and share >= _MOSTLY_SAID:
        return [_said(distinct, named)]
    three = len(distinct) == len(_ORDERS[0]) and meant in ({_E, _C}, {_E, _X})
    if three and plain and len(others) == 1:
        whole = {text: _C if label is _X else label for text, label in named.items()} | {others[0]: _N}
        return [Meaning(whole, f"{words}, '{others[0]}' by what is left", -0.5)]
    return [_said(distinct, named)] if len(meant) > 1 and share >= _LEAST_SAID else []


def _said(distinct: Sequence[str], named: Mapping[str, Label]) -> Meaning:
    """Return what labels mean by their words; others are left out, and named."""
    said = f"{_shown(tuple(named))} by their words"
    if rest := tuple(text for text in distinct if text not in named):
        said += f"; {_shown(rest)} left out, as nothing says what is meant (--label-map)"
    return Meaning({text: named.get(text) for text in distinct}, said, -float(len(rest)))


def _unsaid(distinct: Sequence[str]) -> set[str]:
    """Return labels of which no words say what is meant: mixed ones, and second words for a known label."""
    reading = read_labels(distinct)
    known = {label for label in reading.meaning.values() if label is not None}
    others = {text for text in distinct if reading.meaning.get(text) is None}
    guessed = labels_of_meanings({text: word for text in others if (word := meaning_of_word(text))})
    return (
        {text for text in others if guessed.get(text) in known or says_mixed(text)}
        if known
        else {text for text in others if says_mixed(text)}
    )


def _of_ratings(labelling: Labelling, distinct: Sequence[str]) -> list[Meaning]:
    """Return what ratings up to five mean whose name says that the highest is entailed."""
    numbers = sorted(int(text) for text in distinct if text.isdecimal() and len(text) == 1)
    rated = len(numbers) == len(distinct) > _TWO and numbers[-1] == _HIGHEST
    if not rated or not has_part(labelling.leaf.name, "says_entailed"):
        return []
    whole: dict[str, Label | None] = {str(n): _E if n == _HIGHEST else _X for n in numbers}
    upper: dict[str, Label | None] = {str(n): _E if n > _MIDDLE else _X for n in numbers}
    name = printable(labelling.leaf.name, 40)
    said = f"ratings of '{name}' up to {_HIGHEST}"
    highest, above = (
        f"{said}: the highest is entailment, the others are not",
        f"{said}: those above {_MIDDLE} are",
    )
    if upper == whole:
        return [Meaning(whole, highest)]
    if _MIDDLE not in numbers:  # two sides, with nothing between them
        return [Meaning(upper, f"{above}, and none is {_MIDDLE}"), Meaning(whole, highest, -0.5)]
    return [Meaning(whole, highest), Meaning(upper, above, -0.5)]


def _of_errors(distinct: Sequence[str]) -> list[Meaning]:
    """Return what labels mean of which one says that nothing is wrong and the others are kinds of errors."""
    fine = nothing_wrong(distinct)
    if not fine:
        return []
    whole: dict[str, Label | None] = {text: _E if text == fine else _X for text in distinct}
    others = [text for text in distinct if text != fine]
    because = f"'{printable(fine, 30)}' says that nothing is wrong, {_shown(others)} would be kinds of errors"
    return [Meaning(whole, because)]


def _by_numbers_and_words(
    numbers: Sequence[str], named: Mapping[str, Label], name: str, overlap: Overlap
) -> list[Meaning]:
    """Return what numbers may mean, of labels of which some rows may have words instead."""
    if not named:
        return _by_number(numbers, overlap)
    flags = _flags(numbers) if len(numbers) == _TWO else None
    own = overlap.only(numbers)
    found = _of_flags(flags, name, own) if flags else _by_number(numbers, own)
    words = f"{_shown(tuple(named))} by their words; "
    return [
        replace(each, label_map={**named, **(each.label_map or {})}, because=words + each.because)
        for each in found
    ]


def _shown(distinct: Sequence[str]) -> str:
    words = ", ".join(f"'{printable(text, 30)}'" for text in distinct[:4])
    return words if len(distinct) <= 4 else f"{words}, ..."


def _flags(distinct: Sequence[str]) -> tuple[str, str] | None:
    """Return which of two values is true and which false."""
    true = [text for text in distinct if text.lower() in _TRUE]
    false = [text for text in distinct if text.lower() in _FALSE]
    return (true[0], false[0]) if true and false else None


def _of_flags(flags: tuple[str, str], name: str, overlap: Overlap) -> list[Meaning]:
    true, false = flags
    one, other = {true: _E, false: _X}, {true: _X, false: _E}
    if has_part(name, "says_not_entailed"):
        return [Meaning(other, f"the name '{printable(name, 40)}' says that '{true}' is not entailed")]
    if has_part(name, "says_entailed") and not _is_negated(name):
        return [Meaning(one, f"the name '{printable(name, 40)}' says that '{true}' is entailed")]
    turned = overlap.above.get(false, 0.0) > _SURELY
    first, second = (other, one) if turned else (one, other)
    return [Meaning(first, _more_words(first, overlap)), Meaning(second, "the other way round", -0.5)]


def _is_negated(name: str) -> bool:
    return any(part.startswith(("un", "non", "not", "in")) or part == "no" for part in parts_of(name)[:1])


def _more_words(meaning: Mapping[str, Label | None], overlap: Overlap) -> str:
    """Return what is said of a meaning: that entailed hypotheses share more words, where it is so."""
    entailed = next((text for text, label in meaning.items() if label is _E), "")
    others = [share for text, share in overlap.items() if text != entailed]
    if entailed not in overlap or not others:
        return f"'{entailed}' may be entailment"
    shares = f"{percent(overlap[entailed], 0)} against {percent(sum(others) / len(others), 0)}"
    if overlap.above.get(entailed, 0.0) < 1:
        return f"'{entailed}' is usually entailment (words shared with the premise: {shares})"
    return f"hypotheses of '{entailed}' share more words with their premises ({shares})"


def _by_number(distinct: Sequence[str], overlap: Overlap) -> list[Meaning]:
    """Return the usual orders of three numbers, the one first whose entailment shares most words."""
    if around := _around_zero(distinct):
        return [around]
    if set(distinct) in ({"1", "2", "3", "4", "5"}, {"0", "1", "2", "3", "4"}):
        low, *middle, high = distinct
        return [Meaning({low: _C, **dict.fromkeys(middle, _N), high: _E}, "a scale of five")]
    if len(distinct) != 3 or len(overlap) != 3 or any("." in text.rstrip(".0") for text in distinct):
        return []
    likely = {
        text: _PRIORS[at] + _PER_ERROR * overlap.above.get(text, 0.0) for at, text in enumerate(distinct)
    }
    most = max(distinct, key=lambda text: likely[text])
    found = [dict(zip(distinct, order, strict=True)) for order in _ORDERS]
    ordered = sorted(found, key=lambda each: each[most] is not _E)
    one, other = (text for text in distinct if text != most)
    said = f"{_more_words(ordered[0], overlap)}; whether '{one}' or '{other}' is neutral, nothing says"
    because = [said if each[most] is _E else "another order" for each in ordered]
    return [
        Meaning(each, why, -0.25 * at) for at, (each, why) in enumerate(zip(ordered, because, strict=True))
    ]


def _around_zero(distinct: Sequence[str]) -> Meaning | None:
    """Return what whole numbers mean that are on a scale around 0: above, at and below it."""
    if not all(re.fullmatch(r"[-+]?[0-5]", text) for text in distinct):
        return None
    numbers = {text: int(text) for text in distinct}
    low, high = min(numbers.values()), max(numbers.values())
    if low != -high or high == 0 or len(distinct) < 3:
        return None
    whole: dict[str, Label | None] = {t: _E if n > 0 else _C if n < 0 else _N for t, n in numbers.items()}
    return Meaning(whole, f"a scale from {low} to {high}")


def _cuts(leaf: Leaf) -> list[Meaning]:
    scale = scale_of(leaf)
    if scale is None:
        return []
    low, high = scale
    span = f"numbers from {significant(low)} to {significant(high)}"
    middle = {"at": [round((low + high) / 2, 4)], "names": [_X.value, _E.value]}
    if low < 0:
        third = round((high - low) / 6, 4)
        thirds = {"at": [-third, third], "names": [_C.value, _N.value, _E.value]}
        halves = Meaning(None, f"{span}, cut in the middle", -0.5, middle)
        return [Meaning(None, f"{span}, cut in thirds", cut=thirds), halves]
    if has_part(leaf.name, "says_not_entailed"):
        middle = {**middle, "names": [_E.value, _X.value]}
    return [Meaning(None, f"{span}, cut in the middle", cut=middle)]
