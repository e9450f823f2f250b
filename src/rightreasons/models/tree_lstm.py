"""The binary TreeLSTM for all trees of a batch at once: their order, its steps, its derivative on CPUs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from rightreasons.models.batch import Sentences
from rightreasons.text.transitions import SHIFT, depths_of

# The trees of a batch, put in order so that all nodes of one depth are computed at once.
#
# Stepping through shifts and reductions gives as many small steps as the longest sentence has transitions.
# But a node needs no more than its two children: all nodes of one depth, of all sentences, are one matrix
# product, and there are no more of these than the deepest tree has levels. The results are those of the
# stack.


Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class TreeSchedule:
    """What is computed when, from the deepest level to the roots.

    Parameters
    ----------
    words
        Number of each word in the order in which they are needed, shape (W,).
    order
        For all nodes, level by level, within one by sentence and from left to right: where the node is among
        the level's compositions, followed by its words; shape (nodes,). Two neighbours have one parent.
    sizes
        Nodes of each level; the last has the roots.
    word_counts
        Words of each level.
    """

    words: Integers
    order: Integers
    sizes: tuple[int, ...]
    word_counts: tuple[int, ...]


@dataclass(frozen=True)
class Forest:
    """The trees of both sides of a batch.

    Parameters
    ----------
    schedule
        How the distinct trees are computed.
    positions
        Where the words are in the flattened ids of all sides, shape (W,), in the schedule's order.
    trees
        The tree of each sentence, premises first, shape (2 B,).
    """

    schedule: TreeSchedule
    positions: Integers
    trees: Integers


def tree_schedule_of(steps: npt.NDArray[np.integer], starts: Integers) -> TreeSchedule:
    """Return the order in which trees are computed.

    Parameters
    ----------
    steps
        Shift (0) and reduce (1) of all trees one after the other, shape (nodes,).
    starts
        Tree ``i`` has the steps ``steps[starts[i]:starts[i + 1]]``, shape (trees + 1,).

    Raises
    ------
    ValueError
        If the steps of a sentence are not those of one tree.
    """
    depths, wrong = depths_of(steps, starts)
    if wrong >= 0:
        raise ValueError(f"the transitions of sentence {wrong} of the batch make no binary tree")
    order = np.argsort(-depths, kind="stable")
    is_word = steps[order] == SHIFT
    sizes = np.bincount(depths)[::-1]
    levels = np.repeat(np.arange(len(sizes)), sizes)
    word_counts = np.bincount(levels[is_word], minlength=len(sizes))
    # Compositions are counted from the level's first, words from behind the level's last composition.
    first = np.cumsum(sizes) - sizes
    earlier = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(is_word)])
    words_before = earlier[:-1] - earlier[first][levels]
    place = np.arange(len(order)) - first[levels]
    place = np.where(is_word, (sizes - word_counts)[levels] + words_before, place - words_before)
    numbers = np.cumsum(steps == SHIFT) - 1
    return TreeSchedule(numbers[order][is_word], place, tuple(sizes.tolist()), tuple(word_counts.tolist()))


def forest_of(sentences: Sequence[Sentences], *, share: bool) -> Forest:
    """Return the trees of a batch.

    Parameters
    ----------
    sentences
        Premises and hypotheses, with transitions.
    share
        Whether equal sentences are one tree: the same result from less work, where nothing is random.

    Raises
    ------
    ValueError
        If there are no transitions, or those of a sentence make no binary tree over its words.
    """
    steps, step_counts, positions = _flat(sentences)
    lengths = (step_counts + 1) // 2
    trees = np.arange(len(lengths))
    if share:
        ids = np.concatenate([side.ids.cpu().numpy().ravel() for side in sentences])[positions]
        distinct, trees = _distinct(ids, lengths, steps)
        steps = steps[_spans(_starts(step_counts)[distinct], step_counts[distinct])]
        positions = positions[_spans(_starts(lengths)[distinct], lengths[distinct])]
        step_counts = step_counts[distinct]
    schedule = tree_schedule_of(steps, _starts(step_counts))
    return Forest(schedule, positions[schedule.words], trees)


def _flat(sentences: Sequence[Sentences]) -> tuple[npt.NDArray[np.integer], Integers, Integers]:
    """Return all steps, the steps of each sentence, and the place of each word in the flattened ids."""
    steps, counts, positions = [], [], []
    before = 0
    for side in sentences:
        if side.transitions is None:
            raise ValueError("a model of trees needs sentences with transitions")
        padded = side.transitions.cpu().numpy()
        there = padded >= 0
        steps.append(padded[there])
        counts.append(there.sum(axis=1))
        rows, width = side.ids.shape
        positions.append(_spans(before + width * np.arange(rows), (counts[-1] + 1) // 2))
        before += rows * width
    return np.concatenate(steps), np.concatenate(counts), np.concatenate(positions)


def _distinct(
    ids: npt.NDArray[np.integer], lengths: Integers, steps: npt.NDArray[np.integer]
) -> tuple[Integers, Integers]:
    """Return the first of equal sentences, shape (trees,), and the tree of every sentence, shape (2 B,)."""
    starts, step_starts = _starts(lengths), _starts(2 * lengths - 1)
    found: dict[tuple[bytes, bytes], int] = {}
    first: list[int] = []
    trees = np.zeros(len(lengths), dtype=np.int64)
    for row in range(len(lengths)):
        words = ids[starts[row] : starts[row + 1]].tobytes()
        key = (words, steps[step_starts[row] : step_starts[row + 1]].tobytes())
        trees[row] = found.setdefault(key, len(found))
        if trees[row] == len(first):
            first.append(row)
    return np.array(first, dtype=np.int64), trees


def _starts(counts: Integers) -> Integers:
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts)])


def _spans(starts: Integers, lengths: Integers) -> Integers:
    """Return ``starts[i], starts[i] + 1, ...``, `lengths[i]` of them, for every i."""
    starts = starts[: len(lengths)]
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(lengths.sum())


# The TreeLSTM over all levels with its derivative written out, for CPUs.
#
# Left to automatic differentiation, each level adds its share to the whole gradient of the weights: with few
# nodes a level, moving that matrix costs more than the products. Here the levels' derivatives are kept, and
# the gradient of the weights is a single product of all of them.


_Level = tuple[Tensor, Tensor, Tensor]
"""h and c of the children (n, 2, 2 D), gates (n, 5 D), and tanh(c) of the parents (n, D)."""


class TreeLevels(torch.autograd.Function):
    """h of every root, shape (trees, D); see `rightreasons.models.tree_lstm.TreeLSTM`."""

    @staticmethod
    def forward(ctx: Any, words: Tensor, weight: Tensor, bias: Tensor, schedule: TreeSchedule) -> Tensor:
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
    gated = gates[:, : 4 * size]
    before = torch.cat([after * gated * (1 - gated), cell * enters * (1 - candidate * candidate)], dim=1)
    return before, torch.stack([cell * left, cell * right], dim=1)


# The binary TreeLSTM, for all trees of a batch at once.


class TreeLSTM(nn.Module):
    """Joins two constituents into one (Tai et al. 2015; Bowman et al. 2016, where nothing is tracked).

    With [i, f_l, f_r, o, g] = W [h_l, h_r] + b, c = s(f_l) c_l + s(f_r) c_r + s(i) tanh(g), h = s(o) tanh(c).

    Parameters
    ----------
    size
        D, the size of h and of c.
    """

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size
        self.gates = nn.Linear(2 * size, 5 * size)
        nn.init.kaiming_normal_(self.gates.weight)
        nn.init.zeros_(self.gates.bias)
        with torch.no_grad():
            self.gates.bias[size : 3 * size] = 1  # forget little at first, as the released code does

    def forward(self, words: Tensor, schedule: TreeSchedule) -> Tensor:
        """Return h of every root.

        Parameters
        ----------
        words
            h and c of every word in the order of the schedule, shape (W, 2 D).
        schedule
            Which words and nodes become one.

        Returns
        -------
        Tensor
            Shape (trees, D).
        """
        on_cpu = words.device.type == "cpu" and not torch.is_autocast_enabled("cpu")
        if on_cpu and torch.is_grad_enabled():
            roots: Tensor = TreeLevels.apply(words, self.gates.weight, self.gates.bias, schedule)  # type: ignore[no-untyped-call]
            return roots
        return self.levels(words, schedule)

    def levels(self, words: Tensor, schedule: TreeSchedule) -> Tensor:
        """Return what `forward` does, by operations that PyTorch differentiates itself."""
        order = torch.from_numpy(schedule.order).to(words.device, non_blocking=True)
        levels = zip(
            torch.split(order, list(schedule.sizes)),
            torch.split(words, list(schedule.word_counts)),
            strict=True,
        )
        composed = words[:0]
        nodes = words[:0]
        for number, (place, new_words) in enumerate(levels):
            if number:
                composed = self.compose(nodes.view(-1, 2, 2 * self.size))
            nodes = torch.cat([composed, new_words])[place]  # (n, 2 D): siblings are neighbours
        return nodes[:, : self.size]

    def compose(self, children: Tensor) -> Tensor:
        """Return h and c of parents, shape (n, 2 D), from those of their two children, shape (n, 2, 2 D)."""
        h, c = children.chunk(2, dim=2)
        gates = self.gates(h.flatten(1))  # (n, 5 D)
        gated = gates[:, : 4 * self.size].sigmoid()
        enters, left, right, out = gated.chunk(4, dim=1)
        cell = left * c[:, 0] + right * c[:, 1] + enters * gates[:, 4 * self.size :].tanh()
        return torch.cat([out * cell.tanh(), cell], dim=1)
