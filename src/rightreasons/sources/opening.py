"""From a path to raw tables: one file, an archive, a folder, or a line-aligned triple."""

import re
import stat
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from pathlib import Path, PurePosixPath

from rightreasons.errors import EmptyDataError, FileMissingError, UnreadableFileError, UnsafeArchiveError
from rightreasons.pairs import SourceFile
from rightreasons.printable import printable, quoted
from rightreasons.sources.catalogue import recognise_table
from rightreasons.sources.columns import has_pair
from rightreasons.sources.compression import decompressed, load, unzstd_text
from rightreasons.sources.encodings import in_utf8
from rightreasons.sources.formats.excel import sheets
from rightreasons.sources.formats.lines import read_aligned
from rightreasons.sources.formats.malformed_rows import read_delimited
from rightreasons.sources.names import Member, Triple, triple_of, triples_among
from rightreasons.sources.nested import flattened
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.partitions import with_partitions
from rightreasons.sources.raw import Content, Parsed, RawTable
from rightreasons.sources.sniffing import binary_format, data_endings, format_of, formats, suffix_of
from rightreasons.sources.splits import same_split, split_in
from rightreasons.streams import BROKEN, ZIP, bounded, most_bytes

# The data files inside a zip; nothing is ever written to disk, and names that point outside are refused.


_ZSTD = 93
_OUTSIDE = re.compile(r"^([/\\]|[A-Za-z]:)|(^|[/\\])\.\.([/\\]|$)")


def member(archive: Content, name: str) -> Content:
    """Return one file of a zip, called ``archive/member``.

    Raises
    ------
    FileMissingError
        If there is none of that name; the error lists those there are.
    """
    found = {content.name.removeprefix(f"{archive.name}/"): content for content in members(archive)}
    if name not in found:
        raise missing_member(archive.name, name, tuple(found))
    return found[name]


def missing_member(archive: str, name: str, there: tuple[str, ...]) -> FileMissingError:
    """Return the error for a member or sheet that is not there, with those that are."""
    return FileMissingError(
        f"no '{printable(name)}' in {printable(archive)}, which holds {quoted(there, 40)}",
        "one of these",
        f"write {printable(archive)}!NAME",
    )


def is_workbook(content: Content) -> bool:
    """Whether a zip is a workbook (Office Open XML or OpenDocument).

    Raises
    ------
    UnsafeArchiveError
        If it is one that would expand too far.
    """
    try:
        with zipfile.ZipFile(BytesIO(content.data)) as opened:
            names = set(opened.namelist())
            if (
                not names & {"xl/workbook.xml", "xl/workbook.bin"}
                and not {"content.xml", "mimetype"} <= names
            ):
                return False
            _refuse_unsafe(content.name, opened.infolist(), len(content.data))
            return opened.testzip() is None  # readers in other languages do not stop at the stated sizes
    except (*BROKEN, ValueError):
        return False  # whoever opens its members says what is broken


def members(archive: Content) -> Iterator[Content]:
    """Yield the files of a zip, called ``archive/member``.

    Raises
    ------
    UnreadableFileError
        If the zip is broken, cut off or encrypted.
    UnsafeArchiveError
        If a member has an absolute path, climbs out of its folder, is a link, or expands too far.
    """
    try:
        with zipfile.ZipFile(BytesIO(archive.data)) as opened:
            inside = [info for info in opened.infolist() if not info.is_dir()]
            _refuse_unsafe(archive.name, inside, len(archive.data))
            for info in inside:
                name = f"{archive.name}/{info.filename}"
                if info.compress_type == _ZSTD:
                    data = unzstd_text(_stored(archive.data, info), name)
                else:
                    with opened.open(info) as stream:
                        data = bounded(stream, name, info.compress_size)
                yield Content(name, data, archive.sha256)
    except (*BROKEN, ValueError) as error:
        raise UnreadableFileError(
            f"{printable(archive.name)} is a broken or encrypted zip ({printable(str(error))})",
            "a whole zip without a password",
            "unpack it yourself, or download it again",
        ) from None


