"""The rows of a run as a page holds them: columns of short values, what can be filtered, what is marked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import polars as pl

from rightreasons.findings import Finding
from rightreasons.labels import Label
from rightreasons.measures.item_columns import ItemColumn, columns_of
from rightreasons.pairs import Nouns
from rightreasons.printable import printable
from rightreasons.reports.pages.chosen_rows import chosen_rows
from rightreasons.reports.views import name_in_words
from rightreasons.sentences.templates import fill

LONGEST_TEXT = 2_000
MOST_CHOICES = 200
MARKED: Mapping[str, str] = {"word": "word", "pattern": "pattern", "word_pair": "pair"}
"""Roles of columns that say what to mark in a sentence, and how."""
BESIDE = "reply"
"""The role of what stands beside the pair: what a model replied, and why that is no label."""
TITLES: Mapping[str, str] = {
    "label": "Gold label",
    "correct": "Right or wrong",
    "id": "Id",
    "group_set": "Sample",
}
"""What people read for columns that are not called so."""

_SEARCHED = "part"
_FIRST = ("set", "label", "correct")
_WHOLE = ("id", "text", "parse")
_PREDICTED = ("prediction", "baseline")
_LEFT_OUT = ("fold", "baseline")
_DECIMALS = 3
_JUDGED = 2  # of so many models right and wrong are drawn evenly; more would make too many strata
Declared = Mapping[str, ItemColumn]


@dataclass(frozen=True)
class PageRows:
    """Rows for a page.

    Parameters
    ----------
    total, shown
        Rows of the run, and how many of them are here.
    columns
        ``name``, ``title``, ``role`` and ``subject`` as declared, ``kind`` (``choice``, ``text``, ``number``,
        ``list``), ``values``; of a choice they are positions in ``choices``, which are read as ``texts``.
    filters
        Names of the columns that can be filtered, those that matter most first.
    nouns
        What the data call their premises and hypotheses.
    """

    total: int
    shown: int
    columns: tuple[Mapping[str, Any], ...] = field(repr=False)
    filters: tuple[str, ...]
    nouns: Nouns = field(default_factory=Nouns)

    def payload(self) -> dict[str, Any]:
        """Return what the page's script reads."""
        kinds = list(MARKED)
        marking = sorted(
            (column for column in self.columns if column["role"] in MARKED),
            key=lambda column: kinds.index(column["role"]),
        )
        return {
            "total": self.total,
            "columns": self.columns,
            "filters": self.filters,
            "nouns": {"premise": self.nouns.premise, "hypothesis": self.nouns.hypothesis},
            "marked": {column["name"]: _mark(column) for column in marking},
            "beside": [
                column["name"] for column in sorted(self.columns, key=_of_one) if column["role"] == BESIDE
            ],
        }


def page_rows(
    items: pl.DataFrame, findings: Sequence[Finding], runs: Sequence[str] = (), nouns: Nouns | None = None
) -> PageRows | None:
    """Return the rows that a page shows, or None where there are none with an id.

    Parameters
    ----------
    items
        All rows. What a column holds is what is declared of it; one of which nothing is declared is a group.
    findings
        What was found in them.
    runs
        The names of the runs that are compared.
    nouns
        What the data call their premises and hypotheses; None: these.
    """
    if "id" not in items.columns or not items.height:
        return None
    declared = columns_of(findings, runs)
    known = {name: declared.get(name) or _group(name) for name in items.columns}
    right = {_right(each).name: each for each in _unjudged(known)} if "label" in known else {}
    judged = items.with_columns(_is_right(each).alias(name) for name, each in right.items())
    known |= {name: _right(each) for name, each in right.items()}
    shown = chosen_rows(judged, findings, _strata(known))
    called = nouns or Nouns()
    made = (_column(series, known[series.name], called) for series in shown)
    columns = tuple(column for column in made if column is not None)
    filters = sorted((column for column in columns if _is_filter(column)), key=_rank)
    names = tuple(column["name"] for column in filters)
    return PageRows(items.height, shown.height, columns, names, called)


def _mark(column: Mapping[str, Any]) -> str:
    """Return how what a column holds is marked; words of one side of the pair are those of a rule."""
    return "rule" if column["role"] == "word" and column["subject"] else MARKED[column["role"]]


def _of_one(column: Mapping[str, Any]) -> bool:
    return bool(column["subject"])


def _group(name: str) -> ItemColumn:
    """Return what is known of a column of the data's own: it groups rows."""
    return ItemColumn(name, "text", "group", "", "", "")


