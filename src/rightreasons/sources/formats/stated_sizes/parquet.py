"""What the footer and page headers of Parquet state (Thrift's compact protocol; parquet.thrift)."""

import struct
from collections.abc import Iterator, Mapping
from typing import Any

from rightreasons.sources.formats.stated_sizes.limits import CELL, natural

_DEEPEST = 16
_FIXED_LENGTH, _SHARED_PREFIXES = 7, 7  # a physical type, and the encoding DELTA_BYTE_ARRAY


def parquet_parts(data: bytes) -> Iterator[int]:
    """Yield how many bytes each page of a Parquet file and its values take, at most, as they state it.

    Values of the encoding DELTA_BYTE_ARRAY share beginnings: each counts as long as its page.
    """
    length = struct.unpack_from("<I", data, len(data) - 8)[0]
    footer, _ = _struct(data, len(data) - 8 - length)
    widths = [leaf.get(2, 0) for leaf in footer[2] if leaf.get(1) == _FIXED_LENGTH]
    widest = max([CELL, *widths])
    yield CELL * natural(footer[3])
    for group in footer.get(4, ()):
        for column in group[1]:
            yield from _column_parts(data, column[3], widest)


def parquet_groups(data: bytes) -> list[int]:
    """Return how many rows each row group of a Parquet file has, as its footer states it."""
    length = struct.unpack_from("<I", data, len(data) - 8)[0]
    footer, _ = _struct(data, len(data) - 8 - length)
    return [natural(group[3]) for group in footer.get(4, ())]


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
            at += natural(page[3])
    yield widest * max(natural(column[5]) - values, 0)


def _page(header: Mapping[int, Any]) -> tuple[int, int]:
    """Return how many bytes a page holds at most, and how many values."""
    stated = header.get(5) or header.get(8) or {}  # a page of values, of either version; else a dictionary
    held, values = natural(header[2]), natural(stated.get(1, 0))
    shares = stated.get(4 if 8 in header else 2) == _SHARED_PREFIXES
    return held * max(values, 1) if shares else held, values


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
