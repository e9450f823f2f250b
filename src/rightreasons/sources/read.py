"""Read pairs of premise and hypothesis with their gold labels, from wherever they are."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

import polars as pl

from rightreasons.errors import (
    AmbiguousLabelError,
    ColumnError,
    EmptyDataError,
    InputError,
    MalformedRowError,
    MeaninglessLabelError,
    MissingGoldError,
    OptionError,
    UnknownFormatError,
    UnknownLabelError,
    UnreadableFileError,
)
from rightreasons.keywords import ReadKeywords
from rightreasons.options import divided, options_shown
from rightreasons.pairs import PairTable
from rightreasons.printable import in_unicode, printable
from rightreasons.sources.columns.repeated import refuse_repeated
from rightreasons.sources.concatenation import concatenated
from rightreasons.sources.doubtful import refuse_doubtful
from rightreasons.sources.formats.toml_rows import ENDING as TOML_ENDING
from rightreasons.sources.gold import Meaning
from rightreasons.sources.hub import hub_tables
from rightreasons.sources.ids import share_ids
from rightreasons.sources.labelled import labelled, meaning_of
from rightreasons.sources.normalized import NormalizedTable, settle
from rightreasons.sources.objects import object_tables
from rightreasons.sources.opening.compression import decompressed, load, standard_input
from rightreasons.sources.opening.folders import is_archive
from rightreasons.sources.opening.listings import ENDINGS, is_listing, read_listing
from rightreasons.sources.opening.names import STANDARD_INPUT, HubName, Member, parse_name
from rightreasons.sources.opening.one_table import empty
from rightreasons.sources.opening.paths import Opened, beside_in, open_content, open_member, open_path
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.words import has_part
from rightreasons.sources.raw import RawTable
from rightreasons.sources.same_pairs import by_file, refuse_same_pairs
from rightreasons.sources.selected import notes_of, selected, with_origin
from rightreasons.sources.splits import same_split

_DEFAULT = ReadOptions()
PROPOSED_FOR = (
    ColumnError,
    UnknownLabelError,
    AmbiguousLabelError,
    MeaninglessLabelError,
    MalformedRowError,
    UnreadableFileError,
)
"""Refusals that name the lines by which the data may be meant to be read."""
Parts = Sequence[tuple[RawTable, ReadOptions]]


@options_shown(ReadOptions)
def read_pairs(data: Any, options: ReadOptions = _DEFAULT, **keywords: Unpack[ReadKeywords]) -> PairTable:
    """Read premise-hypothesis pairs.

    Parameters
    ----------
    data
        A file (JSON lines, JSON, CSV, TSV, workbook, Parquet, Arrow, each also compressed or in a zip), one
        member of a zip or sheet of a workbook (``data.zip!dir/file.jsonl``), a folder of files, ``-`` for
        standard input, a line-aligned triple named by any one of its files or its prefix, a YAML file that
        lists data, or a hub name ``owner/name[config]:split@revision``; ``:split`` may follow a path too.
        From memory: a polars or pandas frame, whatever gives an Arrow stream, a Hugging Face ``Dataset`` or
        ``DatasetDict``, a list of dictionaries, pairs.
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
    divided(keywords, ReadOptions)  # refuses a name that is no option
    stated = replace(options, **keywords)
    try:
        pairs = pairs_or_none(data, stated)
    except (EmptyDataError, ColumnError) as error:
        from rightreasons.sources.proposals.rows_lost import with_splits

        raise with_splits(error, data, stated, pairs_or_none) from None
    if not len(pairs):
        raise _no_rows(pairs, data, stated)
    return pairs


def table_of(data: Any) -> PairTable:
    """Return a table as it is, and read whatever else `read_pairs` takes."""
    return data if isinstance(data, PairTable) else read_pairs(data)


def pairs_or_none(data: Any, options: ReadOptions) -> PairTable:
    """Return what `read_pairs` returns, also a table of no rows where none is left of those read."""
    opened, options = open_data(data, options.resolved())
    name = str(data) if isinstance(data, (str, Path)) else None
    return _finished(_joined(opened, options, name), options)


def open_data(data: Any, options: ReadOptions) -> tuple[Opened, ReadOptions]:
    """Return the tables of whatever `read_pairs` takes, before anything is known of their columns.

    Parameters
    ----------
    data
        As of `read_pairs`.
    options
        How to read, `resolved`; returned with the split that the name asks for.
    """
    if isinstance(data, (str, Path)):
        opened, split = _open_stated(str(data), options)
        return opened, replace(options, split=split)
    parts = tuple((raw, options) for raw in object_tables(data))
    return Opened(parts[0][0].name if len(parts) == 1 else "dataset", parts), options


