"""Learned mixin (+H): a product of experts in which a gate says, pair by pair, how much the bias counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from torch import Tensor, nn
from torch.nn import functional

from rightreasons.debiasing.bias_models.with_bias_model import WithBiasModel
from rightreasons.debiasing.method import Need, NotNegative
from rightreasons.debiasing.objectives import RowsObjective, mean_loss, method_of
from rightreasons.debiasing.shared.representation import logits_and_hidden, output_layer
from rightreasons.models.data import Batch
from rightreasons.training.state import State, TrainingMethod, gold_of, log_likelihoods

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, TrainableModel

ADDS = {"method": {"learned-mixin": "LearnedMixin"}}


class Gate(nn.Module):
    """g(x) = softplus(w h + c), how much the bias counts for a pair.

    Parameters
    ----------
    size
        Entries of h, what the model knows of the pair before its last layer.
    """

    def __init__(self, size: int) -> None:
        super().__init__()
        self.linear = nn.Linear(size, 1)

    def forward(self, hidden: Tensor) -> Tensor:
        """Return g of each pair, shape (B,), from h, shape (B, size)."""
        return functional.softplus(self.linear(hidden).float())[:, 0]


def learned_mixin(
    logits: Tensor,
    labels: Tensor,
    bias_log_probabilities: Tensor,
    weights: Tensor | None = None,
    *,
    gate: Tensor,
    entropy: float = 0.0,
) -> Tensor:
    """Return cross-entropy of softmax(log p + g log b) plus w H(softmax(g log b)).

    Without the second term the gate may close, and the bias is then ignored: a high entropy of the gated
    bias has its price.

    Parameters
    ----------
    logits
        Of the model, shape (B, labels).
    labels
        Indices of the gold labels, shape (B,).
    bias_log_probabilities
        Log-probabilities of a bias model that was not trained on these pairs, finite, shape (B, labels).
    weights
        Shape (B,); None: 1.
    gate
        g of each pair, shape (B,), from `Gate`, which is trained along with the model.
    entropy
        w; 0 is the learned mixin without +H.

    References
    ----------
    Clark, Yatskar and Zettlemoyer (2019), EMNLP, section 3.2, Learned-Mixin and Learned-Mixin +H.
    """
    gated = gate[:, None] * bias_log_probabilities
    together = logits.float().log_softmax(dim=1) + gated
    alone = gated.log_softmax(dim=1)
    uncertainty = -(alone.exp() * alone).sum(dim=1)
    return mean_loss(entropy * uncertainty - log_likelihoods(together, labels), weights)


class MixinObjective(RowsObjective):
    """The learned mixin as an objective, with a gate on the model's last hidden layer.

    Parameters
    ----------
    model
        The one that will be trained.
    bias
        Log-probabilities for every training pair, shape (n, labels).
    entropy
        See `learned_mixin`.
    """

    def __init__(self, model: nn.Module, bias: Tensor, entropy: float) -> None:
        super().__init__(learned_mixin, bias)
        self.labels = bias.shape[1]
        self.gate = Gate(output_layer(model, self.labels).in_features)
        self.entropy = entropy

    def objective(self, model: nn.Module, batch: Batch, state: State) -> Tensor:  # noqa: ARG002 - an objective
        """Return the loss of a batch."""
        logits, hidden = logits_and_hidden(model, output_layer(model, self.labels), batch)
        gate = self.gate(hidden)
        return self.loss(logits, gold_of(batch), *self.known(batch), gate=gate, entropy=self.entropy)


@dataclass(frozen=True)
class LearnedMixin(WithBiasModel):
    """Learned mixin +H: a product of experts with a gate; entropy=0 leaves out H (Clark et al. 2019).

    Parameters
    ----------
    entropy
        Weight of H; 0.03 is the default of the published code for MultiNLI.
    """

    entropy: NotNegative = 0.03

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        return frozenset({"bias probabilities", "last hidden layer"})

    def training_method(self, bias: Tensor, trainee: TrainableModel, work: SeedWork) -> TrainingMethod:  # noqa: ARG002 - a method of training
        """Return the method of one training, with a gate for its model."""
        return method_of(MixinObjective(trainee.model, bias, self.entropy))
