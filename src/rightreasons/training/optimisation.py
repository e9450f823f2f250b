"""Optimisers of recipes, the clipping of gradients, and the learning rate of every step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import torch
from torch import nn

from rightreasons.training.recipe import LearningRateSchedule, Optimiser

_KINDS: dict[str, Callable[..., torch.optim.Optimizer]] = {
    "sgd": torch.optim.SGD,
    "adam": partial(torch.optim.Adam, fused=True),
    "adamw": partial(torch.optim.AdamW, fused=True),
    "adagrad": torch.optim.Adagrad,
    "rmsprop": partial(torch.optim.RMSprop, alpha=0.9),  # as Tieleman and Hinton (2012) have it
}


def optimiser_of(modules: Iterable[nn.Module], chosen: Optimiser) -> torch.optim.Optimizer:
    """Return the optimiser of all parameters that are learned; only matrices decay.

    Parameters
    ----------
    modules
        The model, and what else is learned along with it.
    chosen
        What the recipe says.
    """
    learned = [each for module in modules for each in module.parameters() if each.requires_grad]
    options: dict[str, Any] = {} if chosen.epsilon is None else {"eps": chosen.epsilon}
    if chosen.name == "adagrad":
        options["initial_accumulator_value"] = chosen.accumulator
    groups = [
        {"params": [each for each in learned if each.ndim > 1], "weight_decay": chosen.weight_decay},
        {"params": [each for each in learned if each.ndim <= 1], "weight_decay": 0.0},
    ]
    filled = [group for group in groups if group["params"]]
    return _KINDS[chosen.name](filled, lr=chosen.learning_rate, **options)


def clip(optimiser: torch.optim.Optimizer, chosen: Optimiser) -> None:
    """Cut or shorten gradients as the recipe says."""
    parameters = [each for group in optimiser.param_groups for each in group["params"]]
    if chosen.clip_value is not None:
        nn.utils.clip_grad_value_(parameters, chosen.clip_value)
    if chosen.clip_norm is not None:
        nn.utils.clip_grad_norm_(parameters, chosen.clip_norm)


def rate_at(schedule: LearningRateSchedule, rate: float, step: int, steps: int) -> float:
    """Return the learning rate of a step.

    Parameters
    ----------
    schedule
        What the recipe says.
    rate
        The rate of the epoch.
    step
        The step, from 0.
    steps
        All steps of all epochs.
    """
    rising = schedule.warm_up * steps
    if step < rising:
        return rate * (step + 1) / max(rising, step + 1)
    if not schedule.linear:
        return rate
    return rate * max(steps - step, 0) / max(steps - rising, 1)


def rate_after(schedule: LearningRateSchedule, rate: float, *, better: bool) -> tuple[float, bool]:
    """Return the rate of the next epoch, and whether training ends because it is too small.

    Poliak et al. (2018, section 3) stop when the rate falls below 1e-5. Their code divides first, looks at
    the rate then, and applies the decay at the beginning of the next epoch.

    Parameters
    ----------
    schedule
        What the recipe says.
    rate
        The rate of the epoch that has ended.
    better
        Whether its accuracy exceeds the best so far.
    """
    divided = rate if better else rate / schedule.divide
    too_small = not better and schedule.stop_below is not None and divided < schedule.stop_below
    return divided * schedule.decay, too_small
