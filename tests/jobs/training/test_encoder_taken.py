"""Which encoders are taken, and what is refused before any data are read."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from tests.predictors.tiny_models import KINDS, tiny_model

from rightreasons.errors import FileMissingError, HubError, ModelError, OptionError, UnknownNameError
from rightreasons.jobs.train import train
from rightreasons.jobs.training.encoder import pretrained_encoder
from rightreasons.pairs import PairTable
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.training.recipe_files import check_recipe

os.environ.setdefault("HF_HUB_OFFLINE", "1")
torch.set_num_threads(1)
SHORT = ("epochs=1", "settings.max_length=32", "precision=fp32")


@pytest.fixture
def refused(tmp_path: Path) -> Callable[..., str]:
    """Return what asks for a training of an encoder on data that are not there, and returns the error."""

    def asked(error: type[Exception], recipe: str = "encoder", **options: Any) -> str:
        missing = tmp_path / "nowhere.jsonl"
        with pytest.raises(error) as found:
            train(recipe, missing, missing, out=tmp_path / "run", **options)
        assert not (tmp_path / "run").exists()
        return str(found.value)

    return asked


@pytest.mark.parametrize("kind", KINDS)
def test_encoders_of_every_kind_are_taken(kind: str, tmp_path: Path) -> None:
    assert pretrained_encoder(str(tiny_model(tmp_path / kind, kind))).name == kind


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"model_type": "gpt2"}, "gpt2, a causal model"),
        ({"model_type": "t5", "classifier_dropout": 0.0}, "t5, an encoder with a decoder"),
        ({"is_decoder": True}, "bert, a causal model"),
        ({"model_type": "vit"}, "vit, which classifies no texts"),
        ({"model_type": "no-such-kind"}, "is no encoder"),
        ({"auto_map": {"AutoModel": "modeling.Own"}}, "code of its own"),
    ],
)
def test_other_kinds_are_refused(
    refused: Callable[..., str], changed: Callable[..., Path], values: dict[str, Any], reason: str
) -> None:
    assert reason in refused(ModelError, encoder=str(changed(**values)))


def test_an_encoder_without_tokenizer_is_refused(refused: Callable[..., str], changed: Any) -> None:
    folder = changed()
    for path in [*folder.glob("tokenizer*"), *folder.glob("vocab*")]:
        path.unlink()
    assert "no tokenizer in" in refused(ModelError, encoder=str(folder))


def test_weights_that_can_run_code_are_refused(refused: Callable[..., str], changed: Any) -> None:
    folder = changed()
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    assert "pytorch_model.bin" in refused(ModelError, encoder=str(folder))


def test_damaged_weights_are_refused(refused: Callable[..., str], changed: Any) -> None:
    folder = changed()
    whole = (folder / "model.safetensors").read_bytes()
    (folder / "model.safetensors").write_bytes(whole[: len(whole) // 2])
    assert "model.safetensors" in refused(ModelError, encoder=str(folder))


def test_weights_of_a_part_of_the_encoder_are_refused(changed: Any, tmp_path: Path) -> None:
    folder = changed()
    weights = load_file(folder / "model.safetensors")
    first = {name: value for name, value in weights.items() if "layer.1." not in name}
    save_file(first, folder / "model.safetensors", metadata={"format": "pt"})
    pairs: PairTable = bundled_pairs(30, 1)
    with pytest.raises(ModelError, match=r"no weights for 'bert\.encoder\.layer\.1"):
        train("encoder", pairs, pairs, out=tmp_path / "run", encoder=str(folder), changes=SHORT)


def test_pairs_longer_than_its_positions_are_refused(refused: Callable[..., str], encoder: Path) -> None:
    assert "settings.max_length=64" in refused(OptionError, encoder=str(encoder))


def test_an_encoder_out_of_reach_is_answered(refused: Callable[..., str], tmp_path: Path) -> None:
    assert "nobody/has-this" in refused(HubError, encoder="nobody/has-this")
    assert "is no folder" in refused(FileMissingError, encoder=str(tmp_path / "no" / "such"))


def test_an_encoder_has_to_be_given_and_only_where_one_is_trained(
    refused: Callable[..., str], encoder: Path
) -> None:
    assert "give encoder=" in refused(OptionError)
    assert "leave out encoder=" in refused(OptionError, "ngrams-joulin2017", encoder=str(encoder))


@pytest.mark.parametrize("name", ["minilm", "bert", "distilroberta-base", "owner/anything"])
def test_the_name_of_an_encoder_leads_to_its_recipe(name: str) -> None:
    with pytest.raises(UnknownNameError, match="train encoder encoder="):
        check_recipe(name)
