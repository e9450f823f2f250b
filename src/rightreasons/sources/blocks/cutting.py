"""Where files are cut: between lines, between records of quoted CSV, between row groups of Parquet.

A file is gone through once, a piece at a time, for its checksum and whether it is UTF-8. What cannot be cut
(documents of JSON, workbooks, other encodings than UTF-8, titles above headers) is read in one piece.
"""

import codecs
import csv
import hashlib
import mmap
import shutil
import struct
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from io import BufferedReader, StringIO, TextIOWrapper
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, cast

import polars as pl

from rightreasons.engine.objects import object_opened
from rightreasons.errors import InputError, UnreadableFileError, UnsafeArchiveError
from rightreasons.pairs import SourceFile
from rightreasons.printable import printable
from rightreasons.sources.blocks.cuts import Cut, is_quoted
from rightreasons.sources.formats.above_header import may_have_rows_below, without_rows_above
from rightreasons.sources.formats.delimited.separators import separator_of
from rightreasons.sources.formats.parquet import binary_error, names_in, refuse_unsafe
from rightreasons.sources.formats.stated_sizes.parquet import parquet_groups, parquet_parts
from rightreasons.sources.opening.sniffing import binary_format, format_of
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.raw import Content
from rightreasons.streams.compression import MOST_EXPANSION, compression_of, most_bytes, opened
from rightreasons.streams.files import PIECE, file_opened
from rightreasons.writing import told_of_room

TEXT = ("jsonl", "csv", "tsv")
BLOCK_BYTES = 16 * 2**20
BLOCK_ROWS = 2**17
_HEAD = 2**20
_Edge = tuple[int, int]
_PARQUET = b"PAR1"
_OTHER_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)


@dataclass(frozen=True)
class Size:
    """How large a block may be.

    Parameters
    ----------
    bytes
        Of text; a line that is longer is a block of its own.
    rows
        Of Parquet.
    """

    bytes: int = BLOCK_BYTES
    rows: int = BLOCK_ROWS


@dataclass(frozen=True)
class Shard:
    """A file and its cuts.

    Parameters
    ----------
    file
        What provenance says of it.
    cuts
        Its blocks in order; none of an empty file.
    """

    file: SourceFile
    cuts: tuple[Cut, ...]


def cut_file(path: Path, name: str, options: ReadOptions, spill: Path, size: Size) -> Shard | None:
    """Return a file and where it is cut, or None if it has to be read in one piece.

    Parameters
    ----------
    path, name
        Where it is, and what messages call it.
    options
        How it is read.
    spill
        A folder for what is decompressed.
    size
        How large a block may be.

    Raises
    ------
    InputError
        If it is damaged, or expands too far.
    ExhaustedError
        If there is no room for what is decompressed.
    """
    with file_opened(path) as file:
        head = file.read(_HEAD)
        file.seek(0)
        if head.startswith(_PARQUET) or options.format == "parquet":
            return _parquet(path, name, file, size)
    if compression_of(head) is None:
        with file_opened(path) as file:
            return _text(path, name, _checksum(file), options, size)
    return _text(*_unpacked(path, name, spill), options, size)


def cut_object(url: str, name: str, options: ReadOptions, spill: Path, size: Size) -> Shard | None:
    """Return an object and where it is cut, or None if it has to be read in one piece.

    It is copied for its checksum and for where it can be cut, and the copy removed: blocks are read from the
    store, but for what was decompressed. Parameters and errors are those of `cut_file`.
    """
    copy = spill / "object"
    with told_of_room(copy), object_opened(url) as source, copy.open("wb") as target:
        shutil.copyfileobj(source, target, PIECE)
    try:
        shard = cut_file(copy, name, options, spill, size)
    finally:
        copy.unlink()
    if shard is None:
        return None
    cuts = (replace(cut, path=url) if cut.path == str(copy) else cut for cut in shard.cuts)
    return replace(shard, cuts=tuple(cuts))


def _checksum(file: BufferedReader) -> str:
    return hashlib.file_digest(file, "sha256").hexdigest()


def _unpacked(path: Path, name: str, spill: Path) -> tuple[Path, str, str]:
    """Write what is compressed in a file into the spill; return where, its name, and the checksum of it."""

    def broken(why: str) -> UnreadableFileError:
        found = f"{printable(name)} is broken compressed data ({printable(why)})"
        return UnreadableFileError(found, "a whole file", "copy or download it again")

    with file_opened(path) as file:
        checksum = _checksum(file)
    target, size = spill / f"{checksum}.text", 0
    most = most_bytes(path.stat().st_size)
    with told_of_room(target), opened(path, broken) as stream, target.open("wb") as out:
        while piece := stream.read(PIECE):
            size += len(piece)
            if size > most:
                found = f"{printable(name)} expands to more than {most:,} bytes"
                remedy = "decompress it yourself if you trust it"
                raise UnsafeArchiveError(found, f"at most {MOST_EXPANSION} times its size", remedy)
            out.write(piece)
    return target, name, checksum


def _parquet(path: Path, name: str, file: BufferedReader, size: Size) -> Shard:
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        content = Content(name, cast("bytes", mapped))  # it is indexed and measured as bytes are
        refuse_unsafe(content, "Parquet", parquet_parts)
        try:
            groups = parquet_groups(content.data)
            metadata = pl.read_parquet_metadata(cast("BinaryIO", mapped))
        except (pl.exceptions.PolarsError, LookupError, TypeError, ValueError, struct.error) as error:
            raise binary_error(content, "Parquet", error) from None
    names = names_in(metadata.get("huggingface", ""))
    cuts = tuple(
        Cut(str(path), name, "parquet", start, end, row=start, class_names=names)
        for start, end in _rows(groups, size.rows)
    )
    return Shard(SourceFile(name, _checksum(file), "parquet"), cuts)


