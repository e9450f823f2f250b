"""Predictions are read by id or text, and nothing unknown ever becomes a label."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from rightreasons.errors import (
    ColumnError,
    EmptyDataError,
    FileMissingError,
    InputError,
    MalformedRowError,
    MeaninglessLabelError,
    PredictionError,
    UnknownLabelError,
)
from rightreasons.pairs import PairTable, Provenance, pair_hash
from rightreasons.predictions import Predictions
from rightreasons.sources.predictions.reading import read_predictions, read_scored
from rightreasons.sources.read import read_pairs


@pytest.mark.parametrize("file", ["bert_preds.txt", "decomp_attn_heur_preds.txt"])
def test_the_official_prediction_files_of_hans_are_read(shared_data: Path, file: str) -> None:
    predictions = read_predictions(shared_data / "hans" / file)
    lines = (shared_data / "hans" / file).read_text().split()[1:]
    assert len(predictions) == len(lines) == 30_000
    assert predictions.frame["id"].to_list() == [line.split(",")[0] for line in lines]
    assert predictions.frame["label"].to_list() == [line.split(",")[1] for line in lines]
    assert not predictions.has_probabilities
    assert predictions.name == file


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl", "json", "parquet"])
def test_every_tabular_format_is_read(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    frame = pl.DataFrame({"pairID": ["x", "y"], "label": ["entails", "not_entailment"]})
    match ending:
        case "csv" | "tsv":
            frame.write_csv(path, separator="\t" if ending == "tsv" else ",")
        case "parquet":
            frame.write_parquet(path)
        case "jsonl":
            frame.write_ndjson(path)
        case _:
            path.write_text(json.dumps(frame.to_dicts()))
    predictions = read_predictions(path)
    assert predictions.frame.rows() == [("x", "entailment"), ("y", "non-entailment")]
    assert predictions.labels == ("entailment", "non-entailment")


def test_the_label_is_the_most_probable_where_none_is_stated() -> None:
    rows = [
        {"id": 1, "contradicts": 0.5, "entailed": 0.2, "neutral": 0.3},
        {"id": 2, "contradicts": 0.4, "entailed": 0.4, "neutral": 0.2},
    ]
    predictions = read_predictions(rows)
    assert predictions.frame["label"].to_list() == ["contradiction", "entailment"]
    assert predictions.probabilities.to_dicts()[0] == {
        "entailment": 0.2,
        "neutral": 0.3,
        "contradiction": 0.5,
    }
    assert predictions.labels == ("entailment", "neutral", "contradiction")


def test_a_stated_label_goes_before_the_most_probable() -> None:
    rows = [{"id": 1, "label": "neutral", "entailment": 0.9, "neutral": 0.1}]
    assert read_predictions(rows).frame["label"].to_list() == ["neutral"]


def test_a_label_map_names_labels_and_columns() -> None:
    rows = [{"id": 1, "label": 0, "LABEL_0": 0.9, "LABEL_1": 0.1}]
    label_map = {0: "entailment", "LABEL_0": "entailment", "LABEL_1": "neutral"}
    predictions = read_predictions(rows, {str(key): value for key, value in label_map.items()})
    assert predictions.frame.rows() == [("1", "entailment", 0.9, 0.1)]


@pytest.fixture
def pairs() -> PairTable:
    return read_pairs(
        [
            {"id": "p", "premise": "a", "hypothesis": "b", "label": "neutral"},
            {"id": "q", "premise": "c", "hypothesis": "d", "label": "entailment"},
        ]
    )


def test_premise_and_hypothesis_stand_for_the_id(pairs: PairTable) -> None:
    rows = [
        {"sentence1": "c", "sentence2": "d", "label": "neutral"},
        {"sentence1": "x", "sentence2": "y", "label": "neutral"},
    ]
    predictions = read_predictions(rows, pairs=pairs)
    assert predictions.frame.rows() == [("q", "neutral")]
    assert "1 predictions belong to no pair" in predictions.provenance.notes[0]


def test_texts_that_are_no_pairs_are_refused(pairs: PairTable) -> None:
    with pytest.raises(PredictionError, match="none a pair"):
        read_predictions([{"premise": "x", "hypothesis": "y", "label": "neutral"}], pairs=pairs)


def test_the_hash_of_a_pair_may_stand_for_the_id(pairs: PairTable) -> None:
    rows = [
        {"pair_hash": pair_hash(premise, hypothesis), "label": "neutral"}
        for premise, hypothesis in zip(pairs.premises, pairs.hypotheses, strict=True)
    ]
    found = read_predictions(
        [*rows, {"pair_hash": pair_hash("other", "pair"), "label": "neutral"}], pairs=pairs
    )
    assert found.frame["id"].to_list() == pairs.frame["id"].to_list()
    assert "1 predictions belong to no pair" in found.provenance.notes[0]


def test_hashes_need_the_pairs() -> None:
    with pytest.raises(PredictionError, match="pair_hash"):
        read_predictions([{"pair_hash": pair_hash("x", "y"), "label": "neutral"}])


def test_texts_need_the_pairs() -> None:
    with pytest.raises(PredictionError, match="premise and hypothesis"):
        read_predictions([{"premise": "x", "hypothesis": "y", "label": "neutral"}])


@pytest.mark.parametrize(
    ("rows", "error", "message"),
    [
        ([{"id": 1, "label": "perhaps"}], UnknownLabelError, "'perhaps'"),
        ([{"id": 1, "label": 0}, {"id": 2, "label": 1}], MeaninglessLabelError, "'0', '1'"),
        ([{"id": 1, "label": "-"}], PredictionError, "1 rows without a label"),
        ([{"id": 1, "label": None}], PredictionError, "1 rows without a label"),
        ([{"id": 1, "label": "neutral"}, {"id": 1, "label": "entailed"}], PredictionError, "ways, '1'"),
        ([{"id": None, "label": "neutral"}], PredictionError, "1 rows without an id"),
        ([{"id": 1, "pred": "neutral", "prediction": "entailment"}], ColumnError, "'prediction', 'pred'"),
        ([{"id": 1, "score": 0.3}], PredictionError, "'id', 'score'"),
        ([{"id": 1, "entailment": 0.3}], PredictionError, "'id', 'entailment'"),
        ([{"x": 1, "label": "neutral"}], PredictionError, "none of them an id"),
        ([{"id": 1, "entailment": 1.5, "neutral": 0.1}], PredictionError, "row 0 is '1.5'"),
        ([{"id": 1, "entailment": -0.1, "neutral": 0.1}], PredictionError, "row 0 is '-0.1'"),
        ([{"id": 1, "entailment": float("nan"), "neutral": 0.1}], PredictionError, "row 0 is"),
        ([{"id": 1, "entailment": float("inf"), "neutral": 0.1}], PredictionError, "row 0 is 'inf'"),
        ([{"id": 1, "entailment": None, "neutral": 0.1}], PredictionError, "row 0 is"),
        ([{"id": 1, "entailment": "high", "neutral": 0.1}], PredictionError, "row 0 is 'high'"),
        ([{"id": 1, "entailment": 0.2, "entails": 0.8}], PredictionError, "'entailment', 'entails'"),
        ([{"id": 1, "label": "c", "entailment": 0.2, "neutral": 0.8}], InputError, "'c'"),
        ([], EmptyDataError, "no rows"),
    ],
)  # fmt: skip
def test_what_breaks_the_contract_is_named(rows: Any, error: type[InputError], message: str) -> None:
    with pytest.raises(error, match=message):
        read_predictions(rows)


@pytest.mark.parametrize("role", ["premise", "hypothesis"])
def test_gold_beside_half_a_pair_is_refused(role: str) -> None:
    whole = {"premise": "a", "hypothesis": "b", "gold": "neutral", "prediction": "neutral"}
    with pytest.raises(PredictionError, match=f"1 rows without a {role}"):
        read_scored([whole, whole | {role: None, "prediction": "entailment"}])


def test_a_label_without_a_probability_column_is_refused() -> None:
    rows = [{"id": 1, "label": "contradiction", "entailment": 0.2, "neutral": 0.8}]
    with pytest.raises(PredictionError, match="predicts contradiction"):
        read_predictions(rows)


def test_broken_and_missing_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,label\n1,neutral\n2\n")
    with pytest.raises(MalformedRowError, match="line 3"):
        read_predictions(tmp_path / "a.csv")
    with pytest.raises(FileMissingError):
        read_predictions(tmp_path / "gone.csv")


def test_predictions_keep_their_contract() -> None:
    frame = pl.DataFrame({"id": ["a", "a"], "label": ["neutral", "neutral"]})
    with pytest.raises(ValueError, match="LABEL_TYPE"):
        Predictions(frame, (), Provenance("x"))


@pytest.mark.parametrize("keys", [("0", "1", "2"), ("LABEL_0", "LABEL_1", "LABEL_2")])
def test_probability_columns_are_called_by_number_or_by_numbered_name(keys: tuple[str, ...]) -> None:
    labels = ("entailment", "neutral", "contradiction")
    rows = [{"id": "a", "LABEL_0": 0.7, "LABEL_1": 0.2, "LABEL_2": 0.1}]
    predictions = read_predictions(rows, dict(zip(keys, labels, strict=True)))
    assert predictions.frame.select(labels).row(0) == (0.7, 0.2, 0.1)
