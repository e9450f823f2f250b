"""The probability of gold of every training row is kept in every epoch, also across an interruption."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pytest
import torch
from tests.training.killed import work_in
from tests.training.test_loop import SMALL

from rightreasons.training.gold_records import GoldRecords
from rightreasons.training.seeds import train_seed
from rightreasons.training.state import State, TrainingMethod, gold_of, log_likelihoods

HERE = Path(__file__).parent


def epochs_of(table: pl.DataFrame, name: str) -> Any:
    return table.select(f"^{name}_[0-9]+$").to_numpy()


def test_what_is_kept_is_what_the_objective_saw(work: Any, tmp_path: Path) -> None:
    """Held against logits that the objective itself writes down, by row and epoch."""
    seen: list[dict[int, tuple[float, bool]]] = []

    def objective(model: Any, batch: Any, state: Any) -> torch.Tensor:
        logits, gold = model(batch), gold_of(batch)
        while len(seen) < state.epoch:
            seen.append({})
        shares = torch.softmax(logits.detach().double(), dim=1)
        for row, share, label in zip(batch.rows.tolist(), shares, gold.tolist(), strict=True):
            seen[-1][row] = (float(share[label]), int(share.argmax()) == label)
        return -log_likelihoods(logits, gold).mean()

    path = tmp_path / "dynamics.parquet"
    one = work("decomposable-attention-mccoy2019", "settings.projection=16", *SMALL, "epochs=3")
    result = train_seed(replace(one, dynamics=path, method=lambda *_: TrainingMethod(objective)))
    table = result.dynamics
    assert table is not None
    assert table.equals(pl.read_parquet(path))
    assert table["id"].equals(one.train.frame["id"])
    rows = range(len(one.train))
    expected = np.array([[epoch[row][0] for epoch in seen] for row in rows])
    right = np.array([[epoch[row][1] for epoch in seen] for row in rows])
    assert epochs_of(table, "probability") == pytest.approx(expected, abs=1e-3)  # of float16
    assert (epochs_of(table, "correct") == right).all()
    assert table["confidence"].to_numpy() == pytest.approx(expected.mean(axis=1), abs=1e-3)
    assert table["variability"].to_numpy() == pytest.approx(expected.std(axis=1), abs=1e-3)
    assert table.schema["probability_1"] == pl.Float16


@pytest.mark.long
def test_a_killed_training_keeps_what_an_undisturbed_one_does(tmp_path: Path) -> None:
    script = [sys.executable, str(HERE / "killed.py"), str(tmp_path / "killed"), "14"]  # in the second epoch
    subprocess.run(script, check=False, cwd=HERE.parents[1], stdin=subprocess.DEVNULL, timeout=120)
    killed, whole = (work_in(tmp_path / name) for name in ("killed", "whole"))
    assert (tmp_path / "killed" / "state.safetensors").is_file()
    tables = [train_seed(each).dynamics for each in (killed, whole)]
    assert tables[0] is not None
    assert tables[1] is not None
    assert tables[0].equals(tables[1])


def test_an_objective_that_never_asks_the_whole_model_leaves_no_records(work: Any, tmp_path: Path) -> None:
    def objective(model: Any, batch: Any, state: Any) -> torch.Tensor:
        return torch.stack([each.square().sum() for each in model.parameters()]).sum()

    one = work("ngrams-joulin2017", "settings.buckets=50", "epochs=1")
    path = tmp_path / "dynamics.parquet"
    result = train_seed(replace(one, dynamics=path, method=lambda *_: TrainingMethod(objective)))
    assert result.dynamics is None
    assert not path.exists()


def test_non_entailment_beside_three_labels_is_the_sum_of_both() -> None:
    batch: Any = type("Batch", (), {"gold": torch.tensor([3, 3]), "rows": torch.tensor([1, 0])})()
    shares = torch.tensor([[0.2, 0.5, 0.3], [0.6, 0.3, 0.1]])
    records = GoldRecords.of(2, torch.device("cpu"))
    state: Any = SimpleNamespace(records=records)
    State.see(state, batch, shares.log())
    records.end_epoch()
    assert records.probability[0].tolist() == pytest.approx([0.4, 0.8], abs=1e-3)
    assert records.correct[0].tolist() == [False, True]
