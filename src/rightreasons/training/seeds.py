"""One model trained with one seed: built, trained, saved, and asked about dev and the test sets."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import polars as pl
import torch
from pydantic import TypeAdapter
from torch import nn

from rightreasons.engine.progress import Progress, silent
from rightreasons.labels import Label
from rightreasons.models.data import PairData
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.training.epoch_reports import Report, to_lines, to_tensorboard
from rightreasons.training.evaluation import is_right, predicted
from rightreasons.training.gold_records import dynamics_table, write_dynamics
from rightreasons.training.hardware import Hardware, Randomness, randomness
from rightreasons.training.loop import Task, fit
from rightreasons.training.recipe import CHECKPOINT, TRANSFORMERS, Recipe
from rightreasons.training.recipe_files import checkpoint_name
from rightreasons.training.state import Row, State, TrainingMethod

DEV = "dev"


class TrainableModel(Protocol):
    """A model before, in and after training, with what makes pairs its data."""

    @property
    def model(self) -> nn.Module:
        """From a batch to logits."""
        ...

    @property
    def hardware(self) -> Hardware:
        """Where it computes."""
        ...

    @property
    def facts(self) -> Mapping[str, object]:
        """What is known of it before training, as JSON can hold it: words, vectors, parses."""
        ...

    def data(self, pairs: PairTable, *, gold: bool) -> PairData:
        """Return pairs as the model reads them, with gold labels if asked for."""
        ...

    def save(self, folder: Path, recipe: Mapping[str, object], facts: Mapping[str, object]) -> None:
        """Write the model as a folder."""
        ...


@dataclass(frozen=True)
class SeedWork:
    """What is trained with one seed; picklable.

    Parameters
    ----------
    name, recipe
        The recipe and what it is called.
    seed
        Decides everything that is random.
    labels
        Label of each output.
    train, dev
        Every row has a gold label.
    tests
        Further sets to predict, by name.
    vectors
        Files of word vectors.
    folder
        Of the model.
    state_file, metrics
        Files of the state of training, and of the figures of every epoch.
    key
        What identifies the work.
    tensorboard
        Folder for TensorBoard, or None.
    threads
        Threads of torch; None leaves them.
    method
        Makes what is minimised, for a model and this work; None: cross-entropy.
    unscored
        Sets that are not predicted, but whose words the model knows as it would if they were.
    title
        What the trained model is called; None: as the recipe.
    dynamics
        File of the probability of gold of every training row in every epoch; None: it is not kept.
    """

    name: str
    recipe: Recipe
    seed: int
    labels: tuple[Label, ...]
    train: PairTable = field(repr=False)
    dev: PairTable = field(repr=False)
    tests: Mapping[str, PairTable] = field(repr=False)
    vectors: tuple[Path, ...]
    folder: Path
    state_file: Path
    metrics: Path
    key: str
    tensorboard: Path | None = None
    threads: int | None = None
    method: Callable[[TrainableModel, SeedWork], TrainingMethod] | None = None
    unscored: tuple[PairTable, ...] = field(default=(), repr=False)
    title: str | None = None
    dynamics: Path | None = None


@dataclass(frozen=True)
class SeedResult:
    """What came of one seed.

    Parameters
    ----------
    seed
        The seed.
    epoch
        The epoch whose weights were kept.
    history
        One row an epoch, see `rightreasons.training.state.State`.
    predictions
        By name of the set; that of dev is `DEV`.
    facts
        What stands in the model's folder.
    dynamics
        What became of every training row (`dynamics_table`); None where it is not kept.
    """

    seed: int
    epoch: int
    history: tuple[Row, ...]
    predictions: Mapping[str, Predictions]
    facts: Mapping[str, object]
    dynamics: pl.DataFrame | None = None


def train_seed(work: SeedWork, progress: Progress = silent) -> SeedResult:
    """Train one model, save it and return what it says; work that was interrupted goes on where it stopped.

    Raises
    ------
    RightReasonsError
        If model, vectors or data do not fit together.
    """
    if work.threads is not None:
        torch.set_num_threads(work.threads)
    recipe = work.recipe
    with randomness(work.seed, deterministic=recipe.deterministic) as drawn:
        trainee = trainable_model(work)
        task = Task(
            recipe,
            work.seed,
            work.labels,
            trainee.data(work.train, gold=True),
            trainee.data(work.dev, gold=False),
            work.dev,
            trainee.hardware,
            work.state_file,
            work.key,
            _reports(work),
            progress,
            records=work.dynamics is not None,
        )
        method = work.method(trainee, work) if work.method is not None else None
        state = fit(task, trainee.model, drawn, method)
        found = {} if method is None else method.after_training(trainee.model)
    sets = {DEV: work.dev, **work.tests}
    predictions = {
        name: predicted(
            trainee.model, trainee.data(pairs, gold=False), pairs.frame["id"], work.labels, trainee.hardware
        )
        for name, pairs in sets.items()
    }
    epoch = 0 if state.best is None else state.best.epoch
    right = is_right(work.dev.gold, predictions[DEV].frame["label"])
    facts = {
        **trainee.facts,
        **found,
        "seed": work.seed,
        "epoch": epoch,
        "epochs": len(state.history),
        "dev_accuracy": float(right.sum()) / len(right),
    }
    if work.title is not None:
        facts["name"] = f"{work.title}, seed {work.seed}"
    if not work.folder.exists():  # it is there where the run was interrupted behind this line
        trainee.save(work.folder, {"name": work.name, "settings": recipe_values(recipe)}, facts)
    dynamics = _written_dynamics(state, work)
    return SeedResult(work.seed, epoch, tuple(state.history), predictions, facts, dynamics)


def _written_dynamics(state: State, work: SeedWork) -> pl.DataFrame | None:
    """Return what became of the training rows, written where it is asked for."""
    if work.dynamics is None or state.records is None:
        return None
    table = dynamics_table(state.records, work.train)
    if table is not None:
        write_dynamics(table, work.dynamics)
    return table


def trainable_model(work: SeedWork) -> TrainableModel:
    """Return an untrained model; its weights are drawn from torch's own generator."""
    if work.recipe.model == TRANSFORMERS:
        from rightreasons.training.transformers import encoder_model

        return encoder_model(work.recipe, work.labels)
    from rightreasons.training.word_models import word_model

    tests = (*work.tests.values(), *work.unscored)
    return word_model(work.recipe, work.labels, work.train, work.dev, tests, work.vectors, work.seed)


