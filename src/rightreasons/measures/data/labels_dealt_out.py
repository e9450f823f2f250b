"""Label leakage: whether the label of a row follows from the labels of other rows with its text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.equal_texts import coded
from rightreasons.errors import MeasureInputError
from rightreasons.figures import Figure, Rows, where
from rightreasons.findings import Finding, View
from rightreasons.pairs import SENTENCES, PairTable
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.clustered import numbered
from rightreasons.statistics.cross_fitted import Dependence, dependent_mean
from rightreasons.statistics.label_joins import LabelJoins, joins_across, joins_within
from rightreasons.statistics.results import Estimate

ADDS = {"measure": ["labels_dealt_out"]}
BLOCKS = "The labels of all rows with a text are looked at together, and permuted."

ITEM_COLUMNS: Mapping[str, str] = {
    "premise_labelled_elsewhere": "bool truth: Whether another row of the audited set has the same premise, "
    "and a gold label.",
    "hypothesis_labelled_elsewhere": "bool truth: Whether another row of the audited set has the same "
    "hypothesis, and a gold label.",
}
FOLDS = 5
MOST_COUNTED = 3
"""Three rows with a label and more are the same to the model: it would never have seen so many before."""

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class DealtLabels:
    """What the labels of other rows with a text say of the label of a row.

    Parameters
    ----------
    side
        ``"premise"`` or ``"hypothesis"``: the text that rows have in common.
    split
        The split whose labels are predicted.
    texts
        Distinct texts that have other rows.
    accuracy, majority, gain
        Of the model, of the most frequent label, and their difference, on the rows that have other rows.
    joins
        Pairs of rows with one text and one label.
    across
        Whether the other rows are those of the first split; otherwise of the split itself.
    """

    side: str
    split: str
    texts: int
    accuracy: Estimate
    majority: float
    gain: Estimate
    joins: LabelJoins
    across: bool = False

    @property
    def name(self) -> str:
        """``premise``, or ``premise.SPLIT`` across splits."""
        return f"{self.side}.{self.split}" if self.across else self.side

    @property
    def labels_of(self) -> str:
        """Whose labels the model knows."""
        return "first split" if self.across else "same split"

    @property
    def same_label(self) -> float:
        """Share of the pairs that have one label."""
        return self.joins.same / self.joins.pairs

    @property
    def expected(self) -> float:
        """The same share, over all permutations of the labels."""
        return self.joins.expected / self.joins.pairs


def labels_dealt_out(splits: Mapping[str, PairTable], seed: int = 0) -> Finding:
    """Measure whether rows that share a text reveal each other's labels, within a set and across splits.

    Annotators who write one hypothesis of each label for a premise make each label the one that the other
    rows do not have. That is harmless while a model sees one row at a time. It is not where a premise is in
    training with some labels and in the test with another: a model that remembers the premises then knows
    what the label is not.

    Parameters
    ----------
    splits
        Every set given, the audited one first. Rows without gold label are left out.
    seed
        For permutations.

    Returns
    -------
    Finding
        Figures (proportions) for premise and hypothesis, with ``.SPLIT`` for each other split given the
        labels of the first one: ``accuracy.premise``, ``gain.premise``, ``same_label.premise``,
        ``expected_same_label.premise``. Tests ``premise``, ``premise.SPLIT``, ...: two-sided permutation
        tests of the number of pairs with the same label. View ``texts``. Items: `ITEM_COLUMNS`, of rows with
        a gold label.

    Raises
    ------
    MeasureInputError
        If no two rows share a text.
    """
    found = dealt_labels(splits, seed)
    if not found:
        name = printable(next(iter(splits.values())).name)
        raise MeasureInputError(
            f"no text of '{name}' is repeated",
            "texts that several rows have",
            "add rows that share a text, if the data have some",
        )
    return Finding(
        measure="labels_dealt_out",
        subject=" / ".join(table.name for table in splits.values()),
        definition=fill("labels_dealt_out.definition"),
        headline=_headline(found),
        figures=[figure for each in found for figure in _figures(each)],
        views={"texts": _view(found)},
        tests={each.name: each.joins.test for each in found},
        settings={"equal": "up to case and white space", "most_counted": MOST_COUNTED, "seed": seed},
        items=pl.concat(_items(_labelled(splits))),
    )


def dealt_labels(splits: Mapping[str, PairTable], seed: int) -> tuple[DealtLabels, ...]:
    """Return what each side says of the first split, and of each other split given the first one's labels."""
    frames = _labelled(splits)
    labels = pl.concat([frame["label"].cast(pl.String) for frame in frames.values()]).unique().sort()
    sets = {name: _numbers(frame, labels) for name, frame in frames.items()}
    first, *others = sets
    found = [_within(side, first, sets[first], len(labels), seed) for side in SENTENCES]
    found += [
        _across((side, other), sets[first], sets[other], len(labels), seed)
        for other in others
        for side in SENTENCES
    ]
    return tuple(each for each in found if each is not None)


