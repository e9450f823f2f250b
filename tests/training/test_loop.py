"""The loop learns, keeps the best epoch, repeats itself exactly, and outlives a kill."""

import importlib.util
import json
import random
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from tests.training.killed import noisy, work_in

from rightreasons.errors import MissingExtraError, ModelError, RunExistsError, RunUnreadableError
from rightreasons.training.epoch_reports import check_target
from rightreasons.training.evaluation import is_right
from rightreasons.training.seeds import DEV, train_seed
from rightreasons.training.state import TrainingMethod

HERE = Path(__file__).parent
SMALL = ("settings.hidden=16", "words.size=20", "batches.pairs=16")


def weights_of(folder: Path) -> dict[str, torch.Tensor]:
    return load_file(folder / "model.safetensors")


def same(left: dict[str, torch.Tensor], right: dict[str, torch.Tensor]) -> bool:
    return left.keys() == right.keys() and all(torch.equal(left[name], right[name]) for name in left)


def _numpy_state() -> str:
    return str(np.random.get_state())  # noqa: NPY002 - the global generator is what is looked at


@pytest.mark.parametrize(
    ("recipe", "changes"),
    [
        ("esim-mccoy2019", ("settings.dropout=0.1", "optimiser.learning_rate=0.01")),
        ("decomposable-attention-mccoy2019", ("settings.projection=16", "optimiser.learning_rate=0.01")),
        ("infersent-conneau2017", ("optimiser.learning_rate=0.01",)),
    ],
)
def test_a_rule_that_can_be_seen_is_learned(work: Any, recipe: str, changes: tuple[str, ...]) -> None:
    result = train_seed(work(recipe, *SMALL, "epochs=8", "patience=8", *changes))
    assert max(row["dev_accuracy"] for row in result.history) > 0.95
    assert result.history[-1]["loss"] < result.history[0]["loss"] / 2


def test_a_killed_training_ends_with_the_weights_of_an_undisturbed_one(tmp_path: Path) -> None:
    script = [sys.executable, str(HERE / "killed.py"), str(tmp_path / "killed"), "14"]  # in the second epoch
    killed = subprocess.run(script, check=False, cwd=HERE.parents[1], stdin=subprocess.DEVNULL, timeout=120)
    assert killed.returncode == -signal.SIGKILL
    assert not (tmp_path / "killed" / "seed-7").exists()
    resumed = train_seed(work_in(tmp_path / "killed"))
    whole = train_seed(work_in(tmp_path / "whole"))
    assert same(weights_of(tmp_path / "killed" / "seed-7"), weights_of(tmp_path / "whole" / "seed-7"))
    kept = [load_file(tmp_path / name / "state.safetensors") for name in ("killed", "whole")]
    assert same(*kept)  # the last epoch, the optimiser, the method's module and all generators too
    assert [row["loss"] for row in resumed.history] == [row["loss"] for row in whole.history]
    assert resumed.predictions[DEV].frame.equals(whole.predictions[DEV].frame)


def test_a_seed_gives_the_same_model_again_and_another_one_another(work: Any) -> None:
    results = [
        train_seed(work("ngrams-joulin2017", "settings.buckets=50", "epochs=1", seed=seed, name=name))
        for seed, name in ((1, "a"), (1, "b"), (2, "c"))
    ]
    first, again, other = (result.predictions[DEV].frame for result in results)
    assert first.equals(again)
    assert not first.equals(other)


def test_generators_of_others_are_left_alone(work: Any) -> None:
    torch.manual_seed(3)
    random.seed(3)
    np.random.seed(3)  # noqa: NPY002 - the global generator is what is looked at
    before = (torch.get_rng_state(), random.getstate(), _numpy_state())
    train_seed(work("ngrams-joulin2017", "settings.buckets=50", "epochs=1", "deterministic=true"))
    assert torch.equal(before[0], torch.get_rng_state())
    assert before[1:] == (random.getstate(), _numpy_state())
    assert not torch.are_deterministic_algorithms_enabled()


