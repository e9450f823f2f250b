"""What cannot be a model is refused with a coded error; what makes it the same model is its identity."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.predictors.tiny_models import tiny_model

from rightreasons.errors import (
    FileMissingError,
    HubError,
    ModelError,
    OptionError,
    PredictionError,
    RightReasonsError,
    UnnamedOutputsError,
)
from rightreasons.labels import Label
from rightreasons.predictors.networks.classifier import NOT_A_NUMBER, SequenceClassifier
from rightreasons.predictors.networks.hugging_face import load_hugging_face
from rightreasons.predictors.options import ModelOptions
from rightreasons.sources.bundled import bundled_pairs

PAIRS = bundled_pairs(12, 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tiny_model(tmp_path / "model")


def loaded(folder: Path | str, **options: Any) -> SequenceClassifier:
    return load_hugging_face(str(folder), ModelOptions(device="cpu", **options))


def changed_config(folder: Path, **values: Any) -> None:
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps(config | values), encoding="utf-8")


def test_weights_that_are_no_safetensors_are_refused(folder: Path) -> None:
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(ModelError, match=r"(?s)pytorch_model\.bin.*safetensors"):
        loaded(folder)


def test_a_model_without_a_trained_head_is_refused(tmp_path: Path) -> None:
    from transformers import AutoModel

    folder = tiny_model(tmp_path / "model")
    AutoModel.from_pretrained(folder).save_pretrained(tmp_path / "base")
    shutil.copytree(folder, tmp_path / "both", ignore=shutil.ignore_patterns("model.safetensors"))
    shutil.copy(tmp_path / "base" / "model.safetensors", tmp_path / "both")
    with pytest.raises(ModelError, match=r"classifier\.weight"):
        loaded(tmp_path / "both")


def test_names_that_say_nothing_are_refused_until_they_are_explained(tmp_path: Path) -> None:
    folder = tiny_model(tmp_path / "model", names=["LABEL_0", "LABEL_1", "LABEL_2"])
    with pytest.raises(UnnamedOutputsError) as caught:
        loaded(folder)
    assert caught.value.outputs == ("LABEL_0", "LABEL_1", "LABEL_2")
    label_map = {"LABEL_0": Label.NEUTRAL, "LABEL_1": Label.ENTAILMENT, "LABEL_2": Label.CONTRADICTION}
    predictor = loaded(folder, label_map=label_map)
    assert predictor.identity.label_map == label_map
    assert predictor.predict(PAIRS).provenance.label_map == label_map


def endless(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


@pytest.mark.parametrize(
    "invalidate",
    [
        lambda folder: (folder / "model.safetensors").write_bytes(b"no weights"),
        lambda folder: (folder / "config.json").write_text("{"),
        lambda folder: (folder / "config.json").write_text("[]"),
        lambda folder: (folder / "tokenizer.json").write_text("{}"),
        lambda folder: changed_config(folder, model_type="unheard-of"),
        lambda folder: changed_config(folder, vocab_size=5),
        lambda folder: changed_config(folder, num_hidden_layers=100_000),
        lambda folder: changed_config(folder, text_config={"num_hidden_layers": 100_000}),
        lambda folder: endless(folder / "tokenizer.json"),
        lambda folder: endless(folder / "config.json"),
        lambda folder: endless(folder / "generation_config.json"),
        lambda folder: changed_config(folder, id2label={"0": "entailment", "2": "neutral"}),
    ],
)
def test_a_damaged_folder_is_a_coded_error(folder: Path, invalidate: Any) -> None:
    invalidate(folder)
    with pytest.raises(ModelError):
        loaded(folder)


@pytest.mark.parametrize(
    ("name", "options", "error"),
    [
        ("./no/such/folder", {}, FileMissingError),
        ("nobody/no-such-model", {}, HubError),
        (None, {"revision": "main"}, OptionError),
    ],
)
def test_a_model_that_is_not_there(
    folder: Path, name: str | None, options: dict[str, Any], error: type[RightReasonsError]
) -> None:
    with pytest.raises(error):
        loaded(name or folder, **options)


def test_code_that_comes_with_a_model_does_not_run(folder: Path, tmp_path: Path) -> None:
    trace = tmp_path / "ran"
    (folder / "own.py").write_text(f"open({str(trace)!r}, 'w').close()\n", encoding="utf-8")
    changed_config(
        folder,
        model_type="own",
        auto_map={"AutoConfig": "own.Config", "AutoModelForSequenceClassification": "own.Model"},
    )
    with pytest.raises(ModelError, match="trust_remote_code=True"):
        loaded(folder)
    assert not trace.exists()


def test_a_device_that_is_not_there_is_refused(folder: Path) -> None:
    import torch

    absent = "mps" if torch.cuda.is_available() else "cuda"
    with pytest.raises(OptionError, match=absent):
        load_hugging_face(str(folder), ModelOptions(device=absent))  # type: ignore[arg-type]  # one of them


def test_an_output_that_is_no_number_is_an_answer_without_a_label(folder: Path) -> None:
    from safetensors.torch import load_file, save_file

    weights = load_file(folder / "model.safetensors")
    weights["classifier.bias"][0] = float("nan")
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    predictor = loaded(folder)
    batch = next(iter(predictor.batches(PAIRS)))
    assert {key: each.unanswered for key, each in batch.items()} == dict.fromkeys(
        PAIRS.frame["id"], NOT_A_NUMBER
    )
    assert {each.label for each in batch.values()} == {None}
    with pytest.raises(PredictionError, match="no number for 12 pairs"):
        predictor.predict(PAIRS)


def test_the_identity_changes_with_whatever_changes_predictions(folder: Path, tmp_path: Path) -> None:
    first = loaded(folder).identity
    assert first.is_repeatable
    assert (first.kind, first.name, first.labels[0]) == ("hf", "model", "entailment")
    moved = tmp_path / "elsewhere" / "model"
    shutil.copytree(folder, moved)
    (moved / "README.md").write_text("A model.", encoding="utf-8")
    assert loaded(moved).identity.fingerprint() == first.fingerprint()
    assert loaded(folder, batch_tokens=64).identity.fingerprint() == first.fingerprint()
    others = [
        loaded(folder, max_length=20),
        loaded(folder, long_premises="max"),
        loaded(folder, threshold=0.4),
        loaded(tiny_model(tmp_path / "other" / "model", seed=2)),
    ]
    config = json.loads((moved / "tokenizer_config.json").read_text(encoding="utf-8"))
    (moved / "tokenizer_config.json").write_text(json.dumps(config | {"do_lower_case": False}))
    others.append(loaded(moved))
    assert len({each.identity.fingerprint() for each in others} - {first.fingerprint()}) == len(others)


def test_a_hub_model_in_the_cache_loads_without_network_and_keeps_its_revision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = "0123456789abcdef0123456789abcdef01234567"
    cached = tmp_path / "models--someone--nli"
    folder = tiny_model(cached / "snapshots" / commit)
    (cached / "refs").mkdir()
    (cached / "refs" / "main").write_text(commit, encoding="utf-8")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    predictor = loaded("someone/nli")
    assert (predictor.name, predictor.identity.revision) == ("hf:someone/nli", commit)
    same = loaded(folder).predict(PAIRS).frame
    assert predictor.predict(PAIRS).frame.equals(same)
    with pytest.raises(HubError):
        loaded("someone/nli", revision="v2")
