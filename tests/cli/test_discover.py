"""The command `discover` as a user types it."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from rightreasons import probe
from rightreasons.runs.folder import read_run
from rightreasons.sources.bundled import bundled_pairs


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pairs of the generator with labels at random, but contradiction where the hypothesis has 'near'."""
    path = tmp_path_factory.mktemp("planted") / "pairs.jsonl"
    frame = bundled_pairs(3_000, 2).frame.select("id", "premise", "hypothesis")
    drawn = np.random.default_rng(1).choice(["entailment", "neutral", "contradiction"], frame.height)
    near = pl.col("hypothesis").str.contains(" near ")
    label = pl.when(near).then(pl.lit("contradiction")).otherwise(pl.Series("label", drawn))
    frame.with_columns(label=label).write_ndjson(path)
    return path


def test_a_rule_is_found_with_rows_for_and_against_and_the_run_is_sealed(
    command: Any, planted: Path, tmp_path: Path
) -> None:
    shown = command("discover", planted, "-o", tmp_path / "run", "--json")
    assert shown.code == 0
    finding = json.loads(shown.out)["discoveries"][0]["findings"][0]
    assert finding["measure"] == "rules"
    run = read_run(tmp_path / "run")
    items = run.items()
    held = items.filter(pl.col("rules_held").list.contains("rule-1"))
    assert held["hypothesis"].str.contains(" near ").mean() == 1.0
    assert set(items["part"]) == {"searched", "tested"}
    assert held["rules_hypothesis_words"].list.contains("near").all()
    assert run.findings[0].figures["rule-1.share.contradiction"].estimate.value == 1.0
    assert (tmp_path / "run/report.html").is_file()
    assert [each.code for each in run.verdict.issues] == ["V351"]
    assert "the hypothesis contains 'near'" in run.verdict.issues[0].sentence


def test_the_line_to_paste_writes_the_rows_against_the_rule(
    command: Any, planted: Path, tmp_path: Path
) -> None:
    rows = pl.read_ndjson(planted).with_row_index("place")
    others = pl.when(pl.col("place") % 5 == 0).then(pl.lit("neutral")).otherwise("label")
    rows.with_columns(label=others).drop("place").write_ndjson(tmp_path / "pairs.jsonl")
    shown = command("discover", tmp_path / "pairs.jsonl", "-o", tmp_path / "run")
    line = next(each for each in " ".join(shown.out.split()).split("rightreasons ") if "--rule" in each)
    words = line.partition("challenge.jsonl")[0].split()
    made = command(*words, tmp_path / "challenge.jsonl")
    assert made.code == 0
    near = pl.read_ndjson(tmp_path / "challenge.jsonl").filter(pl.col("hypothesis").str.contains(" near "))
    assert set(near["label"]) == {"contradiction", "neutral"}
    page = re.sub("<[^>]+>", "", (tmp_path / "run/report.html").read_text())
    assert "make challenge --rule run/rules.yaml --from pairs.jsonl" in page
    assert "RUN/" not in page
    command("report", tmp_path / "run", "-o", tmp_path / "again.html")
    assert (tmp_path / "again.html").read_bytes() == (tmp_path / "run/report.html").read_bytes()


def test_no_rule_says_so_with_the_smallest_effect_that_would_be_found(
    command: Any, planted: Path, tmp_path: Path
) -> None:
    frame = pl.read_ndjson(planted)
    labels = np.random.default_rng(4).choice(["entailment", "neutral", "contradiction"], frame.height)
    frame.with_columns(label=pl.Series(labels)).write_ndjson(tmp_path / "clean.jsonl")
    shown = command("discover", tmp_path / "clean.jsonl", "-o", tmp_path / "run")
    assert shown.code == 0
    assert "V351" not in shown.out
    assert "No rule significantly predicts a label on held-out rows" in " ".join(shown.out.split())
    assert "Not tested: rules of more conditions" in " ".join(shown.out.split())
    (found,) = read_run(tmp_path / "run").findings
    assert "is found in four of five cases if at least" in str(found.definition)


