"""The mean loss of a batch, some pairs of which may count more."""

from __future__ import annotations

from torch import Tensor


def mean_loss(losses: Tensor, weights: Tensor | None = None) -> Tensor:
    """Return the sum of weighted losses divided by the number of pairs, not by the sum of weights.

    Parameters
    ----------
    losses
        Shape (B,).
    weights
        Shape (B,); None: all are 1.
    """
    return (losses if weights is None else losses * weights).mean()
