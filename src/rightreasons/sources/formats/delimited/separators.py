"""Which character separates the fields of delimited text: told from its first line, never from its name."""

from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.raw import Content

DELIMITED = (".csv", ".tsv", ".txt")
"""Endings of names of delimited text."""
_HEAD = 64 * 2**10


def first_line(content: Content) -> str:
    """Return the first line that is not blank, at most its first 64 KiB; empty if there is none."""
    head = Content(content.name, content.data[: 4 * _HEAD])
    text = next(text_blocks(_whole_characters(head)), "")
    return next((line.removesuffix("\r") for line in text.split("\n") if line.strip()), "")[:_HEAD]


def separator_of(content: Content) -> str:
    """Return what separates the first line outside quotation marks.

    A tab or ``|||`` where it has one, else the commoner of `,` and `;`, and ``|`` where it has neither.
    """
    outside = "".join(first_line(content).split('"')[::2])
    for mark in ("\t", " ||| ", "|||"):
        if mark in outside:
            return mark
    if "|" in outside and not set(",;") & set(outside):
        return "|"
    return ";" if outside.count(";") > outside.count(",") else ","


def _whole_characters(head: Content) -> Content:
    """Cut off a character that the end of the head splits."""
    data = head.data
    while data and data[-1] & 0b1100_0000 == 0b1000_0000:
        data = data[:-1]
    if data and data[-1] >= 0b1100_0000:
        data = data[:-1]
    return Content(head.name, data)


def is_delimited(first: str, ending: str, separator: str) -> bool:
    """Return whether a text is delimited, if it is nothing else."""
    return ending in DELIMITED or (not ending and separator in first)
