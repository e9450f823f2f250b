"""One file as a raw table: decompressed, in UTF-8, read in its format; or three files, line by line."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rightreasons.errors import EmptyDataError
from rightreasons.pairs import SourceFile
from rightreasons.printable import printable
from rightreasons.sources.formats.above_header import without_rows_above, without_rows_below
from rightreasons.sources.formats.aligned import read_aligned
from rightreasons.sources.formats.delimited.malformed_rows import read_delimited
from rightreasons.sources.formats.remarks import remarks_above
from rightreasons.sources.formats.word_document import is_document, paragraphs_of, slides_of
from rightreasons.sources.opening.compression import decompressed
from rightreasons.sources.opening.encodings import in_utf8
from rightreasons.sources.opening.partitions import with_partitions
from rightreasons.sources.opening.sniffing import binary_format, format_of, formats
from rightreasons.sources.opening.triples import Triple
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.raw import Content, Parsed, RawTable
from rightreasons.sources.splits import split_in

_HEAD = 4096


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
    content = _lines_of_document(content, options)
    content, notes = _text(content, options)
    name = format_of(content, options.format)
    parsed = _parsed(content, name, options)
    frame = with_partitions(parsed.frame, content.name)
    remarks = "" if formats()[name].is_binary else remarks_above(content.data[:_HEAD])
    parsed = replace(parsed, frame=frame, notes=(*notes, *parsed.notes), remarks=remarks)
    source = SourceFile(content.name, content.sha256, name, content.encoding)
    return RawTable(content.name, parsed, (source,), split_in(content.name))


def _lines_of_document(content: Content, options: ReadOptions) -> Content:
    """Return a document without tables, or one that is to be read in a format of text, as its paragraphs."""
    if (slides := slides_of(content)) is not None:
        return slides
    stated = formats().get(options.format or "")
    if not is_document(content) or (stated is not None and stated.is_binary):
        return content
    found = paragraphs_of(content, always=stated is not None)
    return content if found is None else found


def _text(content: Content, options: ReadOptions) -> tuple[Content, tuple[str, ...]]:
    stated = formats().get(options.format or "")
    binary = binary_format(content) is not None or (stated is not None and stated.is_binary)
    return (content, ()) if binary else in_utf8(content, options.encoding)


def _parsed(content: Content, name: str, options: ReadOptions) -> Parsed:
    """Read a file in its format, with quoting as the user states it."""
    if name not in ("csv", "tsv"):
        return formats()[name].read(content, headerless=options.headerless)
    content, above = (content, ()) if options.headerless else without_rows_above(content)
    name = format_of(content, options.format) if above else name
    quoting = options.quoting == "on" or (name == "csv" and options.quoting == "auto")
    parsed = read_delimited(content, quoting=quoting, noting=name == "tsv", headerless=options.headerless)
    parsed = parsed if options.headerless else without_rows_below(parsed)
    return replace(parsed, notes=(*above, *parsed.notes))


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
