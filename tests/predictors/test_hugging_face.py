"""Sequence classifiers say what a plain forward pass of each pair says, whatever architecture and batches."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.special import expit, softmax
from tests.predictors.tiny_models import KINDS, NAMES, tiny_model

from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.predictors.networks.classifier import SequenceClassifier
from rightreasons.predictors.networks.hugging_face import load_hugging_face
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.predictor import Identified, Streaming, predictor_named
from rightreasons.sources.bundled import bundled_pairs

PAIRS = bundled_pairs(60, 1)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {kind: tiny_model(tmp_path_factory.mktemp(kind) / "model", kind) for kind in KINDS}


def loaded(folder: Path, **options: Any) -> SequenceClassifier:
    return load_hugging_face(str(folder), ModelOptions(device="cpu", **options))


def plain_logits(folder: Path, pairs: PairTable, **keywords: Any) -> np.ndarray:
    """One pair at a time through the model as saved: no padding, no batches."""
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    rows = []
    with torch.no_grad():
        for premise, hypothesis in zip(pairs.premises, pairs.hypotheses, strict=True):
            encoded = tokenizer(premise, hypothesis, return_tensors="pt", **keywords)
            rows.append(model(**encoded).logits[0].numpy())
    return np.array(rows)


def probabilities(predictor: SequenceClassifier, pairs: PairTable) -> pl.DataFrame:
    return predictor.predict(pairs).probabilities


@pytest.mark.parametrize("kind", KINDS)
def test_every_architecture_says_what_one_pair_at_a_time_says(models: dict[str, Path], kind: str) -> None:
    predictor = loaded(models[kind])
    predicted = predictor.predict(PAIRS)
    expected = softmax(plain_logits(models[kind], PAIRS), axis=1)
    assert predicted.frame["id"].to_list() == PAIRS.frame["id"].to_list()
    for place, name in enumerate(NAMES):
        assert predicted.frame[name].to_numpy() == pytest.approx(expected[:, place], abs=1e-5)
    assert predicted.frame["label"].to_list() == [NAMES[place] for place in expected.argmax(axis=1)]
    assert predicted.frame["label"].n_unique() > 1
    assert isinstance(predictor, Identified)
    assert isinstance(predictor, Streaming)


@pytest.mark.parametrize("kind", KINDS)
def test_batches_and_order_never_change_a_label(models: dict[str, Path], kind: str) -> None:
    predicted = loaded(models[kind]).predict(PAIRS).frame.select("id", "label")
    one_by_one = loaded(models[kind], batch_tokens=1).predict(PAIRS).frame.select("id", "label")
    assert one_by_one.equals(predicted)
    mixed = PairTable(PAIRS.frame.sample(fraction=1, shuffle=True, seed=3), PAIRS.provenance, PAIRS.account)
    again = loaded(models[kind], batch_tokens=200).predict(mixed).frame.select("id", "label")
    assert again["id"].to_list() == mixed.frame["id"].to_list()
    assert again.sort("id").equals(predicted.sort("id"))


def test_labels_are_those_of_the_pipeline(models: dict[str, Path]) -> None:
    from transformers import pipeline

    classify = pipeline("text-classification", model=str(models["bert"]), device="cpu")
    rows = zip(PAIRS.premises, PAIRS.hypotheses, strict=True)
    expected = classify([{"text": premise, "text_pair": hypothesis} for premise, hypothesis in rows])
    predicted = loaded(models["bert"]).predict(PAIRS).frame
    assert predicted["label"].to_list() == [answer["label"] for answer in expected]
    best = predicted.select(pl.max_horizontal(*NAMES)).to_series().to_list()
    assert best == pytest.approx([answer["score"] for answer in expected], abs=1e-5)


def test_premise_and_hypothesis_are_told_apart_by_segment(models: dict[str, Path]) -> None:
    predictor = loaded(models["bert"])
    assert predictor.identity.options["inputs"] == "input_ids attention_mask token_type_ids"
    without = softmax(plain_logits(models["bert"], PAIRS, return_token_type_ids=False), axis=1)
    predicted = probabilities(predictor, PAIRS)["contradiction"].to_numpy()
    assert np.abs(predicted - without[:, 0]).max() > 0.01


@pytest.mark.parametrize("version", ["4.57.0", "5.23.0"])
def test_a_checkpoint_gets_the_segments_that_the_version_which_wrote_it_made(
    tmp_path: Path, version: str
) -> None:
    # transformers 5 makes no token_type_ids for XLNet any more; version 4 did.
    folder = tiny_model(tmp_path / "model", "xlnet", seed=3)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps(config | {"transformers_version": version}))
    plain = plain_logits(folder, PAIRS, return_token_type_ids=version.startswith("4"))
    predicted = probabilities(loaded(folder), PAIRS).select(NAMES).to_numpy()
    assert predicted == pytest.approx(softmax(plain, axis=1), abs=1e-5)


@pytest.mark.parametrize("names", [["LABEL_0"], NAMES])
def test_a_cross_encoder_folder_loads_as_it_is(tmp_path: Path, names: list[str]) -> None:
    from sentence_transformers import CrossEncoder

    encoder = CrossEncoder(str(tiny_model(tmp_path / "made", names=names)), device="cpu")
    encoder.save_pretrained(str(tmp_path / "saved"))
    scores = encoder.predict(list(zip(PAIRS.premises, PAIRS.hypotheses, strict=True)))
    predicted = probabilities(loaded(tmp_path / "saved"), PAIRS)
    if len(names) == 1:
        assert predicted["entailment"].to_numpy() == pytest.approx(scores, abs=1e-5)
    else:
        assert predicted.select(names).to_numpy() == pytest.approx(softmax(scores, axis=1), abs=1e-5)


def test_a_score_goes_through_a_sigmoid_unless_the_checkpoint_says_otherwise(tmp_path: Path) -> None:
    folder = tiny_model(tmp_path / "model", names=["LABEL_0"])
    logits = plain_logits(folder, PAIRS)[:, 0]
    predicted = probabilities(loaded(folder), PAIRS)
    assert predicted["entailment"].to_numpy() == pytest.approx(expit(logits), abs=1e-5)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    identity = {"sentence_transformers": {"activation_fn": "torch.nn.modules.linear.Identity"}}
    (folder / "config.json").write_text(json.dumps(config | identity), encoding="utf-8")
    raw = loaded(folder)
    assert probabilities(raw, PAIRS)["entailment"].to_numpy() == pytest.approx(
        np.clip(logits, 0, 1), abs=1e-5
    )
    with_score = sum("score" in each.details for batch in raw.batches(PAIRS) for each in batch.values())
    assert with_score == ((logits < 0) | (logits > 1)).sum() > 0


def test_two_labels_and_a_threshold(tmp_path: Path) -> None:
    folder = tiny_model(tmp_path / "model", names=["not_entailment", "entailment"])
    entailed = softmax(plain_logits(folder, PAIRS), axis=1)[:, 1]
    threshold = float(np.median(entailed))
    predictor = loaded(folder, threshold=threshold)
    assert predictor.labels == (Label.ENTAILMENT, Label.NON_ENTAILMENT)
    predicted = predictor.predict(PAIRS).frame["label"].to_list()
    expected = np.where(entailed >= threshold, "entailment", "non-entailment")
    close = np.isclose(entailed, threshold, atol=1e-6)
    assert [a for a, near in zip(predicted, close, strict=True) if not near] == expected[~close].tolist()


def test_bf16_is_asked_for_and_recorded(models: dict[str, Path]) -> None:
    exact, rounded = loaded(models["bert"]), loaded(models["bert"], dtype="bf16")
    assert (exact.identity.options["dtype"], rounded.identity.options["dtype"]) == ("float32", "bfloat16")
    assert exact.identity.fingerprint() != rounded.identity.fingerprint()
    difference = probabilities(exact, PAIRS).to_numpy() - probabilities(rounded, PAIRS).to_numpy()
    assert 0 < np.abs(difference).max() < 0.2


def test_a_folder_is_a_model_and_no_pairs_are_no_predictions(models: dict[str, Path]) -> None:
    predictor = predictor_named(str(models["bert"]), ModelOptions(device="cpu"))
    assert predictor.name == "hf:model"
    nothing = predictor.predict(PAIRS.head(0))
    assert (len(nothing), nothing.labels) == (0, predictor.labels)


def test_empty_sentences_are_answered(models: dict[str, Path]) -> None:
    emptied = PAIRS.frame.with_columns(premise=pl.lit(""))
    pairs = PairTable(emptied, PAIRS.provenance, PAIRS.account)
    expected = softmax(plain_logits(models["bert"], pairs), axis=1)
    assert probabilities(loaded(models["bert"]), pairs).select(NAMES).to_numpy() == pytest.approx(
        expected, abs=1e-5
    )
