r"""LaTeX: the longest table of a paper, cells between ``&``, rows before ``\\``; nothing is run."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import Row, has_ending, table_of_cells
from rightreasons.sources.formats.latex_text import plain_text
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.raw import Content, Format, Parsed

ADDS = {"format": {"latex": "LATEX"}}
_KINDS = "(?:tabular[xy*]?|tabulary|longtable|longtabu|supertabular|xltabular|tblr|longtblr)"
_BEGIN = re.compile(rf"\\begin\s*\{{({_KINDS})\}}")
_BEGINS = re.compile(
    rf"^[ \t]*(?:\\[a-z]+(?:\[[^\]\n]{{0,40}}\]|\{{[^{{}}\n]{{0,40}}\}}|[ {{])*)*{_BEGIN.pattern}[^\t\n]*$",
    re.MULTILINE,
)
"""A table that begins its line, but for commands; not one in a cell."""
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_BREAK = re.compile(r"\\\\\*?(?:[ \t]*\[[^\]\n]{0,30}\])?")
_ROW = re.compile(rf"(?P<end>{_BREAK.pattern}|\\tabularnewline\b)|\\[{{}}]|[{{}}]")
_NO_ROW = re.compile(r"\\(?:caption|label)\b|\}+$")
_CELL = re.compile(r"(?<!\\)&")
_RULE = re.compile(
    r"\\(?:[a-z]*hline|(?:top|mid|bottom)rule|addlinespace|end(?:head|firsthead|foot|lastfoot)|cmidrule|cline|"
    r"specialrule|rowcolor|noalign|centering|small|footnotesize|scriptsize|tiny|normalsize|pagebreak|nopagebreak)\b"
    r"(?:\([lr]{0,2}\))?(?:\[[^\]\n]{0,40}\])?(?:\{[^{}\n]{0,40}\}){0,3}"
)
_SPAN = re.compile(r"\\multi(row|column)\s*(?:\[[^\]]{0,20}\])?\s*\{\s*(-?\d{1,2})\s*\}")
_OPTION = re.compile(r"\s*\[[^\]]{0,200}\]")
_HEAD = 256 * 2**10
_DEEPEST, _MOST_COLUMNS = 20, 1_000


def read_latex(content: Content, *, headerless: bool = False) -> Parsed:
    """Read the longest table; a header that is repeated on every page counts once.

    Parameters
    ----------
    content
        The file.
    headerless
        Whether the first row is none of names.

    Raises
    ------
    UnreadableFileError
        If there is no table of two rows.
    """
    text = _COMMENT.sub(r"\1", "".join(text_blocks(content)))
    tables = [table for table in _tables(content, text) if len(table.rows) > 1]
    if not tables:
        raise _error(content, "holds no LaTeX table")
    table = max(tables, key=lambda each: len(each.rows))
    first = table.rows[0]
    if first[0] in table.problems:
        raise _error(content, f"line {first[0]} {table.problems[first[0]]}")
    rows = table.rows if headerless else [first, *(row for row in table.rows[1:] if row[1] != first[1])]
    notes = (f"the longest of {len(tables)} tables was read",) if len(tables) > 1 else ()
    return table_of_cells(content, rows, headerless=headerless, notes=notes, problems=table.problems)


@dataclass
class _Table:
    """A table: its rows, and what is wrong with those that are not understood, by the line."""

    rows: list[Row] = field(default_factory=list)
    problems: dict[int | None, str] = field(default_factory=dict)
    below: dict[int, tuple[int, str]] = field(default_factory=dict)

    def add(self, line: int, piece: str) -> None:
        """Add what stands before the end of a row, unless nothing does, or what is no row of data."""
        if not piece.strip() or _NO_ROW.match(piece.strip()):
            return
        cells: list[str] = []
        before = dict(self.below)
        parts = _CELL.split(piece)
        try:
            for part in parts:
                self._spanned(part, cells)
        except ValueError as error:
            self.problems[line] = f"has '{printable(str(error), 40)}', which is not run"
            self.below = {at: (left - 1, text) for at, (left, text) in before.items() if left > 1}
        if len(parts) == 1 < len(cells):
            self.problems[line] = "is one text over several columns"
        if line in self.problems or any(cells):
            self.rows.append((line, cells))

    def _spanned(self, part: str, cells: list[str]) -> None:
        """Add a cell in each column that it has; one that goes on below stands in those rows too."""
        columns, rows, deep = 1, 1, 0
        while (found := _SPAN.search(part)) and deep < _DEEPEST:
            if found[1] == "column":
                columns *= max(1, int(found[2]))
            else:
                rows = int(found[2])
            after = _after_group(part, found.end())
            after = after + 1 if part[after : after + 1] == "*" else after
            part = f"{part[: found.start()]} {part[after:]}"
            deep += 1
        if rows < 0 or columns > _MOST_COLUMNS:
            raise ValueError(r"\multirow{-" if rows < 0 else r"\multicolumn")
        text = plain_text(part)
        for _ in range(columns):
            left, above = self.below.pop(len(cells), (0, ""))
            own = text or above
            if rows > 1 or left > 1:
                self.below[len(cells)] = (rows - 1, own) if rows > 1 else (left - 1, above)
            cells.append(own)


def _error(content: Content, problem: str) -> UnreadableFileError:
    return UnreadableFileError(
        f"{printable(content.name)} {problem}",
        "a tabular or longtable of two rows or more, with cells of text",
        "save the table as CSV",
    )


def _tables(content: Content, text: str) -> Iterator[_Table]:
    """Yield each table.

    Raises
    ------
    UnreadableFileError
        If one stands in another, or does not end.
    """
    at, line, counted = 0, 1, 0
    while begin := _BEGIN.search(text, at):
        start = begin.end()
        for _ in range(2):  # a width, and what the columns are like
            option = _OPTION.match(text, start)
            start = option.end() if option else start
            start = _after_group(text, start)
        line += text.count("\n", counted, start)
        counted = start
        end = text.find(f"\\end{{{begin[1]}}}", start)
        inner = _BEGIN.search(text, start)
        if end < 0 or (inner and inner.start() < end):
            problem = "does not end" if end < 0 else "has another in a cell"
            raise _error(content, f"line {line} begins a table that {problem}")
        table = _Table()
        for row in _pieces(text[start:end], line):
            table.add(*row)
        yield table
        at = end


def _pieces(inside: str, line: int) -> Iterator[tuple[int, str]]:
    """Yield what stands before each end of a row outside of braces, with its line; rules are left out."""
    at, deep = 0, 0
    ends = [(len(inside), len(inside))]
    for mark in _ROW.finditer(inside):
        deep = max(0, deep + {"{": 1, "}": -1}.get(mark[0], 0))
        if mark["end"] and not deep:
            ends.append(mark.span())
    for end, then in sorted(ends):
        piece = _RULE.sub(lambda found: " " * len(found[0]), inside[at:end])
        lead = piece[: len(piece) - len(piece.lstrip())]
        yield line + lead.count("\n"), _BREAK.sub(" ", piece)
        line += inside.count("\n", at, then)
        at = then


def _after_group(text: str, at: int) -> int:
    """Return where a group in braces ends that begins here; the same place where none does."""
    start = at + len(text[at : at + 200]) - len(text[at : at + 200].lstrip())
    if text[start : start + 1] != "{":
        return at
    deep = 0
    for here in range(start, min(len(text), start + 2000)):
        deep += {"{": 1, "}": -1}.get(text[here], 0)
        if deep == 0:
            return here + 1
    return at


def _matches(content: Content, _: str, ending: str) -> bool:
    if ending not in ("", ".txt"):
        return False
    if has_ending(content, ".tex", ".ltx"):
        return True
    begun = _BEGINS.search(content.data[:_HEAD].decode("utf-8", "replace"))
    return begun is not None and content.data.find(f"\\end{{{begun[1]}}}".encode()) >= 0


LATEX = Format(read_latex, matches=_matches)
