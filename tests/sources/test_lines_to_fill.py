"""Columns and labels whose names say nothing: a whole line to complete, and nothing read until it is."""

import re
import shlex
from pathlib import Path

import polars as pl
import pytest
from tests.sources.shapes import C, E, N, pairs

from rightreasons.errors import InputError, OptionError
from rightreasons.labels import parse_label_map
from rightreasons.sources.options import parse_columns
from rightreasons.sources.read import read_pairs

LINE = re.compile(r"\n    rightreasons audit (.*)\n")
LETTERS = {E: "A", N: "B", C: "C"}


def opaque(folder: Path, **more: list[str]) -> Path:
    """A table of pairs whose columns and labels say nothing."""
    columns = dict(zip(("col_a", "col_b", "yy"), map(list, zip(*pairs(20), strict=True)), strict=True))
    columns["yy"] = [LETTERS[label] for label in columns["yy"]]
    path = folder / "opaque.csv"
    pl.DataFrame({**columns, **more}).write_csv(path)
    return path


def lines(path: Path, **stated: str) -> list[list[str]]:
    """The words of the lines that a refusal shows, behind the file."""
    with pytest.raises(InputError) as caught:
        read_pairs(path, columns=stated)
    return [shlex.split(line)[1:] for line in LINE.findall(f"{caught.value.lines}\n")]


def test_the_line_names_the_columns_and_reads_the_pairs_once_its_labels_are_written(tmp_path: Path) -> None:
    path = opaque(tmp_path)
    ((columns, named, labels, places),) = lines(path)
    assert (columns, named) == ("--columns", "premise=col_a,hypothesis=col_b,label=yy")
    assert (labels, places) == ("--label-map", "A=,B=,C=")
    filled = parse_label_map(f"A={E},B={N},C={C}")
    table = read_pairs(path, columns=parse_columns(named), label_map=filled)
    assert table.frame.select("premise", "hypothesis", "label").rows() == pairs(20)


def test_the_line_is_refused_until_its_labels_are_written(tmp_path: Path) -> None:
    ((*_, places),) = lines(opaque(tmp_path))
    with pytest.raises(OptionError):
        parse_label_map(places)


def test_what_speaks_for_the_line_is_called_a_guess(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read_pairs(opaque(tmp_path))
    assert "a guess, to be checked" in caught.value.remedy
    assert "write a label after each '='" in caught.value.remedy


def test_each_column_of_few_values_may_be_the_label(tmp_path: Path) -> None:
    path = opaque(tmp_path, zz=["v", "w", "x", "y", "z"] * 12)
    assert [words[1].rpartition(",")[2] for words in lines(path)] == ["label=yy", "label=zz"]
    assert [words[3] for words in lines(path)] == ["A=,B=,C=", "v=,w=,x=,y=,z="]


def test_what_is_stated_stays(tmp_path: Path) -> None:
    path = opaque(tmp_path, zz=["v", "w", "x", "y", "z"] * 12)
    assert [words[1] for words in lines(path, label="zz")] == ["premise=col_a,hypothesis=col_b,label=zz"]
    turned = [words[1] for words in lines(path, premise="col_b", hypothesis="col_a")]
    assert turned == [f"premise=col_b,hypothesis=col_a,label={label}" for label in ("yy", "zz")]


def test_a_table_of_single_texts_gets_no_line(tmp_path: Path) -> None:
    path = tmp_path / "topics.csv"
    texts = [f"{premise} {hypothesis}" for premise, hypothesis, _ in pairs(20)]
    pl.DataFrame({"col_a": texts, "yy": ["p", "q", "r"] * 20}).write_csv(path)
    assert lines(path) == []
