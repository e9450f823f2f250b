"""SPINN-PI-NT (Bowman et al. 2016): a TreeLSTM over given parses; no parser, no tracking LSTM."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import Tensor, nn
from torch.nn import functional

from rightreasons.models.batch import PairBatch, PairModel, Sentences
from rightreasons.models.layers.dropout import Dropout
from rightreasons.models.layers.tree_lstm import TreeLSTM
from rightreasons.models.layers.tree_order import Integers, forest_of
from rightreasons.models.layers.word_embedding import WordEmbedding, distinct_words
from rightreasons.models.settings import Rate, Size

ADDS = {"model": {"spinn": "Spinn"}}


@dataclass(frozen=True)
class SpinnSettings:
    """Sizes and rates; the defaults are those of the paper for SPINN-PI-NT.

    Parameters
    ----------
    size
        D of a sentence's vector; words are projected to h and c of this size.
    layers, hidden
        Layers of the classifier and their size.
    word_dropout
        Rate at which projected words are dropped.
    dropout
        Rate at which what goes into and comes out of the classifier's layers is dropped.
    """

    size: Size = 300
    layers: Size = 2
    hidden: Size = 1024
    word_dropout: Rate = 0.17
    dropout: Rate = 0.06


class BatchNorm(nn.BatchNorm1d):
    """Batch normalisation that takes the running statistics where a training batch is a single row."""

    def forward(self, rows: Tensor) -> Tensor:
        """Return the rows normalised, shape (n, D)."""
        if len(rows) > 1 or not self.training:
            return super().forward(rows)
        return functional.batch_norm(
            rows, self.running_mean, self.running_var, self.weight, self.bias, training=False, eps=self.eps
        )


class Spinn(PairModel):
    """Composes each sentence along its tree, then compares the two vectors.

    Parameters
    ----------
    settings
        Sizes and rates.
    words
        Vectors of the words.
    labels
        How many labels.
    """

    settings_type = SpinnSettings
    needs_trees = True

    def __init__(self, settings: SpinnSettings, words: WordEmbedding, labels: int) -> None:
        super().__init__()
        self.words = words
        self.project = nn.Linear(words.size, 2 * settings.size)
        self.projected = nn.Sequential(BatchNorm(2 * settings.size), Dropout(settings.word_dropout))
        self.tree = TreeLSTM(settings.size)
        sizes = [4 * settings.size, *[settings.hidden] * settings.layers]
        layers: list[nn.Module] = [BatchNorm(sizes[0]), Dropout(settings.dropout)]
        for entering, leaving in pairwise(sizes):
            layers += [nn.Linear(entering, leaving), nn.ReLU(), BatchNorm(leaving), Dropout(settings.dropout)]
        self.classify = nn.Sequential(*layers, nn.Linear(sizes[-1], labels))
        self._initialise()

    def _initialise(self) -> None:
        """Draw weights as He et al. (2015) do, those of the last layer from U(-0.005, 0.005)."""
        linear = [layer for layer in (self.project, *self.classify) if isinstance(layer, nn.Linear)]
        for layer in linear:
            nn.init.kaiming_normal_(layer.weight)
            nn.init.zeros_(layer.bias)
        nn.init.uniform_(linear[-1].weight, -0.005, 0.005)

    def forward(self, batch: PairBatch) -> Tensor:
        """Return the logits of every pair, shape (B, labels)."""
        return self.logits_and_hypothesis_vector(batch)[0]

    def logits_and_hypothesis_vector(self, batch: PairBatch) -> tuple[Tensor, Tensor]:
        """Return the logits and the hypothesis's h at the root, which they are made from."""
        premise, hypothesis = self._sentences(batch.premise, batch.hypothesis).chunk(2)  # (B, D) each
        pair = torch.cat([premise, hypothesis, premise - hypothesis, premise * hypothesis], dim=1)  # (B, 4 D)
        return self.classify(pair), hypothesis

    def hypothesis_vector(self, batch: PairBatch) -> Tensor:
        """Return the hypothesis's h at the root, shape (B, D)."""
        return self._sentences(batch.hypothesis)

    def _sentences(self, *sentences: Sentences) -> Tensor:
        """Return h at the root of every sentence of all sides, shape (sides B, D)."""
        # Dropout and batch statistics make equal sentences differ in training.
        forest = forest_of(sentences, share=not self.training)
        ids = torch.cat([side.ids.flatten() for side in sentences])
        ids = ids[_on(ids.device, forest.positions)]  # (W,)
        roots: Tensor = self.tree(self._leaves(ids), forest.schedule)  # (trees, D)
        return roots[_on(roots.device, forest.trees)]

    def _leaves(self, ids: Tensor) -> Tensor:
        """Return h and c of words, shape (W, 2 D)."""
        distinct, places = distinct_words(ids)
        rows = self.project(self.words(distinct))
        if self.training:  # batch statistics count every occurrence, and each is dropped out by itself
            leaves: Tensor = self.projected(functional.embedding(places, rows))
            return leaves
        shared: Tensor = self.projected(rows)
        return shared[places]


def _on(device: torch.device, index: Integers) -> Tensor:
    return torch.from_numpy(index).to(device, non_blocking=True)