def test_of_a_few_rows_it_says_that_they_are_too_few(command: Any, planted: Path, tmp_path: Path) -> None:
    pl.read_ndjson(planted).head(15).write_ndjson(tmp_path / "few.jsonl")
    shown = command("discover", tmp_path / "few.jsonl")
    assert shown.code == 0
    assert "Too few rows to find a rule" in shown.out
    assert "would be found" not in shown.out


def test_rules_of_a_model_come_from_its_probe_and_training_tells_whether_it_rewards_them(
    command: Any, planted: Path, tmp_path: Path
) -> None:
    probe("rule:lexical-overlap", str(planted), out=tmp_path / "probe")
    shown = command("discover", "--probe", tmp_path / "probe", "--train", planted, "--json")
    assert shown.code == 0
    finding = json.loads(shown.out)["discoveries"][0]["findings"][0]
    assert {"rules", "train_pairs.jsonl"} <= finding["views"].keys()
    first = finding["views"]["rules"]
    assert [each["name"] if isinstance(each, dict) else each for each in first["columns"]][:5] == [
        "rule",
        "holds_where",
        "label",
        "rows",
        "model",
    ]


def test_what_cannot_be_searched_ends_in_a_code(command: Any, planted: Path, tmp_path: Path) -> None:
    nothing = command("discover")
    assert (nothing.code, nothing.err.startswith("neither data nor --probe [RR003]")) == (2, True)
    one = tmp_path / "one.csv"
    one.write_text("premise,hypothesis,label\n" + "a b,c d,entailment\n" * 40)
    assert command("discover", one).code == 3
    probe("rule:lexical-overlap", str(planted), out=tmp_path / "probe")
    assert command("discover", planted, "--probe", tmp_path / "probe").code == 2
    assert command("discover", planted, "--train", planted).code == 2
    assert command("discover", planted, "--rules", 0).code == 2
    audit = command("audit", planted, "--measures", "label_balance", "-o", tmp_path / "audit")
    assert audit.code == 0
    wrong = command("discover", "--probe", tmp_path / "audit")
    assert wrong.code == 3
    assert "is no probe" in wrong.err


def test_beyond_the_hypothesis_its_words_are_no_rule(command: Any, planted: Path, tmp_path: Path) -> None:
    shown = command("discover", planted, "--base", "hypothesis", "-o", tmp_path / "run")
    assert shown.code == 0
    finding = read_run(tmp_path / "run").findings[0]
    assert finding.settings["base"] == "hypothesis"
    assert "more than the hypothesis alone" in " ".join(shown.out.split())
    held = finding.views.get("rules")
    assert held is None or not [line for line in held.records() if "near" in str(line["holds_where"])]
    refused = command("discover", "--probe", tmp_path / "run", "--base", "hypothesis")
    assert refused.code == 2
    assert "--base hypothesis with --probe" in refused.err


@pytest.mark.long
def test_other_splits_say_how_often_each_rule_is_found_again(
    command: Any, planted: Path, tmp_path: Path
) -> None:
    shown = command("discover", planted, "--splits", 2, "-o", tmp_path / "run")
    assert shown.code == 0
    lines = list(read_run(tmp_path / "run").findings[0].views["other_splits"].records())
    assert (lines[0]["rule"], lines[0]["found_again"], lines[0]["splits"]) == ("rule-1", 2, 2)
    assert command("discover", planted, "--splits", -1).code == 2


def test_a_probe_without_sentences_says_what_is_missing(command: Any, tmp_path: Path) -> None:
    saved = tmp_path / "saved.csv"
    lines = [f"{place},entailment,{'entailment' if place % 3 else 'neutral'}" for place in range(60)]
    saved.write_text("\n".join(["id,label,prediction", *lines]) + "\n")
    assert command("probe", saved, "-o", tmp_path / "probe").code in (0, 1)
    shown = command("discover", "--probe", tmp_path / "probe")
    assert shown.code == 3
    assert "has no row with sentences, gold and an answer" in shown.err
    assert "--on DATA" in shown.err
