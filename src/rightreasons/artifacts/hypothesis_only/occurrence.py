"""Accuracy on test rows whose texts occur in training, and on those whose do not."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from rightreasons.artifacts.hypothesis_only.figures import Sample, accuracy, gain_over
from rightreasons.artifacts.hypothesis_only.scoring import Flags
from rightreasons.engine.memory import frame_key, remembered
from rightreasons.findings import Table
from rightreasons.pairs import PairTable
from rightreasons.statistics.results import Estimate
from rightreasons.text.near_duplicates import normalised, occur_in

WHATS = ("hypothesis", "premise", "pair")
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
        On these rows.
    """

    what: str
    in_train: bool
    accuracy: Estimate
    majority: float | None
    gain: Estimate


def occurrence(train: PairTable, test: PairTable) -> dict[str, Flags]:
    """Return which test rows have a hypothesis, a premise and a pair that training has, shape (rows,) each.

    Texts are the same where they are equal but for case and punctuation or are near-duplicates
    (`text.near_duplicates`); pairs where both texts are equal but for case and punctuation.
    """
    key = (frame_key(train.frame), frame_key(test.frame))
    return remembered("occurrence in training", key, lambda: _occurrence(train, test))


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
            guessed = part.scored.guessed
            share = float(guessed.mean()) if len(guessed) else None
            found.append(Part(what, in_train, accuracy(part), share, gain_over(part, guessed)))
    return tuple(found)


def part_figures(parts: tuple[Part, ...]) -> dict[str, Estimate]:
    """Return ``accuracy.hypothesis_in_train``, ``gain.hypothesis_not_in_train`` and so on."""
    return {
        f"{name}.{part.what}_{IN_TRAIN[part.in_train]}": estimate
        for part in parts
        for name, estimate in (("accuracy", part.accuracy), ("gain", part.gain))
    }


def part_table(parts: tuple[Part, ...]) -> Table:
    """Return both parts side by side, a line each."""
    rows = []
    for part in parts:
        interval = part.accuracy.interval
        bounds = (interval.low, interval.high) if interval else (None, None)
        majority, gain = part.majority, part.gain.value
        rows.append(
            (part.what, part.in_train, part.accuracy.n, part.accuracy.value, majority, gain, *bounds),
        )
    columns = ("what", "in_train", "n", "accuracy", "majority", "gain", "low", "high")
    return Table("Accuracy by what occurs in training", columns, tuple(rows))


def _occurrence(train: PairTable, test: PairTable) -> dict[str, Flags]:
    texts = {
        side: (normalised(test.frame[side]), normalised(train.frame[side]))
        for side in ("hypothesis", "premise")
    }
    flags = {side: occur_in(*of_sets) for side, of_sets in texts.items()}
    own, others = (
        pl.DataFrame({side: of_sets[place] for side, of_sets in texts.items()}) for place in (0, 1)
    )
    known = others.unique().with_columns(known=pl.lit(value=True))
    joined = own.join(known, on=list(texts), how="left", maintain_order="left")
    return {**flags, "pair": np.asarray(joined["known"].fill_null(value=False).to_numpy(), dtype=bool)}
