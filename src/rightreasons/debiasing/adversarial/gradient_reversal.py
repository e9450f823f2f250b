"""The gradient reversal layer: forward it does nothing, backward it turns gradients round."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor


class _Reversal(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, values: Tensor, gamma: float) -> Tensor:
        """Return the values as they are."""
        ctx.gamma = gamma
        return values.view_as(values)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None]:
        """Return the gradient times -gamma; gamma has none."""
        return -ctx.gamma * gradient, None


def reversed_gradient(values: Tensor, gamma: float) -> Tensor:
    """Return the values; what flows back through them is multiplied by -gamma.

    Parameters
    ----------
    values
        Any shape.
    gamma
        How strongly what lies before is turned against what lies behind.

    References
    ----------
    Ganin et al. (2016), "Domain-adversarial training of neural networks", JMLR 17, section 4.2; Liu et al.
    (2020), equation 4.
    """
    reversed_: Tensor = _Reversal.apply(values, gamma)  # type: ignore[no-untyped-call]  # torch has no type for it
    return reversed_
