"""The rows of a run as a page holds them: columns of short values, what can be filtered, what is marked."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from rightreasons.figures import Rows
from rightreasons.findings import Finding
from rightreasons.labels import Label
from rightreasons.printable import printable

# Which rows of a run a page holds: all of a small one; of a large one some of each figure, and a sample.


MOST_ROWS = 4_000
ROWS_A_FIGURE = 10
MOST_CONDITIONS = 600
SEED = 0

_ROW, _RANK, _DRAW = "__row", "__rank", "__draw"
_FIRST_LOOK, _FURTHER = 20_000, 8


def chosen_rows(items: pl.DataFrame, findings: Sequence[Finding], strata: Sequence[str]) -> pl.DataFrame:
    """Return the rows that a page holds, in their order, at most `MOST_ROWS` of them.

    Parameters
    ----------
    items
        All rows, with a column ``id``.
    findings
        Some rows of each of their figures, and of each line of their views, come first.
    strata
        Columns over which the rest is drawn evenly, without replacement, by a fixed seed.
    """
    if items.height <= MOST_ROWS:
        return items
    order = np.random.default_rng(SEED).permutation(items.height)
    drawn = items.with_row_index(_ROW)[order].with_row_index(_DRAW)
    first = pl.Series(_ROW, list(_named(drawn, findings)), dtype=pl.UInt32).head(MOST_ROWS // 2)
    by = [name for name in strata if name in items.columns]
    ranked = drawn.with_columns(pl.int_range(pl.len()).over(by).alias(_RANK)) if by else drawn
    rest = ranked.sort(_RANK if by else _DRAW, _DRAW)[_ROW]
    places = pl.concat([first, rest]).unique(maintain_order=True).head(MOST_ROWS)
    return items[places.sort()]


def rows_named(findings: Iterable[Finding]) -> Iterator[Rows]:
    """Yield the rows that figures and lines of views are about, figures first."""
    for finding in findings:
        yield from (figure.rows for figure in finding.figures.values() if figure.rows is not None)
    for finding in findings:
        for view in finding.views.values():
            lines = (view.rows_of(line) for line in range(len(view.lines)))
            yield from (rows for rows in lines if rows is not None)


def _named(drawn: pl.DataFrame, findings: Sequence[Finding]) -> Iterator[int]:
    """Yield places of some rows of everything that is named, a few of each."""
    named = [rows for rows in dict.fromkeys(rows_named(findings)) if rows.where or rows.first]
    found = [_some(drawn, rows) for rows in named[:MOST_CONDITIONS]]
    for rank in range(ROWS_A_FIGURE):
        yield from (places[rank] for places in found if rank < len(places))


def _some(drawn: pl.DataFrame, rows: Rows) -> list[int]:
    """Return places of some of these rows; the first that are drawn are looked at before all."""
    look = _FIRST_LOOK
    while True:
        places: list[int] = rows.of(drawn.head(look)).head(ROWS_A_FIGURE)[_ROW].to_list()
        if len(places) == ROWS_A_FIGURE or look >= drawn.height:
            return places
        look *= _FURTHER


LONGEST_TEXT = 2_000
MOST_CHOICES = 200
PARSES = ("premise_parse", "hypothesis_parse")
CORRECT = "correct"
"""A column of this name, or one that begins or ends with it, says whether a model was right."""
MARKED: Mapping[str, str] = {
    "give_away_word": "word",
    "artifact_words_held": "word",
    "pattern": "pattern",
    "easy_hard_patterns": "pattern",
    "pair": "pair",
}
"""Columns that say what to mark in a sentence, and how."""
BESIDE = ("response_text", "unanswered_reason", "failed_reason")
"""Columns that stand beside the pair: what a model replied, and why that is no label."""

_FIRST = ("set", "label", CORRECT)
_SENTENCES = ("id", "premise", "hypothesis", *PARSES)
_PREDICTED = ("_prediction", "_predicted")
_DECIMALS = 3
_JUDGED = 2  # of so many models right and wrong are drawn evenly; more would make too many strata


@dataclass(frozen=True)
class PageRows:
    """Rows for a page.

    Parameters
    ----------
    total, shown
        Rows of the run, and how many of them are here.
    columns
        ``name``, ``title``, ``kind`` (``choice``, ``text``, ``number``, ``list``), ``values``; of a choice
        they are positions in ``choices``, which are read as ``texts``.
    filters
        Names of the columns that can be filtered, those that matter most first.
    """

    total: int
    shown: int
    columns: tuple[Mapping[str, Any], ...] = field(repr=False)
    filters: tuple[str, ...]

    def payload(self) -> dict[str, Any]:
        """Return what the page's script reads."""
        return {
            "total": self.total,
            "columns": self.columns,
            "filters": self.filters,
            "marked": MARKED,
            "beside": BESIDE,
        }


