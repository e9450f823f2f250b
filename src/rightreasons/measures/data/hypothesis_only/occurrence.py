"""Accuracy on test rows whose texts occur in training, and on those whose do not."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from rightreasons.artifacts.similar_pairs import LEAKED, occurring
from rightreasons.engine.memory import frame_key, remembered
from rightreasons.figures import Figure, Rows, where
from rightreasons.findings import Cell, View
from rightreasons.measures.data.hypothesis_only.scoring import Flags, Sample, accuracy, gain_over
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate
from rightreasons.text.near_duplicates import normalised, occur_in

WHATS = ("hypothesis", "premise", "pair")
ITEM_COLUMNS: Mapping[str, str] = {
    "hypothesis_in_train": "bool truth: Of a row of another set, whether training has its hypothesis.",
    "premise_in_train": "bool truth: Of a row of another set, whether training has its premise.",
    "pair_in_train": "bool truth: Of a row of another set, whether training has its pair, or one like it "
    "(similar_pairs).",
    "pair_once": "bool truth: Of a row of the audited set, whether no row before it has its pair, or one "
    "like it.",
}
"""Columns of every baseline, the same of each; what counts as the same text stands in `occurrence`."""
Occurrence = Mapping[str, Flags]
"""Which test rows have a text that training has, shape (rows,), by `WHATS`."""
IN_TRAIN = {True: "in_train", False: "not_in_train"}
LEAST_ROWS = 50
"""Rows that a headline rests on."""


@dataclass(frozen=True)
class Part:
    """What a model gets on the rows of a test whose text occurs, or does not occur, in training.

    Parameters
    ----------
    what
        ``"hypothesis"``, ``"premise"`` or ``"pair"``.
    in_train
        Whether it occurs there.
    accuracy, majority, gain
        On these rows; the majority label is theirs.
    """

    what: str
    in_train: bool
    accuracy: Estimate
    majority: float | None
    gain: Estimate


def occurrence(train: PairTable, test: PairTable) -> dict[str, Flags]:
    """Return which test rows have a hypothesis, a premise and a pair that training has, shape (rows,) each.

    Texts are the same where they are equal but for case and punctuation or are near-duplicates
    (`text.near_duplicates`); pairs where one gives the label of the other away (`similar_pairs.LEAKED`).
    """
    key = (frame_key(train.frame), frame_key(test.frame))
    return remembered("occurrence in training", key, lambda: _occurrence(train, test))


def first_of_pairs(train: PairTable) -> Flags:
    """Return which rows have a pair that no row before them has, nor one like it, shape (rows,)."""
    again = occurring(train).select(
        (pl.col("kind").is_in(LEAKED) & (pl.col("partner") < pl.int_range(pl.len()))).fill_null(value=False)
    )
    return np.asarray(~again.to_series().to_numpy(), dtype=bool)


def once_figures(sample: Sample, once: Flags, name: str) -> Iterator[Figure]:
    """Return ``accuracy.pair_once`` and ``gain.pair_once`` over their majority label, where pairs repeat.

    Parameters
    ----------
    sample
        The audited set by cross-fitting.
    once
        As `first_of_pairs` returns it.
    name
        The audited set.
    """
    if once.all():
        return
    part, rows = sample.where(once), where(set=name, pair_once=True)
    gain = gain_over(part, part.scored.guessed_own)
    for quantity, estimate in (("accuracy", accuracy(part)), ("gain", gain)):
        yield Figure(quantity, estimate, {"part": "pair_once"}, rows=rows, what=quantity)


def parts_of(sample: Sample, occurs: Mapping[str, Flags]) -> tuple[Part, ...]:
    """Return what the model gets on either part of the rows, for each of `WHATS`.

    Parameters
    ----------
    sample
        The test rows with gold.
    occurs
        By `WHATS`, which of them have a text that training has.
    """
    found = []
    for what, flags in occurs.items():
        for in_train in IN_TRAIN:
            part = sample.where(flags == in_train)
            guessed = part.scored.guessed_own
            share = float(guessed.mean()) if len(guessed) else None
            found.append(Part(what, in_train, accuracy(part), share, gain_over(part, guessed)))
    return tuple(found)


def part_figures(parts: tuple[Part, ...], name: str) -> Iterator[Figure]:
    """Return ``accuracy.hypothesis_in_train``, ``gain.hypothesis_not_in_train`` and so on.

    Parameters
    ----------
    parts
        Of the test rows.
    name
        The test set.
    """
    for part in parts:
        group = {"part": f"{part.what}_{IN_TRAIN[part.in_train]}"}
        for quantity, estimate in (("accuracy", part.accuracy), ("gain", part.gain)):
            yield Figure(quantity, estimate, group, rows=_rows(part, name), what=quantity)


def part_view(parts: tuple[Part, ...], name: str) -> View:
    """Return both parts side by side, a line each; parameters as in `part_figures`."""
    return View(
        fill("baseline.occurrence"),
        ("what", "in_train", "n", "accuracy", "majority", "gain", "low", "high"),
        tuple(_line(part) for part in parts),
        by=("what", "in_train"),
        bounds={"accuracy": ("low", "high")},
        line_rows=tuple(_rows(part, name) for part in parts),
    )


def in_train_columns(occurs: Occurrence) -> list[pl.Series]:
    """Return the columns of the test rows that say what of them occurs in training."""
    return [pl.Series(f"{what}_in_train", flags) for what, flags in occurs.items()]


def _line(part: Part) -> tuple[Cell, ...]:
    accuracy, gain = part.accuracy, part.gain.value
    return (part.what, part.in_train, accuracy.n, accuracy.value, part.majority, gain, *accuracy.bounds)


def _rows(part: Part, name: str) -> Rows:
    return where(set=name, **{f"{part.what}_in_train": part.in_train})


def _occurrence(train: PairTable, test: PairTable) -> dict[str, Flags]:
    texts = {
        side: (normalised(test.frame[side]), normalised(train.frame[side]))
        for side in ("hypothesis", "premise")
    }
    flags = {side: occur_in(*of_sets) for side, of_sets in texts.items()}
    leaked = occurring(test, train)["kind"].is_in(LEAKED).fill_null(value=False)
    return {**flags, "pair": np.asarray(leaked.to_numpy(), dtype=bool)}
