"""Encoders of Hugging Face are trained by the same loop and probed as others; tiny ones, random weights."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from tests.predictors.tiny_models import tiny_model

from rightreasons.errors import ModelError
from rightreasons.labels import THREE_WAY
from rightreasons.predictors.predictor import predictor_named
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.training.seeds import DEV, SeedWork, train_seed
from rightreasons.training.state import TrainingMethod, cross_entropy

SETTINGS = ("epochs=2", "optimiser.learning_rate=0.001", "batches.pairs=8")


@pytest.fixture
def tiny(tmp_path: Path, work: Any) -> Any:
    """Return what makes the work of fine-tuning a tiny encoder of a kind."""

    def made(kind: str, name: str = "run", *changes: str) -> SeedWork:
        folder = tmp_path / f"pretrained-{kind}"
        if not folder.exists():
            tiny_model(folder, kind)
        recipe = {"bert": "bert-mccoy2019", "roberta": "roberta-liu2020", "xlnet": "xlnet-liu2020"}[kind]
        one: SeedWork = work(recipe, f"settings.checkpoint={folder}", *SETTINGS, *changes, name=name)
        return replace(one, train=bundled_pairs(60, 1), dev=bundled_pairs(30, 2))

    return made


@pytest.mark.parametrize("kind", ["bert", "roberta", "xlnet"])
def test_a_trained_encoder_says_the_same_under_hf(tiny: Any, kind: str) -> None:
    work = tiny(kind)
    result = train_seed(work)
    assert [row["step"] for row in result.history] == [8, 16]
    names = json.loads((work.folder / "config.json").read_text(encoding="utf-8"))["id2label"]
    assert list(names.values()) == [label.value for label in THREE_WAY]
    predictions = predictor_named(str(work.folder)).predict(work.dev)
    own = result.predictions[DEV]
    assert predictions.frame["label"].to_list() == own.frame["label"].to_list()
    for label in THREE_WAY:
        assert predictions.frame[label].to_numpy() == pytest.approx(own.frame[label].to_numpy(), abs=1e-5)


def test_the_loss_falls(tiny: Any) -> None:
    history = train_seed(tiny("bert", "run", "epochs=6", "schedule.linear=false")).history
    assert history[-1]["loss"] < 0.9 * history[0]["loss"]


def test_an_encoder_goes_on_where_it_was_stopped(tiny: Any) -> None:
    def stopping(model: Any, batch: Any, state: Any) -> torch.Tensor:
        if state.step == 11:
            raise KeyboardInterrupt
        return cross_entropy(model, batch, state)

    whole, stopped = tiny("bert", "whole"), tiny("bert", "stopped", "checkpoint_seconds=0")
    train_seed(whole)
    with pytest.raises(KeyboardInterrupt):
        train_seed(replace(stopped, method=lambda *_: TrainingMethod(stopping)))
    train_seed(stopped)
    first, second = (load_file(work.folder / "model.safetensors") for work in (whole, stopped))
    assert all(torch.equal(first[name], second[name]) for name in first)


def test_an_encoder_that_cannot_be_loaded_is_answered(tiny: Any, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="RR402"):
        train_seed(tiny("bert", "run", f"settings.checkpoint={tmp_path / 'nowhere'}"))


def test_trainings_of_one_process_compute_in_whatever_precision(tiny: Any) -> None:
    losses = [
        train_seed(tiny("bert", precision, f"precision={precision}")).history[0]["loss"]
        for precision in ("fp32", "bf16")
    ]
    assert losses[0] != losses[1]
    assert losses[0] == pytest.approx(losses[1], rel=0.02)
