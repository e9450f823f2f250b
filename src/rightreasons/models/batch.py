"""What a model reads, a batch of padded pairs, and what every model of pairs is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

PAD = 0
"""Id of the padding; its word vector is zero."""
UNKNOWN = 1
"""Id of words that are not in the vocabulary."""


@dataclass(frozen=True)
class Sentences:
    """One side of a batch.

    Parameters
    ----------
    ids
        Word ids, shape (B, T), `PAD` behind the end of a sentence.
    lengths
        Words of each sentence, shape (B,), at least 1.
    transitions
        Shift (0) and reduce (1) of each sentence's binary tree, shape (B, 2 T - 1), -1 behind the end
        (2 lengths - 1 transitions); None where no model needs trees.
    """

    ids: Tensor
    lengths: Tensor
    transitions: Tensor | None = None

    @property
    def mask(self) -> Tensor:
        """Whether there is a word, shape (B, T)."""
        return torch.arange(self.ids.shape[1], device=self.ids.device) < self.lengths[:, None]

    def to(self, device: torch.device) -> Sentences:
        """Return the same on another device; transitions stay: the host makes its plans by them."""
        return Sentences(
            self.ids.to(device, non_blocking=True),
            self.lengths.to(device, non_blocking=True),
            self.transitions,
        )


@dataclass(frozen=True)
class PairBatch:
    """Premises and hypotheses of a batch.

    Parameters
    ----------
    premise, hypothesis
        The sentences.
    gold
        Index of the gold label among the labels of the model, shape (B,); None where there is none.
    rows
        Position of each pair in its data, shape (B,).
    """

    premise: Sentences
    hypothesis: Sentences
    gold: Tensor | None
    rows: Tensor

    def to(self, device: torch.device) -> PairBatch:
        """Return the same on another device."""
        gold = None if self.gold is None else self.gold.to(device, non_blocking=True)
        return PairBatch(self.premise.to(device), self.hypothesis.to(device), gold, self.rows.to(device))


class PairModel(nn.Module, ABC):
    """A model of pairs: logits of its labels, shape (B, labels).

    Its class is called with its settings, a `rightreasons.models.layers.word_embedding.WordEmbedding` that
    becomes its attribute ``words``, and the number of labels (`rightreasons.models.building.build_model`).

    Attributes
    ----------
    settings_type
        Frozen dataclass of its settings.
    needs_trees
        Whether it reads the `Sentences.transitions` of binary trees.
    """

    settings_type: ClassVar[type[Any]]
    needs_trees: ClassVar[bool] = False

    @abstractmethod
    def forward(self, batch: PairBatch) -> Tensor:
        """Return the logits of every pair, shape (B, labels)."""

    def hypothesis_vector(self, batch: PairBatch) -> Tensor:
        """Return what the model makes of the hypothesis before it sees the premise, shape (B, D).

        Debiasing trains an adversary on it (Liu et al. 2020, section 4).

        Raises
        ------
        NotImplementedError
            If the model has no such thing.
        """
        raise NotImplementedError(f"{type(self).__name__} reads no hypothesis by itself")

    def logits_and_hypothesis_vector(self, batch: PairBatch) -> tuple[Tensor, Tensor]:
        """Return what `forward` and `hypothesis_vector` do, in one go where a model can."""
        return self(batch), self.hypothesis_vector(batch)
