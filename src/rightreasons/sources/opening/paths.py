"""From a path to raw tables: one file, an archive, a folder, or a line-aligned triple."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from rightreasons.errors import ColumnError, EmptyDataError, UnreadableFileError
from rightreasons.pairs import SourceFile
from rightreasons.printable import printable, quoted
from rightreasons.sources.catalogue.recognition import recognise_table
from rightreasons.sources.columns.nested import flattened
from rightreasons.sources.columns.roles import has_pair
from rightreasons.sources.formats.excel import sheets
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.formats.sql_dump import dumped_tables, is_dump
from rightreasons.sources.formats.sqlite_tables import tables_of
from rightreasons.sources.formats.word_document import is_document, slides_of
from rightreasons.sources.opening.compression import decompressed, load
from rightreasons.sources.opening.encodings import in_utf8
from rightreasons.sources.opening.file_samples import sample_table, samples_among
from rightreasons.sources.opening.folders import (
    Loader,
    files_beside,
    files_in,
    files_of,
    is_archive,
    is_data,
    is_page,
    is_zip,
)
from rightreasons.sources.opening.names import Member
from rightreasons.sources.opening.one_table import empty, table, triple_table
from rightreasons.sources.opening.sniffing import binary_format, data_endings, formats, suffix_of
from rightreasons.sources.opening.standoff import standoff_among, standoff_table
from rightreasons.sources.opening.tar_members import is_tar, tar_members
from rightreasons.sources.opening.triples import triple_of, triples_among
from rightreasons.sources.opening.zip_members import is_workbook, member, missing_member
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.raw import Beside, Content, RawTable
from rightreasons.sources.splits import same_split, split_in

_TABLES = {"sqlite": tables_of, "sql": dumped_tables}
_DUMPS = (".sql", ".dump", ".txt", "")
_COLUMNS_OF_DATA = 3
_OF_TABLES = ("excel", "sqlite", "sql")


@dataclass(frozen=True, slots=True)
class Opened:
    """Raw tables, each with the options it is read by.

    Parameters
    ----------
    name
        What to call the data.
    parts
        The tables.
    notes
        What a reader should know, e.g. which files were skipped.
    found
        Whether the files were found in a folder or archive, not named one by one.
    """

    name: str
    parts: tuple[tuple[RawTable, ReadOptions], ...]
    notes: tuple[str, ...] = ()
    found: bool = False


def open_path(path: Path, options: ReadOptions) -> Opened:
    """Read what is at `path`.

    Raises
    ------
    InputError
        With its own code for whatever is wrong with the bytes.
    """
    triple = triple_of(path)
    if triple is not None:
        raw = triple_table(triple, [load(Path(name)) for name in triple.files], options.encoding)
        return Opened(f"{Path(triple.folder).resolve().name}/{raw.name}", ((raw, options),))
    if path.is_dir():
        return open_many(path.resolve().name, files_in(path), options)
    opened = open_content(load(path), options)
    if options.stated_recipe is None or not options.stated_recipe.files or opened.found:
        return opened  # what was found in an archive lies beside what else is in it
    return _with_beside(opened, _beside(files_beside(path, options.stated_recipe.files), options))


def _with_beside(opened: Opened, beside: Beside) -> Opened:
    parts = tuple((replace(raw, beside=beside), own) for raw, own in opened.parts)
    return replace(opened, parts=parts)


def beside_in(folder: Path, options: ReadOptions) -> Beside:
    """Return what reads the files of a folder or archive."""
    files = files_in(folder) if folder.is_dir() else files_of(decompressed(load(folder)))
    return _beside(files, options)


def _beside(files: Mapping[str, Loader], options: ReadOptions) -> Beside:
    """Return what reads the files of a folder; none by the format that is stated for the one that is read."""
    own = replace(options, format=None)
    return Beside(
        files,
        lambda content: table(content, own),
        lambda content: "".join(text_blocks(in_utf8(decompressed(content), options.encoding)[0])),
    )


def open_content(content: Content, options: ReadOptions) -> Opened:
    """Read the bytes of one file, of an archive of files, or of a workbook of sheets."""
    content = decompressed(content)
    stated = formats().get(options.format or "")
    packed = stated is not None and not stated.is_binary and _is_packed(content)
    if options.format is not None and options.format not in _OF_TABLES and not packed:
        return Opened(content.name, ((table(content, options), options),))
    if _holds_sheets(content):
        raws = [raw for raw in sheet_tables(content, options) if raw.read]
        remarks = () if options.columns else _remarks(raws)
        skipped = [raw.name for raw in remarks]
        return _with_pairs(content.name, [raw for raw in raws if raw.name not in skipped], skipped, options)
    if _is_packed(content):
        return open_many(content.name, files_of(content), options)
    return Opened(content.name, ((table(content, options), options),))


def _is_packed(content: Content) -> bool:
    """Whether bytes are an archive of files, and no document of an office or workbook."""
    if is_zip(content) and is_workbook(content):
        return False
    return is_archive(content) and not is_document(content) and slides_of(content) is None


def open_member(where: Member, options: ReadOptions) -> Opened:
    """Read one member of an archive, or one sheet of a workbook.

    Raises
    ------
    FileMissingError
        If there is none of that name; the error lists those there are.
    UnreadableFileError
        If the file is neither.
    """
    content = decompressed(load(where.path))
    if _holds_sheets(content):
        raws = {
            raw.name.removeprefix(f"{content.name}/"): raw
            for raw in sheet_tables(content, options, where.name)
        }
        if where.name not in raws:
            raise missing_member(content.name, where.name, tuple(raws))
        return Opened(f"{content.name}!{where.name}", ((raws[where.name], options),))
    looks = options.stated_recipe is not None and bool(options.stated_recipe.files)
    if is_tar(content):
        opened = open_content(next(tar_members(content, where.name)), options)
        return _with_beside(opened, _beside(files_of(content), options)) if looks else opened
    if not is_zip(content):
        raise UnreadableFileError(
            f"{printable(content.name)} is no archive and no workbook",
            "one of them before '!'",
            "leave '!' out",
        )
    opened = open_content(member(content, where.name), options)
    return _with_beside(opened, _beside(files_of(content), options)) if looks else opened


def _holds_sheets(content: Content) -> bool:
    if is_zip(content) and (is_document(content) or is_workbook(content)):
        return not is_document(content)
    return binary_format(content) in _OF_TABLES or (suffix_of(content.name) in _DUMPS and is_dump(content))


def _remarks(raws: Sequence[RawTable]) -> list[RawTable]:
    """Return the sheets of one column beside those of several: guidelines, a legend, no data."""
    if max((len(raw.columns) for raw in raws), default=0) < _COLUMNS_OF_DATA:
        return []
    return [raw for raw in raws if len(raw.columns) == 1]


def sheet_tables(content: Content, options: ReadOptions, only: str | None = None) -> list[RawTable]:
    """Return a raw table for each sheet of a workbook, or table of a database, called ``workbook/sheet``.

    `only` one must be whole.
    """
    binary = binary_format(content)
    kind = "sqlite" if binary == "sqlite" else "excel" if binary or is_zip(content) else "sql"
    if kind == "sql":
        content, _ = in_utf8(content, options.encoding)
    source = (SourceFile(content.name, content.sha256, kind),)
    of = (
        _TABLES[kind](content)
        if kind in _TABLES
        else sheets(content, headerless=options.headerless, only=only)
    )
    found = {f"{content.name}/{name}": each for name, each in of.items()}
    splits = {f"{content.name}/{name}": split_in(name) for name in of if kind == "excel"}
    own = {name: RawTable(name, each, source, splits.get(name)) for name, each in found.items()}
    load = {name: partial(Content, name, b"") for name in own}
    beside = Beside(load, lambda empty: own[empty.name], _no_text)
    return [replace(raw, beside=beside) for raw in own.values()]


def _no_text(content: Content) -> str:
    raise ColumnError(
        f"{printable(content.name)} is a table, no text",
        "a file of text",
        "name a column of it: 'look_up' with 'in_file'",
    )


def _no_data(name: str, files: Sequence[str]) -> EmptyDataError:
    """Return the error for a folder or archive in which no file looks like data."""
    holds = f"has {quoted(tuple(files), 4)}" if files else "is empty"
    return EmptyDataError(
        f"no data in the folder '{printable(name)}', which {holds}",
        f"a file that ends in {', '.join(sorted(data_endings()))}",
        "check the path, or name a file and say what it is: --format",
    )


def open_many(name: str, files: Mapping[str, Loader], options: ReadOptions) -> Opened:
    """Read every data file of a folder or archive; what is not read is noted.

    Parameters
    ----------
    name
        What to call the data.
    files
        How to load each file, by its path inside the folder or archive.
    options
        How to read them; with a split, files that tell another one are passed over.
    """
    beside = _beside(files, options)
    looked_into = options.stated_recipe.files if options.stated_recipe else frozenset()
    files = {file: loader for file, loader in files.items() if not _is_among(file, looked_into)}
    if options.format is None and not looked_into and (parts := _of_parts(name, files, beside)):
        notes = _skipped(name, [file for file in files if file not in parts[1]])
        return Opened(name, ((replace(parts[0], beside=beside), options),), notes, found=True)
    triples = triples_among(list(files))
    in_triples = {file for triple in triples for file in triple.files}
    single = [file for file in files if file not in in_triples and is_data(file)]
    single = single or [file for file in files if file not in in_triples and is_page(file)]
    skipped = [file for file in files if file not in in_triples and file not in single]
    if not (single or triples):
        raise _no_data(name, tuple(files))
    raws = [
        triple_table(triple, [files[file]() for file in triple.files], options.encoding)
        for triple in triples
        if _asked_for(triple.name, options)
    ]
    for file in single:
        if _asked_for(file, options):
            raw = _filled_table(files[file](), options)
            if raw is None or not has_pair_columns(raw, options):
                skipped.append(file)
            if raw is not None:
                raws.append(replace(raw, beside=beside))
    if skipped and not raws and not options.split:
        raise EmptyDataError(
            f"no file in '{printable(name)}' has rows: {quoted(tuple(skipped), 4)}",
            "a table with rows, or samples that all have the same files",
            "name a file and say what it is: --format; or complete the samples",
        )
    return replace(_with_pairs(name, raws, skipped, options), found=True)


def _of_parts(
    name: str, files: Mapping[str, Loader], beside: Beside
) -> tuple[RawTable, Collection[str]] | None:
    """Return files that are parts of samples, or texts with their annotation, as one table; and which."""
    if texts := standoff_among(list(files)):
        marked = standoff_table(name, texts, files, beside.text)
        return (marked, {*texts, *texts.values()}) if marked.read else None
    samples = samples_among(list(files))
    raw = sample_table(name, samples, files, beside.table, beside.text) if samples else None
    return (raw, {file for parts in samples.values() for file in parts.values()}) if raw else None


def _is_among(file: str, names: Collection[str]) -> bool:
    """Whether a file is one of those named, or lies in a folder that is."""
    ends = any(f"/{file}".endswith(f"/{name}") for name in names)
    return ends or any(f"/{name}" in f"/{file}" for name in names if name.endswith("/"))


def _with_pairs(name: str, raws: Sequence[RawTable], skipped: Sequence[str], options: ReadOptions) -> Opened:
    """Leave out tables without premise and hypothesis, unless all are, so that an error names them."""
    fitting = [raw for raw in raws if has_pair_columns(raw, options)]
    holding = [raw for raw in fitting if _has_stated(raw, options)]
    if holding:
        skipped = [*skipped, *(raw.name for raw in fitting if not any(raw is each for each in holding))]
        fitting = holding
    if not raws or (options.split and not fitting):
        raise empty(f"{name}:{options.split}" if options.split else name)
    fitting = fitting or list(raws)
    return Opened(name, tuple((raw, options) for raw in fitting), _skipped(name, skipped))


def _skipped(name: str, files: Sequence[str]) -> tuple[str, ...]:
    """Return the note of files that are not read."""
    return (f"skipped in {printable(name)}: {quoted(tuple(files))}",) if files else ()


def _has_stated(raw: RawTable, options: ReadOptions) -> bool:
    """Return whether a table has the columns that are stated, as far as they are stated by name."""
    names = [str(each) for each in options.columns.values() if not str(each).isdecimal()]
    return all(
        any(name == own or name.startswith((f"{own}.", f"{own}[")) for own in raw.columns) for name in names
    )


def has_pair_columns(raw: RawTable, options: ReadOptions) -> bool:
    """Return whether a table has premise and hypothesis, or may have them by what is stated."""
    if options.columns or options.stated_recipe is not None or raw.parsed.repeated:
        return True
    known = recognise_table(raw)
    by_recipe = known is not None and known.form.recipe.changes_rows
    return by_recipe or has_pair(flattened(raw, {}, options.premise_join))


def _filled_table(content: Content, options: ReadOptions) -> RawTable | None:
    try:
        raw = table(content, options)
    except EmptyDataError:
        return None
    return raw if raw.read else None


def _asked_for(file: str, options: ReadOptions) -> bool:
    by_name = split_in(file)
    return options.split is None or by_name is None or same_split(by_name, options.split)
