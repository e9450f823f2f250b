"""A probe scores what a model says, keeps it by id, and refuses what cannot be scored."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import polars as pl
import pytest

from rightreasons import Probe, probe
from rightreasons.challenges.hans.challenges import hans_2019
from rightreasons.challenges.hans.generate import generate
from rightreasons.errors import OptionError, PredictionError, RunExistsError, UnknownNameError
from rightreasons.findings import findings_payload
from rightreasons.jobs.probing.models import model_named
from rightreasons.pairs import PairTable
from rightreasons.runs.folder import read_run


@pytest.fixture(scope="module")
def pairs() -> PairTable:
    return generate(20, seed=3).to_pairs()


@pytest.fixture(scope="module")
def made(pairs: PairTable, tmp_path_factory: pytest.TempPathFactory) -> Probe:
    return probe("rule:subsequence", pairs, out=tmp_path_factory.mktemp("runs") / "run")


def written(path: Path, frame: pl.DataFrame) -> Path:
    frame.write_csv(path)
    return path


@pytest.mark.parametrize("rule", ["lexical-overlap", "subsequence", "constituent"])
def test_a_rule_is_right_where_its_heuristic_is_and_wrong_where_it_is_not(
    rule: str, pairs: PairTable
) -> None:
    figures = probe(f"rule:{rule}", pairs).finding("hans").figures
    own = rule.replace("-", "_")
    assert (figures[f"{own}.entailment"].value, figures[f"{own}.non-entailment"].value) == (1.0, 0.0)


def test_the_verdict_says_in_words_what_happens_where_the_heuristics_are_wrong(made: Probe) -> None:
    finding = made.finding("hans")
    shares = [
        100 * (finding.figures[f"{name}.non-entailment"].value or 0.0)
        for name in ("lexical_overlap", "subsequence", "constituent")
    ]
    assert "Where the heuristics of HANS fail, rule:subsequence is correct in" in finding.headline
    assert f"subsequence {shares[1]:.1f} %" in finding.headline
    assert f"lexical overlap {shares[0]:.1f} %" in finding.headline


def test_a_constant_model_is_called_constant(pairs: PairTable) -> None:
    headline = probe("rule:always-entailment", pairs).finding("hans").headline
    assert headline.startswith("Constant answer: every item is labelled entailment. Where")


def test_the_run_folder_is_that_of_an_audit_with_every_prediction(made: Probe, pairs: PairTable) -> None:
    assert made.run is not None
    run = read_run(made.run.path)
    assert run.findings == made.findings
    assert {path.name for path in run.path.iterdir()} == {
        "findings.json",
        "items.parquet",
        "manifest.json",
        "predictions.sqlite",
        "report.html",
        "seal.txt",
    }
    items = run.items()
    assert items["id"].to_list() == pairs.frame["id"].to_list()
    assert items["premise"].to_list() == pairs.premises.to_list()
    right = items.filter(pl.col("answer") == pl.col("label"))
    assert right["correct"].all()
    figure = made.finding("hans").figures["accuracy"]
    assert figure.value == right.height / items.height
    page = (run.path / "report.html").read_text(encoding="utf-8")
    assert "rule:subsequence on hans" in page
    assert "rightreasons probe" in page


def test_the_findings_meet_the_shipped_schema(made: Probe) -> None:
    schema = json.loads(files("rightreasons").joinpath("findings.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(json.loads(json.dumps(findings_payload(made.findings, ()))), schema)


def test_the_same_work_is_not_done_twice_and_other_work_is_refused(made: Probe, pairs: PairTable) -> None:
    assert made.run is not None
    path = made.run.path
    at = (path / "findings.json").stat().st_mtime_ns
    assert probe("rule:subsequence", pairs, out=path).findings == made.findings
    assert (path / "findings.json").stat().st_mtime_ns == at
    with pytest.raises(RunExistsError):
        probe("rule:subsequence", pairs, out=path, seed=1)
    with pytest.raises(RunExistsError):
        probe("rule:constituent", pairs, out=path)


def test_saved_probabilities_are_kept_and_collapsed_as_asked(pairs: PairTable, tmp_path: Path) -> None:
    ids = pairs.frame["id"].reverse()
    probabilities = {"entailment": 0.4, "neutral": 0.35, "contradiction": 0.25}
    frame = pl.DataFrame({"id": ids}).with_columns(**{name: pl.lit(p) for name, p in probabilities.items()})
    path = written(tmp_path / "said.csv", frame)
    argmax, total = (probe(path, pairs, collapse=rule) for rule in ("argmax", "sum"))
    assert argmax.finding("hans").figures["all.entailment"].value == 1.0
    assert total.finding("hans").figures["all.entailment"].value == 0.0
    assert total.items["probability_neutral"].unique().to_list() == [0.35]
    assert total.items["id"].to_list() == pairs.frame["id"].to_list()


def test_predictions_keyed_by_sentences_are_matched_by_them(pairs: PairTable, tmp_path: Path) -> None:
    frame = pairs.frame.select("premise", "hypothesis", "label").cast({"label": pl.String})
    result = probe(written(tmp_path / "said.csv", frame), pairs)
    assert result.finding("hans").figures["accuracy"].value == 1.0


def test_without_a_named_challenge_the_ids_tell_which_hans_it_is(tmp_path: Path) -> None:
    expected = {"ex0": "hans-2019", "hans-s2019-temp1-000000": "hans"}
    for identifier, challenge in expected.items():
        frame = pl.DataFrame({"id": [identifier], "label": ["entailment"]})
        path = written(tmp_path / f"{challenge}.csv", frame)
        assert model_named(path).default_challenges() == (challenge,)
    assert model_named("rule:subsequence").default_challenges() == ("hans",)
    path = written(tmp_path / "other.csv", pl.DataFrame({"id": ["a1"], "label": ["neutral"]}))
    with pytest.raises(OptionError, match="on="):
        probe(path)


def test_the_published_set_is_scored_by_id_and_a_label_order_fault_is_suspected(tmp_path: Path) -> None:
    frame = hans_2019().items.select("id", label=pl.lit("neutral")).sample(fraction=1, shuffle=True, seed=1)
    result = probe(written(tmp_path / "said.csv", frame))
    finding = result.finding("hans-2019")
    assert finding.figures["all.non-entailment"].value == 1.0
    assert finding.figures["all.entailment"].value == 0.0
    assert any("permuted label mapping" in note for note in finding.notes)
    assert finding.headline.startswith("Constant")
    assert result.items["premise"].null_count() == 30_000


def test_items_may_lack_a_prediction_only_if_that_was_said(pairs: PairTable, tmp_path: Path) -> None:
    frame = pairs.frame.select("id", "label").cast({"label": pl.String}).head(90)
    path = written(tmp_path / "said.csv", frame)
    with pytest.raises(PredictionError, match="510 items unpredicted"):
        probe(path, pairs)
    result = probe(path, pairs, allow_partial=True)
    assert result.finding("hans").figures["accuracy"].n == 90
    assert (result.items.height, result.items["correct"].null_count()) == (600, 510)


def test_a_model_that_reads_is_refused_on_ids_without_sentences(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match='on="hans"'):
        probe("rule:subsequence", "hans-2019", out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_labelled_data_without_heuristics_are_scored_by_gold_label(tmp_path: Path) -> None:
    rows = [("a b", "a", "entailment"), ("a b", "c", "neutral"), ("a b", "b a", "contradiction")]
    data = pl.DataFrame(rows, schema=["premise", "hypothesis", "label"], orient="row")
    result = probe("rule:lexical-overlap", [written(tmp_path / "data.csv", data)])
    figures: Any = result.findings[0].figures
    assert figures["accuracy"].value == pytest.approx(2 / 3)
    assert figures["all.entailment"].value == 1.0


def test_what_is_neither_challenge_nor_file_is_named(pairs: PairTable) -> None:
    with pytest.raises(UnknownNameError, match="hans-2019"):
        probe("rule:subsequence", "hasn")
    with pytest.raises(UnknownNameError, match="file of predictions"):
        probe("no such model", pairs)
