"""Blocks of lines ``key: value``, one block a pair, as the recast data of White et al. (2017) are published.

White, Rastogi, Duh and Van Durme (2017), "Inference is everything: recasting semantic resources into a
unified evaluation framework": SPR, DPR and FN+ come as blocks with provenance, index, text, hypothesis,
entailed and partition, in this or another order.
"""

import re
from collections.abc import Iterator, Sequence

import polars as pl

from rightreasons.sources.formats.lines import lines
from rightreasons.sources.raw import LINE, ROW, BadRow, Content, Format, Parsed

ADDS = {"format": {"blocks": "BLOCKS"}}

KEYS = ("provenance", "index", "text", "hypothesis", "entailed", "partition")
NEEDED = ("text", "hypothesis", "entailed")
_FIELD = re.compile(rf"(?P<key>{'|'.join(KEYS)})\s*:\s*(?P<value>.*)", re.IGNORECASE)
_Block = tuple[int, list[str]]


def is_block_line(line: str) -> bool:
    """Whether a line is a field of such a block."""
    return _FIELD.fullmatch(line.strip()) is not None


def read_blocks(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read blocks; one without text, hypothesis or label, or with a line that is no field, is malformed.

    The column ``partition`` is called ``split``, as everywhere else.
    """
    rows: list[dict[str, str]] = []
    places: list[tuple[int, int]] = []
    malformed: list[BadRow] = []
    for number, (line, block) in enumerate(_blocks(content)):
        fields, problem = _fields(block)
        if problem:
            malformed.append(BadRow(number, line, problem))
        else:
            rows.append(fields)
            places.append((number, line))
    names = [name for name in KEYS if any(name in row for row in rows)]
    columns = [
        pl.Series("split" if name == "partition" else name, [row.get(name) for row in rows], dtype=pl.String)
        for name in names
    ]
    numbers = pl.Series(ROW, [row for row, _ in places], dtype=pl.Int64)
    starts = pl.Series(LINE, [line for _, line in places], dtype=pl.Int64)
    return Parsed(pl.DataFrame([*columns, numbers, starts]), tuple(malformed))


def _blocks(content: Content) -> Iterator[_Block]:
    """Yield the lines of each block and the line it begins on: blank lines and repeated keys part blocks."""
    start, block, seen = 1, list[str](), set[str]()
    for number, line in enumerate(lines(content), 1):
        field = _FIELD.fullmatch(line.strip())
        key = field["key"].lower() if field else ""
        if block and (not line.strip() or key in seen):
            yield start, block
            block, seen = [], set()
        if line.strip():
            start = start if block else number
            block.append(line.strip())
            seen |= {key} - {""}
    if block:
        yield start, block


def _fields(block: Sequence[str]) -> tuple[dict[str, str], str]:
    fields: dict[str, str] = {}
    for line in block:
        field = _FIELD.fullmatch(line)
        if field is None:
            return {}, f"has a line that is no field ('{line[:40]}')"
        fields[field["key"].lower()] = field["value"]
    missing = [name for name in NEEDED if name not in fields]
    return fields, f"lacks {', '.join(missing)}" if missing else ""


def _matches(content: Content, first: str, ending: str) -> bool:  # noqa: ARG001 - one shape for all
    return ending in {"", ".txt"} and is_block_line(first)


BLOCKS = Format(read_blocks, matches=_matches)
