"""A table of lines is read as one, whatever single cells of it look like."""

import json

import pytest

from rightreasons.sources.opening.plain_tables import is_plain_table
from rightreasons.sources.opening.sniffing import format_of
from rightreasons.sources.raw import Content

CELLS = (
    '{"a": 1}',
    '<a href="x" class="y">here</a>',
    'x="1" y="2"',
    "INSERT INTO users VALUES (1)",
    r"\begin{tabular}{ll} a & b \\ \end{tabular}",
    "{| class",
    "|=== x",
    "@relation between",
    "1.a = it",
    "('it', 'is')",
    "q: d",
)
ROWS = 20


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("place", [0, ROWS // 2])
@pytest.mark.parametrize("name", ["x.txt", "x", "x.log", "x.py", "x.tex"])
def test_rows_with_tabs_are_a_table_whatever_a_cell_begins_with(cell: str, place: int, name: str) -> None:
    rows = [[f"a dog runs {n}", f"it moves {n}", "neutral"] for n in range(ROWS)]
    rows[place][2 if cell.startswith('{"') else 0] = cell  # a line that begins as JSON is one
    content = Content(name, "".join("\t".join(row) + "\n" for row in rows).encode())
    assert format_of(content) == "tsv"


@pytest.mark.parametrize("cell", CELLS)
def test_rows_below_names_are_a_table_whatever_a_cell_holds(cell: str) -> None:
    rows = [f'{n},"a dog\n{cell.replace(chr(34), chr(34) * 2)}\nruns",it moves,neutral' for n in range(ROWS)]
    content = Content("x.txt", "\n".join(["id,premise,hypothesis,label", *rows]).encode())
    assert format_of(content) == "csv"


@pytest.mark.parametrize("name", ["x.js", "x.py", "x.tex", "x.log"])
def test_lines_of_json_are_rows_whatever_the_file_is_called(name: str) -> None:
    content = Content(name, "".join(json.dumps({"premise": f"p {n}"}) + "\n" for n in range(3)).encode())
    assert is_plain_table(content)
    assert format_of(content).startswith("json")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "one line\twith a tab",
        "INSERT INTO t VALUES (1, 'a', 'b');\nINSERT INTO t VALUES (2, 'c', 'd');\n",
        "pairs = [\n('a', 'b', 'c'),\n('d', 'e', 'f'),\n]\n",
        'premise="a" hypothesis="b"\npremise="c" hypothesis="d"\n',
    ],
)
def test_other_texts_are_none(text: str) -> None:
    assert not is_plain_table(Content("x.txt", text.encode()))