def page_rows(items: pl.DataFrame, findings: Sequence[Finding]) -> PageRows | None:
    """Return the rows that a page shows, or None where there are none with an id."""
    if "id" not in items.columns or not items.height:
        return None
    judged = items.with_columns(_judged(items))
    shown = chosen_rows(judged, findings, _strata(judged))
    columns = tuple(column for series in shown if (column := _column(series)) is not None)
    filters = [column["name"] for column in columns if _is_filter(column)]
    order = [*_FIRST, *filter(_says_right, filters)]
    filters.sort(key=lambda name: order.index(name) if name in order else len(order))
    return PageRows(items.height, shown.height, columns, tuple(filters))


def _judged(items: pl.DataFrame) -> Iterator[pl.Expr]:
    """Yield whether a baseline or a seed is right, where the items have its label only.

    Two labels may be predicted where gold has three: neutral and contradiction are non-entailment.
    """
    for name in items.columns if "label" in items.columns else ():
        stem = name.removesuffix(_PREDICTED[0]).removesuffix(_PREDICTED[1])
        if stem == name or f"{stem}_{CORRECT}" in items.columns:
            continue
        predicted, gold = pl.col(name).cast(pl.String), pl.col("label").cast(pl.String)
        other = (predicted == Label.NON_ENTAILMENT.value) & (gold != Label.ENTAILMENT.value)
        yield ((predicted == gold) | other).alias(f"{stem}_{CORRECT}")


def _says_right(name: str) -> bool:
    return name == CORRECT or name.startswith(f"{CORRECT}_") or name.endswith(f"_{CORRECT}")


def _strata(items: pl.DataFrame) -> list[str]:
    """Return the columns over which a sample is drawn: what people look for first."""
    right = [name for name in items.columns if _says_right(name) and name != CORRECT]
    named = (*_FIRST, *right[:_JUDGED], "subcase", "category", "group_set", "easy_hard")
    return [name for name in named if name in items.columns]


def _is_filter(column: Mapping[str, Any]) -> bool:
    if column["kind"] != "choice" or column["name"] in _SENTENCES:
        return False
    return (len(column["choices"]) > 1 or column["name"] in _FIRST) and len(column["choices"]) <= MOST_CHOICES


def _column(series: pl.Series) -> Mapping[str, Any] | None:
    """Return a column as plain values; None for one that says nothing, or that no one reads."""
    name, values = series.name, series.drop_nulls()
    if values.is_empty() or name.endswith(("_fold", _PREDICTED[0])):
        return None
    described = {"name": name, "title": title_of(name)}
    if series.dtype == pl.Boolean:
        texts = ["wrong", "right"] if _says_right(name) else ["no", "yes"]
        places = series.cast(pl.Int8).to_list()
        return {**described, "kind": "choice", "choices": ["false", "true"], "texts": texts, "values": places}
    if series.dtype.is_numeric():
        rounded = series.round(_DECIMALS).fill_nan(None) if series.dtype.is_float() else series
        return {**described, "kind": "number", "values": rounded.to_list()}
    if series.dtype == pl.List:
        lists = [[shown(each) for each in row] if row else [] for row in series.to_list()]
        return {**described, "kind": "list", "values": lists}
    return {**described, **_texts(name, series.cast(pl.String))}


def _texts(name: str, texts: pl.Series) -> Mapping[str, Any]:
    choices = texts.drop_nulls().unique(maintain_order=True)
    if name in _SENTENCES or len(choices) > MOST_CHOICES:
        return {"kind": "text", "values": [None if text is None else shown(text) for text in texts]}
    places = {choice: place for place, choice in enumerate(choices)}
    values = [None if text is None else places[text] for text in texts]
    return {"kind": "choice", "choices": [shown(each) for each in choices], "values": values}


def shown(value: object) -> str:
    """Return a value as text that does nothing where it is shown."""
    return printable(str(value), LONGEST_TEXT)


def title_of(name: str) -> str:
    """Return what people read for the name of a column."""
    titles = {"label": "Gold label", CORRECT: "Right or wrong", "id": "Id", "group_set": "Sample"}
    words = shown(name).removeprefix("group_").removeprefix(f"{CORRECT}_").removesuffix(f"_{CORRECT}")
    words = words.replace("_", " ")
    return titles.get(name, words[:1].upper() + words[1:])
