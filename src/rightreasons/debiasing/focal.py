"""Focal losses: pairs that the model, or the bias model, finds easy count little."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING

from torch import Tensor

from rightreasons.debiasing.bias_models.with_bias_model import WithBiasModel
from rightreasons.debiasing.method import LabelledData, Need, NotNegative, Prepared
from rightreasons.debiasing.objectives import LEAST_DOUBT, RowsObjective, doubts, mean_loss, method_of
from rightreasons.training.state import TrainingMethod, log_likelihoods

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, TrainableModel

ADDS = {"method": {"focal": "Focal", "debiased-focal": "DebiasedFocal"}}


def focal(logits: Tensor, labels: Tensor, weights: Tensor | None = None, *, gamma: float = 2.0) -> Tensor:
    """Return the mean of -(1 - p(gold))^gamma log p(gold); it needs no bias model.

    Parameters
    ----------
    logits
        Of the model, shape (B, labels).
    labels
        Indices of the gold labels, shape (B,).
    weights
        Shape (B,); None: 1.
    gamma
        How much easy pairs are played down; 0 is cross-entropy.

    References
    ----------
    Lin, Goyal, Girshick, He and Dollar (2017), "Focal loss for dense object detection", equation 4.
    """
    log_p = log_likelihoods(logits, labels)
    doubt = -log_p.expm1()
    return mean_loss(-(doubt.clamp(min=LEAST_DOUBT) ** gamma) * log_p, weights)


def debiased_focal(
    logits: Tensor,
    labels: Tensor,
    bias_log_probabilities: Tensor,
    weights: Tensor | None = None,
    *,
    gamma: float = 2.0,
) -> Tensor:
    """Return the mean of -(1 - b(gold))^gamma log p(gold), with b the bias model.

    Parameters
    ----------
    logits, labels, weights, gamma
        As of `focal`.
    bias_log_probabilities
        Log-probabilities of a bias model that was not trained on these pairs, shape (B, labels).

    References
    ----------
    Karimi Mahabadi, Belinkov and Henderson (2020), "End-to-end bias mitigation by modelling biases in
    corpora", ACL, Debiased Focal Loss.
    """
    doubt = doubts(bias_log_probabilities, labels).clamp(min=LEAST_DOUBT)
    return mean_loss(-(doubt**gamma) * log_likelihoods(logits, labels), weights)


@dataclass(frozen=True)
class Focal:
    """Focal loss: a pair counts (1 - p(gold))^gamma of the model itself, no bias model (Lin et al. 2017).

    Parameters
    ----------
    gamma
        Exponent.
    """

    gamma: NotNegative = 2.0

    @property
    def needs(self) -> frozenset[Need]:
        """Nothing beside labelled pairs."""
        return frozenset()

    def prepare(self, data: LabelledData) -> Prepared:
        """Do nothing beforehand."""
        return Prepared(data.train, self._training, asdict(self))

    def _training(self, trainee: TrainableModel, work: SeedWork) -> TrainingMethod:  # noqa: ARG002 - no rows
        return method_of(RowsObjective(partial(focal, gamma=self.gamma)))


@dataclass(frozen=True)
class DebiasedFocal(WithBiasModel):
    """Debiased focal loss: a pair counts (1 - p_bias(gold))^gamma (Karimi Mahabadi et al. 2020).

    Parameters
    ----------
    gamma
        Exponent; 2 is that of the focal loss (Lin et al. 2017).
    """

    gamma: NotNegative = 2.0

    def loss(self, logits: Tensor, labels: Tensor, bias_log_probabilities: Tensor) -> Tensor:
        """Return `debiased_focal` of a batch."""
        return debiased_focal(logits, labels, bias_log_probabilities, gamma=self.gamma)
