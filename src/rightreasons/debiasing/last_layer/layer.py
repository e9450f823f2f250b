"""The last layer of a trained model, and the features of pairs that it reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from rightreasons.debiasing.shared.representation import logits_and_hidden, output_layer
from rightreasons.errors import ModelError
from rightreasons.models.data import PairData, by_length, divided

Reals = npt.NDArray[np.float64]
_PAIRS, _TOKENS = 256, 16384
_TOLERANCE = 1e-2  # of logits, where half precision rounds


@dataclass(frozen=True)
class LinearLayer:
    """A linear layer from features to logits.

    Parameters
    ----------
    weight, bias
        Shapes (labels, D) and (labels,).
    """

    weight: Reals
    bias: Reals

    def logits(self, features: Reals) -> Reals:
        """Return logits, shape (n, labels), of features, shape (n, D)."""
        return features @ self.weight.T + self.bias


def last_layer(model: nn.Module, labels: int) -> LinearLayer:
    """Return a copy of the layer that makes a model's logits.

    Raises
    ------
    ModelError
        If it is not linear with an intercept.
    """
    layer = output_layer(model, labels)
    if layer.bias is None:
        raise _unfit(model)
    weight, bias = (each.detach().double().cpu().numpy() for each in (layer.weight, layer.bias))
    return LinearLayer(weight.copy(), bias.copy())


def set_last_layer(model: nn.Module, fitted: LinearLayer) -> None:
    """Give a model another last layer."""
    layer = output_layer(model, len(fitted.bias))
    with torch.no_grad():
        layer.weight.copy_(torch.from_numpy(fitted.weight))
        layer.bias.copy_(torch.from_numpy(fitted.bias))


def features_of(
    model: nn.Module,
    data: PairData,
    labels: int,
    device: torch.device,
    progress: Callable[[int], None] = lambda _: None,
) -> Reals:
    """Return what the last layer reads of every pair, shape (n, D).

    Parameters
    ----------
    model
        On `device`; it is left in evaluation mode.
    data
        The pairs, n of them.
    labels
        How many outputs it has.
    device
        Where it computes.
    progress
        Called with the number of pairs that are done.

    Raises
    ------
    ModelError
        If its last linear layer does not make the logits.
    """
    layer, linear = output_layer(model, labels), last_layer(model, labels)
    model.eval()
    found: dict[int, npt.NDArray[np.float32]] = {}
    with torch.inference_mode():
        for rows in divided(data.sizes, by_length(data.sizes, np.arange(len(data.sizes))), _PAIRS, _TOKENS):
            logits, hidden = logits_and_hidden(model, layer, data.batch(rows).to(device))
            features = hidden.float().cpu().numpy()
            if not np.allclose(linear.logits(features), logits.float().cpu().numpy(), atol=_TOLERANCE):
                raise _unfit(model)
            found.update(zip(rows.tolist(), features, strict=True))
            progress(len(found))
    return np.stack([found[row] for row in range(len(found))]).astype(np.float64)


def _unfit(model: nn.Module) -> ModelError:
    return ModelError(
        f"{type(model).__name__}, whose logits are not made by a linear layer with an intercept",
        "a model whose last layer is linear",
        "choose another --debias",
    )


def probabilities(logits: Reals) -> Reals:
    """Return the softmax of logits, shape (n, labels)."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))
