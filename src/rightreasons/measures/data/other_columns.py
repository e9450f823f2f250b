"""Whether columns that are no text tell the label: ids, the order of rows, annotators, sources, templates."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import polars as pl

from rightreasons.artifacts.templates import makes_labels
from rightreasons.cross_fitting.features import Features, single_features
from rightreasons.cross_fitting.strength import Codes, LabelledTexts
from rightreasons.engine.progress import Progress, silent
from rightreasons.figures import Figure, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.measures.data.hypothesis_only.answers import answered
from rightreasons.measures.data.hypothesis_only.question import Question
from rightreasons.measures.data.hypothesis_only.scoring import accuracy, gain_over, majority_tests
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.multiplicity import holm
from rightreasons.statistics.results import Estimate, TestResult

ADDS = {"measure": ["other_columns"]}
BLOCKS = "Rows that share a text go into one fold, and a model is fitted to all other folds."

MEASURE = "other_columns"
ORDER, ID = "row order", "id"
BINS = 20
CYCLES = (2, 3, 4, 5, 6)
MOST_VALUES = 50
MOST_NAMED = 6
"""Columns that are not looked at are named up to here."""


@dataclass(frozen=True)
class _Column:
    """A column that is looked at: its name, what it holds, and its features."""

    name: str
    kind: str
    features: Features


@dataclass(frozen=True)
class _Result:
    """What a column tells."""

    column: _Column
    accuracy: Estimate
    majority: float
    gain: Estimate
    test: TestResult


def other_columns(
    train: PairTable, group_by: tuple[str, ...] = (), seed: int = 0, progress: Progress = silent
) -> Finding:
    """Measure how well each column other than the texts predicts the label.

    Parameters
    ----------
    train
        The data audited: gold in every row, two labels or more.
    group_by
        Columns that are looked at whatever they are called.
    seed
        Of the folds.
    progress
        Hears of fits.

    Returns
    -------
    Finding
        Figures ``accuracy.COLUMN`` and ``gain.COLUMN``, of ``row order``, of ``id`` where the data have ids
        of their own, of the columns of ``other_columns.yaml`` and of `group_by`, and of those of which each
        value makes rows of one label; test of each gain; view ``columns`` with p-values corrected after Holm.

    Raises
    ------
    MeasureInputError
        If the rows cannot be assigned to folds.
    """
    question = Question(train, None, (), seed, progress)
    results = sorted((_result(question, each) for each in _columns(train, group_by)), key=_most)
    return Finding(
        measure=MEASURE,
        subject=train.name,
        definition=fill("other_columns.definition"),
        headline=_headline(results),
        figures=[figure for each in results for figure in _figures(each, train.name)],
        views={"columns": _view(results, train.name)},
        tests={each.column.name: each.test for each in results},
        settings={"seed": seed, "bins": BINS, "most_values": MOST_VALUES},
        notes=_left_out(train, group_by),
    )


def _left_out(train: PairTable, group_by: Sequence[str]) -> tuple[str, ...]:
    """Return the note that names the columns that could be looked at and are not, if there are any."""
    left = [name for name in train.groups if _has_values(train, name) and not _kind(train, name, group_by)]
    if not left:
        return ()
    named, more = joined(printable(name, 60) for name in left[:MOST_NAMED]), len(left) - MOST_NAMED
    if more > 0:
        return (fill("other_columns.more_left_out", columns=named, more=more),)
    return (fill("other_columns.left_out", columns=named),)


def _has_values(train: PairTable, name: str) -> bool:
    return not train.frame.schema[name].is_nested() and train.frame[name].n_unique() > 1


def _kind(train: PairTable, name: str, group_by: Sequence[str]) -> str:
    """Return what a column holds that is looked at; empty for one that is not."""
    return _kinds().get(_plain(name), "source" if name in group_by or makes_labels(train, name) else "")


def _result(question: Question, column: _Column) -> _Result:
    def labelled(codes: Codes, n_labels: int) -> LabelledTexts:
        return LabelledTexts(column.features, codes, n_labels)

    final = answered(f"{MEASURE}, {printable(column.name, 60)}", question, labelled, memory=False).final
    guessed = final.scored.guessed_own
    return _Result(
        column,
        accuracy(final),
        float(guessed.mean()),
        gain_over(final, guessed),
        majority_tests(final)["majority_own"],
    )


def _most(result: _Result) -> float:
    return -(result.gain.value or 0.0)


def _columns(train: PairTable, group_by: Sequence[str]) -> Iterator[_Column]:
    yield _Column(ORDER, "order", _of_order(train))
    ids = train.frame["id"]
    if not ids.str.contains(r"^row-\d+$").all():
        yield _Column(ID, "id", _of_ids(ids))
    for name in train.groups:
        if (kind := _kind(train, name, group_by)) and _has_values(train, name):
            values = train.frame[name].cast(pl.String).fill_null("")
            yield _Column(name, kind, _joined({"value": values}))


@cache
def _kinds() -> dict[str, str]:
    listed = packaged_yaml("rightreasons.measures.data", "other_columns.yaml")
    return {name: kind for kind, names in listed.items() for name in names}


def _plain(name: str) -> str:
    return re.sub(r"[-\s]+", "_", name.strip().lower()).rpartition(".")[2]


def _of_order(train: PairTable) -> Features:
    frame = train.frame.select(
        place=pl.int_range(pl.len(), dtype=pl.Int64), before=pl.int_range(pl.len()).over("premise")
    )
    before = frame["before"].clip(upper_bound=3).cast(pl.String)
    return _joined({**_of_numbers(frame["place"]), "rows before with the premise": before})


def _of_ids(ids: pl.Series) -> Features:
    number = ids.str.extract(r"(\d{1,18})\D*$").cast(pl.Int64)
    texts = {
        "begins": ids.str.extract(r"^(\D{0,12})"),
        "ends": ids.str.extract(r"(\D{0,12})$"),
        "last character": ids.str.tail(1),
    }
    kept = {what: _frequent(column.fill_null("")) for what, column in texts.items()}
    return _joined({**kept, **_of_numbers(number)})


def _of_numbers(numbers: pl.Series) -> dict[str, pl.Series]:
    """Return the remainder of each number by some others, and its place among all in twentieths."""
    found = {f"remainder by {by}": (numbers % by).cast(pl.String).fill_null("") for by in CYCLES}
    ranks = (numbers.rank("ordinal").cast(pl.Float64) - 1) * BINS / max(len(numbers), 1)
    return {**found, "twentieth": ranks.cast(pl.Int64).cast(pl.String).fill_null("")}


def _frequent(values: pl.Series) -> pl.Series:
    most = values.value_counts(sort=True).head(MOST_VALUES)[values.name]
    return values.set(~values.is_in(most.implode()), "others")


def _joined(columns: dict[str, pl.Series]) -> Features:
    """Return features of the values of columns, each value its own."""
    names, numbers = list[str](), []
    for what, values in columns.items():
        once = values.unique().sort()
        codes = values.replace_strict(once, np.arange(len(once)), return_dtype=pl.Int64).to_numpy()
        numbers.append(codes + len(names))
        names += [f"{what}: {value}" for value in once]
    return single_features(numbers, tuple(names), "column")


def _figures(result: _Result, name: str) -> Iterator[Figure]:
    group, rows = {"column": result.column.name}, where(set=name)
    yield Figure("accuracy", result.accuracy, group, rows=rows, what="accuracy")
    yield Figure("gain", result.gain, group, rows=rows, what="gain")


def _view(results: Sequence[_Result], name: str) -> View:
    p_values = [1.0 if each.test.p_value is None else each.test.p_value for each in results]
    adjusted = holm(p_values).tolist()
    lines: list[tuple[Cell, ...]] = [
        (
            each.column.name,
            each.column.kind,
            each.gain.n,
            each.accuracy.value,
            each.majority,
            each.gain.value,
            *each.gain.bounds,
            None if each.test.p_value is None else p_holm,
        )
        for each, p_holm in zip(results, adjusted, strict=True)
    ]
    return View(
        fill("other_columns.columns"),
        ("column", "kind", "n", "accuracy", "majority", "gain", "low", "high", "p_holm"),
        tuple(lines),
        by=("column",),
        bounds={"gain": ("low", "high")},
        rows=where(set=name),
    )


def _headline(results: Sequence[_Result]) -> str:
    most = results[0]
    return fill(
        "other_columns.headline",
        column=most.column.name,
        accuracy=most.accuracy,
        majority=most.majority,
    )
