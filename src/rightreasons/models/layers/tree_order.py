"""The trees of a batch, put in order so that all nodes of one depth are computed at once.

Stepping through shifts and reductions gives as many small steps as the longest sentence has transitions.
But a node needs no more than its two children: all nodes of one depth, of all sentences, are one matrix
product, and there are no more of these than the deepest tree has levels. The results are those of the stack.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.models.batch import Sentences
from rightreasons.text.transitions import SHIFT, depths_of

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