def _reports(work: SeedWork) -> tuple[Report, ...]:
    lines = to_lines(work.metrics)
    return (lines,) if work.tensorboard is None else (lines, to_tensorboard(work.tensorboard))


def plain_copy(
    trainee: TrainableModel, work: SeedWork, name: str, recipe: Recipe, *, last: bool = False
) -> nn.Module:
    """Return a copy of the untrained model, trained on the same pairs with cross-entropy.

    Parameters
    ----------
    trainee
        The untrained model; it is left as it is.
    work
        What is trained.
    name
        Of the file of its state, beside that of the model: an interrupted training resumes from it.
    recipe
        How it is trained.
    last
        Whether it has the weights of its last epoch, not of the one best on dev.
    """
    copied = copy.deepcopy(trainee.model)
    task = Task(
        recipe,
        work.seed,
        work.labels,
        trainee.data(work.train, gold=True),
        trainee.data(work.dev, gold=False),
        work.dev,
        trainee.hardware,
        work.state_file.with_name(f"{work.state_file.stem}-{name}{work.state_file.suffix}"),
        f"{work.key} {name}",
    )
    drawn = Randomness(random.Random(work.seed), np.random.default_rng(work.seed))  # noqa: S311 - no secret
    fit(task, copied, drawn, last=last)
    return copied


def recipe_values(recipe: Recipe) -> dict[str, object]:
    """Return a recipe as JSON can hold it, an encoder without the place of its folder."""
    values: dict[str, Any] = TypeAdapter(Recipe).dump_python(recipe, mode="json")
    if CHECKPOINT in values["settings"]:
        values["settings"][CHECKPOINT] = checkpoint_name(str(values["settings"][CHECKPOINT]))
    return values
