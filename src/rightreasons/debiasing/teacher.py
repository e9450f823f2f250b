"""A teacher: the model trained once without debiasing, and what it says of its training pairs."""

from __future__ import annotations

import copy
import random
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from rightreasons.models.data import all_logits
from rightreasons.training.hardware import Randomness
from rightreasons.training.loop import Task, fit

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, Trainee


def teacher_log_probabilities(trainee: Trainee, work: SeedWork) -> Tensor:
    """Return the log-probabilities of a teacher for every training pair, shape (n, labels).

    A copy of the untrained model is trained by the same recipe, with cross-entropy, and the epoch best on dev
    is taken. Its state is kept beside that of the model, so that an interrupted run does not begin anew.

    Parameters
    ----------
    trainee
        The untrained model; it is left as it is.
    work
        What is trained.

    Notes
    -----
    That the teacher has seen these pairs is meant: what it says is a target, not a bias.
    """
    data = trainee.data(work.train, gold=True)
    teacher = copy.deepcopy(trainee.model)
    task = Task(
        work.recipe,
        work.seed,
        work.labels,
        data,
        trainee.data(work.dev, gold=False),
        work.dev,
        trainee.hardware,
        work.kept.with_name(f"{work.kept.stem}-teacher{work.kept.suffix}"),
        f"{work.key} teacher",
    )
    drawn = Randomness(random.Random(work.seed), np.random.default_rng(work.seed))  # noqa: S311 - no secret
    fit(task, teacher, drawn)
    logits = all_logits(teacher, data, work.labels, trainee.hardware.device)
    return torch.from_numpy(logits).log_softmax(dim=1)
