"""Data in source files: literals are taken as they stand, and nothing of a file is run."""
# ruff: noqa: E501 - files as they are written, a line each

import json
import time
from contextlib import suppress
from pathlib import Path

import pytest

from rightreasons.errors import InputError
from rightreasons.sources.formats.code_literals import read_code
from rightreasons.sources.formats.json_document import read_json
from rightreasons.sources.formats.notebook import read_notebook
from rightreasons.sources.formats.python_literals import read_python
from rightreasons.sources.opening.sniffing import format_of
from rightreasons.sources.raw import HIDDEN, Content, Parsed


def content(text: str, name: str) -> Content:
    return Content(name, text.encode())


def records(parsed: Parsed) -> list[dict[str, object]]:
    return parsed.frame.drop(HIDDEN).to_dicts()


PAIRS = [{"premise": "A dog runs.", "label": "e"}, {"premise": "It's.", "label": "n"}]


@pytest.mark.parametrize(
    "text",
    [
        'X = [{"premise": "A dog " "runs.", "label": "e"}, {"premise": "It\'s.", "label": "n"}]',
        'E = "e"\nX: list = [dict(premise="A dog runs.", label=E)]\nX += [dict(premise="It\'s.", label="n")]',
        "from x import P\nX = [P(premise='A dog ' + 'runs.', label=L.e), P(premise=\"It's.\", label=L.n)]",
        "@dataclass\nclass P:\n    premise: str\n    label: str\nX = (P('A dog runs.', 'e'), P(\"It's.\", 'n'))",
        "P = namedtuple('P', 'premise label')\nX = [P('A dog runs.', 'e')]\nX.append(P(\"It's.\", 'n'))",
        '@p.parametrize("premise, label", [("A dog runs.", "e"), ("It\'s.", "n")])\ndef test(premise, label):\n  pass',
        "def load():\n    return [{'premise': 'A dog runs.', 'label': 'e'}, {'premise': \"It's.\", 'label': 'n'}]",
        "{'premise': 'A dog runs.', 'label': 'e'}\n{'premise': \"It's.\", 'label': 'n'}\n",
    ],
)
def test_python_lists_of_literals_are_rows(text: str) -> None:
    assert records(read_python(content(text, "x.py"))) == PAIRS


def test_a_list_under_a_name_in_the_first_line_of_a_module_is_python() -> None:
    for text in (
        "X = [dict(premise='A', label='e'), dict(premise='B', label='n')]",
        "X = [('A', 'e'), ('B', 'n')]\nprint(X)",
        "X = [{'premise': 'A' 'B', 'label': 'e'},\n {'premise': 'B', 'label': 'n'}]",
    ):
        assert format_of(content(text, "x.py")) == "python"
        assert len(records(read_python(content(text, "x.py")))) == 2
    assert format_of(content("X = [{'a': 1}, {'a': 2}]", "x")) == "json"


def test_nothing_of_a_module_is_run(tmp_path: Path) -> None:
    made = tmp_path / "made"
    text = f"open({str(made)!r}, 'w')\nX = [{{'a': open({str(made)!r}, 'w')}}, {{'a': 1}}]\n"
    with pytest.raises(InputError, match="line 2 has rows that would have to be computed"):
        read_python(content(text, "x.py"))
    assert not made.exists()


ROWS = "X = [('a', 'b'), ('c', 'd')]\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Y = [('a', 'b'), (f(1), 'd')]\n", 2),
        ("Y = [dict(p=x) for x in [('a', 'b'), ('c', 'd')]]\n", 2),
        ("if x:\n    Y = [('e', 'f'), ('g', 'h')]\n", 3),
        ("X.append(f('e'))\n", 2),
        ("X += f()\n", 2),
        ("X.pop()\n", 2),
        ("X[0] = ('e', 'f')\n", 2),
        ("for each in Y:\n    X.append(each)\n", 3),
        ("X = [('e', 'f'), ('g', 'h')]\n", 2),
        ("def f():\n    Y = [('e', 'f'), ('g', 'h')]\n    return Y\n", 3),
        ("Y = X.pop()\n", 2),
        ("[X.append(each) for each in Y]\n", 2),
        ("Z = [('e', 'f')]\nZ.append(('g', 'h'))\nZ = [('i', 'j')]\n", 4),
        ("class Y:\n    Z = [('e', 'f'), ('g', 'h')]\n", 3),
        ("X = x +\n", 2),
    ],
)
def test_rows_of_python_that_are_not_read_are_refused_with_their_line(text: str, line: int) -> None:
    with pytest.raises(InputError, match=f"line {line} "):
        read_python(content(ROWS + text, "x.py"))


