"""HTML, Markdown, YAML, TOML, SQLite and NumPy files: what is read of them, and what never is."""

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from tests.sources.shapes.made import pairs, table

from rightreasons.errors import EmptyDataError, InputError, MalformedRowError, RecipeError
from rightreasons.sources.formats.html_table import read_html
from rightreasons.sources.formats.markdown_table import read_markdown
from rightreasons.sources.raw import Content
from rightreasons.sources.read import read_pairs

HEADER = "<tr><th>premise</th><th>hypothesis</th><th>label</th></tr>"


def texts(path: Path) -> list[tuple[str, ...]]:
    return read_pairs(path).frame.select("premise", "hypothesis", "label").rows()


def test_a_cell_that_spans_rows_stands_in_each_and_marks_are_no_text(tmp_path: Path) -> None:
    rows = (
        "<tr><td rowspan=2>A <b>man</b>&nbsp;sleeps.</td><td>He dreams.</td><td>neutral</td></tr>"
        "<tr><td>He runs.<br>Now.</td><td>contradiction</td></tr>"
    )
    (tmp_path / "x.html").write_text(f"<html><table><tr><td>1</td></tr></table><table>{HEADER}{rows}</table>")
    assert texts(tmp_path / "x.html") == [
        ("A man sleeps.", "He dreams.", "neutral"),
        ("A man sleeps.", "He runs. Now.", "contradiction"),
    ]


def test_a_cell_that_spans_millions_makes_no_more_rows_or_columns_than_there_are() -> None:
    page = (
        f"<table>{HEADER}<tr><td rowspan=999999999 colspan=999999999>a</td></tr><tr><td>b</td></tr></table>"
    )
    assert read_html(Content("x.html", page.encode())).frame.height == 2


def test_a_page_without_a_table_is_no_data(tmp_path: Path) -> None:
    (tmp_path / "x.html").write_text("<!DOCTYPE html><p>Nothing here.")
    with pytest.raises(EmptyDataError, match="no table"):
        read_pairs(tmp_path / "x.html")


def test_bars_within_markdown_cells_are_text_and_short_rows_are_malformed(tmp_path: Path) -> None:
    head = "| premise | hypothesis | label |\n|---|---|---|\n| A \\| B. | C d. | neutral |\n"
    (tmp_path / "x.md").write_text(f"Text.\n\n{head}")
    assert texts(tmp_path / "x.md") == [("A | B.", "C d.", "neutral")]
    (tmp_path / "x.md").write_text(f"{head}| only | two |\n")
    with pytest.raises(MalformedRowError, match="line 4 has 2 of 3 fields"):
        read_pairs(tmp_path / "x.md")
    with pytest.raises(InputError, match="no Markdown table"):
        read_markdown(Content("x", b"a | b\n"))


def test_a_yaml_file_without_rows_is_still_a_list_of_files(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("fils: [a.csv]\n")
    with pytest.raises(RecipeError, match="key 'fils'"):
        read_pairs(tmp_path / "x.yaml")


def test_yaml_rows_keep_the_bounds_of_all_yaml(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(
        "- {premise: &a A., hypothesis: B., label: e}\n- {premise: *a, hypothesis: C.}\n"
    )
    with pytest.raises(InputError, match="alias"):
        read_pairs(tmp_path / "x.yaml")


def database(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path)) as opened:
        for statement in statements:
            opened.execute(statement)
        opened.commit()
    return path


TABLE = "CREATE TABLE nli(premise TEXT, hypothesis TEXT, label TEXT)"


def test_a_database_whose_journal_is_written_ahead_is_read(tmp_path: Path) -> None:
    path = database(
        tmp_path / "x.db", "PRAGMA journal_mode=WAL", TABLE, "INSERT INTO nli VALUES ('A.', 'B.', 'neutral')"
    )
    assert texts(path) == [("A.", "B.", "neutral")]


def test_nothing_that_a_database_computes_is_run(tmp_path: Path) -> None:
    """A view and a generated column that would hold a hundred million bytes are left out."""
    path = database(
        tmp_path / "x.db",
        "CREATE TABLE nli(premise TEXT, hypothesis TEXT, label TEXT, big AS (hex(zeroblob(50000000))))",
        "INSERT INTO nli VALUES ('A.', 'B.', 'neutral')",
        "CREATE VIEW more AS SELECT hex(zeroblob(50000000)) AS premise, 'B.' AS hypothesis, 'e' AS label",
    )
    read = read_pairs(path)
    assert read.frame.select("premise", "hypothesis", "label").rows() == [("A.", "B.", "neutral")]
    assert "big" not in read.frame.columns


def test_one_table_of_a_database_is_named_behind_a_mark(tmp_path: Path) -> None:
    path = database(
        tmp_path / "x.db",
        TABLE,
        "INSERT INTO nli VALUES ('A.', 'B.', 'neutral')",
        "CREATE TABLE notes(text TEXT)",
    )
    assert texts(Path(f"{path}!nli")) == [("A.", "B.", "neutral")]


def test_a_broken_database_is_refused(tmp_path: Path) -> None:
    path = database(tmp_path / "x.db", TABLE, *["INSERT INTO nli VALUES ('A.', 'B.', 'neutral')"] * 500)
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + bytes(range(256)) * 40)
    with pytest.raises(InputError):
        read_pairs(path)


def test_arrays_of_objects_or_of_another_length_are_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "objects.npy", np.array([{"premise": "A."}], dtype=object), allow_pickle=True)
    np.save(tmp_path / "numbers.npy", np.zeros((3, 4)))
    np.save(
        tmp_path / "cut.npy",
        np.array(pairs(), dtype=[("premise", "U99"), ("hypothesis", "U99"), ("label", "U20")]),
    )
    whole = (tmp_path / "cut.npy").read_bytes()
    (tmp_path / "cut.npy").write_bytes(whole[:-8])
    (tmp_path / "header.npy").write_bytes(whole.replace(b"label'", b"label\xb5"))
    for name in ("objects.npy", "numbers.npy", "cut.npy", "header.npy"):
        with pytest.raises(InputError, match=name.replace(".", r"\.")):
            read_pairs(tmp_path / name)


def test_pages_databases_and_arrays_beside_data_are_no_data(tmp_path: Path) -> None:
    """As in the folder of a run, whose page shows the same rows."""
    rows = [("A.", "B.", "neutral"), ("C.", "D.", "entailment")]
    table(tmp_path / "x.csv", ["premise", "hypothesis", "label"], rows)
    cells = "".join(f"<tr><td>{p}</td><td>{h}</td><td>{x}</td></tr>" for p, h, x in rows)
    (tmp_path / "report.html").write_text(f"<!DOCTYPE html><table>{HEADER}{cells}</table>")
    database(
        tmp_path / "store.sqlite",
        TABLE,
        "INSERT INTO nli VALUES ('A.', 'B.', 'neutral')",
        "CREATE TABLE t(a)",
    )
    np.save(tmp_path / "vectors.npy", np.zeros((3, 4)))
    assert texts(tmp_path) == rows
