"""Blocks of as many lines each, parted by blank lines or lines of marks: a row a block, a column a line.

The definite pronoun resolution data of Rahman and Ng (2012) come so: sentence, pronoun, candidates, answer.
"""

from collections import Counter
from collections.abc import Iterator

import polars as pl

from rightreasons.sources.formats.blocks import is_block_line
from rightreasons.sources.formats.key_values import RULE, is_key_values
from rightreasons.sources.formats.lines import lines
from rightreasons.sources.raw import LINE, ROW, BadRow, Content, Format, Parsed

ADDS = {"format": {"line-blocks": "LINE_BLOCKS"}}

_HEAD = 64 * 2**10
_LEAST_BLOCKS = 3
_MOST_LINES = 20


def read_line_blocks(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read blocks as rows with the columns ``line_1``, ``line_2``, ....

    A block is malformed if it has another number of lines than most.
    """
    blocks = list(_blocks(content))
    size = _commonest(Counter(len(block) for _, block in blocks))
    whole = [(row, line, block) for row, (line, block) in enumerate(blocks) if len(block) == size]
    bad = tuple(
        BadRow(row, line, f"has a block of {len(block)} lines, not {size}")
        for row, (line, block) in enumerate(blocks)
        if len(block) != size
    )
    columns = [
        pl.Series(f"line_{at + 1}", [block[at] for _, _, block in whole], dtype=pl.String)
        for at in range(size)
    ]
    rows = pl.Series(ROW, [row for row, _, _ in whole], dtype=pl.Int64)
    starts = pl.Series(LINE, [line for _, line, _ in whole], dtype=pl.Int64)
    return Parsed(pl.DataFrame([*columns, rows, starts]), bad)


def _commonest(sizes: Counter[int]) -> int:
    return min(sizes, key=lambda size: (-sizes[size], size), default=0)


def _blocks(content: Content) -> Iterator[tuple[int, list[str]]]:
    """Yield the line on which each block begins, and its lines."""
    start, block = 1, list[str]()
    for number, line in enumerate(lines(content), 1):
        if line.strip() and not RULE.fullmatch(line):
            start = start if block else number
            block.append(line.strip())
        elif block:
            yield start, block
            block = []
    if block:
        yield start, block


def _matches(content: Content, first: str, ending: str) -> bool:
    """Whether the blocks of the head are all of one size; the last may be cut off."""
    if ending not in {"", ".txt"} or "\t" in first or is_block_line(first) or is_key_values(content):
        return False
    head = Content(content.name, content.data[:_HEAD][: content.data[:_HEAD].rfind(b"\n") + 1])
    blocks = [len(block) for _, block in _blocks(head)]
    whole = blocks if len(content.data) <= _HEAD else blocks[:-1]
    return len(whole) >= _LEAST_BLOCKS and len(set(whole)) == 1 and 1 < whole[0] <= _MOST_LINES


LINE_BLOCKS = Format(read_line_blocks, matches=_matches)
