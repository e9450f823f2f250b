"""A training that is killed at a step, as `kill -9` does; run as a process of its own."""

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor, nn

from rightreasons.models.data import Batch
from rightreasons.predictions import Predictions
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.training.recipe_files import read_recipe
from rightreasons.training.seeds import SeedWork, TrainableModel, train_seed
from rightreasons.training.state import State, TrainingMethod, cross_entropy

CHANGES = ("settings.hidden=8", "epochs=3", "batches.pairs=16", "checkpoint_seconds=0", "words.size=12")


class Noisy(nn.Module):
    """A learned factor, a count of looks at dev, and lots drawn from all generators."""

    looks: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.factor = nn.Parameter(torch.ones(()))
        self.register_buffer("looks", torch.zeros(()))

    def objective(self, model: nn.Module, batch: Batch, state: State) -> Tensor:
        """Return a loss that hangs on everything that has to be kept."""
        drawn = state.random.numpy.normal() + state.random.python.random() + torch.rand(())
        return (
            cross_entropy(model, batch, state) * (self.factor + 0.1 * drawn) + 0.01 * self.looks * self.factor
        )

    def after_dev(self, predictions: Predictions, _: State) -> None:
        """Count, and change what is minimised."""
        self.looks += len(predictions) / 100


def noisy(trainee: TrainableModel, work: SeedWork) -> TrainingMethod:
    """Return the method that is never disturbed."""
    module = Noisy()
    return TrainingMethod(module.objective, module.after_dev, module)


def killed_at(step: int, trainee: TrainableModel, work: SeedWork) -> TrainingMethod:
    """Return the same method, with a sudden end."""
    method = noisy(trainee, work)

    def objective(model: nn.Module, batch: Batch, state: State) -> Tensor:
        if state.step == step:
            os.kill(os.getpid(), signal.SIGKILL)
        return method.objective(model, batch, state)

    return replace(method, objective=objective)


def work_in(folder: Path, recipe: str = "esim-mccoy2019") -> SeedWork:
    """Return a small work whose files are in `folder`."""
    pairs = bundled_pairs(150, 1)
    return SeedWork(
        name=recipe,
        recipe=read_recipe(recipe, small=True, changes=CHANGES),
        seed=7,
        labels=pairs.labels,
        train=pairs,
        dev=bundled_pairs(45, 2),
        tests={},
        vectors=(),
        folder=folder / "seed-7",
        state_file=folder / "state.safetensors",
        metrics=folder / "metrics.jsonl",
        dynamics=folder / "dynamics.parquet",
        key="the same work",
        threads=1,
        method=noisy,
    )


if __name__ == "__main__":
    killed_work = work_in(Path(sys.argv[1]))
    at = int(sys.argv[2])
    train_seed(replace(killed_work, method=lambda trainee, work: killed_at(at, trainee, work)))
