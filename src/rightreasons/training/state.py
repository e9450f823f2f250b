"""All that training changes as it goes, what it minimises, and the file from which it goes on exactly."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from rightreasons.errors import RunExistsError, RunUnreadableError
from rightreasons.labels import Label
from rightreasons.models.data import Batch
from rightreasons.predictions import Predictions
from rightreasons.printable import printable
from rightreasons.training.hardware import Randomness

# What training minimises, and what happens after each look at dev: both come from outside.


Objective = Callable[[nn.Module, Batch, "State"], Tensor]
"""``(model, batch, state) -> loss``: a number, the mean over the pairs of the batch."""
AfterDev = Callable[[Predictions, "State"], None]
"""``(predictions, state)``, called after every epoch with what the model says of dev."""
AfterTraining = Callable[[nn.Module], Mapping[str, object]]
"""``model -> facts``, called once when training has ended; facts as JSON can hold them."""


def log_likelihoods(logits: Tensor, gold: Tensor) -> Tensor:
    """Return the log-probability of each gold label, shape (B,).

    Gold that is one beyond the labels is non-entailment where a model has three labels: right is then
    whatever is not entailment, so that its probability is that of all labels but the first together (as HANS
    among pairs of three labels; McCoy et al. 2019, section 7, do not say what they took).

    Parameters
    ----------
    logits
        Shape (B, labels), entailment first.
    gold
        Indices, shape (B,).
    """
    log_p = logits.float().log_softmax(dim=1)
    wide = torch.cat([log_p, log_p[:, 1:].logsumexp(dim=1, keepdim=True)], dim=1)  # (B, labels + 1)
    return wide.gather(1, gold[:, None])[:, 0]


def gold_of(batch: Batch) -> Tensor:
    """Return the indices of the gold labels of a batch, shape (B,).

    Raises
    ------
    ValueError
        If it was encoded without gold.
    """
    if batch.gold is None:
        raise ValueError("training needs gold labels")
    return batch.gold


def cross_entropy(model: nn.Module, batch: Batch, state: State) -> Tensor:  # noqa: ARG001 - an objective
    """Return the mean of the negative log-probability of the gold labels."""
    return -log_likelihoods(model(batch), gold_of(batch)).mean()


def nothing(predictions: Predictions, state: State) -> None:
    """Do nothing after dev."""


def as_trained(model: nn.Module) -> Mapping[str, object]:  # noqa: ARG001 - a hook
    """Leave the model as it was trained."""
    return {}


@dataclass(frozen=True)
class TrainingMethod:
    """How a model is trained.

    Parameters
    ----------
    objective
        What is minimised.
    after_dev
        What happens after each look at dev.
    module
        What else is learned and kept along with the model: an adversary, weights in buffers, ...
    after_training
        What happens to the model with the weights of its best epoch, before it is saved and asked.
    """

    objective: Objective = cross_entropy
    after_dev: AfterDev = nothing
    module: nn.Module | None = None
    after_training: AfterTraining = as_trained


# All that training changes as it goes: the one thing in this package that is not frozen.


Row = dict[str, float | int]


@dataclass(frozen=True)
class Best:
    """The epoch with the highest accuracy on dev so far.

    Parameters
    ----------
    epoch
        Which one, from 1.
    accuracy
        A proportion.
    weights
        The model's weights after it, on the CPU.
    """

    epoch: int
    accuracy: float
    weights: Mapping[str, Tensor]


@dataclass
class State:
    """Where training stands.

    Parameters
    ----------
    model
        What is trained; ``model(batch)`` gives logits.
    method
        What is minimised.
    optimiser
        Of the model, and of the method's module.
    random
        Generators for objectives that draw lots; torch's own is seeded too.
    labels
        Label of each output of the model.
    device
        Where the model is.
    rate
        Learning rate of the epoch, before warm-up and linear decay.
    epoch
        The epoch that is trained, from 1.
    done
        How many batches of it are done.
    step
        How many steps have been taken in all.
    pairs, loss
        Pairs of the epoch that are done, and the sum of their losses (a scalar on the device).
    seconds
        How long the epoch has taken so far.
    worse
        Epochs since the best one.
    best
        The best epoch, or None before the first look at dev.
    history
        One row an epoch that is over: epoch, step, loss, rate, dev_accuracy, seconds, pairs_per_second.
    finished
        Whether training has ended.
    figures
        What the method adds to the row of the epoch, in `AfterDev`: a weight, a gap, ...; emptied then.
    """

    model: nn.Module
    method: TrainingMethod
    optimiser: torch.optim.Optimizer
    random: Randomness
    labels: tuple[Label, ...]
    device: torch.device
    rate: float
    epoch: int = 1
    done: int = 0
    step: int = 0
    pairs: int = 0
    loss: Tensor = field(default_factory=lambda: torch.zeros((), dtype=torch.float64))
    seconds: float = 0.0
    worse: int = 0
    best: Best | None = None
    history: list[Row] = field(default_factory=list)
    finished: bool = False
    figures: dict[str, float | int] = field(default_factory=dict)

    @property
    def pairs_per_second(self) -> float:
        """How fast the epoch is."""
        return self.pairs / max(self.seconds, 1e-9)

    @property
    def mean_loss(self) -> float:
        """Mean loss of the epoch so far."""
        return float(self.loss) / max(self.pairs, 1)

    def begin_epoch(self, epoch: int, rate: float) -> None:
        """Set everything that speaks of one epoch back to its beginning."""
        self.epoch, self.rate = epoch, rate
        self.done, self.pairs, self.seconds = 0, 0, 0.0
        self.loss = torch.zeros_like(self.loss)


# The state of training as one file, from which it goes on as if it had never stopped; no pickle.


_KEY = "training"
_COUNTS = ("rate", "epoch", "done", "step", "pairs", "seconds", "worse", "history", "finished")


def keep(path: Path, state: State, key: str) -> None:
    """Write the state of training; a reader sees the old file or the new one, never half of it.

    Parameters
    ----------
    path
        The file.
    state
        Where training stands.
    key
        What identifies the work: only the same work may go on from it.
    """
    from safetensors.torch import save

    tensors = {name: value.detach().cpu().clone().contiguous() for name, value in _tensors(state).items()}
    metadata = json.dumps(_metadata(state, key), allow_nan=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.tmp")
    temporary.write_bytes(save(tensors, metadata={_KEY: metadata}))  # not save_file: it ignores the umask
    temporary.replace(path)


def restore(path: Path, state: State, key: str) -> bool:
    """Set the state to what was kept; return False where nothing was.

    Raises
    ------
    RunExistsError
        If it was kept by other work.
    RunUnreadableError
        If the file is damaged.
    """
    from safetensors import SafetensorError, safe_open

    if not path.is_file():
        return False
    try:
        with safe_open(path, framework="pt") as file:
            metadata = json.loads((file.metadata() or {})[_KEY])
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - no mapping
    except (OSError, SafetensorError, KeyError, ValueError) as error:
        raise RunUnreadableError(
            f"'{printable(path.name)}' is damaged ({printable(str(error), 120)})",
            "the state of training as it was kept",
            "remove it: training then begins anew",
        ) from error
    if metadata["key"] != key:
        raise RunExistsError(
            f"'{printable(path.name)}' belongs to other work",
            "the same work",
            "remove it, or choose another -o",
        )
    _set(state, metadata, tensors)
    return True


def _tensors(state: State) -> dict[str, Tensor]:
    tensors = {f"model.{name}": value for name, value in state.model.state_dict().items()}
    if state.method.module is not None:
        tensors |= {f"method.{name}": value for name, value in state.method.module.state_dict().items()}
    if state.best is not None:
        tensors |= {f"best.{name}": value for name, value in state.best.weights.items()}
    for place, values in state.optimiser.state_dict()["state"].items():
        tensors |= {f"optimiser.{place}.{name}": v for name, v in values.items() if isinstance(v, Tensor)}
    tensors |= {"loss": state.loss, "random.torch": torch.get_rng_state()}
    if state.device.type == "cuda":
        tensors["random.cuda"] = torch.cuda.get_rng_state(state.device)
    return tensors


def _metadata(state: State, key: str) -> dict[str, Any]:
    optimiser = state.optimiser.state_dict()
    scalars = {
        str(place): {name: value for name, value in values.items() if not isinstance(value, Tensor)}
        for place, values in optimiser["state"].items()
    }
    return {
        "key": key,
        "threads": torch.get_num_threads(),
        **{name: getattr(state, name) for name in _COUNTS},
        "best": None if state.best is None else [state.best.epoch, state.best.accuracy],
        "groups": optimiser["param_groups"],
        "scalars": scalars,
        "python": state.random.python.getstate(),
        "numpy": state.random.numpy.bit_generator.state,
    }


def _set(state: State, metadata: Mapping[str, Any], tensors: Mapping[str, Tensor]) -> None:
    state.model.load_state_dict(_part(tensors, "model."))
    if state.method.module is not None:
        state.method.module.load_state_dict(_part(tensors, "method."))
    if metadata["best"] is not None:
        epoch, accuracy = metadata["best"]
        state.best = Best(epoch, accuracy, _part(tensors, "best."))
    _set_optimiser(state.optimiser, metadata, _part(tensors, "optimiser."))
    for name in _COUNTS:
        setattr(state, name, metadata[name])
    state.loss = tensors["loss"].to(state.device)
    # another number of threads adds numbers in another order
    torch.set_num_threads(metadata["threads"])
    version, words, gauss = metadata["python"]
    state.random.python.setstate((version, tuple(words), gauss))
    state.random.numpy.bit_generator.state = metadata["numpy"]
    torch.set_rng_state(tensors["random.torch"])
    if state.device.type == "cuda" and "random.cuda" in tensors:
        torch.cuda.set_rng_state(tensors["random.cuda"], state.device)


def _set_optimiser(
    optimiser: torch.optim.Optimizer, metadata: Mapping[str, Any], tensors: Mapping[str, Tensor]
) -> None:
    values: dict[int, dict[str, Any]] = {int(place): dict(row) for place, row in metadata["scalars"].items()}
    for name, tensor in tensors.items():
        place, _, what = name.partition(".")
        values.setdefault(int(place), {})[what] = tensor
    optimiser.load_state_dict({"state": values, "param_groups": metadata["groups"]})


def _part(tensors: Mapping[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): value for name, value in tensors.items() if name.startswith(prefix)}
