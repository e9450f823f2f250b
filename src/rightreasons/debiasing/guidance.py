"""Guidance from artificial patterns: pairs that hold one count differently from those that hold none."""

from __future__ import annotations

import polars as pl
import torch
from torch import Tensor, nn

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.debiasing.averaging import mean_loss
from rightreasons.models.data import Batch
from rightreasons.pairs import PairTable
from rightreasons.training.method import gold_of, log_likelihoods
from rightreasons.training.state import State


def biased_pairs(train: PairTable, patterns: PatternSet) -> pl.DataFrame:
    """Return ``id`` and ``biased``, whether the hypothesis holds a pattern (D_bias; section 3.2.3)."""
    return train.frame.select("id").with_columns(biased=pl.Series(patterns.mark(train).numbers > 0))


def discriminator_weights(biased: Tensor, alpha1: Tensor | float) -> Tensor:
    """Return alpha1 for biased pairs and 1 for others, shape (B,) (Liu et al. 2020, equation 5)."""
    return torch.where(biased, alpha1, 1.0)


def classifier_weights(biased: Tensor, alpha2: Tensor | float) -> Tensor:
    """Return alpha2 for unbiased pairs and 1 for others, shape (B,) (Liu et al. 2020, equation 6)."""
    return torch.where(biased, 1.0, alpha2)


class GuidedObjective(nn.Module):
    """Cross-entropy weighted by equation 6, the mean over pairs: the row InferSent+Guidance of Table 7.

    Parameters
    ----------
    biased
        Whether each training pair holds a pattern, shape (n,).
    alpha2
        Weight of those that do not.

    References
    ----------
    Liu, Zheng, Chang and Sui (2020), "HypoNLI", section 3.2.2.
    """

    biased: Tensor

    def __init__(self, biased: Tensor, alpha2: float) -> None:
        super().__init__()
        self.register_buffer("biased", biased, persistent=False)
        self.alpha2 = alpha2

    def objective(self, model: nn.Module, batch: Batch, state: State) -> Tensor:  # noqa: ARG002 - an objective
        """Return the loss of a batch."""
        weights = classifier_weights(self.biased[batch.rows], self.alpha2)
        return mean_loss(-log_likelihoods(model(batch), gold_of(batch)), weights)
