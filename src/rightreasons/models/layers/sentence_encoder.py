"""Sentences read by one BiLSTM, both sides in one go, each distinct word and sentence once."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from rightreasons.models.batch import Sentences
from rightreasons.models.layers.dropout import Dropout
from rightreasons.models.layers.recurrent import BiLSTM
from rightreasons.models.layers.word_embedding import WordEmbedding, distinct_words


class SentenceEncoder(nn.Module):
    """A BiLSTM over word vectors.

    Parameters
    ----------
    inputs
        Size of a word vector.
    hidden
        Size H of the state of one direction.
    dropout
        Share of the entries of word vectors that is dropped in training: drawn for each distinct word of a
        batch, the same for all its occurrences.
    """

    def __init__(self, inputs: int, hidden: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.size = 2 * hidden
        self.dropout = Dropout(dropout)
        self.lstm = BiLSTM(inputs, hidden)

    def forward(self, words: WordEmbedding, *sentences: Sentences) -> list[Tensor]:
        """Return the states of each side, shape (B, T, 2 H), zero behind the end of a sentence."""
        width = max(side.ids.shape[1] for side in sentences)
        ids = torch.cat(
            [functional.pad(side.ids, (0, width - side.ids.shape[1])) for side in sentences]
        )  # (S, T)
        states = self._states(words, ids, torch.cat([side.lengths for side in sentences]))  # (S, T, 2 H)
        parts = torch.split(states, [len(side.ids) for side in sentences])
        return [part[:, : side.ids.shape[1]] for part, side in zip(parts, sentences, strict=True)]

    def _states(self, words: WordEmbedding, ids: Tensor, lengths: Tensor) -> Tensor:
        if self.training or ids.device.type != "cpu":
            return self._read(words, ids, lengths)
        # Without dropout a sentence that occurs again, as SNLI's premises do, has the same states again.
        distinct, place = torch.unique(ids, dim=0, return_inverse=True)
        lengths = lengths.new_empty(len(distinct)).scatter_(0, place, lengths)
        return self._read(words, distinct, lengths)[place]

    def _read(self, words: WordEmbedding, ids: Tensor, lengths: Tensor) -> Tensor:
        rows, places = distinct_words(ids)
        states: Tensor = self.lstm(self.dropout(words(rows)), places, lengths)
        return states


def real_words(*masks: Tensor) -> tuple[Tensor | slice, Tensor]:
    """Return where the words are among the rows of several sides, and which row belongs to which word.

    Parameters
    ----------
    masks
        Whether there is a word, shape (B, T) for each side; T may differ.

    Returns
    -------
    tuple
        What picks the rows worth computing from all rows of all sides, one after the other: N of them on a
        CPU, all on an accelerator, which would have to wait for their number; and the place of each word
        among them, shape (S, T) for the widest T; anything valid where there is no word.
    """
    width = max(mask.shape[1] for mask in masks)
    flat = torch.cat([mask.flatten() for mask in masks])
    if flat.device.type == "cpu":
        rows: Tensor | slice = flat.nonzero()[:, 0]
        place = flat.cumsum(0).sub_(1).clamp_(min=0)
    else:
        rows, place = slice(None), torch.arange(len(flat), device=flat.device)
    parts = zip(torch.split(place, [mask.numel() for mask in masks]), masks, strict=True)
    padded = [functional.pad(part.view_as(mask), (0, width - mask.shape[1])) for part, mask in parts]
    return rows, torch.cat(padded)