def _stored(archive: bytes, info: zipfile.ZipInfo) -> bytes:
    """Return a member as it is compressed, for a method that `zipfile` does not know."""
    head = archive[info.header_offset :][:30]
    start = (
        info.header_offset
        + 30
        + int.from_bytes(head[26:28], "little")
        + int.from_bytes(head[28:30], "little")
    )
    return archive[start : start + info.compress_size]


def _refuse_unsafe(name: str, inside: list[zipfile.ZipInfo], size: int) -> None:
    for info in inside:
        is_link = stat.S_ISLNK(info.external_attr >> 16)
        if is_link or _OUTSIDE.search(info.orig_filename) or _OUTSIDE.search(info.filename):
            raise _unsafe(
                name, f"member '{printable(info.filename)}' {'is a link' if is_link else 'points outside'}"
            )
    most = most_bytes(size)
    if sum(info.file_size for info in inside) > most:
        raise _unsafe(name, f"expands to more than {most:,} bytes")


def _unsafe(name: str, problem: str) -> UnsafeArchiveError:
    return UnsafeArchiveError(
        f"{printable(name)}: {problem}",
        "plain files inside the archive",
        "do not use it, or unpack it with care",
    )


# The files of a folder or archive, and which of them look like data.


Loader = Callable[[], Content]
_NOT_DATA = ("readme", "license", "licence", "changelog", "citation", "notice", "manifest")
_HUGGING_FACE = ("dataset_info.json", "dataset_infos.json", "dataset_dict.json", "state.json")


def is_data(path: str) -> bool:
    """Whether a file looks like data by its name: a known ending, not hidden, no read-me and the like."""
    parts = PurePosixPath(path).parts
    if any(part.startswith((".", "__")) for part in parts):
        return False
    name = parts[-1].lower()
    return suffix_of(name) in data_endings() and not name.startswith(_NOT_DATA) and name not in _HUGGING_FACE


def is_zip(content: Content) -> bool:
    """Whether the bytes are a zip."""
    return content.data.startswith(ZIP)


def files_in(folder: Path) -> dict[str, Loader]:
    """Return how to load each file below a folder, by its path in it; a zip stands for what is in it."""
    found: dict[str, Loader] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file():
            continue
        if path.suffix.lower() == ".zip":
            found |= files_of(_loaded(path, name))
        else:
            found[name] = partial(_loaded, path, name)
    return found


def files_of(archive: Content) -> dict[str, Loader]:
    """Return the files inside a zip, called ``archive/member``; a zip inside it is left closed."""
    return {content.name: partial(_given, content) for content in members(archive)}


def _loaded(path: Path, name: str) -> Content:
    return replace(load(path), name=name)


def _given(content: Content) -> Content:
    return content


# From a path to raw tables: one file, an archive, a folder, or a line-aligned triple.


