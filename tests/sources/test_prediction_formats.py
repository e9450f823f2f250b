"""Files of predictions are read as evaluation tools write them, and told by their content alone."""

import gzip
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rightreasons.errors import (
    InputError,
    MeaninglessLabelError,
    PredictionError,
    UnreadableFileError,
    UnsafeArchiveError,
)
from rightreasons.labels import Label
from rightreasons.sources.opening.compression import unzstd_text
from rightreasons.sources.predictions.reading import bare_positions, read_predictions, read_scored

PAIRS = [
    ("A man sleeps.", "A person sleeps.", 0),
    ("A man sleeps.", "A man runs.", 2),
    ("A man eats.", "He eats soup.", 1),
]
NAMES = ("entailment", "neutral", "contradiction")


def _lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def _eval_predictions(path: Path, predicted: list[int]) -> Path:
    rows = [
        {"premise": p, "hypothesis": h, "label": gold,
         "predicted_scores": [2.0 * (k == label) for k in range(3)],
         "predicted_label": label}
        for (p, h, gold), label in zip(PAIRS, predicted, strict=True)
    ]  # fmt: skip
    return _lines(path, rows)


def test_eval_predictions_of_a_hugging_face_run_hold_gold_and_logits(tmp_path: Path) -> None:
    scored = read_scored(_eval_predictions(tmp_path / "eval_predictions.jsonl", [0, 2, 0]))
    assert scored is not None
    assert scored.gold["label"].to_list() == ["entailment", "contradiction", "neutral"]
    assert scored.predictions.frame["label"].to_list() == ["entailment", "contradiction", "entailment"]
    softmax = np.exp(2.0) / (np.exp(2.0) + 2)
    assert scored.predictions.frame["entailment"].to_list() == pytest.approx(
        [softmax, (1 - softmax) / 2, softmax]
    )
    assert "eval_predictions of a Hugging Face run" in scored.predictions.provenance.notes[-1]


def test_a_stated_label_map_goes_before_the_documentation_of_a_format(tmp_path: Path) -> None:
    stated = {"0": Label.CONTRADICTION, "1": Label.ENTAILMENT, "2": Label.NEUTRAL}
    scored = read_scored(_eval_predictions(tmp_path / "a.jsonl", [0, 2, 0]), stated)
    assert scored is not None
    assert scored.gold["label"].to_list() == ["contradiction", "neutral", "entailment"]


