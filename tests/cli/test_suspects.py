"""`make suspects`: suspected label errors as a file that people read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from tests.measures.model.test_human_labels import said
from tests.measures.model.test_label_errors import changed


def test_suspects_are_written_least_probable_first(tmp_path: Path, command: Callable[..., Any]) -> None:
    pairs, wrong, model = changed()
    data, answers = tmp_path / "data.jsonl", tmp_path / "answers.jsonl"
    pairs.frame.select("id", "premise", "hypothesis", pl.col("label").cast(pl.String)).write_ndjson(data)
    said(pairs, model).frame.drop("label").write_ndjson(answers)
    command("probe", answers, "--on", data, "-o", tmp_path / "run")
    done = command("make", "suspects", tmp_path / "run", "-o", tmp_path / "suspects.csv")
    assert done.code == 0, done.err
    written = pl.read_csv(tmp_path / "suspects.csv")
    assert written["gold_probability"].is_sorted()
    ids = pairs.frame["id"].to_list()
    assert np.isin(written["id"].cast(pl.String), np.array(ids)[wrong]).mean() > 0.95


def test_a_run_without_probabilities_has_no_suspects(tmp_path: Path, command: Callable[..., Any]) -> None:
    pairs, _, _ = changed()
    data = tmp_path / "data.jsonl"
    pairs.frame.select("id", "premise", "hypothesis", pl.col("label").cast(pl.String)).write_ndjson(data)
    command("probe", "rule:always-entailment", "--on", data, "-o", tmp_path / "run")
    done = command("make", "suspects", tmp_path / "run", "-o", tmp_path / "suspects.csv")
    assert done.code == 3
    assert "no suspected label errors" in done.err
    assert not (tmp_path / "suspects.csv").exists()
