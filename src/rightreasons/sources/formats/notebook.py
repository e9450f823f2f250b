"""Notebooks of Jupyter: the table of most rows that stands in a cell or an output of one; nothing is run."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rightreasons.errors import InputError, UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import has_ending
from rightreasons.sources.formats.html_table import read_html
from rightreasons.sources.formats.json_lines import parsed_json
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.formats.markdown_table import read_markdown
from rightreasons.sources.formats.python_literals import UnreadRowsError, read_python
from rightreasons.sources.raw import HIDDEN, Content, Format, Parsed

ADDS = {"format": {"notebook": "NOTEBOOK"}}
_CUT = "..."
"""What stands in a cell of the row that takes the place of rows that are not shown."""
_DEFAULT_WIDTH = 50
"""Characters to which pandas cuts a text."""


def read_notebook(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read the table of most rows: of HTML in an output, of Markdown, or a list in code.

    Raises
    ------
    UnreadableFileError
        If it is no notebook, or there is none that is shown whole.
    """
    document, problem = parsed_json("".join(text_blocks(content)))
    cells = document.get("cells") if isinstance(document, dict) else None
    found, unread = [], Counter[int]()
    if not problem and isinstance(cells, list):
        found = list(_tables(content, cells, unread))
    whole = [parsed for parsed in found if not _is_cut(parsed)]
    if not whole:
        raise UnreadableFileError(
            f"{printable(content.name)} holds no table that is shown whole",
            "a notebook with a table in an output, or a list in code",
            "save the data as CSV",
        )
    longest = max(whole, key=lambda parsed: parsed.frame.height)
    notes = [f"the longest of {len(whole)} tables was read"] if len(whole) > 1 else []
    notes += [f"tables that are shown cut: {len(found) - len(whole):,}"] if len(found) > len(whole) else []
    notes += [f"cells of code with rows that are not read: {unread[0]:,}"] if unread else []
    return replace(longest, notes=(*longest.notes, *notes))


def _tables(content: Content, cells: list[Any], unread: Counter[int]) -> Iterator[Parsed]:
    """Yield the tables; count cells of code whose rows are not read."""
    readers = {"text/html": read_html, "markdown": read_markdown, "code": read_python}
    for kind, text in _pieces(cells):
        try:
            yield readers[kind](Content(content.name, text.encode()))
        except UnreadRowsError:
            unread[0] += 1
        except InputError:
            continue


def _pieces(cells: list[Any]) -> Iterator[tuple[str, str]]:
    """Yield texts in which a table may stand, and of what kind each is."""
    for cell in cells:
        if not isinstance(cell, Mapping):
            continue
        if cell.get("cell_type") in ("markdown", "code"):
            yield cell["cell_type"], _text(cell.get("source"))
        outputs = cell.get("outputs")
        for output in outputs if isinstance(outputs, list) else ():
            data = output.get("data") if isinstance(output, Mapping) else None
            if isinstance(data, Mapping) and "text/html" in data:
                yield "text/html", _text(data["text/html"])


def _text(source: Any) -> str:
    lines = source if isinstance(source, list) else [source]
    return "".join(line for line in lines if isinstance(line, str))


def _is_cut(parsed: Parsed) -> bool:
    """Whether a table has a row or a column of dots for those that are not shown, or texts that end in them.

    Texts are cut to one length, so a column has several as long as its longest, or one as long as by default.
    """
    frame = parsed.frame.drop(HIDDEN, strict=False)
    if _CUT in frame.columns or any(row and all(cell == _CUT for cell in row) for row in frame.iter_rows()):
        return True
    lengths = [
        len(cell) for column in frame for cell in column if isinstance(cell, str) and cell.endswith(_CUT)
    ]
    most = max(lengths, default=0)
    return most == _DEFAULT_WIDTH or (most > len(_CUT) and lengths.count(most) > 1)


NOTEBOOK = Format(
    read_notebook, matches=lambda content, _, ending: ending == "" and has_ending(content, ".ipynb")
)