@pytest.mark.parametrize("value", ["0x" + "f" * 5_000, r"'\ud800'", "b'x'", "f('x')", "'x'.upper()"])
def test_values_that_are_none_of_data_are_refused(value: str) -> None:
    with pytest.raises(InputError, match="line 1 "):
        read_python(content(f"X = [({value}, 1), (1, 2)]", "x.py"))
    with pytest.raises(InputError, match="line 1 "):
        read_python(content(f"X = [{{{value}: 1}}, {{'y': 2}}]", "x.py"))


def test_a_field_that_is_not_given_has_its_default() -> None:
    text = "class P:\n    premise: str\n    label: str = 'e'\nX = [P('A dog runs.'), P(\"It's.\", 'n')]"
    assert records(read_python(content(text, "x.py"))) == PAIRS


@pytest.mark.parametrize("first", ["[1, 2]", "'x' * 2", "'" + "x" * 900 + "'"])
def test_names_that_double_each_other_do_not_grow(first: str) -> None:
    text = f"a0 = {first}\n" + "".join(f"a{n + 1} = a{n} + a{n}\nb{n} = [a{n}, a{n}]\n" for n in range(60))
    with pytest.raises(InputError):
        read_python(content(text, "x.py"))


@pytest.mark.parametrize("text", ["X = [", "X = " + "[" * 300, "x = 1", "-" * 50_000 + "1"])
def test_python_without_rows_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_python(content(text, "x.py"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "x.js",
            "// made\nconst X = [\n  {premise: 'A dog runs.', label: \"e\",},\n  {premise: `It's.`, label: 'n'}];",
        ),
        (
            "x.ts",
            "export const X: Pair[] = [{premise: 'A dog ' + 'runs.', label: L.e}, {premise: \"It's.\", label: 'n'}];",
        ),
        (
            "x.js",
            "load([{'premise': 'A dog runs.', /* c */ 'label': 'e'}, {'premise': 'It\\'s.', 'label': 'n'}])",
        ),
        ("x.json5", "[{premise: 'A dog runs.', label: 'e'}, {premise: 'It\\u0027s.', label: 'n'},]"),
    ],
)
def test_lists_in_other_languages_are_rows(name: str, text: str) -> None:
    assert format_of(content(text, name)) == "code"
    found = [
        {key.lower(): value for key, value in row.items()} for row in records(read_code(content(text, name)))
    ]
    assert found == PAIRS


@pytest.mark.parametrize("text", ["let x = 1;", "const X = [f(1), () => 2];", "[" * 200, "X = [{a: 1}, {a: "])
def test_source_without_rows_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_code(content(text, "x.js"))


LIST = "[{p: 'a', h: 'b'}, {p: 'c', h: 'd'}]"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"const X = {LIST}.map(f);", 1),
        (f"const X = {LIST}\n  .filter(f);", 2),
        (f"const X = c ? {LIST} : {LIST};", 1),
        (f"const X = {LIST};\nX.push({{p: 'e', h: 'f'}});", 2),
        (f"const X = {LIST};\nX[0].p = 'e';", 2),
        (f"X = {LIST};\nX = {LIST};", 2),
        (f"const X = {LIST};\nconst Y = [{{p: 'e', h: f(1)}}, {{p: 'g', h: 'h'}}];", 2),
        (f"const X = {LIST};\nconst Y = [[f(1), 'h'], ['g', 'h']];", 2),
        (f"const X = {LIST};\nconst Y = [\n  pair('e', f)];", 3),
        ("const X = [{p: 'a'},\n ...Y];", 2),
        ("const X = [{p: 'a'},\n {p: `a ${b}`}];", 2),
        ("const X = [{p: 'a'},\n {p: '\\ud83d'}];", 2),
        ("const X = [[1 -1], [0]];", 1),
        ("const X = [[0x" + "f" * 5_000 + "], [1]];", 1),
        ("add('a', 'b');\nadd('c', f(1));\nadd('e', 'f');", 2),
        (f"const X = {LIST};\n/* it's", 2),
        ("X = " + "[" * 100, 1),
    ],
)
def test_rows_of_javascript_that_are_not_read_are_refused_with_their_line(text: str, line: int) -> None:
    with pytest.raises(InputError, match=f"line {line} "):
        read_code(content(text, "x.js"))


def test_comments_and_texts_of_javascript_hold_no_rows() -> None:
    text = f"// X = {LIST}\n/* Y = {LIST} */\nconst doc = \"Z = {LIST}\";\nlet W = [{{p: '\\ud83d\\ude00'}}, {{p: 'b'}}];"
    assert records(read_code(content(text, "x.js"))) == [{"p": "\U0001f600"}, {"p": "b"}]


