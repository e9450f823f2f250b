"""Group DRO: the loss of each known group counts the more, the worse it has been so far."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from rightreasons.debiasing.method import LabelledData, NotNegative, Prepared
from rightreasons.debiasing.shared.groups import WithGroups
from rightreasons.debiasing.shared.known_pairs import aligned
from rightreasons.difficulty.groups import PairGroups
from rightreasons.models.data import Batch
from rightreasons.predictions import Predictions
from rightreasons.training.state import State, TrainingMethod, gold_of, log_likelihoods

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, TrainableModel

ADDS = {"method": {"group-dro": "GroupDRO"}}


def group_losses(losses: Tensor, groups: Tensor, shares: Tensor) -> Tensor:
    """Return the mean loss of each group, estimated from a batch, shape (G,).

    L_g = sum of the losses of g in the batch / (B n_g / n). Sagawa et al. draw as many pairs of each group;
    here a batch is drawn from all pairs, so that some groups may be absent (L_g = 0). Divided by the number
    of pairs to be expected, not by that found, L_g is right on average, absences included.

    Parameters
    ----------
    losses
        Of the pairs of a batch, shape (B,).
    groups
        Index of the group of each, shape (B,).
    shares
        n_g / n, the share of each group in the training data, shape (G,).
    """
    sums = torch.zeros_like(shares).index_add(0, groups, losses.to(shares.dtype))
    return sums / (len(losses) * shares)


def updated_weights(weights: Tensor, losses: Tensor, eta: float) -> Tensor:
    """Return q after a step: q_g exp(eta L_g), normalised, shape (G,) (Sagawa et al. 2020, Algorithm 1).

    Parameters
    ----------
    weights
        q, which adds up to 1, shape (G,).
    losses
        Of each group, with its adjustment, shape (G,).
    eta
        Step size; 0 leaves q as it is.
    """
    return (weights.log() + eta * losses).softmax(dim=0)


class GroupObjective(nn.Module):
    """sum_g q_g L_g, with q moved before each step of the model (Sagawa et al. 2020, Algorithm 1).

    Parameters
    ----------
    groups
        Index of the group of each training pair, shape (n,).
    names
        Of the groups, G of them.
    eta
        Step size of q.
    adjustment
        C of the group adjustments C / sqrt(n_g) (section 3.3): they move q towards small groups.
    """

    groups: Tensor
    shares: Tensor
    adjustments: Tensor
    weights: Tensor

    def __init__(self, groups: Tensor, names: tuple[str, ...], eta: float, adjustment: float) -> None:
        super().__init__()
        self.names, self.eta = names, eta
        sizes = torch.bincount(groups, minlength=len(names)).float()
        self.register_buffer("groups", groups, persistent=False)
        self.register_buffer("shares", sizes / len(groups), persistent=False)
        self.register_buffer("adjustments", adjustment / sizes.sqrt(), persistent=False)
        # q is kept, so that training that is resumed goes on with the weights it had
        self.register_buffer("weights", torch.full_like(sizes, 1 / len(names)))

    def objective(self, model: nn.Module, batch: Batch, state: State) -> Tensor:  # noqa: ARG002 - an objective
        """Return the loss of a batch, and move q."""
        losses = -log_likelihoods(model(batch), gold_of(batch))
        found = group_losses(losses, self.groups[batch.rows], self.shares)
        self.weights.copy_(updated_weights(self.weights, found.detach() + self.adjustments, self.eta))
        return (self.weights.clone() * found).sum()

    def record(self, predictions: Predictions, state: State) -> None:  # noqa: ARG002 - a hook
        """Write q of each group among the figures of the epoch."""
        for name, weight in zip(self.names, self.weights.tolist(), strict=True):
            state.figures[f"weight_{name}"] = weight


@dataclass(frozen=True)
class GroupDRO(WithGroups):
    """Group DRO: known groups count the more, the higher their loss has been (Sagawa et al. 2020).

    Parameters
    ----------
    eta
        Step size of the weights of groups; 0.01 is that of the published code.
    adjustment
        C of the group adjustments C / sqrt(n_g); 0: none.

    References
    ----------
    Sagawa, Koh, Hashimoto and Liang (2020), "Distributionally robust neural networks for group shifts: on the
    importance of regularization for worst-case generalization", ICLR.
    """

    eta: NotNegative = 0.01
    adjustment: NotNegative = 0.0

    def prepare(self, data: LabelledData) -> Prepared:
        """Find the groups of the training pairs.

        Raises
        ------
        OptionError, MeasureInputError
            If there are no such groups, or one has fewer than 10 pairs.
        """
        mined = self.mined_in(data)
        groups = self.groups_of(data.train, mined)
        facts = {**asdict(self), "sizes": groups.sizes}
        if mined is not None:
            facts[mined.family] = len(mined)
        return Prepared(data.train, partial(self._training, groups), facts)

    def _training(self, groups: PairGroups, trainee: TrainableModel, work: SeedWork) -> TrainingMethod:  # noqa: ARG002 - a method of training
        names = tuple(groups.sizes)
        own = PairGroups(groups.kind, groups.data, aligned(groups.frame, work.train.frame["id"], "group"))
        module = GroupObjective(torch.from_numpy(own.codes(names)), names, self.eta, self.adjustment)
        return TrainingMethod(module.objective, module.record, module)
