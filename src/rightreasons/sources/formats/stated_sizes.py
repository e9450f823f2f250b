"""What a Parquet or Arrow file states that it holds, added up before a native reader makes room for it.

A few kilobytes may state gigabytes, in compressed pages and buffers, or in runs of one value. Readers allot
what is stated, and nothing here decodes more than the statements: the footer and page headers of Parquet
(Thrift's compact protocol; parquet.thrift), and the messages of Arrow (FlatBuffers; Message.fbs, File.fbs).
"""

import struct
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any

CELL = 16
"""Bytes that polars takes for a value at the least, whether it is a number or a view of a text."""
_DEEPEST = 16
_FIXED_LENGTH, _SHARED_PREFIXES = 7, 7  # a physical type, and the encoding DELTA_BYTE_ARRAY
_WRONG = (ValueError, LookupError, struct.error, TypeError, AttributeError)


def exceeds(parts: Iterator[int], most: int) -> bool:
    """Whether what a file states adds up to more than so many bytes; it is not read further than that.

    Parameters
    ----------
    parts
        As `parquet_parts` and `arrow_parts` give them.
    most
        A number of bytes.

    Raises
    ------
    ValueError
        If a statement cannot be understood.
    """
    try:
        return any(size > most for size in accumulate(parts))
    except _WRONG as error:
        raise ValueError(f"it cannot be understood what it states: {error}") from None


def parquet_parts(data: bytes) -> Iterator[int]:
    """Yield how many bytes each page of a Parquet file and its values take, at most, as they state it.

    Values of the encoding DELTA_BYTE_ARRAY share beginnings: each counts as long as its page.
    """
    length = struct.unpack_from("<I", data, len(data) - 8)[0]
    footer, _ = _struct(data, len(data) - 8 - length)
    widths = [leaf.get(2, 0) for leaf in footer[2] if leaf.get(1) == _FIXED_LENGTH]
    widest = max([CELL, *widths])
    yield CELL * _natural(footer[3])
    for group in footer.get(4, ()):
        for column in group[1]:
            yield from _column_parts(data, column[3], widest)


def _column_parts(data: bytes, column: Mapping[int, Any], widest: int) -> Iterator[int]:
    first, dictionary = column[9], column.get(11) or 0
    begins = {dictionary or first, first or dictionary}  # 0: there is none
    begins -= {first} if 0 < dictionary < first else set()  # the dictionary comes first, as it should
    values = 0
    for begin in begins:
        at, end = begin, begin + column[7]
        while at < end:
            page, at = _struct(data, at)
            held, count = _page(page)
            values += count
            yield CELL + held + widest * count
            at += _natural(page[3])
    yield widest * max(_natural(column[5]) - values, 0)


def _page(header: Mapping[int, Any]) -> tuple[int, int]:
    """Return how many bytes a page holds at most, and how many values."""
    stated = header.get(5) or header.get(8) or {}  # a page of values, of either version; else a dictionary
    held, values = _natural(header[2]), _natural(stated.get(1, 0))
    shares = stated.get(4 if 8 in header else 2) == _SHARED_PREFIXES
    return held * max(values, 1) if shares else held, values


def _natural(number: int) -> int:
    if number < 0:
        raise ValueError(f"a size of {number}")
    return number


def _struct(data: bytes, at: int, deep: int = 0) -> tuple[dict[int, Any], int]:
    """Return the fields of a Thrift struct by number, and where it ends."""
    if at < 0 or deep > _DEEPEST:
        raise ValueError("a place outside the file, or too many levels")
    fields: dict[int, Any] = {}
    number = 0
    while kind := data[at]:
        at += 1
        if kind >> 4:
            number += kind >> 4
        else:
            number, at = _signed(data, at)
        fields[number], at = _value(data, at, kind & 15, deep)
    return fields, at + 1


def _value(data: bytes, at: int, kind: int, deep: int) -> tuple[Any, int]:
    match kind:
        case 1 | 2:  # true and false are kinds of their own
            return kind == 1, at
        case 4 | 5 | 6:
            return _signed(data, at)
        case 3 | 7 | 8:  # a byte, a fraction and a text: none is needed
            length, at = _unsigned(data, at) if kind == 8 else (1 if kind == 3 else 8, at)
            return None, at + length
        case 9 | 10:
            return _list(data, at, deep)
        case 12:
            return _struct(data, at, deep + 1)
    raise ValueError(f"a field of kind {kind}")


def _list(data: bytes, at: int, deep: int) -> tuple[list[Any], int]:
    count, kind = data[at] >> 4, data[at] & 15
    at += 1
    if count == 15:
        count, at = _unsigned(data, at)
    values = []
    for _ in range(count):
        value, at = _value(data, at, 3 if kind in {1, 2} else kind, deep)
        values.append(value)
    return values, at


def _signed(data: bytes, at: int) -> tuple[int, int]:
    number, at = _unsigned(data, at)
    return (number >> 1) ^ -(number & 1), at


def _unsigned(data: bytes, at: int) -> tuple[int, int]:
    number = 0
    for place in range(10):
        byte = data[at + place]
        number |= (byte & 127) << 7 * place
        if byte < 128:
            return number, at + place + 1
    raise ValueError("a number of more than ten bytes")


# Arrow


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
        at = body + _natural(message.number(3, "<q"))


def _batch_parts(data: bytes, message: _Table, body: int) -> Iterator[int]:
    yield CELL
    kind = message.number(1, "<B")
    if kind not in {_DICTIONARY, _BATCH}:
        return
    batch = message.table(2) if kind == _BATCH else message.table(2).table(1)
    is_compressed = batch.place(3) > 0
    yield CELL * _natural(batch.number(0, "<q"))
    for length, _ in batch.structs(1, "<qq"):
        yield CELL * (1 + _natural(length))
    for offset, length in batch.structs(2, "<qq"):
        stated = (
            struct.unpack_from("<q", data, body + _natural(offset))[0] if is_compressed and length else -1
        )
        yield CELL + _natural(length if stated == -1 else stated)  # -1: this one is not compressed
