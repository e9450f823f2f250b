"""Text in blocks of whole lines, and line-aligned triples of files."""

import codecs
from collections.abc import Iterator, Sequence

import polars as pl

from rightreasons.errors import MalformedRowError, UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.raw import LINE, Content, Parsed, numbered

# Text in blocks of whole lines, so that a large file is never held decoded in one piece.


BLOCK = 16 * 2**20


def byte_blocks(content: Content, block: int = BLOCK) -> Iterator[bytes]:
    """Yield the content in blocks that end with a line break (the last one may not); no byte-order mark."""
    data = content.data
    start = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    while start < len(data):
        end = _after_line_break(data, start, block)
        yield data[start:end]
        start = end


def _after_line_break(data: bytes, start: int, block: int) -> int:
    if start + block >= len(data):
        return len(data)
    found = data.rfind(b"\n", start, start + block)
    if found < 0:
        found = data.find(b"\n", start + block)
    return len(data) if found < 0 else found + 1


def text_blocks(content: Content, block: int = BLOCK) -> Iterator[str]:
    """Yield the decoded blocks.

    Raises
    ------
    UnreadableFileError
        If the bytes are not UTF-8, naming the line and byte offset.
    """
    offset = len(codecs.BOM_UTF8) if content.data.startswith(codecs.BOM_UTF8) else 0
    for piece in byte_blocks(content, block):
        try:
            yield piece.decode("utf-8")
        except UnicodeDecodeError as error:
            raise _not_utf8(content, offset + error.start) from None
        offset += len(piece)


def lines(content: Content) -> Iterator[str]:
    """Yield the lines without their line breaks; a line break at the end of the file ends the last line."""
    for text in text_blocks(content):
        found = text.split("\n")
        if found[-1] == "":
            found.pop()
        for line in found:
            yield line.removesuffix("\r")


def _not_utf8(content: Content, offset: int) -> UnreadableFileError:
    name = printable(content.name)
    line = content.data.count(b"\n", 0, offset) + 1
    return UnreadableFileError(
        f"{name} line {line} (byte {offset}) is not UTF-8",
        "UTF-8 text",
        "state its encoding with --encoding, or name its format with --format",
    )


# Line-aligned triples: premises, hypotheses and labels in files s1.*, s2.* and labels.*, line by line.


COLUMNS = ("premise", "hypothesis", "label")


def read_aligned(contents: Sequence[Content]) -> Parsed:
    """Read three files of equal length; a space at the end of a line, as tokenisers leave it, is kept.

    Parameters
    ----------
    contents
        Premises, hypotheses, labels.

    Raises
    ------
    MalformedRowError
        If they differ in length: no row can be trusted then.
    """
    columns = [list(lines(content)) for content in contents]
    if len({len(column) for column in columns}) > 1:
        found = ", ".join(
            f"{printable(content.name)} {len(column):,}"
            for content, column in zip(contents, columns, strict=True)
        )
        raise MalformedRowError(
            f"line-aligned files of different lengths: {found} lines",
            "as many lines in each",
            "use whole files",
        )
    series = [pl.Series(name, values, dtype=pl.String) for name, values in zip(COLUMNS, columns, strict=True)]
    frame = numbered(pl.DataFrame(series))
    return Parsed(frame.with_columns(pl.int_range(1, pl.len() + 1, dtype=pl.Int64).alias(LINE)))
