"""What a baseline predicted beside gold and beside the majority: rows, figures with tests, tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.shared_texts import clusterings
from rightreasons.artifacts.words.counts import codes_by_label
from rightreasons.cross_fitting.features import Features
from rightreasons.cross_fitting.regression import Matrix, Regression
from rightreasons.errors import MeasureInputError
from rightreasons.figures import Figure, Rows, where
from rightreasons.findings import View
from rightreasons.labels import Label, collapse, in_order
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.clustered import clustered_proportion
from rightreasons.statistics.cross_fitted import Dependence, dependent_mean, dependent_mean_test
from rightreasons.statistics.paired import mcnemar, paired_difference
from rightreasons.statistics.proportions import proportion, wilson_bounds
from rightreasons.statistics.results import Estimate, Interval, TestResult

Codes = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Scored:
    """A set with predictions; rows without gold are left out.

    Parameters
    ----------
    frame
        The rows scored, as they stand in the table; of data in blocks their places.
    labels
        Labels that gold and predictions are positions in: those of training, then others of the set.
    gold, predicted
        Shape (rows,).
    probability
        Probability that the model gives to gold, shape (rows,); 0 where training never saw the label.
    guess
        What guessing the most frequent label of training gives, shape (rows,): where a row was cross-fitted,
        of the rows that its model was fitted to.
    unseen
        Those of `labels` that training does not have.
    collapsed
        Whether three labels were collapsed to two so that training and set speak of the same.
    """

    frame: pl.DataFrame
    labels: tuple[Label, ...]
    gold: Codes
    predicted: Codes
    probability: npt.NDArray[np.float32]
    guess: Codes
    unseen: tuple[Label, ...]
    collapsed: bool

    @property
    def right(self) -> Flags:
        """Whether each prediction is gold."""
        return np.equal(self.predicted, self.gold)

    @property
    def guessed(self) -> Flags:
        """Whether guessing the most frequent label of training is gold."""
        return np.equal(self.guess, self.gold)

    @property
    def guessed_own(self) -> Flags:
        """Whether guessing the most frequent label of the set itself is gold."""
        return np.equal(self.gold, int(self.counts.argmax()))

    def where(self, rows: Flags) -> "Scored":
        """Return some of the rows."""
        return replace(
            self,
            frame=self.frame.filter(pl.Series(rows)),
            gold=self.gold[rows],
            predicted=self.predicted[rows],
            probability=self.probability[rows],
            guess=self.guess[rows],
        )

    @property
    def counts(self) -> Codes:
        """Number of rows by gold label, shape (labels,)."""
        return np.bincount(self.gold, minlength=len(self.labels))


def scored(table: PairTable, train: PairTable, probabilities: Matrix, guess: Codes | None = None) -> Scored:
    """Set predictions beside gold.

    Where one side has non-entailment and the other neutral or contradiction instead, both are collapsed to
    two labels: the predicted label (the most probable one) by `labels.collapse`, the probability of
    non-entailment as a sum.

    Parameters
    ----------
    table
        The set scored, n rows.
    train
        The set that the labels of `probabilities` come from, in the order of ``train.labels``.
    probabilities
        Shape (n, training labels).
    guess
        Position among the training labels that guessing gives each row, shape (n,); None: the most frequent
        label of `train`.
    """
    two_way = needs_collapse(train.labels, table.labels)
    present = table.gold.is_not_null().to_numpy()
    target = {label: collapse(label) if two_way else label for label in Label}
    trained = in_order(target[label] for label in train.labels)
    labels = (
        *trained,
        *(label for label in in_order(target[each] for each in table.labels) if label not in trained),
    )
    gold = _codes(table.gold.drop_nulls(), target, labels)
    of_column = np.array([labels.index(target[label]) for label in train.labels])
    summed = np.zeros((int(present.sum()), len(labels)), dtype=np.float32)
    for column, position in enumerate(of_column):
        summed[:, position] += probabilities[present, column]
    most = int(np.bincount(_codes(train.gold, target, labels)).argmax())
    return Scored(
        table.frame.filter(pl.Series(present)),
        labels,
        gold,
        of_column[probabilities[present].argmax(axis=1)],
        summed[np.arange(len(gold)), gold],
        of_column[guess[present]] if guess is not None else np.full(len(gold), most),
        labels[len(trained) :],
        two_way,
    )


def needs_collapse(some: Sequence[Label], others: Sequence[Label]) -> bool:
    """Say whether one side is two-way with non-entailment and the other is not."""
    finer = {Label.NEUTRAL, Label.CONTRADICTION}
    return any(
        Label.NON_ENTAILMENT in left and Label.NON_ENTAILMENT not in right and finer & set(right)
        for left, right in ((some, others), (others, some))
    )


def _codes(gold: pl.Series, target: dict[Label, Label], labels: Sequence[Label]) -> Codes:
    return codes_by_label(gold, {label: labels.index(new) for label, new in target.items() if new in labels})


NOT_REPEATED = "no two rows share a text: there is nothing to remember"


@dataclass(frozen=True)
class Sample:
    """Scored rows, with what makes them dependent.

    Parameters
    ----------
    scored
        The rows.
    dependence
        None where rows are independent and one model predicted them all.
    """

    scored: Scored
    dependence: Dependence | None

    def where(self, rows: Flags) -> "Sample":
        """Return some of the rows."""
        return Sample(self.scored.where(rows), self.dependence and self.dependence.where(rows))


def scored_rows(measure: str, name: str) -> Rows:
    """Return the rows of a set that a baseline scored, those first of which it gives gold most."""
    scored = where(set=name, **{f"{measure}_correct": ("true", "false")})
    return scored.ordered_by(f"-{measure}_probability")


def sample_of_test(scored: Scored, table: PairTable) -> Sample:
    """Return the rows of a test set, which depend on each other where they share texts."""
    found = clusterings(table.with_gold())
    return Sample(scored, Dependence(found) if found else None)


def accuracy(sample: Sample) -> Estimate:
    """Return the accuracy with the interval that the dependence of the rows asks for."""
    return _share(sample.scored.right, sample.dependence)


def majority_figures(sample: Sample, rows: Rows) -> Iterator[Figure]:
    """Return majority, majority_own, and gain and gain_percent over each (Table 2: delta and delta %).

    Parameters
    ----------
    sample
        What the baseline predicted.
    rows
        The rows that it scored.
    """
    for suffix, guessed in _guesses(sample.scored).items():
        share, gain = _share(guessed, sample.dependence), gain_over(sample, guessed)
        label = _only_label(sample.scored, guessed)
        of_label = rows if label is None else rows.also(*where(label=label).where)
        yield Figure("majority_accuracy", share, label=label, rows=of_label, what=f"majority{suffix}")
        yield Figure("gain", gain, rows=rows, what=f"gain{suffix}")
        yield Figure("relative_gain", _percent(gain, share), rows=rows, what=f"gain_percent{suffix}")


def _only_label(scored: Scored, guessed: Flags) -> Label | None:
    """Return the label that guessing gets right; None where folds have different majorities."""
    codes = np.unique(scored.gold[guessed])
    return scored.labels[int(codes[0])] if len(codes) == 1 else None


def majority_tests(sample: Sample) -> dict[str, TestResult]:
    """Return the test of the predictions against either majority: McNemar's where rows are independent."""
    right, tests = sample.scored.right, {}
    for suffix, guessed in _guesses(sample.scored).items():
        if sample.dependence is None:
            only_model, only_majority = int((right & ~guessed).sum()), int((guessed & ~right).sum())
            found = mcnemar(only_model, only_majority, len(guessed))
        else:
            found = dependent_mean_test(_difference(right, guessed), sample.dependence)
        tests[f"majority{suffix}"] = found
    return tests


