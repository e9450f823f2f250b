"""Read pairs of premise and hypothesis with their gold labels, from wherever they are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

import polars as pl

from rightreasons.errors import ColumnError, EmptyDataError, MissingGoldError, OptionError
from rightreasons.keywords import ReadKeywords
from rightreasons.labels import why_unexplained
from rightreasons.pairs import (
    ANNOTATORS,
    CORE_COLUMNS,
    DISTRIBUTION,
    LABEL_SET,
    PARSE_COLUMNS,
    Account,
    Count,
    PairTable,
    Provenance,
    concatenated,
)
from rightreasons.printable import printable, quoted
from rightreasons.sources.catalogue import check_counts
from rightreasons.sources.compression import standard_input
from rightreasons.sources.gold import REASON, VOTES, Meaning, by_rule, counted, read_cells, with_label
from rightreasons.sources.names import (
    ENDINGS,
    STANDARD_INPUT,
    HubName,
    Member,
    parse_name,
    read_listing,
    same_split,
)
from rightreasons.sources.normalized import ANNOTATORS_FOUND, FOUND, NormalizedTable, settle
from rightreasons.sources.objects import hub_tables, object_tables
from rightreasons.sources.opening import Opened, empty, open_content, open_member, open_path
from rightreasons.sources.options import GOLD_RULES, ReadOptions
from rightreasons.sources.raw import HIDDEN, LINE, ROW, RawTable, place
from rightreasons.sources.unexplained import unexplained_cells

# From normalised tables to pairs: labels by name, and an account of every row that was read.


NO_GOLD = "no gold label"
MALFORMED = "malformed row"
_ANNOTATED = "__annotated__"


def meaning_of(tables: Sequence[NormalizedTable]) -> list[Meaning]:
    """Return what the labels of every table mean; tables of which the same is stated are taken together.

    So a set of labels such as e, n, c is complete even if one of the files lacks one of them.

    Raises
    ------
    UnknownLabelError, AmbiguousLabelError, MeaninglessLabelError
        If the meaning of a label is not known, with its rows and a label map to fill.
    """
    meanings: list[Meaning] = []
    for table in tables:
        alike = [other for other in tables if _read_alike(other, table)]
        found = pl.concat([other.frame[FOUND] for other in alike]).unique().to_list()
        meaning = read_cells(found, table.label_map, indicator=table.roles.indicator)
        if meaning.reading.unknown:
            raise unexplained_cells(meaning.reading, alike)
        meanings.append(meaning)
    return meanings


def _read_alike(one: NormalizedTable, other: NormalizedTable) -> bool:
    return one.label_map == other.label_map and one.roles.indicator == other.roles.indicator


def labelled(table: NormalizedTable, meaning: Meaning, options: ReadOptions) -> PairTable:
    """Return the pairs of one table, rows without gold treated as `options` say.

    Raises
    ------
    MissingGoldError
        If there are some and there must be none.
    ColumnError
        If a rule of gold was stated and there is nothing to choose from.
    """
    frame, set_notes = _with_sets(table.frame, table)
    frame = with_label(frame, FOUND, meaning)
    frame, annotator_notes = _with_annotators(frame, table)
    frame, vote_notes = _with_distribution(frame, table)
    frame, rule, rule_notes = _with_gold(frame, table, meaning)
    account = Account(table.read, table.read, cleaned=table.cleaned).drop(
        MALFORMED, len(table.malformed), (_where(table, bad.row, bad.line) for bad in table.malformed)
    )
    if options.on_missing_gold != "keep":
        frame, account = _without_missing(frame, account, table, options)
    pairs = PairTable(_in_order(frame), Provenance(table.raw.name), account)
    warnings = check_counts(table.known, table.read, pairs.counts()) if table.known and not rule else ()
    notes = (
        *table.notes,
        *meaning.reading.notes,
        *set_notes,
        *annotator_notes,
        *vote_notes,
        *rule_notes,
        *warnings,
    )
    provenance = Provenance(
        name=table.raw.name,
        files=table.files,
        columns=table.columns,
        label_map={
            found: None if label is None else label.value
            for found, label in meaning.reading.meaning.items()
            if found is not None
        },
        dataset=table.known.dataset if table.known else None,
        notes=notes,
        nouns=table.roles.nouns,
        gold_rule=rule,
    )
    return replace(pairs, provenance=provenance)


def _with_gold(
    frame: pl.DataFrame, table: NormalizedTable, meaning: Meaning
) -> tuple[pl.DataFrame, str, tuple[str, ...]]:
    """Return the frame with one label a row where a rule calls for it, the rule, and a note that names it."""
    rule = table.gold
    several = LABEL_SET in frame.columns
    if rule in GOLD_RULES and (several or not table.roles.label or rule in {"majority", "unanimous"}):
        frame = by_rule(frame, rule, _ANNOTATED, table.raw.name)
        return frame, rule, (f"gold label chosen by the rule '{rule}' (--gold {rule})",)
    if rule is not None:
        column = printable(table.roles.label or "")
        return frame, rule, (f"gold label chosen by --gold {printable(rule)}: column '{column}'",)
    if meaning.several:
        note = "rows with more than one label have no gold label (--gold best or worst takes one of them)"
        return frame, "unanimous", (note,)
    return frame, "", ()


def _without_missing(
    frame: pl.DataFrame, account: Account, table: NormalizedTable, options: ReadOptions
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


def _reasons(missing: pl.DataFrame, table: NormalizedTable) -> Iterable[Count]:
    reason = pl.col(FOUND).replace_strict(dict(table.drop_reasons), default=NO_GOLD, return_dtype=pl.String)
    if REASON in missing.columns:
        reason = pl.coalesce(REASON, reason)
    for (name,), rows in missing.group_by(reason.alias("reason"), maintain_order=True):
        where = (_where(table, row, line) for row, line in rows.head(5).select(ROW, LINE).iter_rows())
        yield Count(str(name), rows.height, tuple(where))


def _with_annotators(frame: pl.DataFrame, table: NormalizedTable) -> tuple[pl.DataFrame, tuple[str, ...]]:
    """Return the frame with the labels of the annotators by name, blanks left out, where they can be read.

    An annotator who gave several labels counts once for each (`_ANNOTATED`); ``annotator_labels`` is there
    only if every one gave a single label.
    """
    if ANNOTATORS_FOUND not in frame.columns:
        return frame, ()
    found = frame[ANNOTATORS_FOUND].explode().unique().to_list()
    meaning = read_cells(found, table.label_map, indicator=False)
    if meaning.reading.unknown:
        meaning = read_cells([*found, *frame[FOUND].unique().to_list()], table.label_map, indicator=False)
    if unknown := meaning.reading.unknown:
        return frame, (f"annotators' labels left out: labels {quoted(unknown)} {why_unexplained(unknown)}",)
    names = {cell: [label.value for label in labels] for cell, labels in meaning.cells.items()}
    listed = _mapped_lists(frame[ANNOTATORS_FOUND], names)
    columns = [listed.alias(_ANNOTATED)]
    if not any(len(labels) > 1 for labels in names.values()):
        columns.append(listed.alias(ANNOTATORS))
    return frame.with_columns(columns), ()


def _with_sets(frame: pl.DataFrame, table: NormalizedTable) -> tuple[pl.DataFrame, tuple[str, ...]]:
    """Return the frame with its column of label sets by name, without it where they cannot be read."""
    if LABEL_SET not in frame.columns:
        return frame, ()
    meaning = read_cells(frame[LABEL_SET].explode().unique().to_list(), table.label_map, indicator=False)
    if unknown := meaning.reading.unknown:
        note = f"label sets left out: labels {quoted(unknown)} {why_unexplained(unknown)}"
        return frame.drop(LABEL_SET), (note,)
    names = {cell: [label.value for label in labels] for cell, labels in meaning.cells.items()}
    return frame.with_columns(_mapped_lists(frame[LABEL_SET], names)), ()


def _mapped_lists(lists: pl.Series, names: Mapping[str, Sequence[str]]) -> pl.Series:
    """Return lists of cells as lists of label names; cells that mean no label are left out."""
    single = {cell: labels[0] for cell, labels in names.items() if len(labels) == 1}
    if not any(len(labels) > 1 for labels in names.values()):
        named = pl.element().replace_strict(single, default=None, return_dtype=pl.String)
        return lists.to_frame().select(pl.col(lists.name).list.eval(named).list.drop_nulls()).to_series()
    mapped = [
        None if cells is None else [label for cell in cells for label in names.get(cell, ())]
        for cells in lists.to_list()
    ]
    return pl.Series(lists.name, mapped, dtype=pl.List(pl.String))


def _with_distribution(frame: pl.DataFrame, table: NormalizedTable) -> tuple[pl.DataFrame, tuple[str, ...]]:
    if VOTES not in frame.columns:
        return frame, ()
    distribution, note = counted(frame[VOTES], table.label_map)
    if distribution is None:
        return frame, (note.replace(VOTES, str(table.roles.distribution)),)
    return frame.with_columns(distribution), ()


def _in_order(frame: pl.DataFrame) -> pl.DataFrame:
    first = (*CORE_COLUMNS, *PARSE_COLUMNS, ANNOTATORS, LABEL_SET, DISTRIBUTION)
    ours = [name for name in first if name in frame.columns]
    hidden = {*HIDDEN, FOUND, ANNOTATORS_FOUND, VOTES, REASON, _ANNOTATED}
    return frame.select(*ours, *(name for name in frame.columns if name not in hidden.union(ours)))


def _where(table: NormalizedTable, row: int, line: int | None) -> str:
    return f"{printable(table.raw.name)} {place(row, line)}"


_DEFAULT = ReadOptions()


def read_pairs(data: Any, options: ReadOptions = _DEFAULT, **keywords: Unpack[ReadKeywords]) -> PairTable:
    """Read premise-hypothesis pairs.

    Parameters
    ----------
    data
        A file (JSON lines, JSON, CSV, TSV, workbook, Parquet, Arrow, each also gzipped or in a zip), one
        member of a zip or sheet of a workbook (``data.zip!dir/file.jsonl``), a folder of files, ``-`` for
        standard input, a line-aligned triple named by any one of its files or its prefix, a YAML file that
        lists data, or a hub name ``owner/name[config]:split@revision``; ``:split`` may follow a path too.
        From memory: a polars or pandas frame, a Hugging Face ``Dataset`` or ``DatasetDict``, a list of
        dictionaries, pairs.
    options
        How to read.
    **keywords
        Fields of `ReadOptions`; they go before those of `options`.

    Returns
    -------
    PairTable
        With provenance and an account of every row read.

    Raises
    ------
    InputError
        With its own code for whatever is wrong with the data.
    OptionError
        If an option cannot be used.

    Examples
    --------
    >>> rows = [{"premise": "A man sleeps.", "hypothesis": "A man is awake.", "label": "contradiction"}]
    >>> read_pairs(rows).labels
    (<Label.CONTRADICTION: 'contradiction'>,)
    """
    options = replace(options, **keywords)
    if isinstance(data, (str, Path)):
        opened, split = _open_name(str(data), options)
        options = replace(options, split=split)
    else:
        parts = tuple((raw, options) for raw in object_tables(data))
        opened = Opened(parts[0][0].name if len(parts) == 1 else "dataset", parts)
    return _finished(_joined(opened, options), options)


def _open_name(text: str, options: ReadOptions, folder: Path | None = None) -> tuple[Opened, str | None]:
    """Open what a name stands for; also return the split that name or options ask for."""
    if text == STANDARD_INPUT:
        return open_content(standard_input(), options), options.split
    where, split = parse_name(text, folder)
    if split is not None and options.split is not None and not same_split(split, options.split):
        raise OptionError(
            f"split '{printable(split)}' in the name and '{options.split}' in the options",
            "one",
            "leave one out",
        )
    options = replace(options, split=split or options.split)
    if isinstance(where, HubName):
        where = replace(where, split=options.split)
        parts = tuple((raw, options) for raw in hub_tables(where))
        return Opened(str(where), parts), None
    if isinstance(where, Member):
        return open_member(where, options), options.split
    if where.suffix.lower() in ENDINGS and where.is_file():
        return _open_listing(where, options), options.split
    return open_path(where, options), options.split


def _open_listing(path: Path, options: ReadOptions) -> Opened:
    listing = read_listing(path, options)
    opened = []
    for entry in listing.entries:
        if entry.path.lower().endswith(ENDINGS):
            raise OptionError(
                f"{printable(path.name)} lists {printable(entry.path)}",
                "data, no further lists",
                "name its files",
            )
        whole = replace(entry.options, split=None)
        found, _ = _open_name(entry.path, whole, path.parent)
        opened.append(_of_split(found, entry.split))
    parts = tuple(part for each in opened for part in each.parts)
    return Opened(listing.name or path.name, parts, tuple(note for each in opened for note in each.notes))


def _of_split(opened: Opened, split: str | None) -> Opened:
    """Say of one table which split it is; of several, keep those of that split."""
    if split is None:
        return opened
    if len(opened.parts) == 1:
        raw, options = opened.parts[0]
        return replace(opened, parts=((replace(raw, split=split), options),))
    return replace(
        opened, parts=tuple(part for part in opened.parts if same_split(part[0].split or "", split))
    )


def _joined(opened: Opened, options: ReadOptions) -> PairTable:
    """Return the pairs of all parts in one table; of several, with the split and file of each row."""
    parts = [(raw, said) for raw, said in opened.parts if raw.read]
    if not parts:
        raise empty(opened.name)
    settled = [settle(raw, said) for raw, said in parts]
    tables = [
        _selected(_with_origin(labelled(table, meaning, said), raw, len(parts)), raw, options.split)
        for table, meaning, (raw, said) in zip(settled, meaning_of(settled), parts, strict=True)
    ]
    name = options.name or opened.name
    whole = tables[0].named(name) if len(tables) == 1 else concatenated(tables, name)
    notes = (*opened.notes, *_notes(tables))
    return replace(whole, provenance=replace(whole.provenance, notes=notes))


def _notes(tables: Sequence[PairTable]) -> tuple[str, ...]:
    """Return the notes of all tables, each once; of several, with the name of the first it is about."""
    about: dict[str, list[str]] = {}
    for table in tables:
        for note in table.provenance.notes:
            about.setdefault(note, []).append(printable(table.name))
    if len(tables) == 1:
        return tuple(about)
    return tuple(
        f"{names[0]}{f' and {len(names) - 1} more' if len(names) > 1 else ''}: {note}"
        for note, names in about.items()
    )


def _with_origin(pairs: PairTable, raw: RawTable, parts: int) -> PairTable:
    if parts == 1:
        return pairs
    origin = {"split": raw.split, "file": raw.name if raw.files[0].sha256 else None}
    new = [
        pl.lit(value).alias(name)
        for name, value in origin.items()
        if value and name not in pairs.frame.columns
    ]
    return replace(pairs, frame=pairs.frame.with_columns(new))


def _selected(pairs: PairTable, raw: RawTable, split: str | None) -> PairTable:
    """Return the rows of a split, told by the column ``split`` or else by the name of the file."""
    if split is None:
        return pairs
    if "split" in pairs.frame.columns:
        found = pairs.frame["split"].cast(pl.String)
        wanted = [name for name in found.drop_nulls().unique().to_list() if same_split(name, split)]
        return pairs.where(found.is_in(wanted), "in another split")
    if raw.split is not None and same_split(raw.split, split):
        return pairs
    raise ColumnError(
        f"{printable(raw.name)} has no column 'split', and its name does not say '{printable(split)}'",
        "a way to tell the split of a row",
        "leave the split out",
    )


def _finished(pairs: PairTable, options: ReadOptions) -> PairTable:
    if options.on_duplicate == "drop":
        first = pairs.frame.select(
            pl.struct("premise", "hypothesis", "label").is_first_distinct()
        ).to_series()
        pairs = pairs.where(first, "duplicate of an earlier row")
    if options.limit is not None and options.limit < len(pairs):
        pairs = pairs.head(options.limit)
    if not len(pairs):
        reasons = ", ".join(f"{count.rows:,} {count.reason}" for count in pairs.account.dropped)
        raise EmptyDataError(
            f"{printable(pairs.name)} has no rows left of {pairs.account.read:,} ({printable(reasons, 200)})",
            "at least one pair",
            "see --columns, --label-map and --on-missing-gold",
        )
    return pairs
