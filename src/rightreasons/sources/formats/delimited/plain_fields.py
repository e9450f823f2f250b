"""Lines that hold nothing but fields between separators, read a block at a time."""

import polars as pl

from rightreasons.sources.formats.delimited.headers import Header, fields_problem, header_of
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.raw import LINE, ROW, BadRow, Content, Parsed

_TEXT = "__text__"


def split_lines(content: Content, separator: str, *, headerless: bool) -> Parsed:
    """Read lines that hold nothing but fields between separators, a block at a time.

    Blank lines are not rows.
    """
    header = Header([])
    frames: list[pl.DataFrame] = []
    malformed: list[BadRow] = []
    line, row = 1, 0
    for text in text_blocks(content):
        block = _numbered_lines(text, line)
        line += text.count("\n")
        if not header.names and block.height:
            header = header_of(content, block[_TEXT][0].split(separator), headerless=headerless)
            block = block if headerless else block.slice(1)
        block = block.with_columns(pl.int_range(row, row + pl.len(), dtype=pl.Int64).alias(ROW))
        row += block.height
        frame, bad = _fields(block, header.names, separator)
        frames.append(frame)
        malformed += bad
    empty = pl.DataFrame(schema=dict.fromkeys(header.names, pl.String) | {ROW: pl.Int64, LINE: pl.Int64})
    return Parsed(pl.concat([empty, *frames]), tuple(malformed), repeated=header.repeated)


def _numbered_lines(text: str, first: int) -> pl.DataFrame:
    found = pl.Series(_TEXT, text.split("\n"), dtype=pl.String).str.strip_suffix("\r")
    frame = pl.DataFrame([found]).with_columns(
        pl.int_range(first, first + pl.len(), dtype=pl.Int64).alias(LINE)
    )
    return frame.filter(pl.col(_TEXT) != "")


def _fields(block: pl.DataFrame, names: list[str], separator: str) -> tuple[pl.DataFrame, list[BadRow]]:
    block = block.with_columns(pl.col(_TEXT).str.split(separator))
    count = pl.col(_TEXT).list.len()
    wrong = block.filter(count != len(names)).select(ROW, LINE, count)
    right = block.filter(count == len(names))
    columns = [pl.col(_TEXT).list.get(at).alias(name) for at, name in enumerate(names)]
    bad = [BadRow(row, line, fields_problem(found, len(names))) for row, line, found in wrong.iter_rows()]
    return right.select(*columns, ROW, LINE), bad
