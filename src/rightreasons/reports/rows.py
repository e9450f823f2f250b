"""The rows of a run as a page holds them: columns of short values, what can be filtered, what is marked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from rightreasons.findings import Finding
from rightreasons.labels import Label
from rightreasons.printable import printable
from rightreasons.reports.sampling import chosen_rows, evidence_ids

LONGEST_TEXT = 2_000
MOST_CHOICES = 200
PARSES = ("premise_parse", "hypothesis_parse")
RIGHT, WRONG = "right", "wrong"
RIGHT_COLUMN = "_right"
"""Ends the name of a column that says right or wrong of one of several models."""
MARKED: Mapping[str, str] = {
    "give_away_word": "word",
    "artifact_words_held": "word",
    "pattern": "pattern",
    "easy_hard_patterns": "pattern",
    "pair": "pair",
}
"""Columns that say what to mark in a sentence, and how."""

_FIRST = ("set", "label", "correct")
_SENTENCES = ("id", "premise", "hypothesis", *PARSES)
_PREDICTION, _PREDICTED, _CORRECT = "_prediction", "_predicted", "correct_"
_DECIMALS = 3
_JUDGED = 2  # of so many models right and wrong are drawn evenly; more would make too many strata


@dataclass(frozen=True)
class Rows:
    """Rows for a page.

    Parameters
    ----------
    total, shown
        Rows of the run, and how many of them are here.
    columns
        ``name``, ``title``, ``kind`` (``choice``, ``text``, ``number``, ``list``), ``values``; of a choice
        they are positions in ``choices``.
    filters
        Names of the columns that can be filtered, those that matter most first.
    evidence
        Positions of the rows behind a figure, by ``MEASURE/FIGURE``.
    """

    total: int
    shown: int
    columns: tuple[Mapping[str, Any], ...] = field(repr=False)
    filters: tuple[str, ...]
    evidence: Mapping[str, Sequence[int]] = field(repr=False)

    def choices(self, name: str) -> tuple[str, ...]:
        """Return the values of a column that can be filtered; none of any other."""
        found = [column["choices"] for column in self.columns if column["name"] == name]
        return tuple(found[0]) if found and name in self.filters else ()

    def payload(self) -> dict[str, Any]:
        """Return what the page's script reads."""
        return {
            "total": self.total,
            "columns": self.columns,
            "filters": self.filters,
            "evidence": self.evidence,
            "marked": MARKED,
        }


def rows_of(items: pl.DataFrame, findings: Sequence[Finding]) -> Rows | None:
    """Return the rows that a page shows, or None where there are none with an id."""
    if "id" not in items.columns or not items.height:
        return None
    judged = _judged(items)
    shown = chosen_rows(judged, findings, _strata(judged))
    columns = tuple(column for series in shown if (column := _column(series)) is not None)
    choices = [column["name"] for column in columns if column["kind"] == "choice"]
    filters = [name for name in choices if _is_filter(name, columns)]
    order = [*_FIRST, *(name for name in filters if name.endswith(RIGHT_COLUMN))]
    filters.sort(key=lambda name: order.index(name) if name in order else len(order))
    return Rows(items.height, shown.height, columns, tuple(filters), _evidence(shown, findings))


def _judged(items: pl.DataFrame) -> pl.DataFrame:
    """Say right or wrong in words: of the model, of baselines, of every seed, of every run compared."""
    worded = [
        _worded(_is_right(name), name.removesuffix(_PREDICTION).removesuffix(_PREDICTED) + RIGHT_COLUMN)
        for name in items.columns
        if name.endswith((_PREDICTION, _PREDICTED)) and "label" in items.columns
    ]
    told = [name for name, kind in items.schema.items() if kind == pl.Boolean]
    compared = [name for name in told if name.startswith(_CORRECT)]
    worded += [_worded(pl.col(name), name.removeprefix(_CORRECT) + RIGHT_COLUMN) for name in compared]
    if "correct" in told:
        worded.append(_worded(pl.col("correct"), "correct"))
    return items.with_columns(worded).drop(compared)


