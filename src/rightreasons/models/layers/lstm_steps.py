"""The steps of an LSTM in both directions, and their derivative, over sentences packed by length.

On a CPU the logistic function s takes a fifth of the time of tanh, so that tanh(x) is taken as
2 (s(2 x) - 1/2). The doubling goes into the weights, and a step works on halved states and doubled cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable


@dataclass(frozen=True)
class Packing:
    """Where every word of a batch stands once the sentences are packed: step by step, longest sentence first.

    Parameters
    ----------
    order
        The sentences from longest to shortest, shape (B,).
    sizes
        Sentences that have a word at each step, T of them; they add up to N.
    ahead, back
        Place (sentence times T, plus word) of each of the N packed words in either direction, shape (N,).
    last
        Packed word of the last step of each sentence, in the packed order, shape (B,).
    """

    order: Tensor
    sizes: tuple[int, ...]
    ahead: Tensor
    back: Tensor
    last: Tensor


def run_steps(
    gates: Tensor, weight: Tensor, hidden: Tensor, cell: Tensor, sizes: tuple[int, ...]
) -> tuple[Tensor, Tensor]:
    """Return hidden states and cells after every step, (2, N, H) each.

    Parameters
    ----------
    gates
        What the words put into the gates, input, forget, cell, output as in `torch.nn.LSTM`, packed step by
        step with the longest sentence first, shape (2, N, 4 H); overwritten where nothing is differentiated.
    weight
        Weights from the hidden state to the gates, shape (2, H, 4 H).
    hidden, cell
        States before the first step in the packed order, shape (2, B, H).
    sizes
        Sentences that have a word at each step; they add up to N.
    """
    return cast("tuple[Tensor, Tensor]", _Recurrence.apply(gates, weight, hidden, cell, sizes))  # type: ignore[no-untyped-call]  # torch's own


def packing(lengths: Tensor, width: int) -> Packing:
    """Return how sentences of these lengths (B,) are packed from a table (B, width)."""
    long, order = torch.sort(lengths, descending=True, stable=True)
    steps = torch.arange(width, device=lengths.device)
    inside = steps[:, None] < long  # (T, B)
    sizes = inside.sum(1)
    starts = sizes.cumsum(0) - sizes  # (T,)
    packed = starts[:, None] + torch.arange(len(long), device=lengths.device)  # (T, B)
    first = order * width
    ahead = (first + steps[:, None])[inside]
    back = (first + long - 1 - steps[:, None])[inside]
    last = packed.gather(0, (long - 1)[None])[0]
    return Packing(order, tuple(size for size in sizes.tolist() if size), ahead, back, last)


class _Recurrence(torch.autograd.Function):
    """All steps of both directions: see `run_steps`."""

    @staticmethod
    def forward(
        ctx: Any, gates: Tensor, weight: Tensor, hidden: Tensor, cell: Tensor, sizes: tuple[int, ...]
    ) -> tuple[Tensor, Tensor]:
        """Return hidden states and cells after every step."""
        opened = gates.clone() if any(ctx.needs_input_grad) else gates
        cells, squashed, states = _steps(opened, weight, hidden, cell, sizes)
        ctx.sizes = sizes
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(opened, cells, squashed, states, weight, hidden, cell)
        return states, cells

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, d_states: Tensor | None, d_cells: Tensor | None) -> tuple[Tensor | None, ...]:
        """Return the derivatives by gates, weight, hidden and cell."""
        opened, cells, squashed, states, weight, hidden, cell = ctx.saved_tensors
        forget = opened.chunk(4, dim=-1)[1]
        slopes, through = _slopes(opened, squashed, _earlier(cell, cells, ctx.sizes))
        dh, dc = torch.zeros_like(hidden), torch.zeros_like(cell)
        transposed, start = weight.transpose(1, 2), opened.shape[1]
        for active in reversed(ctx.sizes):
            step = slice(start - active, start)
            here, d_cell = dh[:, :active], dc[:, :active]
            if d_states is not None:
                here.add_(d_states[:, step])
            if d_cells is not None:
                d_cell.add_(d_cells[:, step])
            d_cell.addcmul_(here, through[:, step])
            slope = slopes[:, step].view(2, active, 4, -1)  # (2, active, 4, H), becomes the derivative
            slope[:, :, :3].mul_(d_cell[:, :, None])
            slope[:, :, 3].mul_(here)
            d_cell.mul_(forget[:, step])
            torch.bmm(slopes[:, step], transposed, out=here)
            start -= active
        d_weight = _earlier(hidden, states, ctx.sizes).transpose(1, 2) @ slopes  # (2, H, 4 H)
        return slopes, d_weight, dh, dc, None


def _steps(
    opened: Tensor, weight: Tensor, hidden: Tensor, cell: Tensor, sizes: tuple[int, ...]
) -> tuple[Tensor, Tensor, Tensor]:
    """Open the gates in place; return cells, half their tanh, and hidden states, (2, N, H) each.

    What enters, the third of the gates, is halved too.
    """
    size = weight.shape[1]
    candidate = slice(2 * size, 3 * size)
    cells, squashed, states = (opened.new_empty(2, opened.shape[1], size) for _ in range(3))
    opened[..., candidate] *= 2
    doubled = 2 * weight  # for halved states
    doubled[..., candidate] *= 2
    h, c, start = hidden / 2, cell * 2, 0
    for active in sizes:
        step = slice(start, start + active)
        gate = opened[:, step].baddbmm_(h[:, :active], doubled).sigmoid_()  # (2, active, 4 H)
        entry, keep, new, out = gate.chunk(4, dim=-1)
        new -= 0.5
        c = torch.mul(keep, c[:, :active], out=cells[:, step]).addcmul_(entry, new, value=4)
        h = torch.mul(out, torch.sigmoid(c, out=squashed[:, step]).sub_(0.5), out=states[:, step])
        start += active
    return cells.mul_(0.5), squashed, states.mul_(2)


def _earlier(start: Tensor, states: Tensor, sizes: tuple[int, ...]) -> Tensor:
    """Return what stood before every step, (2, N, H): `start` (2, B, H), then the states (2, N, H)."""
    parts, end = [start[:, : sizes[0]]], 0
    for size, following in pairwise(sizes):
        parts.append(states[:, end : end + following])
        end += size
    return torch.cat(parts, dim=1)


def _slopes(opened: Tensor, squashed: Tensor, before: Tensor) -> tuple[Tensor, Tensor]:
    """Return how the cell, or for the last gate the state, moves with each gate, and the state with the cell.

    Shapes (2, N, 4 H) and (2, N, H).
    """
    entry, keep, half, out = opened.chunk(4, dim=-1)
    new, tanh = 2 * half, 2 * squashed
    slopes = torch.cat(
        [
            new * entry * (1 - entry),
            before * keep * (1 - keep),
            entry * (1 - new * new),
            tanh * out * (1 - out),
        ],
        dim=-1,
    )
    return slopes, out * (1 - tanh * tanh)