def _labelled(splits: Mapping[str, PairTable]) -> dict[str, pl.DataFrame]:
    return {name: frame.filter(pl.col("label").is_not_null()) for name, frame in coded(splits).items()}


def _items(frames: Mapping[str, pl.DataFrame]) -> Iterator[pl.DataFrame]:
    """Yield, for every row of a set, whether another row of the first set has its texts."""
    first, *_ = frames
    for name, frame in frames.items():
        shared = {
            f"{side}_labelled_elsewhere": frame[side].is_duplicated()
            if name == first
            else frame[side].is_in(frames[first][side].implode())
            for side in SENTENCES
        }
        yield frame.select(pl.lit(name).alias("set"), "id").with_columns(**shared)


def _numbers(frame: pl.DataFrame, labels: pl.Series) -> dict[str, Integers]:
    codes = frame["label"].cast(pl.String).replace_strict(labels, range(len(labels)), return_dtype=pl.Int64)
    return {side: frame[side].to_numpy().astype(np.int64) for side in SENTENCES} | {"label": codes.to_numpy()}


def _within(
    side: str, split: str, rows: Mapping[str, Integers], n_labels: int, seed: int
) -> DealtLabels | None:
    shared = np.bincount(rows[side])[rows[side]] > 1
    if not shared.any():
        return None
    text, label = numbered(rows[side][shared]), rows["label"][shared]
    others = _counts(text, label, int(text.max()) + 1, n_labels)[text]
    others[np.arange(len(label)), label] -= 1
    return _made((side, split), joins_within(text, label, seed), others, (text, label), seed)


def _across(
    names: tuple[str, str],
    first_rows: Mapping[str, Integers],
    rows: Mapping[str, Integers],
    n_labels: int,
    seed: int,
) -> DealtLabels | None:
    side, _ = names
    most = int(max(first_rows[side].max(initial=0), rows[side].max(initial=0))) + 1
    others = _counts(first_rows[side], first_rows["label"], most, n_labels)[rows[side]]
    shared = others.any(axis=1)
    if not shared.any():
        return None
    text, label = numbered(rows[side][shared]), rows["label"][shared]
    joins = joins_across(others[shared], label, seed)
    return replace(_made(names, joins, others[shared], (text, label), seed), across=True)


def _made(
    names: tuple[str, str], joins: LabelJoins, others: Integers, rows: tuple[Integers, Integers], seed: int
) -> DealtLabels:
    text, label = rows
    # At random: folds with equally many texts of each composition would all show the same chance pattern.
    fold = np.random.default_rng([seed, 4]).permutation(int(text.max()) + 1)[text] % FOLDS
    dependence = Dependence((text,), 1 - 1 / FOLDS)
    right = _predicted(others, label, fold) == label
    guessed = label == np.bincount(label).argmax()
    return DealtLabels(
        *names,
        int(text.max()) + 1,
        dependent_mean(right, dependence, (0.0, 1.0)),
        float(guessed.mean()),
        dependent_mean(right.astype(np.float64) - guessed, dependence),
        joins,
    )


