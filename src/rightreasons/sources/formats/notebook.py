"""Notebooks of Jupyter: the table of most rows that stands in a cell or an output of one; nothing is run."""

from collections.abc import Iterator, Mapping
from typing import Any

from rightreasons.errors import InputError, UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import has_ending
from rightreasons.sources.formats.html_table import read_html
from rightreasons.sources.formats.json_lines import parsed_json
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.formats.markdown_table import read_markdown
from rightreasons.sources.formats.python_literals import read_python
from rightreasons.sources.raw import HIDDEN, Content, Format, Parsed

ADDS = {"format": {"notebook": "NOTEBOOK"}}
_MOST_PIECES = 2_000
_CUT = "..."
"""What stands in a cell of the row that takes the place of rows that are not shown."""


def read_notebook(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read the table of most rows: of HTML in an output, of Markdown, or a list in code.

    Raises
    ------
    UnreadableFileError
        If it is no notebook, or there is none that is shown whole.
    """
    document, problem = parsed_json("".join(text_blocks(content)))
    cells = document.get("cells") if isinstance(document, dict) else None
    found = [] if problem or not isinstance(cells, list) else list(_tables(content, cells))
    whole = [parsed for parsed in found if not _is_cut(parsed)]
    if not whole:
        raise UnreadableFileError(
            f"{printable(content.name)} holds no table that is shown whole",
            "a notebook with a table in an output, or a list in code",
            "save the data as CSV",
        )
    return max(whole, key=lambda parsed: parsed.frame.height)


def _tables(content: Content, cells: list[Any]) -> Iterator[Parsed]:
    readers = {"text/html": read_html, "markdown": read_markdown, "code": read_python}
    for kind, text in list(_pieces(cells))[:_MOST_PIECES]:
        try:
            yield readers[kind](Content(content.name, text.encode()))
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
    """Whether a table has a row of dots for those that are not shown."""
    rows = parsed.frame.drop(HIDDEN, strict=False).iter_rows()
    return any(row and all(cell == _CUT for cell in row) for row in rows)


NOTEBOOK = Format(
    read_notebook, matches=lambda content, _, ending: ending == "" and has_ending(content, ".ipynb")
)