_HEAD = 4096


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
    """

    name: str
    parts: tuple[tuple[RawTable, ReadOptions], ...]
    notes: tuple[str, ...] = ()


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
    return open_content(load(path), options)


def open_content(content: Content, options: ReadOptions) -> Opened:
    """Read the bytes of one file, of a zip of files, or of a workbook of sheets."""
    content = decompressed(content)
    if options.format is not None and options.format != "excel":
        return Opened(content.name, ((table(content, options), options),))
    if _holds_sheets(content):
        raws = sheet_tables(content, options)
        return _with_pairs(content.name, [raw for raw in raws if raw.read], (), options)
    if is_zip(content):
        return open_many(content.name, files_of(content), options)
    return Opened(content.name, ((table(content, options), options),))


def open_member(where: Member, options: ReadOptions) -> Opened:
    """Read one member of a zip, or one sheet of a workbook.

    Raises
    ------
    FileMissingError
        If there is none of that name; the error lists those there are.
    UnreadableFileError
        If the file is neither.
    """
    content = decompressed(load(where.path))
    if _holds_sheets(content):
        raws = {raw.name.removeprefix(f"{content.name}/"): raw for raw in sheet_tables(content, options)}
        if where.name not in raws:
            raise missing_member(content.name, where.name, tuple(raws))
        return Opened(f"{content.name}!{where.name}", ((raws[where.name], options),))
    if not is_zip(content):
        raise UnreadableFileError(
            f"{printable(content.name)} is no zip and no workbook", "one of them before '!'", "leave '!' out"
        )
    return open_content(member(content, where.name), options)


def _holds_sheets(content: Content) -> bool:
    return (is_zip(content) and is_workbook(content)) or binary_format(content) == "excel"


def sheet_tables(content: Content, options: ReadOptions) -> list[RawTable]:
    """Return one raw table a sheet of a workbook, called ``workbook/sheet``."""
    source = (SourceFile(content.name, content.sha256, "excel"),)
    return [
        RawTable(f"{content.name}/{name}", parsed, source, split_in(name))
        for name, parsed in sheets(content, headerless=options.headerless).items()
    ]


def table(content: Content, options: ReadOptions) -> RawTable:
    """Read one file in its format.

    Raises
    ------
    EmptyDataError
        If it holds nothing at all.
    """
    content = decompressed(content)
    if not content.data[:_HEAD].strip() and not content.data.strip():
        raise empty(content.name)
    content, notes = _text(content, options)
    name = format_of(content, options.format)
    parsed = _parsed(content, name, options)
    parsed = replace(parsed, frame=with_partitions(parsed.frame, content.name), notes=(*notes, *parsed.notes))
    source = SourceFile(content.name, content.sha256, name, content.encoding)
    return RawTable(content.name, parsed, (source,), split_in(content.name))


def _text(content: Content, options: ReadOptions) -> tuple[Content, tuple[str, ...]]:
    stated = formats().get(options.format or "")
    binary = binary_format(content) is not None or (stated is not None and stated.is_binary)
    return (content, ()) if binary else in_utf8(content, options.encoding)


def _parsed(content: Content, name: str, options: ReadOptions) -> Parsed:
    """Read a file in its format, with quoting as the user states it."""
    if name not in ("csv", "tsv"):
        return formats()[name].read(content, headerless=options.headerless)
    quoting = options.quoting == "on" or (name == "csv" and options.quoting == "auto")
    return read_delimited(content, quoting=quoting, noting=name == "tsv", headerless=options.headerless)


def triple_table(triple: Triple, contents: Sequence[Content], encoding: str | None = None) -> RawTable:
    """Read premises, hypotheses and labels, line by line."""
    texts = [in_utf8(decompressed(content), encoding) for content in contents]
    parsed = read_aligned([text for text, _ in texts])
    parsed = replace(parsed, notes=(*(note for _, notes in texts for note in notes), *parsed.notes))
    files = tuple(SourceFile(text.name, text.sha256, "line-aligned", text.encoding) for text, _ in texts)
    return RawTable(Path(triple.name).name, parsed, files, split_in(triple.name))


def empty(name: str) -> EmptyDataError:
    """Return the error for data without rows."""
    return EmptyDataError(
        f"{printable(name)} has no rows", "at least one pair", "check that it is the right file"
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
    triples = triples_among(list(files))
    in_triples = {file for triple in triples for file in triple.files}
    single = [file for file in files if file not in in_triples and is_data(file)]
    skipped = [file for file in files if file not in in_triples and not is_data(file)]
    raws = [
        triple_table(triple, [files[file]() for file in triple.files], options.encoding)
        for triple in triples
        if _asked_for(triple.name, options)
    ]
    for file in single:
        if _asked_for(file, options):
            raw = _filled_table(files[file](), options)
            if raw is None or not _has_pair(raw, options):
                skipped.append(file)
            if raw is not None:
                raws.append(raw)
    return _with_pairs(name, raws, skipped, options)


def _with_pairs(name: str, raws: Sequence[RawTable], skipped: Sequence[str], options: ReadOptions) -> Opened:
    """Leave out tables without premise and hypothesis, unless all are, so that an error tells of them."""
    fitting = [raw for raw in raws if _has_pair(raw, options)]
    if not raws or (options.split and not fitting):
        raise empty(f"{name}:{options.split}" if options.split else name)
    fitting = fitting or list(raws)
    notes = (f"skipped in {printable(name)}: {quoted(tuple(skipped))}",) if skipped else ()
    return Opened(name, tuple((raw, options) for raw in fitting), notes)


def _has_pair(raw: RawTable, options: ReadOptions) -> bool:
    if options.columns or options.stated_recipe is not None:
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
