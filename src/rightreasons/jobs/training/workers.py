"""How many at once, and how many threads each."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rightreasons.jobs.training.plan import TrainingPlan
from rightreasons.training.recipe import TRANSFORMERS

if TYPE_CHECKING:
    pass


_BYTES_EACH = 2 * 2**30  # that a process of its own may need
_BYTES_A_PARAMETER = 6 * 4  # weights, gradient, two moments, the best epoch, and a copy when they are kept
_BYTES_ON_DEVICE = 6 * 2**30  # for the papers' sizes


def workers_for(seeds: int, requested: int | None, plans: Sequence[TrainingPlan]) -> int:
    """Return how many seeds are trained at once; see `train_plans`."""
    import psutil  # type: ignore[import-untyped]  # it has no types

    from rightreasons.training.hardware import device_of

    if requested is not None:
        return max(1, min(requested, seeds))
    fitting = int(psutil.virtual_memory().available // max(map(_bytes_of, plans), default=_BYTES_EACH))
    if any(device_of(plan.recipe).type != "cpu" for plan in plans):
        fitting = min(fitting, _on_device(plans))
    return max(1, min(seeds, os.cpu_count() or 1, fitting))


def threads_of(plan: TrainingPlan, workers: int) -> int | None:
    """Return the threads of a seed beside others; None: those of torch, where it is alone.

    An encoder gets its share of the cores. A model of words is too small for that, and with one thread it
    is the same, bit for bit, beside whatever else is trained.
    """
    if workers == 1:
        return None
    return max(1, (os.cpu_count() or 1) // workers) if plan.recipe.model == TRANSFORMERS else 1


def _bytes_of(plan: TrainingPlan) -> int:
    encoder = plan.model.encoder
    return _BYTES_EACH + (0 if encoder is None else _BYTES_A_PARAMETER * encoder.parameters)


def _on_device(plans: Sequence[TrainingPlan]) -> int:
    """Return how many small models fill a GPU; an encoder of Hugging Face has it to itself."""
    import torch

    if any(plan.recipe.model == TRANSFORMERS for plan in plans):
        return 1
    free, _ = torch.cuda.mem_get_info()
    return int(free // _BYTES_ON_DEVICE)
