"""A verdict says what a probe did not test, why, and what would test it."""

import json
from pathlib import Path

import pytest

from rightreasons import audit, compare, probe, read_run
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.verdicts import judge


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.jsonl"
    bundled_pairs(120, 1).frame.select("premise", "hypothesis", "label").cast({"label": str}).write_ndjson(
        path
    )
    return path


def test_a_probe_says_which_option_would_test_what_it_did_not(pairs: Path) -> None:
    verdict = probe("rule:lexical-overlap", str(pairs)).verdict
    remedies = {each.measure: each.remedy for each in verdict.not_tested}
    assert "--train DATA" in remedies["easy_hard_accuracy"]
    assert "--on controls" in remedies["controls"]
    assert "--on antonym-swap" in remedies["behaviour"]
    assert {each.measure for each in verdict.tested} >= {"score", "guard"}
    assert not {each.measure for each in verdict.tested} & remedies.keys()


def test_what_was_given_is_tested_or_has_its_reason(pairs: Path) -> None:
    verdict = probe("rule:lexical-overlap", [str(pairs), "controls"], train=str(pairs)).verdict
    named = {each.measure for each in verdict.not_tested}
    assert not named & {"controls", "artifact_agreement"}
    assert {each.measure for each in verdict.tested} >= {"controls", "artifact_agreement"}


def test_saved_predictions_are_not_sent_to_controls_that_cannot_be_asked(pairs: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.jsonl"
    rows = [json.loads(line) | {"prediction": "entailment"} for line in pairs.read_text().splitlines()]
    saved.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    verdict = probe(str(saved)).verdict
    (controls,) = (each for each in verdict.not_tested if each.measure == "controls")
    assert (controls.reason, "--on controls" in controls.remedy) == ("needs a model that can be run", False)


def test_it_stands_in_the_run_and_is_found_again_when_that_is_judged(pairs: Path, tmp_path: Path) -> None:
    made = probe("rule:lexical-overlap", str(pairs), out=tmp_path / "run")
    stored = read_run(tmp_path / "run")
    assert stored.verdict.not_tested == made.verdict.not_tested == judge(stored).not_tested != ()


def test_an_audit_that_measured_everything_has_nothing_untested(pairs: Path) -> None:
    assert audit(str(pairs), measures=["label_balance"]).verdict.not_tested == ()


def test_a_file_of_scores_without_texts_is_told_that_texts_are_what_it_lacks(
    pairs: Path, tmp_path: Path
) -> None:
    scores = tmp_path / "scores.csv"
    scores.write_text("y_true,y_score\n" + "".join(f"{at % 2},{at % 7 / 7}\n" for at in range(200)))
    for train in (None, str(pairs)):
        reasons = {each.measure: each.reason for each in probe(str(scores), train=train).verdict.not_tested}
        for measure in ("easy_hard_accuracy", "artifact_agreement", "similar_in_train"):
            assert "both texts" in reasons[measure]
        assert reasons["controls"] == reasons["behaviour"] == "needs a model that can be run"


def test_files_of_answers_are_not_sent_to_a_set_that_they_do_not_answer(pairs: Path, tmp_path: Path) -> None:
    for name, every in (("one", 2), ("other", 3)):
        rows = [json.loads(line) for line in pairs.read_text().splitlines()]
        said = [each["label"] if at % every else "neutral" for at, each in enumerate(rows)]
        shown = [row | {"prediction": label} for row, label in zip(rows, said, strict=True)]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in shown))
    files = [tmp_path / "one.jsonl", tmp_path / "other.jsonl"]
    of_files = compare(*files).verdict.not_tested
    of_runs = compare(*(probe(str(each), out=tmp_path / each.stem) for each in files)).verdict.not_tested
    assert [each.reason for each in of_files] == ["needs their answers to HANS"]
    assert [each.reason for each in of_runs] == ["needs --on hans"]
