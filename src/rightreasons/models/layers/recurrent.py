"""A bidirectional LSTM over sentences of different lengths: no step is spent on padding.

On a CPU the steps and their derivative are written out (`rightreasons.models.layers.lstm_steps`): that
spares a graph of small operations, and what a word puts into the gates is computed once for all its
occurrences. Elsewhere cuDNN does the work, one direction at a time, so that nothing waits for lengths.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from rightreasons.models.layers.lstm_steps import Packing, packing, run_steps

State = tuple[Tensor, Tensor]
"""Hidden state and cell of both directions, shape (2, B, H) each."""


class BiLSTM(nn.Module):
    """An LSTM in each direction (Hochreiter & Schmidhuber 1997, with forget gates).

    Parameters
    ----------
    inputs
        Size D of what is read.
    hidden
        Size H of the state of one direction.
    """

    def __init__(self, inputs: int, hidden: int) -> None:
        super().__init__()
        self.hidden = hidden
        self.ahead = nn.LSTM(inputs, hidden, batch_first=True)
        self.back = nn.LSTM(inputs, hidden, batch_first=True)

    def forward(self, rows: Tensor, places: Tensor, lengths: Tensor) -> Tensor:
        """Return the states at every word, zero behind the end of a sentence.

        Parameters
        ----------
        rows
            What there is to read, shape (U, D).
        places
            Which row each word is, shape (B, T); anything valid behind the end.
        lengths
            Words of each sentence, shape (B,), at least 1.

        Returns
        -------
        Tensor
            Shape (B, T, 2 H): ahead, then back.
        """
        if rows.device.type != "cpu":
            return self.without_packing(rows[places], lengths)
        plan = packing(lengths, places.shape[1])
        states, _ = self._steps(rows, places, plan, None)
        table = states.new_zeros(2 * places.numel(), self.hidden)  # ahead and back of a word are neighbours
        where = torch.cat([2 * plan.ahead, 2 * plan.back + 1])
        return table.index_copy_(0, where, states.flatten(0, 1)).view(*places.shape, -1)

    def last(self, rows: Tensor, places: Tensor, lengths: Tensor, start: State | None = None) -> State:
        """Return the states after the last word in either direction.

        Parameters
        ----------
        rows, places, lengths
            As above.
        start
            The states before the first word in either direction; None: zero.
        """
        plan = packing(lengths, places.shape[1])
        states, cells = self._steps(rows, places, plan, start)
        back = torch.empty_like(plan.order).scatter_(0, plan.order, plan.last)
        return states[:, back], cells[:, back]

    def _steps(self, rows: Tensor, places: Tensor, plan: Packing, start: State | None) -> State:
        """Return hidden states and cells after every step, packed, shape (2, N, H) each."""
        into, on, bias, more = zip(self.ahead.all_weights[0], self.back.all_weights[0], strict=True)
        chosen = places.flatten()[torch.stack([plan.ahead, plan.back])]  # (2, N)
        biases = torch.stack(bias) + torch.stack(more)  # (2, 4 H)
        if len(rows) < chosen.shape[1]:  # words occur again: first the product, then a row for each word
            per_row = functional.linear(rows, torch.cat(into), biases.flatten()).view(-1, 4 * self.hidden)
            gates = functional.embedding(2 * chosen + torch.tensor([[0], [1]]), per_row)  # (2, N, 4 H)
        else:
            read = functional.embedding(chosen, rows)  # (2, N, D)
            gates = torch.baddbmm(biases[:, None], read, torch.stack(into).transpose(1, 2))
        weight = torch.stack(on).transpose(1, 2)  # (2, H, 4 H)
        zero = weight.new_zeros(2, len(plan.order), self.hidden)
        hidden, cell = (zero, zero) if start is None else (part[:, plan.order] for part in start)
        # mixed precision has the products in bfloat16; what is carried from step to step is not
        return run_steps(gates.to(weight.dtype), weight, hidden, cell, plan.sizes)

    def without_packing(self, words: Tensor, lengths: Tensor) -> Tensor:
        """Return what `forward` does from word vectors (B, T, D), by the library's LSTM on whole sentences.

        The second direction reads each sentence turned round, so that padding comes last in both.
        """
        steps = torch.arange(words.shape[1], device=words.device)
        turned = lengths[:, None] - 1 - steps  # (B, T)
        inside = (turned >= 0)[:, :, None]
        turned = torch.where(turned >= 0, turned, steps)[:, :, None]
        ahead = self.ahead(words)[0]
        back = self.back(words.gather(1, turned.expand_as(words)))[0]
        back = back.gather(1, turned.expand_as(back))
        return torch.where(inside, torch.cat([ahead, back], dim=2), 0)