def _is_right(predicted: str) -> pl.Expr:
    """Two labels may be predicted where gold has three: neutral and contradiction are non-entailment."""
    said, gold = pl.col(predicted).cast(pl.String), pl.col("label").cast(pl.String)
    other = (said == Label.NON_ENTAILMENT.value) & (gold != Label.ENTAILMENT.value)
    return (said == gold) | other


def _worded(right: pl.Expr, name: str) -> pl.Expr:
    return pl.when(right).then(pl.lit(RIGHT)).when(~right).then(pl.lit(WRONG)).alias(name)


def _strata(items: pl.DataFrame) -> list[str]:
    """Return the columns over which a sample is drawn: what people look for first."""
    wanted = (
        "set",
        "label",
        "correct",
        *[name for name in items.columns if name.endswith(RIGHT_COLUMN)][:_JUDGED],
        "subcase",
        "category",
        "group_set",
        "easy_hard",
    )
    return [name for name in wanted if name in items.columns]


def _is_filter(name: str, columns: Sequence[Mapping[str, Any]]) -> bool:
    choices = next(column["choices"] for column in columns if column["name"] == name)
    return name not in _SENTENCES and (len(choices) > 1 or name in _FIRST) and len(choices) <= MOST_CHOICES


def _column(series: pl.Series) -> Mapping[str, Any] | None:
    """Return a column as plain values; None for one that says nothing, or that no one reads."""
    name, known = series.name, series.drop_nulls()
    if known.is_empty() or name.endswith(("_fold", _PREDICTION)):
        return None
    described = {"name": name, "title": title_of(name)}
    if series.dtype.is_numeric():
        rounded = series.round(_DECIMALS) if series.dtype.is_float() else series
        finite = rounded.fill_nan(None) if series.dtype.is_float() else rounded
        return {**described, "kind": "number", "values": finite.to_list()}
    if series.dtype == pl.List:
        lists = [[shown(each) for each in row] if row else [] for row in series.to_list()]
        return {**described, "kind": "list", "values": lists}
    texts = _texts(series)
    if name not in _SENTENCES and texts.n_unique() <= MOST_CHOICES + 1:
        choices = texts.drop_nulls().unique(maintain_order=True)
        places = {choice: place for place, choice in enumerate(choices)}
        values = [None if text is None else places[text] for text in texts]
        return {**described, "kind": "choice", "choices": [shown(each) for each in choices], "values": values}
    return {**described, "kind": "text", "values": [None if text is None else shown(text) for text in texts]}


def _texts(series: pl.Series) -> pl.Series:
    if series.dtype == pl.Boolean:
        return series.replace_strict({True: "yes", False: "no"}, return_dtype=pl.String)
    return series.cast(pl.String)


def shown(value: object) -> str:
    """Return a value as text that does nothing where it is shown."""
    return printable(str(value), LONGEST_TEXT)


def title_of(name: str) -> str:
    """Return what people read for the name of a column."""
    known = {"label": "Gold label", "correct": "Right or wrong", "id": "Id", "group_set": "Sample"}
    words = shown(name).removeprefix("group_").removesuffix(RIGHT_COLUMN).replace("_", " ")
    return known.get(name, words[:1].upper() + words[1:])


def _evidence(rows: pl.DataFrame, findings: Sequence[Finding]) -> dict[str, list[int]]:
    """Return the positions of the rows with each id; an id may be that of several, one a set."""
    places: dict[str, list[int]] = {}
    for place, identifier in enumerate(rows["id"].cast(pl.String)):
        places.setdefault(identifier, []).append(place)
    found = {
        key: sorted({place for identifier in ids for place in places.get(identifier, ())})
        for key, ids in evidence_ids(findings).items()
    }
    return {key: rows for key, rows in found.items() if rows}
