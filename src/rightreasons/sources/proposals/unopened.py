"""Files that are not even opened as a table: the formats and encodings by which they can be."""

import codecs
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from rightreasons.errors import InputError, UnknownFormatError
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.registry import plug_in_at
from rightreasons.sources.opening.compression import decompressed, load
from rightreasons.sources.opening.encodings import CANDIDATES
from rightreasons.sources.opening.names import parse_name
from rightreasons.sources.opening.sniffing import formats
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.lines import MOST_SHOWN
from rightreasons.sources.proposals.pasting import Proposal, counted, pasted
from rightreasons.sources.proposals.stated import WRITTEN, written

_MOST_BYTES = 20_000_000
Read = Callable[[str, ReadOptions], PairTable]
_WIDE = ("utf-16-le", "utf-16-be")


def with_openings(error: InputError, data: str, options: ReadOptions, read: Read) -> InputError:
    """Return the error of a file that is not opened, with the lines that would read it.

    Parameters
    ----------
    error
        Why it is not.
    data
        What the user called it.
    options
        What it was to be read by: without a format and an encoding.
    read
        Reads data by options.
    """
    try:
        ways = list(islice(_openings(error, data, options, read), MOST_SHOWN))
    except (InputError, OSError):
        return error
    return pasted(error, ways, data) if ways else error


def _openings(error: InputError, data: str, options: ReadOptions, read: Read) -> Iterator[Proposal]:
    for name in error.whole:
        yield from _read_by(read, f"{data}!{name}", options, f"'{printable(name, 60)}' in it is whole")
    where, _ = parse_name(data)
    if error.whole or not isinstance(where, Path) or not where.is_file():
        return
    content = decompressed(load(where))
    if len(content.data) > _MOST_BYTES:
        return
    if isinstance(error, UnknownFormatError):
        for name in (name for name, each in formats().items() if not each.is_binary):
            yield from _read_by(read, data, replace(options, format=name), f"it can be read as {name}")
        return
    seen: list[PairTable] = []
    for name in _encodings(content.data):
        yield from _read_by(read, data, replace(options, encoding=name), f"it can be read as {name}", seen)


def _encodings(data: bytes) -> tuple[str, ...]:
    """Return what text may be in that is no UTF-8; nothing for text that is."""
    if b"\0" in data:
        return _WIDE
    try:
        codecs.decode(data, "utf-8")
    except UnicodeDecodeError:
        return CANDIDATES
    return ()


def _read_by(
    read: Read, data: str, options: ReadOptions, because: str, seen: list[PairTable] | None = None
) -> Iterator[Proposal]:
    """Yield the line with these options, and with columns where these are not enough; nothing read twice."""
    try:
        pairs = read(data, options)
    except InputError as error:
        for way in error.ways[:1]:
            if not options.columns:
                own = f"{written(options)} {way.options}"
                yield replace(
                    way, data=data, options=own, because=f"{because}; {way.because}", instead=WRITTEN
                )
        return
    except Exception as error:
        if plug_in_at(error) is None:
            raise
        return  # the format of a plug-in that fails on what is none of its own reads no such data
    texts = ["premise", "hypothesis", "label"]
    known = any(pairs.frame.select(texts).equals(each.frame.select(texts)) for each in seen or ())
    if len(pairs.labels) > 1 and not known:
        if seen is not None:
            seen.append(pairs)
        yield counted(written(options), because, [pairs], data)
