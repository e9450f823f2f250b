"""Tables of wikis and of light markup: MediaWiki, Jira, Org, Textile, AsciiDoc, reStructuredText."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import Row, outside_note, table_of_cells
from rightreasons.sources.formats.lines import lines
from rightreasons.sources.raw import Content, Format, Parsed

ADDS = {"format": {"wiki": "WIKI"}}
_HEAD = 64 * 2**10
_GRID = re.compile(r"\s*\+(?:[-=]{2,}\+)+\s*")
_ORG_RULE = re.compile(r"\s*\|[-+]{3,}\|?\s*")
_JIRA = re.compile(r"\s*\|\|.*\|\|.*")
_TEXTILE = re.compile(r"\s*\|_\..*\|\s*")
_CELL_STYLE = re.compile(r"^(?:[a-z-]{1,20}\s*=\s*(?:\"[^\"|]*\"|[\w#%]+)\s*)+\|(?!\|)")
_LINK = re.compile(r"\[\[(?:[^\[\]|]{0,200}\|)?([^\[\]|]{1,300})\]\]")
_QUOTES = re.compile(r"'{2,5}")
_STYLE = re.compile(r"<br ?/?>|</?(?:b|i|nowiki|small|code)>")
_MACRO = re.compile(r"\{(?:color|noformat|code)(?::[^{}]{0,30})?\}")
_ASCIIDOC = re.compile(r"\|={3,}\s*")
_COLUMNS = re.compile(r"^\[.{0,200}\bcols\s*=\s*\"?(?:(\d{1,3})\*|([^\"\]]{1,200}))")
_CELL_SPEC = re.compile(r"(?:\d{1,3}(?:\.\d{1,3})?[+*]|\.\d{1,3}\+)?(?:\.?[<^>]){0,2}[aehlmsdv]?\|(?<!^\|)")
_INNER_SPEC = re.compile(
    r"\s(?:(?:\d{1,3}(?:\.\d{1,3})?[+*]|\.\d{1,3}\+)[<^>.]{0,4}[aehlmsdv]?|[<^>.]{1,4}[aehlmsdv]?|[aehlmsdv])\|"
)
_TEXTILE_STYLE = re.compile(r"^(?:_[<>=^~]?|[<>=^~])\.\s")
_HAS_WORD = re.compile(r"\w")
_ENDS_CELL = re.compile(r"(?<![\\|])\|")
_LEAST, _OFTEN = 2, 0.9
_MARKS = (
    (re.compile(rb"^\{\|", re.MULTILINE), b"\n|}"),
    (re.compile(rb"^\|={3,}[ \t\r]*$", re.MULTILINE), b"\n|==="),
    (re.compile(rb"^\.\. list-table::", re.MULTILINE), b" * - "),
)
"""How a table begins, and what stands below its beginning."""
Lines = Sequence[tuple[int, str]]


class _Table(NamedTuple):
    """A table: its rows, its first and last line, and why it cannot be read."""

    rows: list[Row]
    first: int
    last: int
    problem: str = ""


def read_wiki(content: Content, *, headerless: bool = False) -> Parsed:
    """Read the longest table of a page.

    Parameters
    ----------
    content
        The page.
    headerless
        Whether the first row is none of names.

    Raises
    ------
    UnreadableFileError
        If there is none.
    """
    found = list(enumerate(lines(content), 1))
    tables = [table for way in _WAYS for table in way(found) if len(table.rows) >= _LEAST]
    if not tables:
        raise _error(content, "holds no table of a wiki")
    table = max(tables, key=lambda each: len(each.rows))
    if table.problem:
        raise _error(content, table.problem)
    notes = [f"the longest of {len(tables)} tables was read"] if len(tables) > 1 else []
    outside = sum(
        _HAS_WORD.search(line) is not None for _, line in (*found[: table.first - 1], *found[table.last :])
    )
    notes += outside_note(outside)
    return table_of_cells(content, table.rows, headerless=headerless, notes=tuple(notes))


def _error(content: Content, problem: str) -> UnreadableFileError:
    return UnreadableFileError(
        f"{printable(content.name)} {problem}", "a header and rows", "name another format, or save it as CSV"
    )


def _of_lines(rows: list[Row]) -> _Table:
    """Return a table of which each row is a line."""
    return _Table(rows, rows[0][0] or 1, rows[-1][0] or 1)


def _bars(found: Lines) -> Iterator[_Table]:
    """Yield tables whose rows are lines between bars, the header between two or marked.

    A line that is none, but stands among them, is a row of one cell, which is malformed.
    """
    rows: list[Row] = []
    between: list[Row] = []
    for number, line in found:
        text = line.strip()
        begins = bool(_JIRA.fullmatch(line) or _TEXTILE.fullmatch(line))
        if _ORG_RULE.fullmatch(line):
            continue
        if begins and between:
            yield _of_lines(rows)
            rows, between = [], []
        if (
            text.startswith("|")
            and text.endswith("|")
            and len(text) > 1
            and (rows or begins or _is_org(found, number))
        ):
            mark = "||" if text.startswith("||") else None
            inside = text.strip("|") if mark else text[1:-1]
            cells = inside.split("||") if mark else _ENDS_CELL.split(inside)
            plain = [_plain(_TEXTILE_STYLE.sub("", cell.strip()), quotes=False) for cell in cells]
            rows += [*between, (number, plain)]
            between = []
        elif rows and text.startswith("|"):
            rows += [*between, (number, [text])]
            between = []
        elif rows and text:
            between.append((number, [text]))
        elif rows:
            yield _of_lines(rows)
            rows, between = [], []
    if rows:
        yield _of_lines(rows)


def _is_org(found: Lines, number: int) -> bool:
    """Whether a rule of Org stands below a line, or above."""
    return any(
        _ORG_RULE.fullmatch(line) and "+" in line for _, line in found[max(0, number - 2) : number + 1]
    )


def _mediawiki(found: Lines) -> Iterator[_Table]:
    """Yield tables between ``{|`` and ``|}``, their rows parted by ``|-``; one in a cell is a problem."""
    rows: list[Row] = []
    first, deep, problem, number = 0, 0, "", 0
    for number, line in found:
        text = line.strip()
        deep += text.startswith("{|")
        if text.startswith("{|") and deep == 1:
            rows, first, problem = [(number, [])], number, ""
        elif deep > 1:
            problem = problem or f"line {number} begins a table in a cell of another"
            deep -= text.startswith("|}")
        elif not deep:
            continue
        elif text.startswith("|}"):
            yield _Table(_filled_cells(rows), first, number, problem)
            deep = 0
        elif text.startswith("|-"):
            rows.append((number + 1, []))
        elif text[:1] in ("|", "!") and not text.startswith("|+"):
            parts = re.split(r"\|\||!!" if text[0] == "!" else r"\|\|", text[1:])
            rows[-1][1].extend(_CELL_STYLE.sub("", part.strip()) for part in parts)
        elif rows[-1][1] and text:
            rows[-1][1][-1] += f"\n{text}"
        elif text and len(rows) > 1:
            rows[-1][1].append(text)  # which makes one cell too many
    if deep:
        yield _Table(_filled_cells(rows), first, number, f"line {first} begins a table that does not end")


def _filled_cells(rows: list[Row]) -> list[Row]:
    return [(at, [_plain(cell) for cell in cells]) for at, cells in rows if cells]


def _asciidoc(found: Lines) -> Iterator[_Table]:
    """Yield tables between lines ``|===``; of cells on own lines as many make a row as stand first."""
    inside: list[tuple[int, list[str]]] = []
    first, width, stated, problem, number = 0, 0, 0, "", 0
    for number, line in found:
        text = line.strip()
        if columns := _COLUMNS.search(line):
            stated = int(columns[1]) if columns[1] else columns[2].count(",") + 1
        elif _ASCIIDOC.fullmatch(line) and first:
            yield _Table(_as_rows(inside, width), first, number, problem)
            first, stated = 0, 0
        elif _ASCIIDOC.fullmatch(line):
            first, width, inside, problem = number, stated, [], ""
        elif first and (_CELL_SPEC.match(text) or _INNER_SPEC.search(text)):
            problem = problem or f"line {number} has a cell of its own style or size"
        elif first and text.startswith("|"):
            inside.append((number, [cell.strip() for cell in _ENDS_CELL.split(text[1:])]))
            width = width or (len(inside[0][1]) if len(inside[0][1]) > 1 else 0)
        elif first and not text:
            width = width or len(inside)
            inside.append((number, []))
        elif first and inside and inside[-1][1]:
            inside[-1][1][-1] += f"\n{text}"
        elif first:
            inside.append((number, [text]))
    if first:
        yield _Table(_as_rows(inside, width), first, number, f"line {first} begins a table that does not end")


def _as_rows(found: list[tuple[int, list[str]]], width: int) -> list[Row]:
    """Return rows: a line with all cells, or lines of one each; others have too few cells, or too many."""
    rows: list[Row] = []
    is_open = False
    for number, cells in found:
        if is_open and len(cells) == 1:
            rows[-1][1].extend(cells)
        elif cells:
            rows.append((number, [*cells]))
        is_open = bool(cells) and (is_open or len(cells) == 1) and len(rows[-1][1]) < max(width, 1)
    return rows


def _grid(found: Lines) -> Iterator[_Table]:
    """Yield tables drawn by ``+---+`` and ``|``; a row is what stands between rules, on one line or several.

    Where the only rules stand at the top, below the header and at the bottom, every line is a row.
    """
    bands: list[list[tuple[int, str]]] = []
    cuts: list[int] = []
    first, is_marked, number = 0, False, 0
    for number, line in found:
        if _GRID.fullmatch(line):
            own = [at for at, mark in enumerate(line.rstrip()) if mark == "+"]
            if bands and own != cuts:
                yield _drawn(bands, cuts, first, number - 1, is_marked=is_marked)
                bands = []
            first, is_marked = (first, is_marked) if bands else (number, False)
            is_marked = is_marked or "=" in line
            cuts = own
            bands.append([])
        elif bands and (bands[-1] or line.lstrip().startswith("|")):
            bands[-1].append((number, line))  # one without a bar is malformed: nothing has closed the table
        elif bands:
            yield _drawn(bands, cuts, first, number - 1, is_marked=is_marked)
            bands = []
    if bands:
        yield _drawn(bands, cuts, first, number, is_marked=is_marked)


def _drawn(
    bands: list[list[tuple[int, str]]], cuts: list[int], first: int, last: int, *, is_marked: bool
) -> _Table:
    """Return the rows between rules; one has too many cells, or too few, where a line of it does.

    Where no rule below the header is marked by ``=``, lines that are all filled may be rows, or one row.
    """
    filled = [[each for each in band if each[1].strip()] for band in bands]
    filled = [band for band in filled if band]
    if len(filled) == _LEAST and len(filled[0]) == 1 and not is_marked:
        filled = [[each] for band in filled for each in band]
    rows: list[Row] = []
    problem = ""
    for band in filled:
        cells = [_cells(line, cuts) for _, line in band]
        odd = next((each for each in cells if len(each) != len(cuts) - 1), None)
        joined = [" ".join(filter(None, parts)) for parts in zip(*cells, strict=True)] if odd is None else odd
        rows.append((band[0][0], joined))
        if odd is None and not is_marked and any(map(all, cells[1:])):
            problem = (
                problem or f"line {band[0][0]} begins rows with no rule between, or one on several lines"
            )
    return _Table([row for row in rows if any(row[1])], first, last, problem)


def _cells(line: str, cuts: list[int]) -> list[str]:
    """Return the cells between bars: below those of the rule or, of wide characters, wherever they stand."""
    if not line.lstrip().startswith("|"):
        return [line.strip()]
    if all(line[cut : cut + 1] == "|" for cut in cuts) and not line[cuts[-1] + 1 :].strip():
        return [line[start + 1 : end].strip() for start, end in pairwise(cuts)]
    inside = line.strip()
    return [cell.strip() for cell in inside[1:-1].split("|")] if inside.endswith("|") else [inside]


def _list_table(found: Lines) -> Iterator[_Table]:
    """Yield tables written as lists of lists (``.. list-table::``)."""
    rows: list[Row] | None = None
    first, number = 0, 0
    for number, line in found:
        text = f"{line.strip()} "
        if text.startswith(".. list-table::"):
            rows, first = [], number
        elif rows is not None and text.startswith("* - "):
            rows.append((number, [text[4:].strip()]))
        elif rows and text.startswith("- "):
            rows[-1][1].append(text[2:].strip())
        elif rows and text.strip() and line[:1].isspace():
            rows[-1][1][-1] = f"{rows[-1][1][-1]} {text}".strip()
        elif rows and text.strip():
            yield _Table(rows, first, number - 1)
            rows = None
    if rows:
        yield _Table(rows, first, number)


def _plain(cell: str, *, quotes: bool = True) -> str:
    """Return a cell without links and styles, among which quotation marks in a row may be."""
    text = _LINK.sub(r"\1", _MACRO.sub("", cell))
    text = _QUOTES.sub("", text) if quotes else text
    return _STYLE.sub(lambda found: " " if found[0].startswith("<br") else "", text).strip()


_WAYS: tuple[Callable[[Lines], Iterator[_Table]], ...] = (_bars, _mediawiki, _asciidoc, _list_table, _grid)


def _matches(content: Content, _: str, ending: str) -> bool:
    """Whether nearly all lines are rows between bars, or a table begins and ends as its markup has it."""
    if ending not in ("", ".txt"):
        return False
    head = list(enumerate(content.data[:_HEAD].decode("utf-8", "replace").splitlines(), 1))
    for begins, ends in _MARKS:
        begun = begins.search(content.data[:_HEAD])
        if begun and content.data.rfind(ends) > begun.end():
            return True
    bars = [len(table.rows) for table in _bars(head)]
    filled = sum(bool(line.strip()) and not _ORG_RULE.fullmatch(line) for _, line in head)
    if bars and (max(bars) > _LEAST or sum(bars) >= _OFTEN * filled):
        return True
    rules = sum(bool(_GRID.fullmatch(line)) for _, line in head)
    return rules > _LEAST and any(len(table.rows) >= _LEAST for table in _grid(head))


WIKI = Format(read_wiki, matches=_matches)
