"""Which rows share a text, directly or through other rows: the graph of premises and hypotheses."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.text_hashes import Rows, TextHashes, copies_of_texts
from rightreasons.engine.memory import frame_key, remembered
from rightreasons.pairs import SENTENCES, PairTable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.clustered import numbered
from rightreasons.text.near_duplicates import Links, near_duplicates, normalised

HUB_SHARE = 0.3
"""A text of more than this share of the rows binds none of them: there would be one component."""
LEAST_OVERLAP = 0.3
MOST_PARTNERS = 300

Groups = npt.NDArray[np.int64]


@dataclass(frozen=True)
class TextGraph:
    """Rows as edges between texts; a text is the same wherever it stands, as premise or as hypothesis.

    Parameters
    ----------
    texts
        Distinct texts, normalised.
    premise, hypothesis
        Position in `texts` of either text of every row, shape (rows,).
    near
        Near-duplicates as pairs of positions in `texts`, shape (pairs, 2).
    """

    texts: pl.Series = field(repr=False)
    premise: Groups = field(repr=False)
    hypothesis: Groups = field(repr=False)
    near: Links = field(repr=False)

    def __len__(self) -> int:
        return len(self.premise)

    @property
    def hubs(self) -> dict[str, float]:
        """Largest share of rows that one text has, by the side on which it has more than `HUB_SHARE`."""
        return {
            side: float(counts.max() / len(self))
            for side, numbers in (("premise", self.premise), ("hypothesis", self.hypothesis))
            if (counts := np.bincount(numbers)).max(initial=0) > HUB_SHARE * len(self)
        }


def text_graph(pairs: PairTable) -> TextGraph:
    """Return the graph of a set: texts are one where they are equal after `normalised`."""
    return remembered("text graph", frame_key(pairs.frame), lambda: _made(pairs))


def components(graph: TextGraph, *, near: bool) -> Groups:
    """Return the connected component of every row, numbered from 0, shape (rows,).

    Parameters
    ----------
    graph
        Of the rows. A text on one side of more than `HUB_SHARE` of them joins none of them on that side.
    near
        Whether near-duplicates join rows as equal texts do.
    """
    n_texts, rows = len(graph.texts), len(graph)
    premise = _released(graph.premise, n_texts)
    hypothesis = _released(graph.hypothesis, n_texts + rows)
    links = np.column_stack([premise, hypothesis])
    joined = np.concatenate([links, graph.near]) if near else links
    return numbered(_joined(joined, n_texts + 2 * rows)[premise])


def connected(pairs: PairTable) -> Groups:
    """Return the component of every row where equal texts connect rows, numbered from 0, shape (rows,).

    Unlike in `components`, every text connects, in however many rows it stands; near-duplicates do not.
    """
    texts, premise, hypothesis = normalised_texts(pairs)
    links = np.column_stack([premise, hypothesis])
    return numbered(_joined(links, len(texts))[premise])


def merged(groups: Groups, others: Groups) -> Groups:
    """Return groups of rows in which those are one that have a row of another grouping in common.

    Parameters
    ----------
    groups, others
        Numbers from 0, shape (rows,) each.
    """
    first = int(groups.max(initial=-1)) + 1
    links = np.column_stack([groups, first + others])
    return numbered(_joined(links, first + int(others.max(initial=-1)) + 1)[groups])


def text_groups(graph: TextGraph, *, near: bool) -> tuple[Groups, Groups]:
    """Return the group of texts that the premise, and that the hypothesis, of every row is in.

    Texts are in one group where they are near-duplicates (if `near`), and where they are crossed: they have
    two partners in common, and of the words that occur in either at least three in ten occur in both. A claim
    and its opposite, each paired with the same two pieces of evidence, are such texts.

    Returns
    -------
    premise, hypothesis
        Numbers from 0, shape (rows,) each; a row whose text is a hub has a group of its own.
    """
    n_texts, rows = len(graph.texts), len(graph)
    found = []
    for own, partner in ((graph.premise, graph.hypothesis), (graph.hypothesis, graph.premise)):
        links = _crossed(graph.texts, own, partner)
        links = np.concatenate([links, graph.near]) if near else links
        found.append(numbered(_joined(links, n_texts + rows)[_released(own, n_texts)]))
    return found[0], found[1]


def clusterings(pairs: PairTable) -> tuple[Groups, ...]:
    """Return the clusters that rows of a set are not independent in, none where no two rows share a text.

    Components; where one of them has more than `HUB_SHARE` of the rows, both the groups of premises and those
    of hypotheses.
    """
    graph = text_graph(pairs)
    found = components(graph, near=False)
    sizes = np.bincount(found)
    if not len(found) or sizes.max() == 1:
        return ()
    return (found,) if sizes.max() <= HUB_SHARE * len(found) else text_groups(graph, near=False)


def repeats_note(pairs: PairTable) -> tuple[str, ...]:
    """Return how far intervals of independent rows may be too narrow, nothing where no text recurs.

    If rows with one text are wholly alike, m of them being one observation, the standard error of a mean is
    the root of the mean m over rows times as large (Kish 1965, section 8.2, with a correlation of 1).
    """
    return repeats_of(TextHashes.of(pairs))


def repeats_of(hashes: TextHashes) -> tuple[str, ...]:
    """Return `repeats_note` of rows by the hashes of their texts."""
    rows = max(len(hashes), 1)
    sides = [_Copies.of(hashes, side) for side in SENTENCES]
    binding = [each for each in sides if each.most <= HUB_SHARE * rows]
    factor = max((float(np.sqrt(each.squares / rows)) for each in binding), default=1.0)
    if factor < 1.05:  # it would be printed as 1.0
        return ()
    return (
        fill(
            "texts.repeated",
            rows=rows,
            different_premises=sides[0].texts,
            different_hypotheses=sides[1].texts,
            factor=factor,
        ),
    )


@dataclass(frozen=True)
class _Copies:
    """How many texts there are, the sum of the squares of their rows, and the most rows of one."""

    texts: int
    squares: int
    most: int

    @classmethod
    def of(cls, hashes: TextHashes, side: str) -> "_Copies":
        rows = Rows(len(hashes), lambda: hashes.of_side(side))
        found = [
            (len(each), int((each**2).sum()), int(each.max(initial=0))) for each in copies_of_texts(rows)
        ]
        texts, squares, most = zip(*found, strict=True)
        return cls(sum(texts), sum(squares), max(most))


def text_in_both(pairs: PairTable, others: PairTable, side: str) -> npt.NDArray[np.bool_]:
    """Return whether the text of each row on a side, normalised, is on that side of another table too."""
    own, other = (normalised(each.frame[side]) for each in (pairs, others))
    return own.is_in(other.unique().implode()).to_numpy()


def normalised_texts(pairs: PairTable) -> tuple[pl.Series, Groups, Groups]:
    """Return the different texts of a set after `normalised`, and which of them are each row's two."""
    return remembered("normalised texts", frame_key(pairs.frame), lambda: _normalised_texts(pairs))


