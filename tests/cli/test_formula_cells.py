"""Cells that spreadsheets take for formulas: data stay as they are, tables for people have an apostrophe."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rightreasons import read_pairs

Command = Callable[..., Any]
MARKS = ("=1+1", "＝1+1", "﹦1+1", "⁼1+1", "+1", "＋1", "-1", "－1", "@a", "＠a", "\t=1", " =1", "　＝1")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    labels = ("entailment", "neutral", "contradiction")
    rows = (
        {"id": f"r{n}", "premise": f"A dog {n}.", "hypothesis": MARKS[n % len(MARKS)], "label": labels[n % 3]}
        for n in range(60)
    )
    (tmp_path / "data.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return tmp_path / "data.jsonl"


def test_what_make_writes_is_data_and_reads_back_as_it_was(
    data: Path, tmp_path: Path, command: Command
) -> None:
    done = command("make", "items", "--on", data, "-o", tmp_path / "items.csv")
    assert done.code == 0, done.err
    with (tmp_path / "items.csv").open(encoding="utf-8", newline="") as file:
        written = [row["hypothesis"] for row in csv.DictReader(file)]
    assert written == read_pairs(data).hypotheses.to_list()
    assert {"=1+1", "＝1+1", "@a"} <= {*written}


def test_tables_for_people_hold_no_cell_that_begins_a_formula(
    data: Path, tmp_path: Path, command: Command
) -> None:
    named = data.with_name("=cmd.jsonl")
    named.write_bytes(data.read_bytes())
    measures = "label_balance,duplicates,give_away_words"
    assert command("audit", named, "--measures", measures, "-o", tmp_path / "run").code == 0
    done = command("report", tmp_path / "run", "--format", "csv", "-o", tmp_path / "tables")
    assert done.code == 0, done.err
    cells = []
    for path in (tmp_path / "tables").glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            cells += [cell for row in csv.reader(file) for cell in row]
    assert cells
    risky = [cell for cell in cells if cell.strip(" \u3000")[:1] in set("=＝﹦⁼@＠\t\r\n")]
    assert not risky
    texts = [cell for cell in cells if cell.strip(" \u3000")[:1] in set("+-＋－") and not _is_number(cell)]
    assert not texts


def _is_number(cell: str) -> bool:
    try:
        float(cell.replace("−", "-"))
    except ValueError:
        return False
    return True
