"""From a path to raw tables: one file, an archive, a folder, or a line-aligned triple."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rightreasons.errors import EmptyDataError
from rightreasons.pairs import SourceFile
from rightreasons.printable import printable, quoted
from rightreasons.sources.columns import has_pair
from rightreasons.sources.compression import gunzipped, load
from rightreasons.sources.folders import Loader, files_in, files_of, is_data, is_zip
from rightreasons.sources.formats import FORMATS
from rightreasons.sources.formats.aligned import read_aligned
from rightreasons.sources.nested import flattened
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.raw import Content, RawTable
from rightreasons.sources.sniffing import format_of
from rightreasons.sources.splits import same_split, split_in
from rightreasons.sources.triples import Triple, triple_of, triples_among

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
        raw = triple_table(triple, [load(Path(name)) for name in triple.files])
        return Opened(f"{Path(triple.folder).resolve().name}/{raw.name}", ((raw, options),))
    if path.is_dir():
        return open_many(path.resolve().name, files_in(path), options)
    content = gunzipped(load(path))
    if is_zip(content) and options.format is None:
        return open_many(path.name, files_of(content), options)
    return Opened(path.name, ((table(content, options), options),))


def table(content: Content, options: ReadOptions) -> RawTable:
    """Read one file in its format.

    Raises
    ------
    EmptyDataError
        If it holds nothing at all.
    """
    content = gunzipped(content)
    if not content.data[:_HEAD].strip() and not content.data.strip():
        raise empty(content.name)
    name = format_of(content, options.format)
    parsed = FORMATS.load(name)(content, headerless=options.headerless)
    return RawTable(
        content.name, parsed, (SourceFile(content.name, content.sha256, name),), split_in(content.name)
    )


def triple_table(triple: Triple, contents: Sequence[Content]) -> RawTable:
    """Read premises, hypotheses and labels, line by line."""
    parsed = read_aligned([gunzipped(content) for content in contents])
    files = tuple(SourceFile(content.name, content.sha256, "line-aligned") for content in contents)
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
        triple_table(triple, [files[file]() for file in triple.files])
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
    """Leave out tables without premise and hypothesis, unless there are no others, so that an error tells."""
    fitting = [raw for raw in raws if _has_pair(raw, options)]
    if not raws or (options.split and not fitting):
        raise empty(f"{name}:{options.split}" if options.split else name)
    fitting = fitting or [raws[0]]
    notes = (f"skipped in {printable(name)}: {quoted(tuple(skipped))}",) if skipped else ()
    return Opened(name, tuple((raw, options) for raw in fitting), notes)


def _has_pair(raw: RawTable, options: ReadOptions) -> bool:
    return bool(options.columns) or has_pair(flattened(raw, {}, options.premise_join))


def _filled_table(content: Content, options: ReadOptions) -> RawTable | None:
    try:
        raw = table(content, options)
    except EmptyDataError:
        return None
    return raw if raw.read else None


def _asked_for(file: str, options: ReadOptions) -> bool:
    told = split_in(file)
    return options.split is None or told is None or same_split(told, options.split)
