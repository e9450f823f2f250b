"""An adversary that reads the label off the hypothesis vector, and an encoder that makes it fail."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from rightreasons.debiasing.averaging import mean_loss
from rightreasons.debiasing.dynamic_reweighting import Schedule, next_alpha
from rightreasons.debiasing.gradient_reversal import reversed_gradient
from rightreasons.debiasing.guidance import classifier_weights, discriminator_weights
from rightreasons.debiasing.representation import Reader
from rightreasons.models.data import Batch
from rightreasons.training.method import gold_of, log_likelihoods
from rightreasons.training.state import State


@dataclass(frozen=True)
class Strength:
    """How strong the adversary is, and how much patterns guide it.

    Parameters
    ----------
    gamma
        What reversed gradients are multiplied by (equation 4).
    alpha1
        Weight of biased pairs for the discriminators (equation 5); 1: no guidance.
    alpha2
        Weight of unbiased pairs for the classifier (equation 6); 1: no guidance.
    """

    gamma: float
    alpha1: float = 1.0
    alpha2: float = 1.0


class Discriminators(nn.Module):
    """k classifiers of one hidden layer, each with weights of its own.

    Parameters
    ----------
    size
        Entries of a hypothesis vector.
    hidden
        Entries of the hidden layer.
    labels
        Number of labels.
    k
        How many.
    """

    def __init__(self, size: int, hidden: int, labels: int, k: int) -> None:
        super().__init__()
        self.each = nn.ModuleList(
            nn.Sequential(nn.Linear(size, hidden), nn.ReLU(), nn.Linear(hidden, labels)) for _ in range(k)
        )

    def forward(self, vectors: Tensor) -> list[Tensor]:
        """Return the logits of each, shape (B, labels), from vectors of shape (B, size)."""
        return [classifier(vectors) for classifier in self.each]


class AdversarialObjective(nn.Module):
    """The min-max game between encoder and discriminators (Liu et al. 2020, equations 1 to 6).

    Loss: NLL_C + mean over discriminators of NLL_D(reversed(s_h)). One step then descends on NLL_C for the
    classifier, on NLL_D for the discriminators, and on NLL_C - gamma NLL_D for the encoder of hypotheses; the
    premise's has nothing to do with NLL_D. The paper prints equations 2 to 4 with the sign of log p for that
    of its negative. How several discriminators are put together it does not say: their mean keeps the scale
    of gamma. Models share one encoder for both sentences: the reversed gradient goes into it by the
    hypothesis alone.

    Parameters
    ----------
    discriminators
        They are trained along with the model.
    reader
        From a batch to logits and hypothesis vectors.
    biased
        Whether each training pair holds a pattern, shape (n,); without guidance it may be anything.
    strength
        gamma, and alpha at the beginning.
    """

    alphas: Tensor
    biased: Tensor

    def __init__(
        self, discriminators: Discriminators, reader: Reader, biased: Tensor, strength: Strength
    ) -> None:
        super().__init__()
        self.discriminators = discriminators
        self.reader = reader
        self.gamma = strength.gamma
        self.register_buffer("biased", biased, persistent=False)
        # a buffer, so that training that is taken up again goes on with the alphas it had
        self.register_buffer("alphas", torch.tensor([strength.alpha1, strength.alpha2], dtype=torch.float))

    def objective(self, model: nn.Module, batch: Batch, state: State) -> Tensor:  # noqa: ARG002 - an objective
        """Return the loss of a batch."""
        gold, biased = gold_of(batch), self.biased[batch.rows]
        logits, vectors = self.reader(model, batch)
        classified = mean_loss(-log_likelihoods(logits, gold), classifier_weights(biased, self.alphas[1]))
        weights = discriminator_weights(biased, self.alphas[0])
        told = [
            mean_loss(-log_likelihoods(each, gold), weights)
            for each in self.discriminators(reversed_gradient(vectors, self.gamma))
        ]
        return classified + torch.stack(told).mean()

    def move(self, gap: float, schedules: tuple[Schedule, Schedule]) -> None:
        """Set both alphas to what equation 7 makes of a gap."""
        moved = [
            next_alpha(float(alpha), gap, schedule)
            for alpha, schedule in zip(self.alphas, schedules, strict=True)
        ]
        self.alphas.copy_(torch.tensor(moved))