def _normalised_texts(pairs: PairTable) -> tuple[pl.Series, Groups, Groups]:
    both = normalised(pl.concat([pairs.premises, pairs.hypotheses.rename(pairs.premises.name)])).rename(
        "text"
    )
    texts = both.unique(maintain_order=True)
    found = both.cast(pl.Enum(texts)).to_physical().to_numpy().astype(np.int64)
    return texts, found[: len(pairs)], found[len(pairs) :]


def _made(pairs: PairTable) -> TextGraph:
    texts, premise, hypothesis = normalised_texts(pairs)
    return TextGraph(texts, premise, hypothesis, near_duplicates(texts))


def _released(numbers: Groups, first: int) -> Groups:
    """Give every row whose text is a hub a number of its own, from `first` on."""
    counts = np.bincount(numbers)
    hub = (counts > HUB_SHARE * len(numbers))[numbers]
    return np.where(hub, first + np.arange(len(numbers)), numbers)


def _joined(links: Links, nodes: int) -> Groups:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    ones = np.ones(len(links), dtype=np.int8)
    graph = coo_array((ones, (links[:, 0], links[:, 1])), shape=(nodes, nodes))
    return np.asarray(connected_components(graph, directed=False)[1], dtype=np.int64)


def _crossed(texts: pl.Series, own: Groups, partner: Groups) -> Links:
    """Return pairs of texts of one side with two partners in common and `LEAST_OVERLAP` of their words.

    Partners of more than `MOST_PARTNERS` texts are left out: they would give millions of pairs.
    """
    from scipy.sparse import csr_array, triu

    edges = np.unique(np.column_stack([own, partner]), axis=0)
    degree = np.bincount(edges[:, 1])[edges[:, 1]]
    edges = edges[(degree > 1) & (degree <= MOST_PARTNERS)]
    edges = edges[np.bincount(edges[:, 0], minlength=len(texts))[edges[:, 0]] > 1]
    if not len(edges):
        return np.zeros((0, 2), dtype=np.int64)
    names, rows = np.unique(edges[:, 0], return_inverse=True)
    columns = np.unique(edges[:, 1], return_inverse=True)[1]
    incidence = csr_array((np.ones(len(edges), dtype=np.int32), (rows, columns)))
    common = triu(incidence @ incidence.T, k=1).tocoo()
    pairs = np.column_stack([common.row, common.col])[common.data > 1]
    alike = _overlap(texts.gather(names), pairs) >= LEAST_OVERLAP
    links: Links = names[pairs[alike]].reshape(-1, 2)
    return links


def _overlap(texts: pl.Series, pairs: Links) -> npt.NDArray[np.float64]:
    """Return the Jaccard index of the words of each pair of texts, shape (pairs,)."""
    from scipy.sparse import csr_array

    words = texts.str.split(" ").list.unique()
    flat = words.explode()
    codes = flat.rank("dense").to_numpy().astype(np.int64) - 1
    rows = np.repeat(np.arange(len(texts)), words.list.len().to_numpy())
    sets = csr_array((np.ones(len(rows), dtype=np.int32), (rows, codes)))
    sizes = np.bincount(rows, minlength=len(texts))
    both = np.asarray(sets[pairs[:, 0]].multiply(sets[pairs[:, 1]]).sum(axis=1)).ravel()
    either = sizes[pairs].sum(axis=1) - both
    shares: npt.NDArray[np.float64] = both / np.maximum(either, 1)
    return shares
