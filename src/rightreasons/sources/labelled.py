"""From settled tables to pairs: labels by name, and an account of every row that was read."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import polars as pl

from rightreasons.errors import InputError, MissingGoldError
from rightreasons.labels import Label, resolve
from rightreasons.pairs import (
    ANNOTATORS,
    CORE_COLUMNS,
    LABEL_TYPE,
    PARSE_COLUMNS,
    Account,
    Count,
    PairTable,
    Provenance,
)
from rightreasons.printable import printable
from rightreasons.sources.catalogue import check_counts
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.raw import HIDDEN, LINE, ROW, place
from rightreasons.sources.settled import ANNOTATORS_FOUND, FOUND, Settled

NO_GOLD = "no gold label"
MALFORMED = "malformed row"
Meaning = Mapping[str | None, Label | None]


def meaning_of(tables: Sequence[Settled]) -> list[Meaning]:
    """Say what the labels of every table mean; tables of which the same is stated are taken together.

    So a set of labels such as e, n, c is complete even if one of the files lacks one of them.
    """
    meanings: list[Meaning] = []
    for table in tables:
        alike = [other for other in tables if other.label_map == table.label_map]
        found = pl.concat([other.frame[FOUND] for other in alike]).unique().to_list()
        meanings.append(resolve(found, table.label_map))
    return meanings


def labelled(table: Settled, meaning: Meaning, options: ReadOptions) -> PairTable:
    """Return the pairs of one table, rows without gold treated as `options` say.

    Raises
    ------
    MissingGoldError
        If there are some and there must be none.
    """
    known = {
        found: label.value for found, label in meaning.items() if found is not None and label is not None
    }
    label = pl.col(FOUND).replace_strict(known, default=None, return_dtype=LABEL_TYPE)
    frame = table.frame.with_columns(label.alias("label"))
    frame, annotator_notes = _with_annotators(frame, table)
    account = Account(table.read, table.read, cleaned=table.cleaned).drop(
        MALFORMED, len(table.malformed), (_where(table, bad.row, bad.line) for bad in table.malformed)
    )
    if options.on_missing_gold != "keep":
        frame, account = _without_missing(frame, account, table, options)
    pairs = PairTable(_in_order(frame), Provenance(table.raw.name), account)
    warnings = check_counts(table.known, table.read, pairs.counts()) if table.known else ()
    provenance = Provenance(
        name=table.raw.name,
        files=table.files,
        columns=table.columns,
        label_map={
            found: None if to is None else to.value for found, to in meaning.items() if found is not None
        },
        dataset=table.known.dataset if table.known else None,
        notes=(*table.notes, *annotator_notes, *warnings),
    )
    return replace(pairs, provenance=provenance)


def _without_missing(
    frame: pl.DataFrame, account: Account, table: Settled, options: ReadOptions
) -> tuple[pl.DataFrame, Account]:
    missing = frame.filter(pl.col("label").is_null())
    if not missing.height:
        return frame, account
    if options.on_missing_gold == "error":
        row, line = missing.select(ROW, LINE).row(0)
        raise MissingGoldError(
            f"{missing.height:,} rows without a gold label, first in {_where(table, row, line)}",
            "a gold label in every row",
            "read with --on-missing-gold drop",
        )
    for count in _reasons(missing, table):
        account = account.drop(count.reason, count.rows, count.where)
    return frame.filter(pl.col("label").is_not_null()), account


def _reasons(missing: pl.DataFrame, table: Settled) -> Iterable[Count]:
    reason = pl.col(FOUND).replace_strict(dict(table.drop_reasons), default=NO_GOLD, return_dtype=pl.String)
    for (name,), rows in missing.group_by(reason.alias("reason"), maintain_order=True):
        where = (_where(table, row, line) for row, line in rows.head(5).select(ROW, LINE).iter_rows())
        yield Count(str(name), rows.height, tuple(where))


def _with_annotators(frame: pl.DataFrame, table: Settled) -> tuple[pl.DataFrame, tuple[str, ...]]:
    """Return the frame with the labels of the annotators by name, blanks left out, where they can be read."""
    if ANNOTATORS_FOUND not in frame.columns:
        return frame, ()
    found = frame[ANNOTATORS_FOUND].explode().unique().to_list()
    try:
        meaning = resolve([*found, *frame[FOUND].unique().to_list()], table.label_map)
    except InputError as error:
        return frame, (f"annotators' labels left out: {error.found}",)
    names = {text: label.value for text, label in meaning.items() if text is not None and label is not None}
    named = pl.element().replace_strict(names, default=None, return_dtype=pl.String)
    return frame.with_columns(
        pl.col(ANNOTATORS_FOUND).list.eval(named).list.drop_nulls().alias(ANNOTATORS)
    ), ()


def _in_order(frame: pl.DataFrame) -> pl.DataFrame:
    ours = [name for name in (*CORE_COLUMNS, *PARSE_COLUMNS, ANNOTATORS) if name in frame.columns]
    hidden = {*HIDDEN, FOUND, ANNOTATORS_FOUND}
    return frame.select(*ours, *(name for name in frame.columns if name not in hidden.union(ours)))


def _where(table: Settled, row: int, line: int | None) -> str:
    return f"{printable(table.raw.name)} {place(row, line)}"
