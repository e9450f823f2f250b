"""The TreeLSTM over all levels with its derivative written out, for CPUs.

Left to automatic differentiation, each level adds its share to the whole gradient of the weights: with few
nodes a level, moving that matrix costs more than the products. Here the levels' derivatives are kept, and the
gradient of the weights is a single product of all of them.
"""

from __future__ import annotations

from typing import Any, cast

import torch
from torch import Tensor
from torch.nn import functional

from rightreasons.models.forest import Schedule

_Level = tuple[Tensor, Tensor, Tensor]
"""h and c of the children (n, 2, 2 D), gates (n, 5 D), and tanh(c) of the parents (n, D)."""


class TreeLevels(torch.autograd.Function):
    """h of every root, shape (trees, D); see `rightreasons.models.tree_lstm.TreeLSTM`."""

    @staticmethod
    def forward(ctx: Any, words: Tensor, weight: Tensor, bias: Tensor, schedule: Schedule) -> Tensor:
        """Compute level by level from the deepest, and keep what the derivative needs."""
        size = words.shape[1] // 2
        places = torch.from_numpy(schedule.order).split(list(schedule.sizes))  # type: ignore[no-untyped-call]
        new_words = torch.split(words, list(schedule.word_counts))
        levels: list[_Level] = []
        nodes = torch.cat([words[:0], new_words[0]])[places[0]]
        for place, new in zip(places[1:], new_words[1:], strict=True):
            children = nodes.view(-1, 2, 2 * size)
            gates = functional.linear(children[:, :, :size].flatten(1), weight, bias)
            gates[:, : 4 * size].sigmoid_()
            gates[:, 4 * size :].tanh_()
            enters, left, right, out, candidate = gates.chunk(5, dim=1)
            cell = left * children[:, 0, size:] + right * children[:, 1, size:] + enters * candidate
            squashed = cell.tanh()
            levels.append((children, gates, squashed))
            nodes = torch.cat([torch.cat([out * squashed, cell], dim=1), new])[place]
        ctx.levels, ctx.places, ctx.weight, ctx.words = levels, places, weight, words.shape
        return nodes[:, :size].clone()

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, Tensor, Tensor, None]:
        """Go back level by level from the roots; the weights come last, all levels at once."""
        (roots,) = gradients
        levels = cast(list[_Level], ctx.levels)
        nodes = torch.cat([roots, torch.zeros_like(roots)], dim=1)  # (trees, 2 D)
        of_words, of_gates = [], []
        for place, level in zip(reversed(ctx.places[1:]), reversed(levels), strict=True):
            sorted_back = torch.empty_like(nodes)
            sorted_back[place] = nodes
            composed = len(level[1])
            of_words.append(sorted_back[composed:])
            gates, of_cells = _through_gates(level, sorted_back[:composed])
            of_gates.append(gates)
            of_children = (gates @ ctx.weight).view(composed, 2, -1)  # (n, 2, D)
            nodes = torch.cat([of_children, of_cells], dim=2).flatten(0, 1)  # (2 n, 2 D)
        sorted_back = torch.empty_like(nodes)
        sorted_back[ctx.places[0]] = nodes
        words = torch.cat([sorted_back, *reversed(of_words)])
        if not of_gates:
            return words, torch.zeros_like(ctx.weight), ctx.weight.new_zeros(len(ctx.weight)), None
        all_gates = torch.cat(of_gates)
        size = ctx.words[1] // 2
        inputs = torch.cat([children[:, :, :size].flatten(1) for children, _, _ in reversed(levels)])
        return words, all_gates.T @ inputs, all_gates.sum(dim=0), None


def _through_gates(level: _Level, parents: Tensor) -> tuple[Tensor, Tensor]:
    """Return the derivatives before the gates, shape (n, 5 D), and of the children's c, shape (n, 2, D)."""
    children, gates, squashed = level
    size = squashed.shape[1]
    of_h, of_c = parents.chunk(2, dim=1)
    enters, left, right, out, candidate = gates.chunk(5, dim=1)
    cell = of_c + of_h * out * (1 - squashed * squashed)
    after = torch.cat(
        [cell * candidate, cell * children[:, 0, size:], cell * children[:, 1, size:], of_h * squashed], dim=1
    )
    kept = gates[:, : 4 * size]
    before = torch.cat([after * kept * (1 - kept), cell * enters * (1 - candidate * candidate)], dim=1)
    return before, torch.stack([cell * left, cell * right], dim=1)