def _predicted(others: Integers, label: Integers, fold: Integers) -> Integers:
    """Return what the model predicts for each row by those of other folds."""
    n_labels = others.shape[1]
    capped = np.minimum(others, MOST_COUNTED) @ (MOST_COUNTED + 1) ** np.arange(n_labels)
    kind = numbered(capped)
    n_kinds = int(kind.max()) + 1
    predicted = np.zeros_like(label)
    for each in range(FOLDS):
        seen, held_out = fold != each, fold == each
        most = int(np.bincount(label[seen], minlength=n_labels).argmax())
        of_kind = _counts(kind[seen], label[seen], n_kinds, n_labels)
        # Where no row was seen with these counts, the most frequent label; so too in a tie with it.
        of_kind[:, most] = 2 * of_kind[:, most] + 1
        of_kind[:, np.arange(n_labels) != most] *= 2
        predicted[held_out] = of_kind.argmax(axis=1)[kind[held_out]]
    return predicted


def _counts(groups: Integers, labels: Integers, n_groups: int, n_labels: int) -> Integers:
    cells = np.bincount(groups * n_labels + labels, minlength=n_groups * n_labels)
    return cells.reshape(n_groups, n_labels)


def _figures(found: DealtLabels) -> Iterator[Figure]:
    pairs = found.joins.pairs
    exact = "counted in all pairs of rows: a description of these data, not an estimate from a sample"
    same = Estimate(found.same_label, "proportion", pairs, reason=exact)
    expected = Estimate(found.expected, "proportion", pairs, reason=exact)
    group = {"same": found.side, "labels_of": found.labels_of}
    for what, quantity, estimate in (
        ("accuracy_by_other_labels", "accuracy", found.accuracy),
        ("gain_by_other_labels", "gain", found.gain),
        ("same_label", "share", same),
        ("expected_same_label", "share", expected),
    ):
        other = found.split if found.across else None
        yield Figure(quantity, estimate, group, set=other, rows=_rows(found), what=what)


def _rows(found: DealtLabels) -> Rows:
    """Return the rows of a figure, those with the same text beside each other."""
    labelled = {f"{found.side}_labelled_elsewhere": True}
    return where(set=found.split, **labelled).ordered_by(found.side, "label")


def _view(found: tuple[DealtLabels, ...]) -> View:
    lines = tuple(
        (
            each.split,
            each.labels_of,
            each.side,
            each.accuracy.n,
            each.texts,
            each.accuracy.value,
            each.majority,
            each.gain.value,
            each.same_label,
            each.expected,
            each.joins.test.p_value,
        )
        for each in found
    )
    columns = ("split", "labels_of", "same", "n", "texts", "accuracy", "majority", "gain")
    joins = ("same_label", "expected_same_label", "p_value")
    return View(
        fill("labels_dealt_out.texts"),
        columns + joins,
        lines,
        by=("split", "labels_of", "same"),
        line_rows=tuple(map(_rows, found)),
    )


def _at_least(gain: Estimate) -> float:
    """Return the lower bound of a gain: a few rows with a text say little."""
    return (gain.value or 0.0) if gain.interval is None else gain.interval.low


def _headline(found: tuple[DealtLabels, ...]) -> str:
    """Name where the labels of other rows surely say most; across splits first: a model can learn those."""
    across = [each for each in found if each.across]
    most = max(across or found, key=lambda each: _at_least(each.gain))
    shown: dict[str, Any] = {
        "side": most.side,
        "where": "in the first split" if most.across else "in the same split",
        "accuracy": most.accuracy,
        "split": most.split,
        "majority": most.majority,
    }
    if most.same_label < most.expected:
        fewer = {"found": 1 - most.same_label, "expected": 1 - most.expected}
        return fill("labels_dealt_out.fewer", **shown, **fewer)
    return fill("labels_dealt_out.more", **shown, found=most.same_label, expected=most.expected)