def gain_over(sample: Sample, other: Flags) -> Estimate:
    """Return the accuracy minus that of other predictions of the rows, given as whether each is right."""
    right = sample.scored.right
    if sample.dependence is not None and len(right):
        return dependent_mean(_difference(right, other), sample.dependence)
    cells = [right & other, right & ~other, ~right & other, ~right & ~other]
    return paired_difference(*(int(cell.sum()) for cell in cells))


def memory_figures(
    sample: Sample, memorised: Scored | None, shared_rows: Flags | None, rows: Rows
) -> Iterator[Figure]:
    """Return accuracy_memorised, where texts of a row may be known from others, and its gain.

    Parameters
    ----------
    sample
        Cross-fitted without shared texts.
    memorised
        Some of the same rows, cross-fitted with shared texts; None where no two rows share one.
    shared_rows
        Which of the rows of `sample` they are.
    rows
        The rows of `sample`.
    """
    if memorised is None or shared_rows is None:
        share = gain = Estimate(None, "proportion", len(sample.scored.gold), reason=NOT_REPEATED)
    else:
        both = Sample(memorised, sample.dependence and sample.dependence.where(shared_rows))
        share, gain = accuracy(both), gain_over(both, sample.scored.right[shared_rows])
    yield Figure("accuracy", share, rows=rows, what="accuracy_memorised")
    yield Figure("difference", gain, rows=rows, what="memorised_gain")


def _guesses(scored: Scored) -> dict[str, Flags]:
    return {"": scored.guessed, "_own": scored.guessed_own}


def _share(flags: Flags, dependence: Dependence | None) -> Estimate:
    if dependence is None or not len(flags):
        return proportion(int(flags.sum()), len(flags))
    if dependence.fitted_share is None and len(dependence.clusterings) == 1:
        return clustered_proportion(flags, dependence.clusterings[0])
    return dependent_mean(flags, dependence, (0.0, 1.0))


def _difference(right: Flags, other: Flags) -> npt.NDArray[np.float64]:
    return right.astype(np.float64) - other


