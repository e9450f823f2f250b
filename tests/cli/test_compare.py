"""The command `compare` as a user types it."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from rightreasons import probe

ROWS = [
    ("A man sleeps.", "A man sleeps.", "entailment"),
    ("A man sleeps.", "Dogs [red]sleep.", "neutral"),
] * 20


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    pl.DataFrame(ROWS, schema=["premise", "hypothesis", "label"], orient="row").write_csv(
        folder / "pairs.csv"
    )
    for rule in ("always-entailment", "lexical-overlap"):
        probe(f"rule:{rule}", str(folder / "pairs.csv"), out=folder / rule)
    return folder


def test_the_verdict_comes_first_then_the_table_and_the_items(command: Any, runs: Path) -> None:
    shown = command("compare", runs / "always-entailment", runs / "lexical-overlap")
    assert shown.code == 0
    plain = " ".join(shown.out.split())
    assert "lexical-overlap compared with always-entailment: " in plain
    assert "100.0 % instead of 50.0 %, +50.0 points" in plain
    assert "all.non-entailment" in plain
    assert "Dogs [red]sleep." in plain
    assert "one training run: the interval covers item sampling only" in plain


def test_json_is_pure_and_a_run_can_be_written(command: Any, runs: Path, tmp_path: Path) -> None:
    asked = (
        "compare",
        runs / "always-entailment",
        runs / "lexical-overlap",
        "--json",
        "-o",
        tmp_path / "out",
    )
    payload = json.loads(command(*asked).out)
    findings = payload["comparisons"][0]["findings"]
    assert "compare" in {finding["measure"] for finding in findings}
    assert json.loads((tmp_path / "out/findings.json").read_text())["findings"] == findings


def test_labels_of_prediction_files_mean_what_is_stated_as_their_error_proposes(
    command: Any, tmp_path: Path
) -> None:
    files = []
    for name, wrong in (("a.csv", 5), ("b.csv", 3)):
        rows = [(str(row), row % 3, (row + (row < wrong)) % 3) for row in range(30)]
        pl.DataFrame(rows, schema=["id", "gold", "prediction"], orient="row").write_csv(tmp_path / name)
        files.append(tmp_path / name)
    refused = command("compare", *files)
    assert (refused.code, "--label-map" in refused.err) == (3, True)
    outcome = command(
        "compare",
        *files,
        "--label-map",
        "0=entailment,1=contradiction,2=neutral",
        "--json",
        "-o",
        tmp_path / "c",
    )
    assert outcome.code == 0, outcome.err
    (compared,) = json.loads(outcome.out)["comparisons"]
    (found,) = [each for each in compared["findings"] if each["measure"] == "compare"]
    assert "83.3 %" in found["headline"]["text"], "25 of 30 of the first are correct"
    assert "90.0 %" in found["headline"]["text"], "27 of 30 of the second are correct"


def test_columns_of_prediction_files_are_stated_as_of_one(command: Any, tmp_path: Path) -> None:
    rows = [(row, "entailment", ("entailment", "neutral")[row % 2]) for row in range(30)]
    frame = pl.DataFrame(rows, schema=["nr", "truth_t", "said_s"], orient="row")
    for name in ("a.csv", "b.csv"):
        frame.write_csv(tmp_path / name)
    asked = ("compare", tmp_path / "a.csv", tmp_path / "b.csv")
    refused = command(*asked)
    assert (refused.code, "--prediction-columns" in refused.err) == (3, True)
    assert command(*asked, "--prediction-columns", "id=nr,gold=truth_t,predicted=said_s").code == 0


def test_a_missing_file_is_said_to_be_missing_and_may_hold_predictions(
    command: Any, runs: Path, tmp_path: Path
) -> None:
    missing = command("compare", runs / "always-entailment", tmp_path / "b.csv")
    assert missing.code == 3
    assert missing.err.startswith(f"no file or folder '{tmp_path / 'b.csv'}' [RR201]\n")
    assert "a file of predictions" in missing.err


def test_what_cannot_be_compared_ends_in_a_code(command: Any, runs: Path) -> None:
    wrong = command("compare", runs / "always-entailment")
    assert (wrong.code, wrong.err.startswith("1 run [RR003]\n")) == (2, True)
    assert command("compare", runs, runs).code == 3
