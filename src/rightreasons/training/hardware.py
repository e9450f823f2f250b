"""Where training computes, and in which precision."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from rightreasons.errors import OptionError
from rightreasons.training.recipe import Recipe


@dataclass(frozen=True)
class Hardware:
    """The device that computes losses and gradients.

    Parameters
    ----------
    device
        Which one.
    half
        Whether losses are computed in bfloat16 where torch holds that to be safe.
    """

    device: torch.device
    half: bool

    def autocast(self) -> AbstractContextManager[object]:
        """Return the context in which losses are computed."""
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.half)

    def backward(self, loss: Tensor) -> None:
        """Compute gradients."""
        loss.backward()  # type: ignore[no-untyped-call]  # torch has no type for it


def hardware_of(recipe: Recipe) -> Hardware:
    """Return the device that a recipe asks for.

    Raises
    ------
    OptionError
        If it asks for CUDA and there is none.
    """
    device = device_of(recipe)
    return Hardware(device, is_half(recipe, device))


def device_of(recipe: Recipe) -> torch.device:
    """Return the device that a recipe asks for; ``auto`` is CUDA where there is some.

    Raises
    ------
    OptionError
        If it asks for CUDA and there is none.
    """
    if recipe.device == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if recipe.device == "cuda" and not torch.cuda.is_available():
        raise OptionError("device=cuda, and torch sees none", "a device that is there", "set device=auto")
    return torch.device(recipe.device)


def is_half(recipe: Recipe, device: torch.device) -> bool:
    """Return whether losses are computed in bfloat16."""
    if recipe.precision in ("auto", "fastest") and device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported())
    if recipe.precision == "fastest":
        return bool(bfloat16_instructions())
    return recipe.precision == "bf16"


_BFLOAT16 = ("amx_bf16", "avx512_bf16")


def bfloat16_instructions() -> tuple[str, ...]:
    """Return the instructions by which this CPU multiplies in bfloat16, fastest first; none: it does not.

    Where there are none, torch computes in bfloat16 by way of fp32, and is slower than in fp32.
    """
    # older versions of torch do not tell
    capabilities: dict[str, object] = getattr(torch.cpu, "get_capabilities", dict)()
    return tuple(name for name in _BFLOAT16 if capabilities.get(name))


@dataclass(frozen=True)
class Randomness:
    """What is random in training, beside torch's own generators, which `randomness` owns meanwhile.

    Parameters
    ----------
    python, numpy
        For objectives that draw lots.
    """

    python: random.Random
    numpy: np.random.Generator


@contextmanager
def randomness(seed: int, *, deterministic: bool) -> Iterator[Randomness]:
    """Seed everything that draws in training, and leave the generators of others as they were.

    Parameters
    ----------
    seed
        The seed.
    deterministic
        Whether only algorithms are allowed that always give the same result.
    """
    before = torch.are_deterministic_algorithms_enabled()
    if deterministic:
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    with torch.random.fork_rng(), _only_deterministic() if deterministic and not before else nullcontext():
        torch.manual_seed(seed)
        # drawn for objectives only; the order of batches has a seed of its own
        yield Randomness(random.Random(seed), np.random.default_rng(seed))  # noqa: S311 - no secret


@contextmanager
def _only_deterministic() -> Iterator[None]:
    torch.use_deterministic_algorithms(
        mode=True
    )  # takes seconds to load a compiler, so only where it is asked
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(mode=False)
