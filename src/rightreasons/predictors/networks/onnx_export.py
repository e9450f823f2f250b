"""Writes a sequence classifier as an ONNX graph, makes it int8, and says how far its outputs agree."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rightreasons.errors import ModelError
from rightreasons.predictors.networks.classifier import Forward, logits_of
from rightreasons.predictors.networks.encoding import Encoded
from rightreasons.predictors.networks.loaded import Loaded
from rightreasons.predictors.networks.onnx_runtime import LOGITS
from rightreasons.printable import printable

_OPSET = 17


@dataclass(frozen=True)
class Agreement:
    """How the outputs of two forms of a model agree on the same pairs.

    Parameters
    ----------
    pairs
        How many were asked.
    same_label
        How many have the same most probable output (or, of a single one, the same side of 0.5).
    largest_difference
        Of any probability.
    """

    pairs: int
    same_label: int
    largest_difference: float


def export_onnx(loaded: Loaded, example: Encoded, path: Path) -> None:
    """Write the graph of a model.

    Parameters
    ----------
    loaded
        The model, in fp32 on the CPU.
    example
        Two pairs or more of different length, so that padding is traced.
    path
        The file.

    Raises
    ------
    ModelError
        If the architecture cannot be exported.
    """
    import torch

    names = list(loaded.encoder.inputs)
    arrays = loaded.encoder.padded(example.items)
    # A tensor of its own for each input: with one for two, the graph reads the first in place of the second.
    tensors = tuple(torch.from_numpy(arrays[name].copy()) for name in names)
    axes = {name: {0: "pairs", 1: "tokens"} for name in names} | {LOGITS: {0: "pairs"}}
    try:
        with warnings.catch_warnings(), torch.inference_mode():
            warnings.simplefilter("ignore")  # of the tracer; what it traced is proved on pairs
            torch.onnx.export(
                _logits_only(loaded.network.model, names),
                tensors,
                str(path),
                input_names=names,
                output_names=[LOGITS],
                dynamic_axes=axes,
                opset_version=_OPSET,
                dynamo=False,  # the graphs of the newer exporter cannot be made int8, and XLNet fails in it
            )
    except Exception as error:  # of any operator that the exporter does not know
        raise ModelError(
            f"'{printable(loaded.checkpoint.name)}' cannot be exported ({printable(str(error), 200)})",
            "an architecture that torch.onnx can trace",
            "probe it as it is: hf:NAME",
        ) from error


def quantise_int8(path: Path, out: Path) -> None:
    """Write a graph with weights in int8 and activations quantised on the fly.

    Raises
    ------
    ModelError
        If it cannot be done.
    """
    from onnxruntime.quantization import (  # type: ignore[import-untyped]  # it ships without types
        QuantType,
        quantize_dynamic,
    )

    try:
        quantize_dynamic(path, out, weight_type=QuantType.QInt8)
    except Exception as error:  # the library's errors share no class of their own
        raise ModelError(
            f"'{printable(path.name)}' cannot be made int8 ({printable(str(error), 200)})",
            "operators that ONNX Runtime can quantise",
            "leave out --int8",
        ) from error


def all_logits(loaded: Loaded, forward: Forward, encoded: Encoded, batch_tokens: int) -> NDArray[np.float64]:
    """Return the logits of every item, shape (items, outputs), in the order of the items."""
    rows: dict[int, Sequence[float]] = {}
    for batch, logits in logits_of(loaded.encoder, forward, encoded, batch_tokens):
        rows.update(zip(batch, logits.tolist(), strict=True))
    return np.array([rows[place] for place in range(len(rows))], dtype=np.float64)


def agreement(first: NDArray[np.float64], second: NDArray[np.float64]) -> Agreement:
    """Compare logits of the same pairs, both of shape (pairs, outputs).

    Raises
    ------
    ModelError
        If one of them is not a finite number.
    """
    if not (np.isfinite(first).all() and np.isfinite(second).all()):
        raise ModelError("outputs that are no finite numbers", "a number for every pair", "look at the model")
    ours, theirs = (_probabilities(logits) for logits in (first, second))
    same = int((ours.argmax(axis=1) == theirs.argmax(axis=1)).sum())
    return Agreement(len(ours), same, float(np.abs(ours - theirs).max()))


def _probabilities(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    from scipy.special import expit, softmax

    if logits.shape[1] == 1:
        return np.asarray(np.hstack([expit(logits), expit(-logits)]))
    return np.asarray(softmax(logits, axis=1))


def _logits_only(model: Any, names: Sequence[str]) -> Any:
    """Return a module that takes its inputs by position and gives nothing but logits."""
    import torch

    class LogitsOnly(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, *tensors: Any) -> Any:
            return self.model(**dict(zip(names, tensors, strict=True))).logits

    return LogitsOnly().eval()
