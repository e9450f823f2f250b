"""What the messages of Arrow state (FlatBuffers; Message.fbs, File.fbs)."""

import struct
from collections.abc import Iterator

from rightreasons.sources.formats.stated_sizes.limits import CELL, natural

_CONTINUED = b"\xff\xff\xff\xff"
_DICTIONARY, _BATCH = 2, 3  # kinds of messages


def arrow_parts(data: bytes) -> Iterator[int]:
    """Yield how many bytes each buffer of an Arrow file or stream and its values take, as they state it."""
    for message, body in _of_file(data) if data.startswith(b"ARROW1") else _of_stream(data):
        yield from _batch_parts(data, message, body)


class _Table:
    """A FlatBuffers table: a place among bytes, whose fields are found by number."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at
        self.fields = at - struct.unpack_from("<i", data, at)[0]
        if min(self.at, self.fields) < 0:
            raise ValueError("a place outside the file")

    @classmethod
    def first(cls, data: bytes, at: int) -> "_Table":
        """Return the table that an offset of four bytes at this place points to."""
        return cls(data, at + struct.unpack_from("<I", data, at)[0])

    def place(self, number: int) -> int:
        """Return where a field stands, or 0 where it is left out."""
        end: int = struct.unpack_from("<H", self.data, self.fields)[0]
        if 4 + 2 * number >= end:
            return 0
        offset: int = struct.unpack_from("<H", self.data, self.fields + 4 + 2 * number)[0]
        return self.at + offset if offset else 0

    def number(self, field: int, form: str) -> int:
        """Return a field as `struct` unpacks it by `form`, 0 where it is left out."""
        place = self.place(field)
        return int(struct.unpack_from(form, self.data, place)[0]) if place else 0

    def table(self, field: int) -> "_Table":
        """Return the table that a field points to."""
        return _Table.first(self.data, self.place(field))

    def structs(self, field: int, form: str) -> Iterator[tuple[int, ...]]:
        """Yield the structs of a vector."""
        if not (place := self.place(field)):
            return
        begin = place + struct.unpack_from("<I", self.data, place)[0]
        for number in range(struct.unpack_from("<I", self.data, begin)[0]):
            yield struct.unpack_from(form, self.data, begin + 4 + number * struct.calcsize(form))


def _of_file(data: bytes) -> Iterator[tuple[_Table, int]]:
    """Yield each message that the footer names, and where its body begins."""
    length = struct.unpack_from("<i", data, len(data) - 10)[0]
    footer = _Table.first(data, len(data) - 10 - length)
    for field in (2, 3):
        for at, metadata, _, _ in footer.structs(field, "<qiiq"):
            prefix = 8 if data[at : at + 4] == _CONTINUED else 4
            yield _Table.first(data, at + prefix), at + metadata


def _of_stream(data: bytes) -> Iterator[tuple[_Table, int]]:
    at = 0
    while at + 4 <= len(data):
        at += 4 if data[at : at + 4] == _CONTINUED else 0
        if (length := struct.unpack_from("<i", data, at)[0]) <= 0:
            return
        message, body = _Table.first(data, at + 4), at + 4 + length
        yield message, body
        at = body + natural(message.number(3, "<q"))


def _batch_parts(data: bytes, message: _Table, body: int) -> Iterator[int]:
    yield CELL
    kind = message.number(1, "<B")
    if kind not in {_DICTIONARY, _BATCH}:
        return
    batch = message.table(2) if kind == _BATCH else message.table(2).table(1)
    is_compressed = batch.place(3) > 0
    yield CELL * natural(batch.number(0, "<q"))
    for length, _ in batch.structs(1, "<qq"):
        yield CELL * (1 + natural(length))
    for offset, length in batch.structs(2, "<qq"):
        stated = struct.unpack_from("<q", data, body + natural(offset))[0] if is_compressed and length else -1
        yield CELL + natural(length if stated == -1 else stated)  # -1: this one is not compressed
