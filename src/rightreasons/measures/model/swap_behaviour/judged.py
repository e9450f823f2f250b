"""Instances of swap sets with what was predicted of them, and of the control instance each was made from."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import polars as pl

from rightreasons.challenges.challenge import SET, Challenge, item_column
from rightreasons.challenges.matching import matched
from rightreasons.challenges.swaps.swap_set import CONTROL_OF, SETS
from rightreasons.errors import MeasureInputError
from rightreasons.figures import Rows, where
from rightreasons.labels import THREE_WAY, TWO_WAY, CollapseRule, Label, collapse
from rightreasons.measures.model.score import judged as scored
from rightreasons.pairs import LABEL_TYPE
from rightreasons.predictions import Predictions
from rightreasons.printable import quoted

NEEDED = ("id", "label", "set", "item", "pair", "polarity", "unseen", "control_label", "gold_status")


@dataclass(frozen=True)
class Judged:
    """Every instance that was predicted.

    Parameters
    ----------
    frame
        ``id``, ``set``, ``item``, ``pair`` (of words), ``label`` (gold), ``predicted``, ``answer`` (what was
        compared with gold), ``correct``, ``polarity``, ``polarity_label`` (the one label that it stands for;
        null for a tie and ``none``), ``polarity_differs`` (from gold; null does), ``unseen``,
        ``gold_status``; of instances of transformed sets also ``gold_changed``, and where the control
        instance was predicted ``control_answer``, ``control_correct`` and ``prediction_changed``; otherwise
        these are null.
        ``follows_polarity``: where the polarity is one label and not gold, whether it was answered.
    labels
        The labels that are told apart: three, or two where gold or predictions only know two.
    rule
        The rule by which three labels became two; None where they did not.
    open, missing, unknown
        Instances without gold label, instances without prediction, predictions of other ids: left out.
    name
        The set under which the instances stand in ``items.parquet``; None where it is not known.
    """

    frame: pl.DataFrame
    labels: tuple[Label, ...]
    rule: CollapseRule | None
    open: int
    missing: int
    unknown: int
    name: str | None = None

    def rows(self, swap_set: str, **columns: bool | tuple[str, ...]) -> Rows:
        """Return the rows of a swap set in ``items.parquet`` whose columns have some values."""
        return where(set=self.name, **{item_column(SET): swap_set}, **columns)

    @property
    def sets(self) -> tuple[str, ...]:
        """The sets that hold instances, in the order of `SETS`."""
        found = set(self.frame["set"].unique().to_list())
        return tuple(name for name in SETS if name in found)

    def transformed(self) -> Iterator[tuple[str, pl.DataFrame]]:
        """Return the transformed sets by name."""
        return ((name, self.of(name)) for name in self.sets if name in CONTROL_OF)

    def of(self, name: str) -> pl.DataFrame:
        """Return the rows of one set."""
        return self.frame.filter(pl.col("set") == name)


def judge(
    sets: pl.DataFrame,
    predictions: Predictions,
    rule: CollapseRule,
    *,
    allow_partial: bool,
    name: str | None = None,
) -> Judged:
    """Put predictions beside the instances of swap sets, and beside those of their controls.

    Parameters
    ----------
    sets
        Rows of one or more sets, `rightreasons.challenges.swaps.swap_set.COLUMNS`; the same row may stand
        there twice.
    predictions
        What a model said, by ``id``.
    rule
        How three labels become two, where they have to.
    allow_partial
        Whether instances may lack a prediction and predictions an instance; both are left out and counted.
    name
        The set under which the instances stand in ``items.parquet``.

    Raises
    ------
    MeasureInputError
        If columns are missing, a set is unknown, or no row has a gold label.
    PredictionError
        If ids are missing or unknown.
    """
    _check(sets)
    distinct = sets.select(NEEDED).unique(maintain_order=True)
    labelled = distinct.drop_nulls(["label", "control_label"])
    if labelled["id"].n_unique() != labelled.height:
        raise MeasureInputError(
            "two rows of the same id that differ", "an id for each instance", "build the sets anew"
        )
    if not labelled.height:
        raise MeasureInputError(
            "swap sets without a gold label", "labelled instances", "annotate them: make sheet swaps"
        )
    found = matched(Challenge("behaviour", labelled), predictions, allow_partial=allow_partial)
    answered = scored(Challenge("behaviour", labelled), found, rule)
    frame = _with_control(_with_factors(answered.frame, two_way=answered.rule is not None))
    return Judged(
        frame,
        THREE_WAY if answered.rule is None else TWO_WAY,
        answered.rule,
        distinct.height - labelled.height,
        found.missing,
        found.unknown,
        name,
    )


def _check(sets: pl.DataFrame) -> None:
    absent = tuple(name for name in NEEDED if name not in sets.columns)
    if absent:
        raise MeasureInputError(
            f"swap sets without the columns {quoted(absent)}",
            "the rows that `make swaps` writes",
            "build the sets with rightreasons",
        )
    unknown = tuple(str(name) for name in sets["set"].unique().sort().to_list() if name not in SETS)
    if unknown:
        raise MeasureInputError(f"sets called {quoted(unknown)}", f"some of {', '.join(SETS)}", "rename them")


def _with_factors(frame: pl.DataFrame, *, two_way: bool) -> pl.DataFrame:
    two = {label.value: collapse(label).value for label in Label}
    control = pl.col("control_label").cast(pl.String)
    control = control.replace_strict(two) if two_way else control
    definition = _label_of_polarity(two_way=two_way)
    return frame.with_columns(
        gold_changed=pl.when(pl.col("set").is_in(list(CONTROL_OF))).then(
            pl.col("label").cast(pl.String) != control
        ),
        polarity_label=pl.col("polarity").replace_strict(definition, default=None, return_dtype=pl.String),
    ).with_columns(polarity_differs=pl.col("polarity_label").ne_missing(pl.col("label").cast(pl.String)))


def _label_of_polarity(*, two_way: bool) -> dict[str, str]:
    """Return the one label that a polarity stands for; of two labels, neutral-contradiction has one too."""
    meant = {}
    for size in range(1, len(Label) + 1):
        for tied in combinations(Label, size):
            labels = {collapse(label) if two_way else label for label in tied}
            if len(labels) == 1:
                meant["-".join(tied)] = labels.pop().value
    return meant


def _with_control(frame: pl.DataFrame) -> pl.DataFrame:
    control = frame.select(
        "item", control="set", control_answer="answer", control_correct="correct"
    ).filter(~pl.col("control").is_in(list(CONTROL_OF)))  # fmt: skip
    names = pl.col("set").replace_strict(CONTROL_OF, default=None, return_dtype=pl.String)
    joined = frame.with_columns(control=names).join(
        control, on=["control", "item"], how="left", maintain_order="left", validate="m:1"
    )
    changed = pl.col("answer").cast(LABEL_TYPE) != pl.col("control_answer").cast(LABEL_TYPE)
    misled = pl.col("polarity_differs") & pl.col("polarity_label").is_not_null()
    follows = pl.when(misled).then(pl.col("answer").cast(pl.String) == pl.col("polarity_label"))
    named = joined.with_columns(prediction_changed=changed, follows_polarity=follows)
    return named.drop("control", "control_label")
