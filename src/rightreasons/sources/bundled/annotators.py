"""Draws what five annotators would have said, so that gold is their majority."""

import numpy as np
import polars as pl

from rightreasons.labels import THREE_WAY
from rightreasons.pairs import LABEL_TYPE
from rightreasons.sources.bundled.clauses import NOTHING
from rightreasons.sources.bundled.vocabulary import Numbers, read_yaml

ANNOTATORS_A_PAIR = 5


def draw_annotations(label: Numbers, artifact: Numbers, random: np.random.Generator) -> pl.Series:
    """Return five labels a pair, in no particular order; fewer agree where something is planted.

    Parameters
    ----------
    label
        Gold label as position in `THREE_WAY`, shape (n,).
    artifact
        What is planted in the pair, or `NOTHING`; shape (n,).
    random
        Where randomness comes from.
    """
    stated = read_yaml("artifacts.yaml")["agreement"]
    clean = _draw_agreeing(stated["clean"], len(label), random)
    planted = _draw_agreeing(stated["planted"], len(label), random)
    agreeing = np.where(artifact == NOTHING, clean, planted)
    shape = (len(label), ANNOTATORS_A_PAIR)
    seat = np.argsort(random.integers(0, 2**32, shape), axis=1, kind="stable")
    other = (label[:, None] + random.integers(1, len(THREE_WAY), shape)) % len(THREE_WAY)
    said = np.where(seat < agreeing[:, None], label[:, None], other)
    names = pl.Series(THREE_WAY, dtype=LABEL_TYPE)
    return names.gather(said.ravel()).reshape((len(label), ANNOTATORS_A_PAIR)).arr.to_list()


def _draw_agreeing(weights: dict[int, int], size: int, random: np.random.Generator) -> Numbers:
    counts = np.repeat(np.array(list(weights)), list(weights.values()))
    return counts[random.integers(0, len(counts), size)]
