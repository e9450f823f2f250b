"""Files of predictions are probed and compared as they are: by their own gold, by joining gold, paired."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from rightreasons import compare, probe
from rightreasons.errors import (
    ComparisonError,
    MeaninglessLabelError,
    OptionError,
    PredictionError,
)
from rightreasons.jobs.compare import Comparison

NAMES = ("entailment", "neutral", "contradiction")


def _scores(path: Path, seed: int, shift: float, n: int = 600, gold_seed: int = 1) -> Path:
    gold = np.random.default_rng(gold_seed).random(n) < 0.6
    scores = 1 / (1 + np.exp(-np.random.default_rng(seed).normal(shift * (gold - 0.5), 1)))
    pl.DataFrame({"y_true": gold.astype(int), "y_score": scores}).write_csv(path)
    return path


def test_a_file_with_gold_inside_needs_no_data(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    rows = [("A man sleeps.", f"h{k}", NAMES[k % 3], NAMES[k % 3 if k % 4 else 0]) for k in range(60)]
    pl.DataFrame(rows, schema=["premise", "hypothesis", "label", "prediction"], orient="row").write_csv(path)
    made = probe(path, name="mine")
    right = sum(label == predicted for _, _, label, predicted in rows) / 60
    assert made.finding("file-labels").figures["accuracy"].value == pytest.approx(right)
    assert made.model == "mine"
    shown = " ".join(f"{each.caption} {each.detail}" for each in made.verdict.key_figures)
    assert "correct on the labelled data" in shown
    said = " ".join(str(finding.headline) for finding in made.findings)
    assert "file-labels" not in shown + made.verdict.title + said, "the identifier is for scripts"


def test_positions_mean_what_gold_says_of_the_same_ids(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    order = ("entailment", "contradiction", "neutral")
    gold = rng.integers(0, 3, 300)
    predicted = np.where(rng.random(300) < 0.7, gold, rng.integers(0, 3, 300))
    data = pl.DataFrame(
        {"id": [f"i{k}" for k in range(300)], "premise": "p", "hypothesis": [f"h{k}" for k in range(300)],
         "label": [order[k] for k in gold]}
    )  # fmt: skip
    data.write_ndjson(tmp_path / "data.jsonl")
    rows = [
        {"uid": f"i{k}", "true": int(gold[k]), "pred": int(predicted[k]),
         "probs": np.where(np.arange(3) == predicted[k], 0.8, 0.1).tolist()}
        for k in range(300)
    ]  # fmt: skip
    path = tmp_path / "preds.json"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    made = probe(path, str(tmp_path / "data.jsonl"))
    scored = made.finding("data.jsonl")
    assert scored.figures["accuracy"].value == pytest.approx((predicted == gold).mean())
    assert any("1 is contradiction" in note for note in scored.notes)
    with pytest.raises(MeaninglessLabelError):
        probe(path)


def test_predictions_of_rows_without_a_gold_label_are_left_out(tmp_path: Path) -> None:
    gold = ["entailment", "-", "neutral", "contradiction"]
    data = pl.DataFrame({"id": list("abcd"), "premise": "p", "hypothesis": list("wxyz"), "label": gold})
    data.write_ndjson(tmp_path / "data.jsonl")
    said = ["entailment", "neutral", "neutral", "neutral"]
    pl.DataFrame({"id": list("abcd"), "prediction": said}).write_csv(tmp_path / "said.csv")
    accuracy = (
        probe(tmp_path / "said.csv", str(tmp_path / "data.jsonl")).finding("data.jsonl").figures["accuracy"]
    )
    assert accuracy.value == pytest.approx(2 / 3)
    assert accuracy.n == 3


def test_half_the_items_and_items_of_another_set_are_refused(tmp_path: Path) -> None:
    data = pl.DataFrame({"id": ["a", "b"], "premise": "p", "hypothesis": ["x", "y"], "label": NAMES[:2]})
    data.write_csv(tmp_path / "data.csv")
    half, other = tmp_path / "half.csv", tmp_path / "other.csv"
    half.write_text("id,prediction\na,neutral\n")
    other.write_text("id,prediction\nq,neutral\nr,neutral\n")
    for path in (half, other):
        with pytest.raises(PredictionError, match="items unpredicted"):
            probe(path, str(tmp_path / "data.csv"))
    assert (
        probe(half, str(tmp_path / "data.csv"), allow_partial=True).finding("data.csv").figures["accuracy"].n
        == 1
    )
    with pytest.raises(PredictionError):
        probe(other, str(tmp_path / "data.csv"), allow_partial=True)


def test_columns_and_names_are_for_files(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="prediction_columns= or name="):
        probe("rule:subsequence", prediction_columns={"gold": "x"})


def test_the_better_of_two_guards_is_named(tmp_path: Path) -> None:
    weak, strong = _scores(tmp_path / "weak.csv", 2, 0.6), _scores(tmp_path / "strong.csv", 3, 2.5)
    made = compare(weak, strong)
    assert isinstance(made, Comparison)
    finding = made.finding("compare_guards")
    assert finding.headline.startswith("strong is a better guard than weak")
    assert made.verdict.headline.startswith("strong is a better guard than weak")
    interval = finding.figures["auroc.difference"].interval
    assert interval is not None
    assert interval.low > 0
    drawn = json.dumps(made.plot("compare").to_dict())
    assert "the labelled data" in drawn
    assert "file-labels" not in drawn, "a chart calls its sets what people call them"
    both = {name for name in finding.figures if name.endswith((".first", ".second"))}
    assert {
        "auroc.first",
        "fitted_balanced_accuracy.second",
        "brier.first",
        "calibration_error.second",
    } <= both


def test_two_equal_guards_are_not_told_apart(tmp_path: Path) -> None:
    one, other = _scores(tmp_path / "one.csv", 4, 1.0), _scores(tmp_path / "other.csv", 5, 1.0)
    assert compare(one, other).finding("compare_guards").headline.startswith("Neither other nor one is shown")


def test_rows_are_paired_by_position_only_where_gold_agrees_throughout(tmp_path: Path) -> None:
    one = _scores(tmp_path / "one.csv", 4, 1.0)
    with pytest.raises(ComparisonError, match="another gold label"):
        compare(one, _scores(tmp_path / "other.csv", 5, 1.0, gold_seed=9))
    with pytest.raises(ComparisonError, match="known by their position"):
        compare(one, _scores(tmp_path / "short.csv", 5, 1.0, n=500))


def test_the_probes_of_compared_files_are_kept_beside_the_run(tmp_path: Path) -> None:
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
    one = _scores(tmp_path / "first" / "scores.csv", 4, 1.0)
    other = _scores(tmp_path / "second" / "scores.csv", 5, 1.0)
    compare(one, other, out=tmp_path / "run")
    assert {each.name for each in (tmp_path / "run-probes").iterdir()} == {"first-scores", "second-scores"}
    assert (tmp_path / "run" / "findings.json").is_file()


def test_the_five_groundedness_models_are_compared_on_the_same_items(shared_data: Path) -> None:
    from statsmodels.stats.contingency_tables import mcnemar

    folder = shared_data / "aggrefact_scores" / "without_sliding"
    factcg, roberta = folder / "FactCG-DeBERTa-v3-Large.csv.gz", folder / "MiniCheck-RoBERTa-Large.csv.gz"
    finding = compare(factcg, roberta).finding("compare_guards")
    one, other = (pl.read_csv(path) for path in (factcg, roberta))
    right = [(each["y_score"] >= 0.5) == (each["y_true"] == 1) for each in (one, other)]
    table = [[(right[0] & right[1]).sum(), (right[0] & ~right[1]).sum()],
             [(~right[0] & right[1]).sum(), (~right[0] & ~right[1]).sum()]]  # fmt: skip
    expected = mcnemar(table, exact=False, correction=True)
    assert finding.tests["accuracy"].statistic == pytest.approx(expected.statistic)
    assert finding.figures["auroc.first"].value == pytest.approx(0.829, abs=5e-4)
