r"""LaTeX: the longest table of a paper, cells between ``&``, rows before ``\\``; nothing is run."""

import re
from collections.abc import Iterator

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
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_ROW = re.compile(r"\\\\\*?(?:[ \t]*\[[^\]\n]{0,30}\])?|\\tabularnewline\b")
_CELL = re.compile(r"(?<!\\)&")
_RULE = re.compile(
    r"\\(?:[a-z]*hline|(?:top|mid|bottom)rule|addlinespace|end(?:head|firsthead|foot|lastfoot)|cmidrule|cline|"
    r"specialrule|rowcolor|noalign|centering|small|footnotesize|scriptsize|tiny|normalsize|pagebreak|nopagebreak)\b"
    r"(?:\([lr]{0,2}\))?(?:\[[^\]\n]{0,40}\])?(?:\{[^{}\n]{0,40}\}){0,3}"
)
_SPAN = re.compile(r"\\multi(row|column)\s*(?:\[[^\]]{0,20}\])?\s*\{\s*(-?\d{1,2})\s*\}")
_OPTION = re.compile(r"\s*\[[^\]]{0,200}\]")
_HEAD = 256 * 2**10
_DEEPEST = 20


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
    text = _COMMENT.sub("", "".join(text_blocks(content)))
    tables = [rows for rows in _tables(text) if len(rows) > 1]
    if not tables:
        raise UnreadableFileError(
            f"{printable(content.name)} holds no LaTeX table",
            "a tabular or longtable of two rows or more",
            "save the table as CSV",
        )
    table = max(tables, key=len)
    first = table[0][1]
    rows = table if headerless else [table[0], *(row for row in table[1:] if row[1] != first)]
    notes = (f"the longest of {len(tables)} tables was read",) if len(tables) > 1 else ()
    return table_of_cells(content, rows, headerless=headerless, notes=notes)


def _tables(text: str) -> Iterator[list[Row]]:
    """Yield the rows of each table that have two cells at least."""
    at, line, counted = 0, 1, 0
    while begin := _BEGIN.search(text, at):
        start = begin.end()
        for _ in range(2):  # a width, and what the columns are like
            option = _OPTION.match(text, start)
            start = option.end() if option else start
            start = _after_group(text, start)
        end = text.find(f"\\end{{{begin[1]}}}", start)
        end = len(text) if end < 0 else end
        line += text.count("\n", counted, start)
        counted = start
        yield list(_rows(text[start:end], line))
        at = end


def _rows(inside: str, line: int) -> Iterator[Row]:
    at = 0
    for ends, then in (*(each.span() for each in _ROW.finditer(inside)), (len(inside), len(inside))):
        piece = _RULE.sub(lambda found: " " * len(found[0]), inside[at:ends])
        lead = piece[: len(piece) - len(piece.lstrip())]
        begun = line + lead.count("\n")
        line += inside.count("\n", at, then)
        at = then
        cells = [cell for part in _CELL.split(piece) for cell in _spanned(part)]
        if len(cells) > 1 and any(cells):
            yield begun, cells


def _spanned(part: str) -> list[str]:
    """Return a cell as often as it has columns."""
    times, deep = 1, 0
    while (found := _SPAN.search(part)) and deep < _DEEPEST:
        times *= max(1, int(found[2])) if found[1] == "column" else 1
        after = _after_group(part, found.end())
        after = after + 1 if part[after : after + 1] == "*" else after
        part = f"{part[: found.start()]} {part[after:]}"
        deep += 1
    return [plain_text(part)] * times


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
