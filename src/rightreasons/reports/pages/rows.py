"""The rows of a run as a page holds them: columns of short values, what can be filtered, what is marked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from rightreasons.findings import Finding
from rightreasons.labels import Label
from rightreasons.printable import printable
from rightreasons.reports.pages.chosen_rows import chosen_rows

LONGEST_TEXT = 2_000
MOST_CHOICES = 200
PARSES = ("premise_parse", "hypothesis_parse")
CORRECT = "correct"
MARKED: Mapping[str, str] = {
    "give_away_word": "word",
    "artifact_words_held": "word",
    "pattern": "pattern",
    "easy_hard_patterns": "pattern",
    "pair": "pair",
}
BESIDE = ("response_text", "unanswered_reason", "failed_reason")
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
