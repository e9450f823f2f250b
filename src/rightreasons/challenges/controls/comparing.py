"""One control beside the normal run: right answers on the items that both have, and changed predictions."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import polars as pl

from rightreasons.challenges.challenge import from_pairs
from rightreasons.challenges.controls.tables import CONTROLS, controlled
from rightreasons.challenges.matching import matched
from rightreasons.challenges.scoring import judged
from rightreasons.labels import CollapseRule
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.statistics.paired_counts import PairedCounts


@dataclass(frozen=True)
class ControlSettings:
    """What the figures and the words of the controls go by.

    Parameters
    ----------
    seed
        That of the controls, see `controlled`.
    collapse
        How three labels become two, where gold or predictions have two.
    allow_partial
        Whether items may lack a prediction.
    level
        Nominal coverage of intervals; one minus it is the level of the tests in the headline.
    kept
        Accuracy is kept where the whole interval of the loss lies below this.
    sane
        Accuracy on identity and on negated identity below which there is a warning.
    """

    seed: int = 2019
    collapse: CollapseRule = "argmax"
    allow_partial: bool = False
    level: float = 0.95
    kept: float = 0.05
    sane: float = 0.9


@dataclass(frozen=True)
class Compared:
    """One control beside the normal run.

    Parameters
    ----------
    name
        The control.
    counts
        Right answers: first under the control, second in the normal run.
    changed
        Items whose predicted label is another.
    items
        Columns ``id``, ``correct``, ``predicted``, of the control.
    left_out
        Items of the set that the control was not made of.
    """

    name: str
    counts: PairedCounts
    changed: int
    items: pl.DataFrame = field(repr=False)
    left_out: int = 0


def answered(table: PairTable, said: Predictions, settings: ControlSettings) -> pl.DataFrame:
    """Return ``id``, ``label`` (gold), ``predicted`` and ``correct`` of every item that was predicted."""
    challenge = from_pairs(table.name, table, ())
    found = matched(challenge, said, allow_partial=settings.allow_partial)
    return judged(challenge, found, settings.collapse).frame.select("id", "label", "predicted", "correct")


def each_compared(
    base: PairTable, usual: pl.DataFrame, by_control: Mapping[str, Predictions], settings: ControlSettings
) -> tuple[Compared, ...]:
    """Return every control beside the normal run, in the order of `CONTROLS`.

    Parameters
    ----------
    base
        The pairs of the normal run.
    usual
        What `answered` says of it.
    by_control, settings
        As in `controls`.
    """
    unknown = [name for name in by_control if name not in CONTROLS]
    names = [name for name in CONTROLS if name in by_control]
    return tuple(_compared(base, usual, name, by_control[name], settings) for name in [*names, *unknown])


def _compared(
    base: PairTable, usual: pl.DataFrame, name: str, said: Predictions, settings: ControlSettings
) -> Compared:
    table = controlled(base, name, settings.seed)
    both = answered(table, said, settings).join(
        usual, on="id", how="inner", maintain_order="left", suffix="_normal"
    )
    counts = PairedCounts.of(*(both[column].to_numpy() for column in ("correct", "correct_normal")))
    changed = int((both["predicted"] != both["predicted_normal"]).sum())
    items = both.select("id", "correct", "predicted")
    return Compared(name, counts, changed, items, len(base) - len(table))
