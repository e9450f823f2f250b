"""Pairs that are longer than the model: cut and counted, or read in windows that are joined."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import softmax
from tests.predictors.tiny_models import NAMES, tiny_model

from rightreasons.errors import OptionError
from rightreasons.labels import THREE_WAY, TWO_WAY
from rightreasons.pairs import PairTable
from rightreasons.predictors.networks.classifier import SequenceClassifier
from rightreasons.predictors.networks.hugging_face import load_hugging_face
from rightreasons.predictors.networks.long_pairs import joined_windows
from rightreasons.predictors.options import ModelOptions
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.sources.concatenation import concatenated
from rightreasons.sources.read import read_pairs

SHORT = bundled_pairs(12, 1)
LIMIT = 64


def table(rows: list[tuple[str, str]]) -> PairTable:
    keys = ("premise", "hypothesis")
    return read_pairs([dict(zip(keys, row, strict=True)) | {"label": "neutral"} for row in rows])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_model(tmp_path_factory.mktemp("long") / "model")


@pytest.fixture(scope="module")
def long_pairs() -> PairTable:
    """A long premise, a long hypothesis, both long, and a premise of more windows."""
    text = " ".join(SHORT.premises)
    hypothesis = SHORT.hypotheses[0]
    return table([(text, hypothesis), (hypothesis, text), (text, text), (text * 3, hypothesis)])


def loaded(folder: Path, **options: Any) -> SequenceClassifier:
    return load_hugging_face(str(folder), ModelOptions(device="cpu", **options))


def details(predictor: SequenceClassifier, pairs: PairTable) -> dict[str, Any]:
    found = {
        id_: each.details for batch in predictor.batches(pairs) for id_, each in batch.items() if each.details
    }
    return {id_: dict(found[id_]) for id_ in pairs.frame["id"] if id_ in found}


def forward(folder: Path, items: list[list[int]], segments: list[list[int]]) -> np.ndarray:
    import torch
    from transformers import AutoModelForSequenceClassification

    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    rows = []
    with torch.no_grad():
        for ids, types in zip(items, segments, strict=True):
            logits = model(input_ids=torch.tensor([ids]), token_type_ids=torch.tensor([types])).logits
            rows.append(softmax(logits[0].numpy()))
    return np.array(rows)


def test_what_is_cut_is_said_and_only_of_pairs_that_were_cut(folder: Path, long_pairs: PairTable) -> None:
    both = concatenated([SHORT, long_pairs], "both")
    noted = list(details(loaded(folder), both).values())
    assert [each["truncated"] for each in noted] == [
        "premise cut",
        "hypothesis cut",
        "premise and hypothesis cut",
        "premise cut",
    ]
    assert details(loaded(folder), SHORT) == {}


def test_a_cut_pair_reads_as_the_tokenizer_cuts_it(folder: Path, long_pairs: PairTable) -> None:
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    rows = [list(long_pairs.premises), list(long_pairs.hypotheses)]
    cut = tokenizer(*rows, truncation=True, max_length=LIMIT)
    expected = forward(folder, cut["input_ids"], cut["token_type_ids"])
    predicted = loaded(folder).predict(long_pairs).frame.select(NAMES).to_numpy()
    assert predicted == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("how", ["max", "mean"])
def test_windows_cover_the_premise_overlap_by_half_and_are_joined(
    folder: Path, long_pairs: PairTable, how: str
) -> None:
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    predictor = loaded(folder, long_premises=how)
    predicted = predictor.predict(long_pairs).frame.select(THREE_WAY).to_numpy()
    noted = list(details(predictor, long_pairs).values())
    for row in (0, 3):
        premise, hypothesis = (
            tokenizer(text, add_special_tokens=False)["input_ids"]
            for text in (long_pairs.premises[row], long_pairs.hypotheses[row])
        )
        size = LIMIT - 3 - len(hypothesis)
        step = size - size // 2
        starts = range(0, len(premise) - size + step, step)
        cls, sep = tokenizer.cls_token_id, tokenizer.sep_token_id
        pieces = [premise[start : start + size] for start in starts]
        items = [[cls, *piece, sep, *hypothesis, sep] for piece in pieces]
        segments = [[0] * (len(piece) + 2) + [1] * (len(hypothesis) + 1) for piece in pieces]
        assert noted[row] == {"windows": len(items)}
        single = forward(folder, items, segments)[:, [NAMES.index(label) for label in THREE_WAY]]
        telling = single[np.argmax(single[:, [0, 2]].max(axis=1))]  # entailment or contradiction
        expected = single.mean(axis=0) if how == "mean" else telling
        assert predicted[row] == pytest.approx(expected, abs=1e-5)
    assert noted[1] == {"truncated": "hypothesis cut"}  # no room for windows
    assert predictor.identity.options["long_premises"] == how


def test_windows_of_a_pair_may_lie_in_different_batches(folder: Path, long_pairs: PairTable) -> None:
    both = concatenated([SHORT, long_pairs], "both")
    at_once = loaded(folder, long_premises="mean", batch_tokens=100_000)
    apart = loaded(folder, long_premises="mean", batch_tokens=1)
    ids = [id_ for batch in apart.batches(both) for id_ in batch]
    assert sorted(ids) == sorted(both.frame["id"])
    first, second = (each.predict(both).probabilities.to_numpy() for each in (at_once, apart))
    assert first == pytest.approx(second, abs=1e-5)


def test_joining_two_labels_takes_the_largest_probability_of_entailment() -> None:
    windows = np.array([[0.2, 0.8], [0.9, 0.1], [0.4, 0.6]])
    owners = np.array([5, 5, 7])
    assert joined_windows(windows, owners, TWO_WAY, "max").tolist() == [[0.9, 0.1], [0.4, 0.6]]
    assert joined_windows(windows, owners, TWO_WAY, "mean") == pytest.approx(
        np.array([[0.55, 0.45], [0.4, 0.6]])
    )


def test_one_window_with_evidence_outweighs_many_without() -> None:
    # Entailment, neutral, contradiction: neutral is what a window without the evidence has to say.
    windows = np.array([[0.01, 0.98, 0.01], [0.1, 0.2, 0.7], [0.02, 0.97, 0.01]])
    assert joined_windows(windows, np.zeros(3, dtype=np.int64), THREE_WAY, "max").tolist() == [
        [0.1, 0.2, 0.7]
    ]


def test_a_shorter_length_is_kept_and_a_longer_one_refused(folder: Path) -> None:
    predictor = loaded(folder, max_length=16)
    assert predictor.identity.options["max_length"] == 16
    assert max(predictor.encoder.encode(list(SHORT.premises), list(SHORT.hypotheses)).lengths) == 16
    for length in (LIMIT + 1, 4):
        with pytest.raises(OptionError, match="max_length="):
            loaded(folder, max_length=length)


def test_positions_behind_the_padding_token_do_not_count(tmp_path: Path) -> None:
    # RoBERTa's first position is the padding id and one: 66 embeddings are 64 tokens.
    folder = tiny_model(tmp_path / "model", "roberta", max_position_embeddings=66)
    predictor = loaded(folder)
    assert predictor.encoder.limit == 64
    assert len(predictor.predict(SHORT)) == len(SHORT)
    assert len(details(predictor, SHORT)) > 0
