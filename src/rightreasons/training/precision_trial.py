"""Which precision is faster for a model on this CPU: a second's trial decides, not what the CPU claims."""

import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import torch

from rightreasons.streams.files import file_bytes
from rightreasons.streams.trials import kept_trial
from rightreasons.training.hardware import bfloat16_instructions

SECONDS = 0.5
"""So long each precision is tried, after a step that is not counted."""
LEAST_GAIN = 1.05
"""So many times as fast bfloat16 has to be: it rounds, and a tie is no reason for that."""
Step = Callable[[bool], None]
_MOST_ROWS, _MOST_TOKENS = 16, 128


@dataclass(frozen=True)
class PrecisionTrial:
    """What a trial found.

    Parameters
    ----------
    precision
        The one to compute in.
    gain
        How many times as many steps bfloat16 makes in a time as fp32; None if the CPU has no instructions
        for it, and it was not tried.
    """

    precision: Literal["fp32", "bf16"]
    gain: float | None = None


def precision_trial(folder: Path, shape: tuple[int, int], kept: Path) -> PrecisionTrial:
    """Return the faster precision for training a classifier on this CPU.

    Parameters
    ----------
    folder
        The checkpoint; only its configuration is read, and weights are drawn.
    shape
        Pairs and tokens of a batch.
    kept
        A folder in which what was found is kept, by CPU, versions, threads, configuration and shape, so that
        the same command chooses the same again; a trial made while the machine was busy is made again when
        it is not.
    """
    if not bfloat16_instructions():
        return PrecisionTrial("fp32")
    rows, tokens = min(shape[0], _MOST_ROWS), min(shape[1], _MOST_TOKENS)

    def tried() -> dict[str, Any]:
        with torch.random.fork_rng():
            return asdict(chosen(rates(_step(folder, rows, tokens))))

    found = kept_trial(kept, "precision", _told(folder, (rows, tokens)), tried)
    return PrecisionTrial(found["precision"], found["gain"])


def chosen(steps: tuple[float, float]) -> PrecisionTrial:
    """Return what steps a second in fp32 and in bfloat16 amount to."""
    gain = steps[1] / steps[0]
    return PrecisionTrial("bf16" if gain >= LEAST_GAIN else "fp32", round(gain, 2))


def rates(
    step: Callable[[bool], None], clock: Callable[[], float] = time.perf_counter
) -> tuple[float, float]:
    """Return steps a second in fp32 and in bfloat16, of the fastest step of each: others may be disturbed.

    Parameters
    ----------
    step
        Makes one step; True: in bfloat16.
    clock
        Tells seconds.
    """
    fastest = [float("inf"), float("inf")]
    for half in (False, True):
        step(half)
    end = clock() + 2 * SECONDS
    for half in _by_turns():
        start = clock()
        step(half)
        fastest[half] = min(fastest[half], clock() - start)
        if half and clock() >= end:
            break
    return 1 / fastest[0], 1 / fastest[1]


def _by_turns() -> Iterator[bool]:
    while True:
        yield from (False, True)


def _step(folder: Path, rows: int, tokens: int) -> Step:
    from transformers import AutoConfig, AutoModelForSequenceClassification

    classifiers: Any = AutoModelForSequenceClassification  # its functions have no types
    model = classifiers.from_config(AutoConfig.from_pretrained(folder))
    ids = torch.randint(1, max(model.config.vocab_size, 2), (rows, tokens))
    labels = torch.zeros(rows, dtype=torch.long)

    def step(half: bool) -> None:  # noqa: FBT001 - what is tried is its one argument
        with torch.autocast("cpu", torch.bfloat16, enabled=half):
            loss = model(input_ids=ids, labels=labels).loss
        loss.backward()
        model.zero_grad()

    return step


def _told(folder: Path, shape: tuple[int, int]) -> list[Any]:
    return [
        bfloat16_instructions(),
        torch.__version__,
        torch.get_num_threads(),
        shape,
        hashlib.sha256(file_bytes(folder / "config.json")).hexdigest(),
    ]