@pytest.mark.parametrize("text", ["\n", "[", "{", "/*", "`", "x = '", "F(1,\nF(", "[{a: 1}, ", "x["])
def test_source_that_repeats_a_beginning_takes_no_longer(text: str) -> None:
    begun = time.process_time()
    with suppress(InputError):
        read_code(content(text * (50_000 // len(text)), "x.js"))
    assert time.process_time() - begun < 4


def test_calls_by_the_tens_of_thousands_are_all_rows() -> None:
    text = "".join(f"pair({n}, 'A dog.');\n" for n in range(20_001))
    assert read_code(content(text, "x.js")).frame.height == 20_001


@pytest.mark.parametrize("name", ["x.rb", "x.pl", "x.R"])
def test_other_languages_are_not_read(name: str) -> None:
    found = content('X = [\n  { premise: "A dog runs.", label: :e },\n]\n', name)
    assert format_of(found) == "code"
    with pytest.raises(InputError, match="is source code"):
        read_code(found)


def test_json_with_comments_and_trailing_commas_is_read_where_it_is_whole() -> None:
    text = '[ // pairs\n {"premise": "A dog runs.", "label": "e",},\n {"premise": "It\'s.", "label": "n"} /* last */ ]'
    assert records(read_json(content(text, "x.json"))) == PAIRS
    for end in ("", "{", '{"premise": "A'):
        with pytest.raises(InputError):
            read_json(content(text[: text.rindex("]")] + end, "x.json"))


def test_a_list_that_is_cut_off_is_refused() -> None:
    with pytest.raises(InputError):
        read_code(content("const X = [\n [[1, 2], [3, 4]],\n [[5, 6], [7", "x.js"))


def test_the_longest_whole_table_of_a_notebook() -> None:
    rows = "".join(f"<tr><td>{n}</td><td>Text {n}.</td></tr>" for n in range(4))
    cut = "".join("<tr><td>...</td><td>...</td></tr>" for _ in range(9))
    head = "<table><tr><th>id</th><th>text</th></tr>"
    cells = [
        {
            "cell_type": "code",
            "source": ["X = [(1, 'a'),\n", "(2, 'b')]"],
            "outputs": [{"data": {"text/html": [head, rows, "</table>"]}}],
        },
        {
            "cell_type": "code",
            "source": "x",
            "outputs": [{"data": {"text/html": head + cut + "</table>"}}, {"text": "y"}],
        },
    ]
    note = content(json.dumps({"cells": cells}, indent=1), "x.ipynb")
    assert format_of(note) == "notebook"
    assert records(read_notebook(note))[3] == {"id": "3", "text": "Text 3."}


@pytest.mark.parametrize("outputs", [5, {"a": 1}, None, "x", [5]])
def test_outputs_of_a_notebook_that_are_no_list_are_none(outputs: object) -> None:
    cells = [{"cell_type": "code", "source": "X = [(1, 'a'), (2, 'b')]", "outputs": outputs}]
    assert read_notebook(content(json.dumps({"cells": cells}), "x.ipynb")).frame.height == 2


def notebook(*cells: dict[str, object]) -> Parsed:
    return read_notebook(content(json.dumps({"cells": cells}), "x.ipynb"))


def page(*rows: tuple[str, ...]) -> dict[str, object]:
    inside = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return {
        "cell_type": "code",
        "source": "",
        "outputs": [{"data": {"text/html": f"<table>{inside}</table>"}}],
    }


@pytest.mark.parametrize(
    "rows",
    [
        [("p", "..."), ("a", "...")],
        [("p", "h"), ("x" * 47 + "...", "b")],
        [("p", "h"), ("a long te...", "b"), ("another t...", "c")],
    ],
)
def test_a_table_of_a_notebook_whose_texts_or_columns_are_cut_is_not_read(
    rows: list[tuple[str, ...]],
) -> None:
    with pytest.raises(InputError):
        notebook(page(*rows))
    found = notebook(page(*rows), page(("p", "h"), ("Well ...", "b")))
    assert records(found) == [{"p": "Well ...", "h": "b"}]
    assert found.notes == ("tables that are shown cut: 1",)


def test_other_rows_of_a_notebook_are_told() -> None:
    code: dict[str, object] = {"cell_type": "code", "source": "X = [('a', 'b'), (f(1), 'c')]"}
    found = notebook(page(("p", "h"), ("a", "b")), page(("p", "h"), ("c", "d"), ("e", "f")), code)
    assert records(found)[0] == {"p": "c", "h": "d"}
    assert found.notes == ("the longest of 2 tables was read", "cells of code with rows that are not read: 1")
