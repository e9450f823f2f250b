"""Text in blocks of whole lines, so that a large file is never held decoded in one piece."""

import codecs
from collections.abc import Iterator

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.raw import Content

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
