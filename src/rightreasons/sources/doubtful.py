"""Readings by names that would be wrong: rows that are votes or do not count, texts that are lists."""

import re

import polars as pl

from rightreasons.errors import ColumnError
from rightreasons.printable import printable, quoted
from rightreasons.sources.formats.delimited.tab_separated import encloses
from rightreasons.sources.normalized import NormalizedTable
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.contents import size_of
from rightreasons.sources.proposals.words import has_part, may_be_status
from rightreasons.sources.raw import RawTable

_LOOKED_AT = 50
_MOST_VALUES = 20
_FLAGS = 2
_MOSTLY = 0.95
_WORDS_OF_A_SENTENCE = 3
_FEWEST_TITLES = 20
_LONGEST_ID = 100
_ID = re.compile(r"[^\W\d_].*[\d_-]|\d.*[^\W\d]")
_BEGINS = ('["', "['", "[[", "[{", '{"', "{'")


def refuse_doubtful(raw: RawTable, table: NormalizedTable, options: ReadOptions) -> None:
    """Refuse what was read by names alone and is no pair a row: single votes, or lists instead of texts.

    Raises
    ------
    ColumnError
        If it is, and nothing states how it is meant.
    """
    stated = options.columns or options.gold or options.recipe is not None or table.entry is not None
    if not stated:
        _refuse_enclosed(raw, table, options)
        _refuse_lists(raw, table)
        _refuse_ids(raw, table)
        _refuse_votes(raw, table, options)
        _refuse_rows_that_do_not_count(raw, table)
        _refuse_one_of_several_marks(raw, table)
        _refuse_labels_of_a_judge(raw, table)


def _refuse_enclosed(raw: RawTable, table: NormalizedTable, options: ReadOptions) -> None:
    """Refuse a TSV whose texts stand in quotation marks, with doubled marks inside, as in CSV."""
    if not raw.files or raw.files[0].format != "tsv" or options.quoting != "auto":
        return
    texts = table.frame.select("premise", "hypothesis")
    if encloses([raw.parsed.frame]) and encloses([texts]):
        raise ColumnError(
            f"{printable(raw.name)} has texts in quotation marks, with doubled marks inside, as CSV has them",
            "word whether these marks enclose cells, or are text",
            "say which: --quoting on, or --quoting off",
        )


def _refuse_lists(raw: RawTable, table: NormalizedTable) -> None:
    for role in ("premise", "hypothesis"):
        texts = table.frame[role].head(_LOOKED_AT).to_list()
        if texts and all(text.lstrip().startswith(_BEGINS) for text in texts):
            name = printable(table.columns[role], 60)
            raise ColumnError(
                f"{printable(raw.name)} has lists or records as '{name}', not texts",
                f"a text a row as {role}",
                "say which part of them: --recipe",
            )


def _refuse_ids(raw: RawTable, table: NormalizedTable) -> None:
    """Refuse ids of texts in the place of texts: one word each beside sentences."""
    sizes = {
        role: [size_of(text) for text in table.frame[role].head(_LOOKED_AT)]
        for role in ("premise", "hypothesis")
    }
    for role, other in (("premise", "hypothesis"), ("hypothesis", "premise")):
        texts = table.frame[role].head(_LOOKED_AT).to_list()
        single = sum(size <= 1 for size in sizes[role]) >= _MOSTLY * len(texts)
        beside = sum(sizes[other]) >= _WORDS_OF_A_SENTENCE * len(texts)
        words = [text[:_LONGEST_ID] for text in texts] if single else []
        mixed = sum(_ID.search(word) is not None for word in words) >= _MOSTLY * len(texts)
        several = role == "premise" and len(texts) >= _FEWEST_TITLES
        if texts and single and beside and (mixed or several):
            name = printable(table.columns[role], 60)
            raise ColumnError(
                f"{printable(raw.name)} has one word as '{name}' in each row, such as "
                f"'{printable(texts[0], 40)}', beside whole sentences",
                f"a text a row as {role}",
                "say where the texts are that these name: --recipe, or that they are texts: --columns",
            )


