"""Blocks of lines ``key: value``, one block a pair, as the recast data of White et al. (2017) are published.

White, Rastogi, Duh and Van Durme (2017), "Inference is everything: recasting semantic resources into a
unified evaluation framework": ``sprl_data.txt``, ``dpr_data.txt`` and ``fnplus_data.txt`` come as blocks with
the keys below, in this or another order; their read-me calls the split ``partof``.
"""

import re
from collections.abc import Iterator, Sequence

import polars as pl

from rightreasons.sources.formats.lines import lines
from rightreasons.sources.raw import LINE, ROW, BadRow, Content, Format, Parsed

ADDS = {"format": {"blocks": "BLOCKS"}}

KEYS = (
    "provenance", "index", "text", "hypothesis", "entailed", "partof", "partition",
    "good_word", "rating", "hypothesis_grammatical", "judgement_valid",
)  # fmt: skip
SPLIT = ("partof", "partition")
NEEDED = ("text", "hypothesis", "entailed")
_HEAD = 64 * 2**10
_FIELD = re.compile(rf"(?P<key>{'|'.join(KEYS)})\s*:\s*(?P<value>.*)", re.IGNORECASE)
_Block = tuple[int, list[str]]


def is_block_line(line: str) -> bool:
    """Whether a line is a field of such a block."""
    return _FIELD.fullmatch(line.strip()) is not None


def read_blocks(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read blocks; one without text, hypothesis or label, or with a line that is no field, is malformed.

    The column of the split is called ``split``, as everywhere else.
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
    names = dict.fromkeys(name for row in rows for name in row)
    columns = [pl.Series(name, [row.get(name) for row in rows], dtype=pl.String) for name in names]
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
        key = field["key"].lower()
        fields["split" if key in SPLIT else key] = field["value"]
    missing = [name for name in NEEDED if name not in fields]
    return fields, f"lacks {', '.join(missing)}" if missing else ""


def _matches(content: Content, first: str, ending: str) -> bool:
    """Whether the first line is such a field, and some of the first blocks have all that is needed."""
    if ending not in {"", ".txt"} or not is_block_line(first):
        return False
    head = content.data[:_HEAD]
    whole = head if len(content.data) <= _HEAD else head[: head.rfind(b"\n") + 1]
    return any(not _fields(block)[1] for _, block in _blocks(Content(content.name, whole)))


BLOCKS = Format(read_blocks, matches=_matches)