def _rows(groups: list[int], most: int) -> Iterator[tuple[int, int]]:
    """Yield first row and end of blocks: whole row groups together, a larger one in pieces."""
    start = end = 0
    for rows in groups:
        if end > start and end + rows - start > most:
            yield start, end
            start = end
        end += rows
        while end - start > most:
            yield start, start + most
            start += most
    if end > start:
        yield start, end


def _text(path: Path, name: str, checksum: str, options: ReadOptions, size: Size) -> Shard | None:
    with file_opened(path) as file:
        head = Content(name, _whole_lines(file.read(_HEAD)))
    if not head.data.strip():
        return Shard(SourceFile(name, checksum, "text"), ()) if path.stat().st_size <= _HEAD else None
    try:
        kind = _cuttable(head, options)
    except InputError:  # reading it in one piece says what it is
        return None
    lines = _lines(path, size.bytes)
    if kind is None or lines is None:
        return None
    edges, marked = lines
    cuts = _cut_text(Cut(str(path), name, kind, 0, 0, marked=marked), edges, head, options, size)
    return Shard(SourceFile(name, checksum, kind), tuple(cuts))


def _whole_lines(head: bytes) -> bytes:
    return head if len(head) < _HEAD else head[: head.rfind(b"\n") + 1]


def _cuttable(head: Content, options: ReadOptions) -> str | None:
    """Return the format of a text by its beginning, None if it cannot be cut."""
    if options.encoding is not None or head.data.startswith(_OTHER_MARKS) or b"\0" in head.data:
        return None
    if binary_format(head) is not None:
        return None
    kind = format_of(head, options.format)
    if kind not in TEXT:
        return None
    if kind == "jsonl":  # of lists, the first says how long all are
        first = head.data.removeprefix(codecs.BOM_UTF8).lstrip()
        return kind if first.startswith(b"{") else None
    if options.headerless:
        return kind
    return None if without_rows_above(head)[1] or may_have_rows_below(head) else kind


def _lines(path: Path, size: int) -> tuple[list[_Edge], bool] | None:
    """Return where lines end about every `size` bytes, each with the number of lines before it.

    Also whether there is a quotation mark; None if the bytes are not UTF-8.
    """
    edges, marked, at, count = [(0, 0)], False, 0, 0
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        with file_opened(path) as file:
            while piece := file.read(min(size, PIECE)):
                decoder.decode(piece)
                marked = marked or b'"' in piece
                if (last := piece.rfind(b"\n") + 1) and at + last - edges[-1][0] >= size:
                    edges.append((at + last, count + piece.count(b"\n")))
                at, count = at + len(piece), count + piece.count(b"\n")
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return None
    return [*edges, (at, count)] if edges[-1][0] < at else edges, marked


def _cut_text(
    whole: Cut, edges: list[_Edge], head: Content, options: ReadOptions, size: Size
) -> Iterator[Cut]:
    header = b""
    if whole.format != "jsonl":
        records = _records(whole, separator_of(head)) if _needs_records(whole, options) else None
        header = b"" if options.headerless else _header(head, quoted=records is not None)
        edges = edges if records is None else _record_edges(records, edges[-1], size.bytes)
        edges = [edges[0], *(edge for edge in edges[1:] if edge[0] > _end_of_header(head, header))]
    for (start, line), (end, _) in pairwise(edges):
        yield replace(whole, start=start, end=end, line=line + 1, header=header if start else b"")


def _needs_records(whole: Cut, options: ReadOptions) -> bool:
    """Return whether a line break may stand inside a cell."""
    return whole.marked and is_quoted(whole.format, options)


def _header(head: Content, *, quoted: bool) -> bytes:
    """Return the first line that is not blank, or the first record, with its line break."""
    text = head.data.removeprefix(codecs.BOM_UTF8)
    blank = len(text) - len(text.lstrip(b"\r\n"))
    if not quoted:
        return text[blank : text.find(b"\n", blank) + 1] or text[blank:] + b"\n"
    for end, _ in _ends(StringIO(text[blank:].decode("utf-8"), newline="\n"), separator_of(head)):
        return text[blank : blank + end]
    return b""


def _end_of_header(head: Content, header: bytes) -> int:
    return head.data.find(header) + len(header) if header else 0


def _records(whole: Cut, separator: str) -> Iterator[tuple[int, int]]:
    """Yield where each record ends, in bytes, and how many lines there are up to it."""
    mark = len(codecs.BOM_UTF8)
    with file_opened(Path(whole.path)) as file:
        begin = mark if file.read(mark) == codecs.BOM_UTF8 else file.seek(0)
        with TextIOWrapper(file, encoding="utf-8", newline="\n") as text:
            yield from _ends(text, separator, begin)


def _ends(lines: Iterable[str], separator: str, begin: int = 0) -> Iterator[tuple[int, int]]:
    csv.field_size_limit(sys.maxsize)
    at = begin

    def measured() -> Iterator[str]:
        nonlocal at
        for line in lines:
            at += len(line.encode("utf-8"))
            yield line

    reader = csv.reader(measured(), delimiter=separator, strict=True)
    while True:
        try:
            next(reader)
        except StopIteration:
            return
        except csv.Error:
            pass  # the reader of the block says what is wrong with it
        yield at, reader.line_num


def _record_edges(
    records: Iterator[tuple[int, int]], end: tuple[int, int], size: int
) -> list[tuple[int, int]]:
    edges = [(0, 0)]
    for at, line in records:
        if at - edges[-1][0] >= size and at < end[0]:
            edges.append((at, line))
    return [*edges, end]