def _refuse_votes(raw: RawTable, table: NormalizedTable, options: ReadOptions) -> None:
    people = [name for name in raw.columns if has_part(name, "people")]
    if not people or "label" not in table.columns:
        return
    distinct = table.frame.select("premise", "hypothesis").n_unique()
    if 2 * distinct > table.frame.height:
        return
    from rightreasons.sources.proposals.beforehand import votes_together

    if next(votes_together([(raw, options)]), None) is not None:
        raise ColumnError(
            f"{printable(raw.name)} has {table.frame.height:,} rows of {distinct:,} pairs, each by another "
            f"'{printable(people[0], 40)}'",
            "one row a pair with its gold label, or word that every vote is a row of its own",
            "say how votes become gold, or that each counts: --columns premise=...,hypothesis=...,label=...",
        )


def _refuse_rows_that_do_not_count(raw: RawTable, table: NormalizedTable) -> None:
    """Refuse rows beside which an annotation tool says that some were rejected, ignored or cancelled."""
    from rightreasons.sources.proposals.statuses import status_of

    frame = raw.parsed.frame
    for name in raw.columns:
        if name in table.columns.values() or frame.schema[name] not in (pl.String, pl.Boolean):
            continue
        if not may_be_status(name):
            continue
        values = frame[name].cast(pl.String).drop_nulls().unique(maintain_order=True).head(_MOST_VALUES)
        counts = status_of(name, values.to_list())
        if counts:
            raise ColumnError(
                f"{printable(raw.name)} has rows that count and others, by '{printable(name, 40)}'",
                f"only rows of which it is {quoted(counts, 40)}, or word that all count",
                "say which rows: --columns premise=...,hypothesis=...,label=... reads all",
            )


def _refuse_one_of_several_marks(raw: RawTable, table: NormalizedTable) -> None:
    """Refuse a column of marks as the label where others are marks too, one a label."""
    from rightreasons.sources.proposals.words import meaning_in_name

    own = table.columns.get("label", "")
    frame = raw.parsed.frame
    if own not in frame.columns or frame.schema[own].is_nested() or meaning_in_name(own) is None:
        return
    marks = set(frame[own].cast(pl.String, strict=False).drop_nulls().unique().head(_MOST_VALUES))
    others = [
        name
        for name in raw.columns
        if name != own
        and not frame.schema[name].is_nested()
        and meaning_in_name(name) not in (None, meaning_in_name(own))
        and set(frame[name].cast(pl.String, strict=False).drop_nulls().unique().head(_MOST_VALUES)) <= marks
    ]
    if others and len(marks) <= _FLAGS:
        raise ColumnError(
            f"{printable(raw.name)} has marks in '{printable(own, 40)}' and in {quoted(tuple(others), 40)}, "
            "each called like a label",
            "one column of labels, or word that one of them is",
            "say which column is marked: --recipe, or which is the label: --columns",
        )


def _refuse_labels_of_a_judge(raw: RawTable, table: NormalizedTable) -> None:
    """Refuse the labels of a model or judge where another column says in the same words what is right."""
    own = table.columns.get("label", "")
    judged = any(has_part(own, kind) for kind in ("judges", "by_judge", "by_machine"))
    if own not in raw.columns or not judged or has_part(own, "expected"):
        return
    values = _values_of(raw, own)
    others = [name for name in raw.columns if name != own and has_part(name, "expected")]
    right = [name for name in others if values and _values_of(raw, name) == values]
    if right:
        raise ColumnError(
            f"{printable(raw.name)} has labels in '{printable(own, 40)}', and in the same words in "
            f"{quoted(tuple(right), 40)}",
            "one column of gold labels, or word which of them is gold",
            "say which: --columns premise=...,hypothesis=...,label=...",
        )


def _values_of(raw: RawTable, name: str) -> frozenset[str]:
    """Return the values of a column of few; of another, none."""
    series = raw.parsed.frame[name]
    if series.dtype.is_nested():
        return frozenset()
    values = series.cast(pl.String, strict=False).drop_nulls().unique().head(_MOST_VALUES)
    return frozenset(values) if len(values) < _MOST_VALUES else frozenset()
