"""How fast a model is trained and asked on this machine: measured in a few steps, nothing kept."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
import torch

from rightreasons.pairs import PairTable
from rightreasons.training.evaluation import predicted
from rightreasons.training.hardware import randomness
from rightreasons.training.loop import Task, fit
from rightreasons.training.seeds import SeedWork, trainable_model

_STEPS = 8


@dataclass(frozen=True)
class Speed:
    """Pairs a second.

    Parameters
    ----------
    training
        In the steps of training.
    inference
        When the model is asked.
    """

    training: float
    inference: float


def speed_of(work: SeedWork, steps: int = _STEPS) -> Speed:
    """Return how fast a model is trained on this machine.

    Parameters
    ----------
    work
        What would be trained. Words and vectors are those of all its data; a sample of them is read twice,
        and the second time counts.
    steps
        Of that sample.
    """
    sample = _sample(work.train, steps * work.recipe.batches.pairs, work.seed)
    recipe = replace(work.recipe, epochs=2, patience=None)
    with randomness(work.seed, deterministic=recipe.deterministic) as drawn, _threads(work.threads):
        trainee = trainable_model(work)
        timed = trainee.data(sample, gold=False)
        task = Task(
            recipe, work.seed, work.labels, trainee.data(sample, gold=True), timed, sample, trainee.hardware
        )
        method = None if work.method is None else work.method(trainee, replace(work, train=sample))
        state = fit(task, trainee.model, drawn, method)
        begun = time.perf_counter()
        predicted(trainee.model, timed, sample.frame["id"], work.labels, trainee.hardware)
        inference = len(sample) / (time.perf_counter() - begun)
    return Speed(float(state.history[-1]["pairs_per_second"]), inference)


def _sample(pairs: PairTable, size: int, seed: int) -> PairTable:
    chosen = np.zeros(len(pairs), dtype=bool)
    rng = np.random.default_rng(seed)
    chosen[rng.choice(len(pairs), size=min(size, len(pairs)), replace=False)] = True
    return pairs.where(pl.Series(chosen), "not in the sample")


@contextmanager
def _threads(number: int | None) -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(number or before)
    try:
        yield
    finally:
        torch.set_num_threads(before)
