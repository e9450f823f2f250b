"""A sample of rows in which those that share a text stay together: whole components, stratified by label."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.equal_rows import Codes, Flags
from rightreasons.artifacts.shared_texts import HUB_SHARE
from rightreasons.artifacts.text_hashes import Hashes, buckets

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class RowSample:
    """Which rows are in a sample.

    Parameters
    ----------
    rows
        Whether each row is, shape (rows,).
    largest
        Share of the rows that the largest component has.
    by
        What stays together: ``component``, or ``premise`` where one component has more than `HUB_SHARE`.
    """

    rows: Flags = field(repr=False)
    largest: float
    by: str


def component_sample(premise: Hashes, hypothesis: Hashes, labels: Codes, size: int, seed: int) -> RowSample:
    """Draw about so many rows.

    Components (of equal texts, a text of more than `HUB_SHARE` of the rows on its side joining none) are
    ordered by their commonest label, their size, and at random; every k-th is drawn, from a random start. So
    each has the same chance, and shares of labels and sizes of components are those of the whole.

    Parameters
    ----------
    premise, hypothesis
        Hashes of the texts, shape (rows,).
    labels
        Code of the label of each row, shape (rows,).
    size
        How many rows, about.
    seed
        Of what is random.
    """
    rows = len(labels)
    if size >= rows:
        return RowSample(np.ones(rows, dtype=np.bool_), 0.0, "component")
    groups = components_of(premise, hypothesis)
    largest = int(np.bincount(groups).max()) / rows
    by = "component" if largest <= HUB_SHARE else "premise"
    if by == "premise":
        groups = np.unique(premise, return_inverse=True)[1]
    return RowSample(_drawn(groups, labels, size, seed), largest, by)


def _drawn(groups: Numbers, labels: Codes, size: int, seed: int) -> Flags:
    kinds = int(labels.max()) + 1
    counts = np.bincount(groups * kinds + labels, minlength=(int(groups.max()) + 1) * kinds).reshape(
        -1, kinds
    )
    generator = np.random.default_rng([seed, 30])
    order = np.lexsort([generator.random(len(counts)), counts.sum(axis=1), counts.argmax(axis=1)])
    step = len(labels) / size
    places = np.arange(generator.random() * step, len(order), step).astype(np.int64)
    chosen = np.zeros(len(counts), dtype=np.bool_)
    chosen[order[places]] = True
    return chosen[groups]


def components_of(premise: Hashes, hypothesis: Hashes) -> Numbers:
    """Return the component of each row, numbered from 0: rows that share a text, directly or through others.

    Parameters
    ----------
    premise, hypothesis
        Hashes of the texts, shape (rows,). A text is the same on either side; one of more than `HUB_SHARE`
        of the rows of a side joins none of them on that side.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    rows, sides = len(premise), (premise, hypothesis)
    kind = np.int32 if 2 * rows < 2**31 else np.int64  # a text that is shared stands in two places or more
    edges, texts = [], 0
    for places in buckets(premise, hypothesis):
        found, numbers = _shared([side[each] for side, each in zip(sides, places, strict=True)], rows)
        for place, number in zip(places, numbers, strict=True):
            joins = number >= 0
            edges.append((place[joins].astype(kind), (number[joins] + texts + rows).astype(kind)))
        texts += found
    row, text = (np.concatenate(each) for each in zip(*edges, strict=True))
    nodes = rows + texts
    graph = coo_array((np.ones(len(row), dtype=np.int8), (row, text)), shape=(nodes, nodes))
    groups = connected_components(graph, directed=False)[1][:rows]
    return np.unique(groups, return_inverse=True)[1].astype(np.int64)


def _shared(hashes_by_role: list[Hashes], rows: int) -> tuple[int, list[Numbers]]:
    """Return how many texts stand in two places or more, and the number of that of each place, or -1."""
    every, counts = np.unique(np.concatenate(hashes_by_role), return_counts=True)
    repeated = every[counts > 1]
    numbers = []
    for hashes in hashes_by_role:
        number = np.minimum(np.searchsorted(repeated, hashes), max(len(repeated) - 1, 0))
        known = repeated[number] == hashes if len(repeated) else np.zeros(len(hashes), dtype=np.bool_)
        hub = np.bincount(number[known], minlength=len(repeated)) > HUB_SHARE * rows
        numbers.append(np.where(known & ~hub[number] if len(repeated) else known, number, -1))
    return len(repeated), numbers