def _open_stated(text: str, options: ReadOptions) -> tuple[Opened, str | None]:
    """Open what a name stands for; a refusal proposes formats and encodings, where none is stated."""
    try:
        return _open_name(text, options)
    except EmptyDataError as error:
        place = Path(text)
        holds = place.is_dir() or (place.is_file() and is_archive(decompressed(load(place))))
        if options.recipe is not None or not holds:
            raise
        from rightreasons.sources.proposals.lines import with_lines

        raise with_lines(error, text, beside_in(place, options), options) from None
    except (UnknownFormatError, UnreadableFileError) as error:
        if text == STANDARD_INPUT or options.format or options.encoding or options.recipe is not None:
            raise
        from rightreasons.sources.proposals.unopened import with_openings

        raise with_openings(error, text, options, read_pairs) from None


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
        if options.format is None and is_listing(where):
            return _open_listing(where, options), options.split
        options = replace(options, format=options.format or "yaml")
    if where.suffix.lower() == TOML_ENDING:
        options = replace(options, format=options.format or "toml")
    return open_path(where, options), options.split


def _open_listing(path: Path, options: ReadOptions) -> Opened:
    name, entries = read_listing(path, options)
    opened = []
    for entry in entries:
        if entry.path.lower().endswith(ENDINGS):
            raise OptionError(
                f"{printable(path.name)} lists {printable(entry.path)}",
                "data, no further lists",
                "name its files",
            )
        found, _ = _open_name(entry.path, entry.options, path.parent)
        opened.append(_of_split(found, entry.split))
    parts = tuple(part for each in opened for part in each.parts)
    return Opened(name or path.name, parts, tuple(note for each in opened for note in each.notes))


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


def _joined(opened: Opened, options: ReadOptions, data: str | None) -> PairTable:
    """Return the pairs of all parts in one table; of several, with the split and file of each row."""
    parts = [(raw, addressed) for raw, addressed in opened.parts if raw.read]
    if not parts:
        for raw, _ in opened.parts:
            refuse_repeated(raw)  # a line that is no header may be all there is
        raise empty(opened.name)
    parts = list(by_file(parts))
    normalized, meanings = _normalized(parts, data)
    pairs = _labelled(parts, normalized, meanings, data)
    if opened.found and len(parts) > 1:
        refuse_same_pairs(pairs, parts, data)
    tables = [
        selected(with_origin(table, raw, len(parts)), raw, options.split)
        for table, (raw, _) in zip(pairs, parts, strict=True)
    ]
    name = in_unicode(options.name or opened.name)
    clash = share_ids([table.frame["id"] for table in normalized])  # as blocks can tell: without gold too
    whole = tables[0].named(name) if len(tables) == 1 else concatenated(tables, name, clash=clash)
    notes = (*opened.notes, *notes_of(tables))
    return replace(whole, provenance=replace(whole.provenance, notes=notes))


def _normalized(parts: Parts, data: str | None) -> tuple[list[NormalizedTable], list[Meaning]]:
    """Return the tables with their roles and what their labels mean; a refusal proposes lines."""
    roles = dict(parts[0][1].stated_columns)
    try:
        normalized = [settle(raw, addressed) for raw, addressed in parts]
        for table, (raw, addressed) in zip(normalized, parts, strict=True):
            refuse_doubtful(raw, table, addressed)
        if normalized[0].columns.keys() >= {"premise", "hypothesis", "label"}:
            found = {role: normalized[0].columns[role] for role in ("premise", "hypothesis", "label")}
            roles = roles if has_part(found["premise"], "weak") else found
        return normalized, meaning_of(normalized)
    except PROPOSED_FOR as error:
        if any(addressed.recipe is not None for _, addressed in parts):
            raise
        from rightreasons.sources.proposals.lines import with_proposals

        raise with_proposals(error, data, parts, roles) from None


def _labelled(
    parts: Parts, normalized: Sequence[NormalizedTable], meanings: Sequence[Meaning], data: str | None
) -> list[PairTable]:
    """Return the pairs of every table; a refusal of what was asked of gold labels proposes lines."""
    every = zip(normalized, meanings, parts, strict=True)
    try:
        return [labelled(table, meaning, addressed) for table, meaning, (_, addressed) in every]
    except (ColumnError, MissingGoldError) as error:
        from rightreasons.sources.proposals.rows_lost import with_gold

        raise with_gold(error, data, parts) from None


def _finished(pairs: PairTable, options: ReadOptions) -> PairTable:
    if options.on_duplicate == "drop":
        first = pairs.frame.select(
            pl.struct("premise", "hypothesis", "label").is_first_distinct()
        ).to_series()
        pairs = pairs.where(first, "duplicate of an earlier row")
    if options.limit is not None and options.limit < len(pairs):
        pairs = pairs.head(options.limit)
    return pairs


def _no_rows(pairs: PairTable, data: Any, options: ReadOptions) -> InputError:
    """Return the error for data of which no row is left, with the lines that would leave some."""
    from rightreasons.sources.proposals.other_readings import Source, with_other_readings
    from rightreasons.sources.proposals.rows_lost import with_splits

    reasons = ", ".join(f"{count.rows:,} {count.reason}" for count in pairs.account.dropped)
    error = EmptyDataError(
        f"{printable(pairs.name)} has no rows left of {pairs.account.read:,} ({printable(reasons, 200)})",
        "at least one pair",
        "see --columns, --label-map and --on-missing-gold",
    )
    by_split = with_splits(error, data, options, pairs_or_none)
    if by_split is not error:
        return by_split
    return with_other_readings(error, pairs, Source(data, options, open_data, pairs_or_none))