def test_the_epoch_with_the_highest_accuracy_on_dev_is_kept(work: Any) -> None:
    measured: list[float] = []
    one = work("esim-mccoy2019", *SMALL, "epochs=5", "patience=5", "optimiser.learning_rate=0.05")

    def after_dev(predictions: Any, state: Any) -> None:
        right = is_right(one.dev.gold, predictions.frame["label"])
        measured.append(float(right.sum()) / len(right))

    result = train_seed(replace(one, method=lambda *_: TrainingMethod(after_dev=after_dev)))
    accuracies = [row["dev_accuracy"] for row in result.history]
    assert measured == pytest.approx(accuracies)
    assert result.epoch == accuracies.index(max(accuracies)) + 1
    kept = is_right(one.dev.gold, result.predictions[DEV].frame["label"]).mean()
    assert kept == pytest.approx(max(accuracies))


def test_training_ends_when_patience_does(work: Any) -> None:
    # without a rate to speak of, accuracy never exceeds that of the first epoch
    result = train_seed(
        work("esim-mccoy2019", *SMALL, "epochs=9", "patience=2", "optimiser.learning_rate=1e-12")
    )
    assert len(result.history) == 3
    assert result.epoch == 1


def test_a_rate_that_falls_below_its_bound_ends_training(work: Any) -> None:
    changes = ("schedule.divide=10", "schedule.stop_below=1e-13", "optimiser.learning_rate=1e-12")
    result = train_seed(work("esim-mccoy2019", *SMALL, "epochs=9", "patience=9", *changes))
    # 1e-12 is divided after the second and third epoch: 1e-13 is not below the bound, 1e-14 is
    assert [row["rate"] for row in result.history] == pytest.approx([1e-12, 1e-12, 1e-13], rel=1e-9)


def test_metrics_are_json_lines_one_an_epoch(work: Any) -> None:
    one = work("ngrams-joulin2017", "settings.buckets=50", "epochs=2")
    result = train_seed(one)
    rows = [json.loads(line) for line in one.metrics.read_text(encoding="utf-8").splitlines()]
    assert rows == list(result.history)
    assert [row["epoch"] for row in rows] == [1, 2]
    assert rows[1]["step"] == 2 * rows[0]["step"]


def test_tensorboard_that_is_not_there_is_answered() -> None:
    if importlib.util.find_spec("tensorboard") is not None:
        pytest.skip("tensorboard is installed")
    with pytest.raises(MissingExtraError, match="RR004"):
        check_target("tensorboard")


def test_every_epoch_goes_to_tensorboard_once(work: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the real one, with which it was tried: tensorboard is no dependency."""
    written: list[tuple[str, float, int]] = []

    class Writer:
        def __init__(self, folder: str) -> None:
            self.folder = folder

        def add_scalar(self, name: str, value: float, step: int) -> None:
            written.append((name, value, step))

        def flush(self) -> None:
            pass

    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", SimpleNamespace(SummaryWriter=Writer))
    asked = work("ngrams-joulin2017", "settings.buckets=50", "epochs=2")
    result = train_seed(replace(asked, tensorboard=asked.folder.parent / "board"))
    losses = [(value, step) for name, value, step in written if name == "loss"]
    assert losses == [(row["loss"], row["epoch"]) for row in result.history]


def test_progress_says_loss_and_pairs_per_second(work: Any) -> None:
    calls: list[tuple[str, int, int]] = []
    train_seed(work("ngrams-joulin2017", "settings.buckets=50", "epochs=2"), lambda *row: calls.append(row))
    assert calls[-1][1:] == (480, 480)
    assert calls[-1][0].startswith("seed 1\tepoch 2, loss ")
    assert calls[-1][0].endswith(" pairs/s")


def test_a_loss_that_is_no_number_ends_in_an_error(work: Any) -> None:
    changes = ("optimiser.name=sgd", "optimiser.learning_rate=1e30", "optimiser.clip_norm=null", "epochs=4")
    with pytest.raises(ModelError, match=r"(?s)RR402.*learning_rate"):
        train_seed(work("infersent-conneau2017", *SMALL, *changes))


def test_the_state_of_other_work_is_not_taken_up(tmp_path: Path) -> None:
    one = replace(work_in(tmp_path), method=noisy)
    train_seed(one)
    with pytest.raises(RunExistsError, match="other work"):
        train_seed(replace(one, key="another work"))
    one.state_file.write_bytes(b"no tensors")
    with pytest.raises(RunUnreadableError, match="damaged"):
        train_seed(one)