def _unjudged(known: Declared) -> list[ItemColumn]:
    """Return what models, seeds and baselines predict beside which no column says whether it is right."""
    judged = {column.subject for column in known.values() if column.role == "correct"}
    return [each for each in known.values() if each.role in _PREDICTED and each.subject not in judged]


def _right(predicted: ItemColumn) -> ItemColumn:
    name = f"{predicted.subject}_correct" if predicted.subject else "correct"
    return replace(predicted, name=name, type="bool", role="correct")


def _is_right(column: ItemColumn) -> pl.Expr:
    """Return whether a prediction is right.

    Two labels may be predicted where gold has three: neutral and contradiction are non-entailment.
    """
    predicted, gold = pl.col(column.name).cast(pl.String), pl.col("label").cast(pl.String)
    other = (predicted == Label.NON_ENTAILMENT.value) & (gold != Label.ENTAILMENT.value)
    return (predicted == gold) | other


def _strata(known: Declared) -> list[str]:
    """Return the columns over which a sample is drawn: what people look for first."""
    judged = [column.name for column in known.values() if column.role == "correct" and column.subject]
    first = [column.name for column in known.values() if column.role in _FIRST and not column.subject]
    return [*first, *judged[:_JUDGED], *(each.name for each in known.values() if each.role == "stratum")]


def _rank(column: Mapping[str, Any]) -> int:
    """Return how much a filter matters: set, gold label, right or wrong, right or wrong of one of several."""
    if column["role"] not in _FIRST or (column["subject"] and column["role"] != "correct"):
        return len(_FIRST) + 1
    return len(_FIRST) if column["subject"] else _FIRST.index(column["role"])


def _is_filter(column: Mapping[str, Any]) -> bool:
    if column["kind"] != "choice":
        return False
    least = 1 if _rank(column) < len(_FIRST) else 2
    return least <= len(column["choices"]) <= MOST_CHOICES


def _column(series: pl.Series, declared: ItemColumn, nouns: Nouns) -> Mapping[str, Any] | None:
    """Return a column as plain values; None for one that says nothing, or that no one reads."""
    values = series.drop_nulls()
    if values.is_empty() or declared.role in _LEFT_OUT:
        return None
    held = {"role": declared.role, "subject": declared.subject}
    described = {"name": declared.name, "title": title_of(declared, nouns), **held}
    if series.dtype == pl.Boolean:
        texts = ["wrong", "right"] if declared.role == "correct" else ["no", "yes"]
        places = series.cast(pl.Int8).to_list()
        return {**described, "kind": "choice", "choices": ["false", "true"], "texts": texts, "values": places}
    if series.dtype.is_numeric():
        rounded = series.round(_DECIMALS).fill_nan(None) if series.dtype.is_float() else series
        return {**described, "kind": "number", "values": rounded.to_list()}
    if series.dtype == pl.List:
        lists = [[shown(each) for each in row] if row else [] for row in series.to_list()]
        return {**described, "kind": "list", "values": lists}
    return {**described, **_texts(series.cast(pl.String), is_whole=_is_whole(declared))}


def _is_whole(column: ItemColumn) -> bool:
    """Whether a column holds whole texts of the rows themselves, of which hardly two are the same."""
    return column.role == "parse" or (column.role in _WHOLE and not column.subject)


def _texts(texts: pl.Series, *, is_whole: bool) -> Mapping[str, Any]:
    choices = texts.drop_nulls().unique(maintain_order=True)
    if is_whole or len(choices) > MOST_CHOICES:
        return {"kind": "text", "values": [None if text is None else shown(text) for text in texts]}
    places = {choice: place for place, choice in enumerate(choices)}
    values = [None if text is None else places[text] for text in texts]
    return {"kind": "choice", "choices": [shown(each) for each in choices], "values": values}


def shown(value: object) -> str:
    """Return a value as text that does nothing where it is shown."""
    return printable(str(value), LONGEST_TEXT)


def title_of(column: ItemColumn, nouns: Nouns) -> str:
    """Return what people read for the name of a column, of one of several for what it is of.

    Names of ours have the nouns of the data; columns of the data's own are called as they are.
    """
    named = column.subject if column.role in ("correct", "group") else ""
    if not column.meaning and column.name not in TITLES:
        return fill("page.own_column", column=shown(column.name))
    if column.meaning and column.name == _SEARCHED:
        return fill("page.searched")
    name = shown(named or column.name)
    words = name_in_words(name, nouns) if column.meaning else name.replace("_", " ")
    return TITLES.get(column.name, words[:1].upper() + words[1:])
