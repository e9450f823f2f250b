"""The state of training as one file, from which it goes on as if it had never stopped; no pickle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from rightreasons.errors import RunExistsError, RunUnreadableError
from rightreasons.printable import printable
from rightreasons.training.state import Best, State
from rightreasons.writing import replacing

_KEY = "training"
_RECORDS = "records."


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
    with replacing(path) as temporary:  # not save_file: it ignores the umask
        temporary.write_bytes(save(tensors, metadata={_KEY: metadata}))


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
    if state.records is not None:
        tensors |= {f"{_RECORDS}{name}": value for name, value in state.records.tensors().items()}
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
    if state.records is not None:
        state.records.restore(_part(tensors, _RECORDS))
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
