"""A trial takes the fastest step of either precision, and keeps what it found where it was found."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from transformers import BertConfig

from rightreasons.training import precision_trial as trials
from rightreasons.training.precision_trial import PrecisionTrial, chosen, precision_trial, rates


def test_the_fastest_step_of_each_counts_and_the_first_does_not() -> None:
    now = [0.0]
    seconds: dict[bool, Iterator[float]] = {
        False: iter([9.0, 0.2, 0.1, 0.3, 0.4, 0.4]),
        True: iter([9.0, 0.5, 0.4, 0.6, 0.6, 0.6]),
    }

    def step(half: bool) -> None:  # noqa: FBT001 - as a trial calls it
        now[0] += next(seconds[half])

    assert rates(step, lambda: now[0]) == pytest.approx((10.0, 2.5))


@pytest.mark.parametrize(
    ("steps", "precision"), [((10, 30), "bf16"), ((10, 10.4), "fp32"), ((10, 6), "fp32")]
)
def test_bfloat16_has_to_be_clearly_faster(steps: tuple[float, float], precision: str) -> None:
    assert chosen(steps).precision == precision


def test_a_real_model_is_tried_once_and_again_for_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = BertConfig(
        vocab_size=50, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8
    )
    config.save_pretrained(tmp_path / "model")
    monkeypatch.setattr(trials, "bfloat16_instructions", lambda: ("amx_bf16",))
    monkeypatch.setattr(trials, "SECONDS", 0.01)
    state = torch.random.get_rng_state()
    first = precision_trial(tmp_path / "model", (2, 8), tmp_path / "kept")
    assert torch.equal(state, torch.random.get_rng_state())
    (kept,) = (tmp_path / "kept").iterdir()
    found = json.loads(kept.read_text())
    assert PrecisionTrial(found["precision"], found["gain"]) == first
    kept.write_text(json.dumps({"precision": "bf16", "gain": 7.0, "busy": False}))
    assert precision_trial(tmp_path / "model", (2, 8), tmp_path / "kept").gain == 7.0
    monkeypatch.setattr(torch, "__version__", "0.0")
    precision_trial(tmp_path / "model", (2, 8), tmp_path / "kept")
    assert len(list((tmp_path / "kept").iterdir())) == 2