def test_lists_of_positions_mean_nothing_by_themselves(tmp_path: Path) -> None:
    rows = [{"uid": "a", "true": 0, "pred": 0, "logits": [1.0, 0.5, 0.2], "probs": [0.5, 0.3, 0.2]}]
    path = _lines(tmp_path / "a.json", rows * 2)
    assert bare_positions(path) == ("0", "1", "2")
    with pytest.raises(MeaninglessLabelError, match="label_map="):
        read_predictions(path)
    found = read_predictions(path, {"0": "entailment", "1": "contradiction", "2": "neutral"})
    assert found.frame.rows() == [("a", "entailment", 0.5, 0.2, 0.3)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"probs": [0.5, 0.1, 0.2]}, "do not sum to 1"),
        ({"probs": [0.3, 0.5, 0.2]}, "highest of 'probs'"),
        ({"probs": [0.8, 0.2]}, "finite numbers"),
        ({"probs": [0.5, None, 0.5]}, "finite numbers"),
    ],
)
def test_scores_that_do_not_fit_are_refused(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    row = {"uid": "a", "true": 0, "pred": 0, "probs": [0.5, 0.3, 0.2]}
    path = _lines(tmp_path / "a.jsonl", [row, {**row, "uid": "b", **change}])
    with pytest.raises(PredictionError, match=message):
        read_predictions(path, dict(zip("012", NAMES, strict=True)))


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_gold_and_scores_are_read_with_a_mark_of_byte_order_and_other_line_ends(
    tmp_path: Path, ending: str
) -> None:
    path = tmp_path / "scores.csv"
    path.write_bytes(b"\xef\xbb\xbf" + ending.join(["y_true,y_score", '1,"0.9"', "0,0.2", "1,0.4"]).encode())
    scored = read_scored(path)
    assert scored is not None
    assert scored.gold["label"].to_list() == ["entailment", "non-entailment", "entailment"]
    assert scored.predictions.frame["entailment"].to_list() == [0.9, 0.2, 0.4]
    assert scored.predictions.frame["label"].to_list() == ["entailment", "non-entailment", "non-entailment"]


def test_a_score_may_be_that_of_what_is_not_grounded(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    path.write_text("y_true,y_score\n1,0.9\n0,0.2\n")
    stated = {"1": Label.ENTAILMENT, "0": Label.NON_ENTAILMENT}
    scored = read_scored(path, stated, score_of=Label.NON_ENTAILMENT)
    assert scored is not None
    assert scored.gold["label"].to_list() == ["entailment", "non-entailment"]
    assert scored.predictions.frame["label"].to_list() == ["non-entailment", "entailment"]


@pytest.mark.parametrize("score", ["1.5", "-3.2", "high", "", "nan"])
def test_scores_that_are_no_probabilities_are_refused(tmp_path: Path, score: str) -> None:
    path = tmp_path / "scores.csv"
    path.write_text(f"y_true,y_score\n1,0.9\n0,{score}\n")
    with pytest.raises(PredictionError, match="score from 0 to 1"):
        read_scored(path)


def test_columns_of_other_names_are_stated(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("item,truth,guess\na,entailment,neutral\nb,neutral,neutral\n")
    scored = read_scored(path, columns={"id": "item", "gold": "truth", "predicted": "guess"})
    assert scored is not None
    assert scored.gold.rows() == [("a", "entailment"), ("b", "neutral")]
    assert scored.predictions.frame["label"].to_list() == ["neutral", "neutral"]
    with pytest.raises(PredictionError, match="'nothing'"):
        read_scored(path, columns={"gold": "nothing"})


def _sample(
    number: int, logs: list[float], gold: int, choices: tuple[str, ...] = ("True", "Neither", "False")
) -> dict[str, Any]:
    premise, hypothesis, _ = PAIRS[number]
    requests = {f"gen_args_{k}": {"arg_0": "...", "arg_1": f" {name}"} for k, name in enumerate(choices)}
    return {
        "doc_id": number,
        "doc": {"premise": premise, "hypothesis": hypothesis, "label": gold},
        "target": str(gold),
        "arguments": requests,
        "resps": [[[str(log), "False"]] for log in logs],
        "filtered_resps": [[str(log), "False"] for log in logs],
        "filter": "none",
        "metrics": ["acc"],
        "acc": 1.0,
    }


def test_samples_of_lm_evaluation_harness_are_log_likelihoods_of_choices(tmp_path: Path) -> None:
    path = _lines(tmp_path / "samples_mnli.jsonl", [_sample(0, [-1, -2, -3], 0), _sample(1, [-1, -3, -2], 2)])
    scored = read_scored(path)
    assert scored is not None
    assert scored.gold["label"].to_list() == ["entailment", "contradiction"]
    assert scored.gold["hypothesis"].to_list() == [hypothesis for _, hypothesis, _ in PAIRS[:2]]
    assert scored.predictions.frame["label"].to_list() == ["entailment", "entailment"]
    total = sum(np.exp([-1.0, -2.0, -3.0]))
    assert scored.predictions.frame["neutral"][0] == pytest.approx(np.exp(-2) / total)
    assert "lm-evaluation-harness" in scored.predictions.provenance.notes[-1]


def test_samples_of_another_task_are_refused(tmp_path: Path) -> None:
    rows = [_sample(0, [-1, -2, -3], 0), _sample(1, [-1, -2], 0, ("red", "blue"))]
    with pytest.raises(PredictionError, match="other choices"):
        read_scored(_lines(tmp_path / "a.jsonl", rows))
    short = _sample(0, [-1, -2], 0)
    with pytest.raises(PredictionError, match="2 log-likelihoods for 3 choices"):
        read_scored(_lines(tmp_path / "b.jsonl", [short]))


def _inspect_samples() -> list[dict[str, Any]]:
    return [
        {
            "id": number, "epoch": 1, "input": "...", "choices": list(NAMES), "target": "ABC"[gold],
            "metadata": {"premise": premise, "hypothesis": hypothesis},
            "scores": {"choice": {"value": "C", "answer": answer}},
        }
        for number, ((premise, hypothesis, gold), answer) in enumerate(zip(PAIRS, "ACA", strict=True))
    ]  # fmt: skip


def _as_json(path: Path) -> None:
    log = {"version": 2, "status": "success", "eval": {"task": "nli"}, "samples": _inspect_samples()}
    path.write_text(json.dumps(log, indent=2))


def _as_zip(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("header.json", json.dumps({"eval": {"task": "nli"}}))
        made.writestr("summaries.json", "[]")
        for sample in _inspect_samples():
            made.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample, indent=2))


@pytest.mark.parametrize(("name", "write"), [("log.json", _as_json), ("log.eval", _as_zip)])
def test_logs_of_inspect_hold_target_and_answer(tmp_path: Path, name: str, write: Any) -> None:
    write(tmp_path / name)
    scored = read_scored(tmp_path / name)
    assert scored is not None
    assert scored.gold["label"].to_list() == ["entailment", "contradiction", "neutral"]
    assert scored.predictions.frame["label"].to_list() == ["entailment", "contradiction", "entailment"]
    assert scored.gold["premise"].to_list() == [premise for premise, _, _ in PAIRS]


ZSTD = bytes.fromhex("28b52ffd20084100006c696e650a6f6e65")


def test_text_compressed_as_zstd_is_bounded_before_it_expands() -> None:
    assert unzstd_text(ZSTD, "a") == b"line\none"  # a frame of one raw block, written after RFC 8878
    with pytest.raises(UnreadableFileError):
        unzstd_text(ZSTD[:-2], "a")
    with pytest.raises(UnreadableFileError):
        unzstd_text(b"nothing", "a")
    run = (131072 << 3 | 1 << 1).to_bytes(3, "little") + b"a"  # 128 KiB of one letter in four bytes
    last = (1 << 3 | 1).to_bytes(3, "little") + b"a"
    with pytest.raises(UnsafeArchiveError, match="may expand"):
        unzstd_text(bytes.fromhex("28b52ffd0058") + run * 600_0 + last, "a")


def test_equal_repeats_count_once_and_different_ones_are_listed(tmp_path: Path) -> None:
    rows = [{"id": "a", "prediction": "neutral"}, {"id": "b", "prediction": "neutral"}]
    found = read_predictions([*rows, rows[0], rows[0]])
    assert found.frame["id"].to_list() == ["a", "b"]
    assert any("2 repeated predictions" in note for note in found.provenance.notes)
    other = {"id": "a", "prediction": "entailment"}
    with pytest.raises(PredictionError, match="different ways, 'a'"):
        read_predictions([*rows, other])


def test_a_pair_predicted_in_two_ways_is_refused_with_its_sentences(tmp_path: Path) -> None:
    row = {"premise": "p", "hypothesis": "h", "label": "neutral", "prediction": "neutral"}
    with pytest.raises(PredictionError, match="p / h"):
        read_scored([row, {**row, "prediction": "entailment"}])
    scored = read_scored([row, row])
    assert scored is not None
    assert scored.gold.height == 2


def test_gold_in_every_row_is_demanded() -> None:
    rows = [{"id": "a", "label": "neutral", "pred": "neutral"}, {"id": "b", "label": "-", "pred": "neutral"}]
    with pytest.raises(InputError, match="1 rows without a gold label"):
        read_scored(rows)
    assert read_scored([{"id": "a", "label": "neutral"}]) is None


@pytest.mark.parametrize(("run", "accuracy"), [("baseline_100k", 0.8578), ("hypothesis_only_model", 0.6771)])
def test_the_two_electra_files_have_the_accuracies_that_their_course_states(
    shared_data: Path, run: str, accuracy: float
) -> None:
    scored = read_scored(shared_data / "fp_dataset_artifacts" / run / "eval_predictions.jsonl.gz")
    assert scored is not None
    right = (scored.predictions.frame["label"] == scored.gold["label"]).mean()
    assert right == pytest.approx(accuracy, abs=5e-5)


def test_scores_of_groundedness_models_are_the_columns_of_their_files(shared_data: Path) -> None:
    path = shared_data / "aggrefact_scores" / "without_sliding" / "MiniCheck-RoBERTa-Large.csv.gz"
    lines = gzip.decompress(path.read_bytes()).decode().split()[1:]
    scored = read_scored(path)
    assert scored is not None
    assert scored.predictions.frame["entailment"].to_list() == [float(line.split(",")[1]) for line in lines]
    assert scored.gold["label"].to_list() == [
        "entailment" if line.startswith("1") else "non-entailment" for line in lines
    ]
