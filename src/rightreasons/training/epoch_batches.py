"""The batches of one epoch: pairs of like length together, in an order that only seed and epoch decide."""

from __future__ import annotations

import numpy as np

from rightreasons.models.data import Integers, by_length, divided
from rightreasons.training.recipe import Batches


def epoch_batches(sizes: Integers, batches: Batches, seed: int, epoch: int) -> list[Integers]:
    """Return the positions of the pairs of each batch.

    The pairs are shuffled and cut into pools; each pool is sorted by length and divided into batches, and
    all batches are shuffled. So batches have little padding, and differ from epoch to epoch.

    Parameters
    ----------
    sizes
        Tokens of each side of all pairs, shape (n, sides).
    batches
        How large they are.
    seed, epoch
        The same ones give the same batches.
    """
    rng = np.random.default_rng([seed, epoch])
    order = rng.permutation(len(sizes))
    size = batches.pairs * batches.pool
    pools = [by_length(sizes, order[start : start + size]) for start in range(0, len(order), size)]
    cut = [each for pool in pools for each in divided(sizes, pool, batches.pairs, batches.tokens)]
    return [cut[place] for place in rng.permutation(len(cut))]
