"""Feed-forward layers: dropout, linear map, activation, as often as there are sizes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from torch import nn

from rightreasons.models.layers.dropout import Dropout

Activation = Literal["relu", "tanh", "none"]
_ACTIVATIONS: dict[Activation, type[nn.Module]] = {"relu": nn.ReLU, "tanh": nn.Tanh}


def feedforward(sizes: Sequence[int], activation: Activation, dropout: float) -> nn.Sequential:
    """Return layers from ``sizes[0]`` to ``sizes[-1]``, each an activation of a linear map behind dropout.

    Weights start as `glorot` has them.
    """
    layers: list[nn.Module] = []
    for inputs, outputs in pairwise(sizes):
        layers += [Dropout(dropout)] if dropout else []
        layers += [glorot(nn.Linear(inputs, outputs))]
        layers += [_ACTIVATIONS[activation]()] if activation in _ACTIVATIONS else []
    return nn.Sequential(*layers)


def glorot(layer: nn.Linear) -> nn.Linear:
    """Return the layer with weights drawn as in Glorot & Bengio (2010) and without bias to start from."""
    nn.init.xavier_uniform_(layer.weight)
    nn.init.zeros_(layer.bias)
    return layer