def _percent(gain: Estimate, share: Estimate) -> Estimate:
    if gain.value is None or not share.value:
        return Estimate(None, "percent", gain.n, reason="the majority label gets nothing right")
    factor = 100 / share.value
    interval = gain.interval and Interval(
        gain.interval.low * factor,
        gain.interval.high * factor,
        gain.interval.level,
        f"{gain.interval.method}, the majority taken as fixed",
    )
    return replace(gain, value=gain.value * factor, unit="percent", interval=interval)


FEATURES_PER_LABEL = 15


def per_label(scored: Scored, rows: Rows) -> View:
    """Return accuracy by gold label beside the label's share (Poliak et al. 2018, Table 3)."""
    frame = _by_gold(scored).group_by("gold").agg(n=pl.len(), hits=pl.col("right").sum()).sort("gold")
    frame = frame.with_columns(accuracy=pl.col("hits") / pl.col("n"), share=pl.col("n") / pl.col("n").sum())
    frame = frame.with_columns(
        label=pl.col("gold").replace_strict(dict(enumerate(map(str, scored.labels))), return_dtype=pl.String),
        difference_percent=100 * (pl.col("accuracy") / pl.col("share") - 1),
    )
    columns = ("label", "n", "accuracy", "share", "difference_percent", "low", "high")
    return View.from_frame(
        fill("baseline.per_label"),
        _bounded(frame).select(columns),
        by=("label",),
        bounds={"accuracy": ("low", "high")},
        rows=rows,
        items={"label": "label"},
    )


def confusion(scored: Scored, rows: Rows, predicted: str) -> View:
    """Return how often each gold label (line) was predicted as each label (column)."""
    size = len(scored.labels)
    counts = np.bincount(scored.gold * size + scored.predicted, minlength=size * size).reshape(size, size)
    lines: list[tuple[str | int, ...]] = [
        (str(label), *row.tolist()) for label, row in zip(scored.labels, counts, strict=True) if row.any()
    ]
    return View(
        fill("baseline.confusion"),
        ("gold", *map(str, scored.labels)),
        tuple(lines),
        by=("gold",),
        rows=rows.ordered_by(predicted),
        items={"gold": "label"},
        roles=dict.fromkeys(map(str, scored.labels), "count"),
    )


def per_group(scored: Scored, column: str, rows: Rows) -> View:
    """Return accuracy by group beside the group's own majority, the largest gain first (Table 4).

    Raises
    ------
    MeasureInputError
        If the set has no such column, or one that holds lists.
    """
    frame = _by_gold(scored).with_columns(group=_groups(scored.frame, column))
    counts = (
        frame.group_by("group", "gold")
        .agg(n=pl.len(), hits=pl.col("right").sum())
        .cast({"n": pl.Int64, "hits": pl.Int64})  # counts are unsigned, and a gain can be below zero
    )
    sums = counts.group_by("group").agg(pl.col("n", "hits").sum(), most=pl.col("n").max())
    sums = sums.with_columns(
        accuracy=pl.col("hits") / pl.col("n"),
        majority=pl.col("most") / pl.col("n"),
        gain_percent=100 * (pl.col("hits") - pl.col("most")) / pl.col("most"),
    ).sort("gain_percent", "group", descending=[True, False])
    columns = ("group", "n", "accuracy", "majority", "gain_percent", "low", "high")
    of_groups = (None if group is None else where(**{column: group}) for group in sums["group"])
    return View.from_frame(
        fill("baseline.per_group", column=column),
        _bounded(sums).select(columns),
        by=("group",),
        bounds={"accuracy": ("low", "high")},
        items={"group": column},
        line_rows=tuple(own and rows.also(*own.where) for own in of_groups),
    )


def strongest_features(features: Features, model: Regression, labels: tuple[Label, ...]) -> View:
    """Return the features with the highest coefficient for each label, coefficients centred over labels."""
    centred = model.coefficients - model.coefficients.mean(axis=1, keepdims=True)
    rows = []
    for column, label in enumerate(labels):
        weights = centred[:, column]
        for position in np.argsort(-weights, kind="stable")[:FEATURES_PER_LABEL].tolist():
            if weights[position] <= 0:
                break
            kind, text = features.name(position)
            rows.append(
                (str(label), kind, text, float(weights[position]), int(model.weighting.counts[position]))
            )
    columns = ("label", "kind", "feature", "weight", "count")
    return View(fill("baseline.features"), columns, tuple(rows), by=("label", "kind", "feature"))


def _by_gold(scored: Scored) -> pl.DataFrame:
    return pl.DataFrame({"gold": scored.gold, "right": scored.right})


def _bounded(frame: pl.DataFrame) -> pl.DataFrame:
    low, high = wilson_bounds(frame["hits"].to_numpy(), frame["n"].to_numpy())
    return frame.with_columns(low=pl.Series(low), high=pl.Series(high))


def _groups(frame: pl.DataFrame, column: str) -> pl.Series:
    if column not in frame.columns or frame.schema[column].is_nested():
        raise MeasureInputError(
            f"no column '{printable(column)}' with one value a row to group by",
            "a column of the set that is scored",
            "correct --group-by",
        )
    return frame[column].cast(pl.String)
