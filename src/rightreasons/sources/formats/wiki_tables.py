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
_LEAST = 2
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
    """Yield tables whose rows are lines between bars, the header between two or marked."""
    rows: list[Row] = []
    for number, line in found:
        text = line.strip()
        begins = bool(_JIRA.fullmatch(line) or _TEXTILE.fullmatch(line))
        if _ORG_RULE.fullmatch(line):
            continue
        if (
            text.startswith("|")
            and text.endswith("|")
            and len(text) > 1
            and (rows or begins or _is_org(found, number))
        ):
            mark = "||" if text.startswith("||") else None
            inside = text.strip("|") if mark else text[1:-1]
            cells = inside.split("||") if mark else _ENDS_CELL.split(inside)
            rows.append((number, [_plain(re.sub(r"^_?[<>=^~]?\.\s", "", cell.strip())) for cell in cells]))
        elif rows:
            yield rows
            rows = []
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
    """Yield tables drawn by ``+---+`` and ``|`` whose cells may go over several lines."""
    rows: list[Row] = []
    cuts: list[int] = []
    for number, line in found:
        if _GRID.fullmatch(line):
            own = [at for at, mark in enumerate(line.rstrip()) if mark == "+"]
            if rows and own != cuts:
                yield _filled(rows)
                rows = []
            cuts = own
            rows.append((number + 1, [""] * (len(cuts) - 1)))
        elif rows and line.lstrip().startswith("|"):
            inside = [line[start + 1 : end].strip() for start, end in pairwise(cuts)]
            if any(line[cut : cut + 1] != "|" for cut in cuts):  # wide characters: by the bars themselves
                inside = [cell.strip() for cell in line.strip()[1:-1].split("|")]
            cells = rows[-1][1]
            for at, text in enumerate(inside[: len(cells)]):
                cells[at] = f"{cells[at]} {text}".strip()
        elif rows:
            yield _filled(rows)
            rows = []
    if rows:
        yield _filled(rows)


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
    if ending not in ("", ".txt"):
        return False
    head = content.data[:_HEAD].decode("utf-8", "replace").split("\n")
    bars = any(
        _JIRA.fullmatch(line) or _TEXTILE.fullmatch(line) or (_ORG_RULE.fullmatch(line) and "+" in line)
        for line in head
    )
    starts = any(line.startswith(("{|", ".. list-table::", "|===")) for line in head)
    return bars or starts or sum(bool(_GRID.fullmatch(line)) for line in head) > _LEAST


WIKI = Format(read_wiki, matches=_matches)
