"""What is planted in the bundled corpus: the truth that the measures are tested against."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any, Literal

import polars as pl

from rightreasons.errors import ColumnError, UnknownNameError
from rightreasons.labels import THREE_WAY, Label
from rightreasons.pairs import PairTable
from rightreasons.printable import quoted
from rightreasons.sources.bundled.vocabulary import read_yaml

Kind = Literal["word", "pattern", "length", "overlap"]
KINDS: tuple[Kind, ...] = ("word", "pattern", "length", "overlap")
SLOTS = ("subject_adjective", "adverb", "second_adverb", "object_adjective", "tail", "end")
CLEAN = "clean"
PLANTED_COLUMN = "planted"


@dataclass(frozen=True, slots=True)
class Planted:
    """One artifact: what it is, the label it points to, and how strongly.

    Parameters
    ----------
    name
        What the column ``planted`` says in the rows that carry it.
    kind
        What sort of artifact it is.
    what
        The token of a word, or the words of a pattern with one ``"#"`` for each token skipped, as Liu et al.
        (2020) write them; for lengths and overlaps a description in one piece.
    label
        The label it points to.
    strength
        p(label | artifact); the other two labels share the rest evenly.
    share
        Share of all rows that carry it, in expectation.
    slots
        Slot of the hypothesis to the wordings that may fill it; one is drawn.
    rows
        How many rows of a table carry it; None where no table was asked about.
    """

    name: str
    kind: Kind
    what: tuple[str, ...]
    label: Label
    strength: float
    share: float
    slots: Mapping[str, tuple[str, ...]]
    rows: int | None = None

    @property
    def carriers(self) -> frozenset[str]:
        """Every token that it brings into a hypothesis; these occur nowhere but in what is planted."""
        return frozenset(token for texts in self.slots.values() for text in texts for token in text.split())

    @property
    def tokens_added(self) -> int:
        """How many tokens longer it makes a hypothesis."""
        return sum(len(texts[0].split()) for texts in self.slots.values())

    def probability(self, label: Label) -> float:
        """Return p(label | artifact)."""
        return self.strength if label is self.label else (1 - self.strength) / (len(THREE_WAY) - 1)


def planted(pairs: PairTable) -> tuple[Planted, ...]:
    """Return what is planted in a table of the bundled corpus, with the rows that carry each artifact.

    Raises
    ------
    ColumnError
        If the table is not one of the bundled corpus.
    """
    if PLANTED_COLUMN not in pairs.frame.columns:
        raise ColumnError(
            f"columns {quoted(tuple(pairs.frame.columns))}",
            f"a column '{PLANTED_COLUMN}', as in the bundled corpus",
            "make the pairs with bundled_pairs",
        )
    found = dict(pairs.frame.group_by(pl.col(PLANTED_COLUMN).cast(pl.String)).len().iter_rows())
    return tuple(replace(each, rows=found[each.name]) for each in stated_artifacts() if each.name in found)


@cache
def stated_artifacts() -> tuple[Planted, ...]:
    """Return everything that can be planted, as stated in the data file."""
    table = read_yaml("artifacts.yaml")
    return (
        *(_word(entry) for entry in table["words"]),
        *(each for square in table["patterns"] for each in _patterns(square)),
        *(_length(entry) for entry in table["lengths"]),
        *(_overlap(entry) for entry in table["overlaps"]),
    )


def chosen(names: Collection[str] | None) -> tuple[Planted, ...]:
    """Return the artifacts that `names` speaks of, by their own names or by kind; all of them for None.

    Raises
    ------
    UnknownNameError
        If a name is neither an artifact nor a kind.
    """
    stated = stated_artifacts()
    if names is None:
        return stated
    names_of_kinds = {*KINDS, *(each.name for each in stated)}
    unknown = tuple(sorted(set(names) - names_of_kinds))
    if unknown:
        raise UnknownNameError(
            f"artifacts {quoted(unknown)}",
            f"kinds ({', '.join(KINDS)}) or names of artifacts",
            "see rightreasons.sources.bundled.stated_artifacts()",
        )
    return tuple(each for each in stated if each.name in names or each.kind in names)


def _share(entry: Mapping[str, Any]) -> float:
    return float(entry["pull"]) / (float(entry["strength"]) - 1 / len(THREE_WAY))


def _word(entry: Mapping[str, Any]) -> Planted:
    word = entry["word"]
    slots = {entry["slot"]: (word,)}
    return Planted(word, "word", (word,), Label(entry["label"]), entry["strength"], _share(entry), slots)


def _length(entry: Mapping[str, Any]) -> Planted:
    phrases = tuple(entry["phrases"])
    what = (f"{len(phrases[0].split())} tokens longer",)
    label = Label(entry["label"])
    return Planted(entry["name"], "length", what, label, entry["strength"], _share(entry), {"end": phrases})


def _overlap(entry: Mapping[str, Any]) -> Planted:
    what = ("every word of the hypothesis is in the premise",)
    label = Label(entry["label"])
    return Planted(entry["name"], "overlap", what, label, entry["strength"], _share(entry), {})


def _patterns(square: Mapping[str, Any]) -> Iterator[Planted]:
    # A Latin square (or cube): each word meets every label equally often, whatever the others are.
    places = list(product(*(range(len(words)) for words in square["words"])))
    for place in places:
        words = [choices[position] for choices, position in zip(square["words"], place, strict=True)]
        yield Planted(
            name=" ".join(what := _gapped(words, square["gaps"])),
            kind="pattern",
            what=what,
            label=THREE_WAY[sum(place) % len(THREE_WAY)],
            strength=square["strength"],
            share=square["share"] / len(places),
            slots={slot: (word,) for slot, word in zip(square["slots"], words, strict=True)},
        )


def _gapped(words: list[str], gaps: list[int]) -> tuple[str, ...]:
    skipped = [("#",) * gap for gap in (*gaps, 0)]
    return tuple(part for word, gap in zip(words, skipped, strict=True) for part in (word, *gap))
