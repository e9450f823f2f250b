"""Tables of wikis and of light markup: MediaWiki, Jira, Org, Textile, AsciiDoc, reStructuredText."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import Row, table_of_cells
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
_STYLE = re.compile(r"'{2,5}|<br ?/?>|</?(?:b|i|nowiki|small|code)>")
_MACRO = re.compile(r"\{(?:color|noformat|code)(?::[^{}]{0,30})?\}")
_ASCIIDOC = re.compile(r"\|={3,}\s*")
_ENDS_CELL = re.compile(r"(?<![\\|])\|")
_LEAST, _OFTEN = 2, 0.9
_MARKS = (
    (re.compile(rb"^\{\|", re.MULTILINE), b"\n|}"),
    (re.compile(rb"^\|={3,}[ \t\r]*$", re.MULTILINE), b"\n|==="),
    (re.compile(rb"^\.\. list-table::", re.MULTILINE), b" * - "),
)
"""How a table begins, and what stands below its beginning."""
Lines = Sequence[tuple[int, str]]


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
    tables = [rows for way in _WAYS for rows in way(found) if len(rows) >= _LEAST]
    if not tables:
        raise UnreadableFileError(
            f"{printable(content.name)} holds no table of a wiki", "a header and rows", "name another format"
        )
    table = max(tables, key=len)
    notes = (f"the longest of {len(tables)} tables was read",) if len(tables) > 1 else ()
    return table_of_cells(content, table, headerless=headerless, notes=notes)


def _bars(found: Lines) -> Iterator[list[Row]]:
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
            yield rows
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
            plain = [_plain(re.sub(r"^_?[<>=^~]?\.\s", "", cell.strip())) for cell in cells]
            rows += [*between, (number, plain)]
            between = []
        elif rows and text.startswith("|"):
            rows += [*between, (number, [text])]
            between = []
        elif rows and text:
            between.append((number, [text]))
        elif rows:
            yield rows
            rows, between = [], []
    if rows:
        yield rows


def _is_org(found: Lines, number: int) -> bool:
    """Whether a rule of Org stands below a line, or above."""
    return any(
        _ORG_RULE.fullmatch(line) and "+" in line for _, line in found[max(0, number - 2) : number + 1]
    )


def _mediawiki(found: Lines) -> Iterator[list[Row]]:
    """Yield tables between ``{|`` and ``|}``, their rows parted by ``|-``."""
    rows: list[Row] | None = None
    for number, line in found:
        text = line.strip()
        if text.startswith("{|"):
            rows = [(number, [])]
        elif rows is None:
            continue
        elif text.startswith("|}"):
            yield [(at, [_plain(cell) for cell in cells]) for at, cells in rows if cells]
            rows = None
        elif text.startswith("|-"):
            rows.append((number + 1, []))
        elif text[:1] in ("|", "!") and not text.startswith("|+"):
            parts = re.split(r"\|\||!!" if text[0] == "!" else r"\|\|", text[1:])
            rows[-1][1].extend(_CELL_STYLE.sub("", part.strip()) for part in parts)
        elif rows[-1][1] and text:
            rows[-1][1][-1] += f"\n{text}"


def _asciidoc(found: Lines) -> Iterator[list[Row]]:
    """Yield tables between lines ``|===``; of cells on own lines as many make a row as stand first."""
    inside: list[tuple[int, list[str]]] | None = None
    parted: list[int] = []
    for number, line in found:
        if _ASCIIDOC.fullmatch(line):
            if inside:
                yield _as_rows(inside, parted)
            inside, parted = ([], []) if inside is None else (None, [])
        elif inside is not None and line.lstrip().startswith("|"):
            inside.append((number, [cell.strip() for cell in _ENDS_CELL.split(line.strip()[1:])]))
        elif inside is not None and not line.strip():
            parted.append(len(inside))
        elif inside:
            inside[-1][1][-1] += f"\n{line.strip()}"


def _as_rows(found: list[tuple[int, list[str]]], parted: list[int]) -> list[Row]:
    width = len(found[0][1])
    width = width if width > 1 else next((at for at in parted if at), 1)
    every = [(number, cell) for number, cells in found for cell in cells]
    return [
        (every[at][0], [cell for _, cell in every[at : at + width]]) for at in range(0, len(every), width)
    ]


def _grid(found: Lines) -> Iterator[list[Row]]:
    """Yield tables drawn by ``+---+`` and ``|``; a row is what stands between rules, on one line or several.

    Where the only rules stand at the top, below the header and at the bottom, every line is a row.
    """
    bands: list[list[tuple[int, str]]] = []
    cuts: list[int] = []
    for number, line in found:
        if _GRID.fullmatch(line):
            own = [at for at, mark in enumerate(line.rstrip()) if mark == "+"]
            if bands and own != cuts:
                yield _drawn(bands, cuts)
                bands = []
            cuts = own
            bands.append([])
        elif bands and (bands[-1] or line.lstrip().startswith("|")):
            bands[-1].append((number, line))  # one without a bar is malformed: nothing has closed the table
        elif bands:
            yield _drawn(bands, cuts)
            bands = []
    if bands:
        yield _drawn(bands, cuts)


def _drawn(bands: list[list[tuple[int, str]]], cuts: list[int]) -> list[Row]:
    """Return the rows between rules; one has too many cells, or too few, where a line of it does."""
    filled = [[each for each in band if each[1].strip()] for band in bands]
    filled = [band for band in filled if band]
    if len(filled) == _LEAST and len(filled[0]) == 1:
        filled = [[each] for band in filled for each in band]
    rows: list[Row] = []
    for band in filled:
        cells = [_cells(line, cuts) for _, line in band]
        odd = next((each for each in cells if len(each) != len(cuts) - 1), None)
        joined = [" ".join(filter(None, parts)) for parts in zip(*cells, strict=True)] if odd is None else odd
        rows.append((band[0][0], joined))
    return _filled(rows)


def _cells(line: str, cuts: list[int]) -> list[str]:
    """Return the cells between bars: below those of the rule or, of wide characters, wherever they stand."""
    if not line.lstrip().startswith("|"):
        return [line.strip()]
    if all(line[cut : cut + 1] == "|" for cut in cuts) and not line[cuts[-1] + 1 :].strip():
        return [line[start + 1 : end].strip() for start, end in pairwise(cuts)]
    return [cell.strip() for cell in line.strip()[1:-1].split("|")]


def _filled(rows: list[Row]) -> list[Row]:
    return [row for row in rows if any(row[1])]


def _list_table(found: Lines) -> Iterator[list[Row]]:
    """Yield tables written as lists of lists (``.. list-table::``)."""
    rows: list[Row] | None = None
    for number, line in found:
        text = line.strip()
        if text.startswith(".. list-table::"):
            rows = []
        elif rows is not None and text.startswith("* - "):
            rows.append((number, [text[4:]]))
        elif rows and text.startswith("- "):
            rows[-1][1].append(text[2:])
        elif rows and text and line[:1].isspace():
            rows[-1][1][-1] += f" {text}"
        elif rows and text:
            yield rows
            rows = None
    if rows:
        yield rows


def _plain(cell: str) -> str:
    """Return a cell without links and styles."""
    text = _LINK.sub(r"\1", _MACRO.sub("", cell))
    return _STYLE.sub(lambda found: " " if found[0].startswith("<br") else "", text).strip()


_WAYS: tuple[Callable[[Lines], Iterator[list[Row]]], ...] = (_bars, _mediawiki, _asciidoc, _list_table, _grid)


def _matches(content: Content, _: str, ending: str) -> bool:
    """Whether nearly all lines are rows between bars, or a table begins and ends as its markup has it."""
    if ending not in ("", ".txt"):
        return False
    head = list(enumerate(content.data[:_HEAD].decode("utf-8", "replace").splitlines(), 1))
    for begins, ends in _MARKS:
        begun = begins.search(content.data[:_HEAD])
        if begun and content.data.rfind(ends) > begun.end():
            return True
    bars = [len(rows) for rows in _bars(head)]
    filled = sum(bool(line.strip()) and not _ORG_RULE.fullmatch(line) for _, line in head)
    if bars and (max(bars) > _LEAST or sum(bars) >= _OFTEN * filled):
        return True
    rules = sum(bool(_GRID.fullmatch(line)) for _, line in head)
    return rules > _LEAST and any(len(rows) >= _LEAST for rows in _grid(head))


WIKI = Format(read_wiki, matches=_matches)
