"""`make hans`, `make human-study` and `probe` as a user types them."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.cli.records import estimates


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from rightreasons.jobs.making.hans import make_hans
    from rightreasons.jobs.options import HansOptions

    path = tmp_path_factory.mktemp("data") / "hans.jsonl"
    make_hans(path, HansOptions(per_subcase=10, seed=2))
    return path


def test_hans_is_made_and_said(command: Any, tmp_path: Path) -> None:
    options = ("--per-subcase", 3, "--seed", 8, "--quirks", "fixed", "--without", "ln_passive,sn_NP/Z")
    outcome = command("make", "hans", *options, "-o", tmp_path / "hans.tsv")
    assert outcome.code == 0, outcome.err
    assert "84 pairs of 28 subcases, seed 8, fixed quirks" in outcome.out
    assert len((tmp_path / "hans.tsv").read_text(encoding="utf-8").splitlines()) == 85
    again = command("make", "hans", "-o", tmp_path / "hans.tsv")
    assert (again.code, "RR601" in again.err) == (2, True)


def test_json_is_the_manifest_alone(command: Any, small: Path, tmp_path: Path) -> None:
    options = ("--per-subcase", 3, "--seed", 2, "--disjoint-from", small, "--json")
    outcome = command("make", "hans", *options, "-o", tmp_path / "hans.parquet")
    manifest = json.loads(outcome.out)
    assert manifest == json.loads((tmp_path / "hans.parquet.manifest.json").read_text(encoding="utf-8"))
    both = [pl.read_parquet(tmp_path / "hans.parquet"), pl.read_ndjson(small)]
    assert both[0].join(both[1], on=["sentence1", "sentence2"]).is_empty()


def test_attest_lists_what_falls_short(command: Any, tmp_path: Path) -> None:
    rows = {
        "sentence1_parse": "(S (NP (PRP We)) (VP (VBD slept)))",
        "sentence1": "We slept",
        "sentence2": "x",
    }
    path = tmp_path / "corpus.jsonl"
    path.write_text(json.dumps(rows | {"gold_label": "neutral"}) + "\n", encoding="utf-8")
    shown = command("make", "hans", "--attest", path, "--min", 1).out.splitlines()
    assert "81 of 82" in shown[0]
    assert not any("slept" in line for line in shown)
    whole = json.loads(command("make", "hans", "--attest", path, "--json").out)
    assert {row["count"] for row in whole["verbs"] if row["verb"] == "slept"} == {1}


@pytest.mark.parametrize(
    ("arguments", "code", "exit_code"),
    [
        (("make", "hans"), "RR003", 2),
        (("make", "hans", "--subcases", "ln_pasive", "-o", "x.tsv"), "RR002", 2),
        (("make", "hans", "--recipe", "augment", "-o", "x.tsv"), "RR002", 2),
        (("make", "hans", "--vocabulary", "absent.yaml", "-o", "x.tsv"), "RR201", 3),
        (("make", "hans", "--per-subcase", "3000", "-o", "x.tsv"), "RR802", 3),
        (("make", "human-study"), "RR003", 2),
        (("make", "human-study", "--answers", "x.csv"), "RR003", 2),
        (("make", "human-study", "--answers", "x.csv", "--study", "."), "RR201", 3),
        (("probe", "rule:subsequence", "--on", "hans-2019"), "RR003", 2),
        (("probe", "rule:subsequences"), "RR002", 2),
        (("probe", "absent.csv"), "RR201", 3),
        (("probe", "rule:subsequence", "--on", "absent.csv"), "RR201", 3),
    ],
)
def test_wrong_use_ends_in_a_coded_error_and_writes_nothing(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: Any, code: str, exit_code: int
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = command(*arguments)
    assert (outcome.code, code in outcome.err, outcome.out) == (exit_code, True, ""), outcome.err
    assert not any(tmp_path.iterdir())


def test_a_probe_shows_figures_and_accuracy_by_heuristic_and_what_they_amount_to_last(
    command: Any, small: Path
) -> None:
    outcome = command("probe", "rule:lexical-overlap", "--on", small)
    assert outcome.code == 0, outcome.err
    lines = outcome.out.splitlines()
    severe = next(at for at, line in enumerate(lines) if line.startswith("severe V252"))
    assert "rule:lexical-overlap gives the same answer (entailment) to every item of HANS" in lines[severe]
    assert lines.index("1 severe") > severe > lines.index("Accuracy by heuristic and gold label")
    assert lines[lines.index("1 severe") + 1] == "The model gives one answer to all items of HANS."
    assert "--on hans --on controls" in outcome.out  # names for people stand in no command
    assert any("Constant answer: every item is labelled entailment." in line for line in lines)
    row = next(line for line in lines if line.startswith("lexical_overlap") and "non-entailment" in line)
    assert "0.0 (0.0 to 7.1)" in row  # Wilson's bound of 0 in 50
    assert any(line.startswith("hans.all.non-entailment") for line in lines)


def test_a_probe_in_json_is_json_alone_and_keeps_to_its_folder(
    command: Any, small: Path, tmp_path: Path
) -> None:
    outcome = command("probe", "rule:constituent", "--on", small, "--json", "-o", tmp_path / "run")
    (found,) = json.loads(outcome.out)["probes"]
    assert found["manifest"]["model"]["name"] == "rule:constituent"
    assert estimates(found["findings"][0])["constituent.non-entailment"]["value"] == 0.0
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_labels_of_a_predictions_file_can_be_explained(command: Any, small: Path, tmp_path: Path) -> None:
    answers = pl.read_ndjson(small).select(id="pairID", label=pl.lit("1"))
    answers.write_csv(tmp_path / "said.csv")
    arguments = ("probe", tmp_path / "said.csv", "--on", small, "--json")
    assert "RR103" in command(*arguments).err
    outcome = command(*arguments, "--label-map", "0=entailment,1=contradiction")
    (found,) = json.loads(outcome.out)["probes"]
    assert estimates(found["findings"][0])["all.non-entailment"]["value"] == 1.0


def test_a_study_is_handed_out_answered_and_judged(command: Any, tmp_path: Path) -> None:
    study = tmp_path / "study"
    made = command("make", "human-study", "--seed", 5, "-o", study)
    assert "2,280 items of 114 categories; sheets: 200 for participants, 1 for experts" in made.out
    assert len(list((study / "sheets").glob("*.html"))) == len(list((study / "sheets").glob("*.csv"))) == 201
    gold = pl.read_csv(study / "key.csv").select("id", "gold")
    sheet = pl.read_csv(study / "sheets" / "experts.csv").drop("answer", "seconds")
    answered = sheet.join(gold, left_on="item", right_on="id").rename({"gold": "answer"})
    answered.with_columns(seconds=2.5).write_csv(tmp_path / "ann.csv")
    arguments = ("make", "human-study", "--answers", tmp_path / "ann.csv", "--study", study)
    shown = command(*arguments, "-o", tmp_path / "run")
    assert shown.code == 0, shown.err
    assert "100.0 % of judgements are correct" in shown.out
    assert (tmp_path / "run" / "report.html").is_file()
    judged = json.loads(command(*arguments, "--json").out)["human_study"]["findings"][0]
    assert estimates(judged)["experts.kept_seconds"]["value"] == 2.5
