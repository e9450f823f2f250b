"""Cross-fitting that shares no text: which rows a model is fitted to, and which it then predicts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.shared_texts import (
    HUB_SHARE,
    Groups,
    TextGraph,
    components,
    merged,
    text_graph,
    text_groups,
)
from rightreasons.errors import MeasureInputError
from rightreasons.numbers import percent
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.statistics.clustered import numbered

FOLDS = 5
FOLDS_OF_LARGE = 3
LARGE = 100_000
COMPONENTS, TWO_WAY, ROWS = "components", "two-way", "rows"
FEW_ROWS = 2_000

Folds = npt.NDArray[np.int16]


@dataclass(frozen=True)
class FoldPlan:
    """Blocks of rows, each predicted by a model that is fitted to rows with which it shares no text.

    Parameters
    ----------
    scheme
        ``"components"``: connected components of rows that share texts are assigned whole; a block is a fold.
        ``"two-way"``: premises and hypotheses are assigned apart; a block is what one fold of premises and
        one fold of hypotheses have in common, and no row of either is fitted to. ``"rows"``: rows are
        assigned one by one, texts are shared.
    folds
        How many.
    premise_fold, hypothesis_fold
        Fold of each row, shape (rows,); the same array unless the scheme is two-way.
    clusters
        Groups of rows that are not independent, one or two arrays of shape (rows,).
    n_components
        How many connected components there are; of a two-way plan too.
    largest
        Share of the rows in the largest of them.
    hubs
        See `TextGraph.hubs`: texts that bind no rows.
    near_duplicates
        Whether near-duplicates count as one text.
    of_hashes
        Whether only hashes of the texts were known, so that near-duplicates were not looked for.
    """

    scheme: str
    folds: int
    premise_fold: Folds = field(repr=False)
    hypothesis_fold: Folds = field(repr=False)
    clusters: tuple[Groups, ...] = field(repr=False)
    n_components: int
    largest: float
    hubs: dict[str, float]
    near_duplicates: bool = True
    of_hashes: bool = False

    @property
    def block(self) -> Folds:
        """Block of each row, shape (rows,)."""
        if self.scheme != TWO_WAY:
            return self.premise_fold
        return (self.premise_fold * self.folds + self.hypothesis_fold).astype(np.int16)

    @property
    def blocks(self) -> tuple[int, ...]:
        """The blocks that have rows."""
        return tuple(np.unique(self.block).tolist())

    @property
    def fitted_share(self) -> float:
        """Share of the rows that the model of a row is fitted to, on average."""
        shares = [self.fitted_to(each).mean() * self.held_out(each).sum() for each in self.blocks]
        return float(np.sum(shares) / len(self.premise_fold))

    @property
    def repeats(self) -> bool:
        """Whether any two rows share a text."""
        return self.n_components < len(self.premise_fold)

    def fitted_to(self, *blocks: int) -> npt.NDArray[np.bool_]:
        """Return which rows share no fold with any of these blocks, shape (rows,)."""
        mask = np.ones(len(self.premise_fold), dtype=bool)
        for block in blocks:
            of_premise, of_hypothesis = self._at(block)
            mask &= (self.premise_fold != of_premise) & (self.hypothesis_fold != of_hypothesis)
        return mask

    def held_out(self, block: int) -> npt.NDArray[np.bool_]:
        """Return which rows are in a block, shape (rows,)."""
        return np.equal(self.block, block)

    def inner(self, block: int) -> tuple[int, ...]:
        """Return blocks without a fold of `block`, to choose settings by: two, or all where rows are few."""
        if self.scheme == TWO_WAY:
            of_premise, of_hypothesis = self._at(block)
            shifted = [
                ((of_premise + step) % self.folds, (of_hypothesis + step) % self.folds) for step in (1, -1)
            ]
            found = {premise * self.folds + hypothesis for premise, hypothesis in shifted}
        elif len(self.premise_fold) <= FEW_ROWS:
            found = set(range(self.folds)) - {block}
        else:
            found = {(block + step) % self.folds for step in (1, -1)}
        return tuple(sorted(found & set(self.blocks)))

    def _at(self, block: int) -> tuple[int, int]:
        return divmod(block, self.folds) if self.scheme == TWO_WAY else (block, block)


def fold_plan(
    train: PairTable, codes: npt.NDArray[np.int64], seed: int, folds: int | None = None
) -> FoldPlan:
    """Plan cross-fitting so that no row is predicted by a model that was fitted to one of its texts.

    Connected components, with near-duplicates as one text, are assigned, stratified by label. Where one of
    them has more than three rows in ten, only equal texts bind; where it still has, or has in the set that
    these rows are a sample of (`Provenance.is_linked`), premises and hypotheses are assigned separately.

    Parameters
    ----------
    train
        The rows.
    codes
        Label of each from 0, shape (rows,).
    seed
        For the dealing.
    folds
        How many; None: 5, or 3 for more than 100,000 rows.

    Raises
    ------
    MeasureInputError
        If there is no way to deal the texts out.
    """
    graph = text_graph(train)
    size = folds or folds_of(len(train))
    rng = np.random.default_rng(seed)
    ways = (_one_way, _two_way)
    for way in reversed(ways) if train.provenance.is_linked else ways:
        if (plan := way(graph, codes, size, rng)) is not None:
            return plan
    raise _refusal(train, graph, size)


def folds_of(rows: int) -> int:
    """Return how many folds so many rows are assigned to."""
    return FOLDS if rows <= LARGE else FOLDS_OF_LARGE


def largest_allowed(folds: int) -> float:
    """Return the share of the rows that one component may have where components are assigned to folds."""
    return max(HUB_SHARE, 1 / folds)


def _one_way(
    graph: TextGraph, codes: npt.NDArray[np.int64], size: int, rng: np.random.Generator
) -> FoldPlan | None:
    """Return a plan of components, of near-duplicates if these do not join too many rows."""
    for near in (True, False):
        found = components(graph, near=near)
        if can_be_dealt(found, size):
            fold = dealt(found, codes, size, rng)
            return replace(_plan(graph, found, (fold, fold), (found,), size), near_duplicates=near)
    return None


def _two_way(
    graph: TextGraph, codes: npt.NDArray[np.int64], size: int, rng: np.random.Generator
) -> FoldPlan | None:
    """Return a plan of premises and hypotheses apart, of near-duplicates if these do not join too many."""
    for near in (True, False):
        groups = text_groups(graph, near=near)
        if all(can_be_dealt(each, size) for each in groups):
            of_premise, of_hypothesis = (dealt(each, codes, size, rng) for each in groups)
            found = components(graph, near=False)
            return replace(
                _plan(graph, found, (of_premise, of_hypothesis), groups, size), near_duplicates=near
            )
    return None


def grouped_plan(
    train: PairTable, codes: npt.NDArray[np.int64], groups: Groups, seed: int
) -> FoldPlan | None:
    """Return a plan that also keeps rows of one group in one fold; None where that leaves too few folds.

    Where texts join so many groups that too few folds are left, as templates filled with a few words do, only
    groups bind.

    Parameters
    ----------
    train, codes, seed
        As of `fold_plan`.
    groups
        Group of each row, as its template, from 0, shape (rows,).
    """
    graph, size = text_graph(train), folds_of(len(train))
    for near in () if train.provenance.is_linked else (True, False):
        found = merged(components(graph, near=near), groups)
        if can_be_dealt(found, size):
            return _grouped(graph, found, codes, size, seed, near=near)
    own = numbered(groups)
    return _grouped(graph, own, codes, size, seed, near=False) if can_be_dealt(own, size) else None


def _grouped(
    graph: TextGraph, found: Groups, codes: npt.NDArray[np.int64], size: int, seed: int, *, near: bool
) -> FoldPlan:
    fold = dealt(found, codes, size, np.random.default_rng([seed, 5]))
    return replace(_plan(graph, found, (fold, fold), (found,), size), near_duplicates=near)


def row_plan(plan: FoldPlan, codes: npt.NDArray[np.int64], seed: int) -> FoldPlan:
    """Return a plan of as many folds in which rows are assigned one by one, whatever texts they share."""
    rows = np.arange(len(codes))
    fold = dealt(rows, codes, plan.folds, np.random.default_rng([seed, 3]))
    return replace(plan, scheme=ROWS, premise_fold=fold, hypothesis_fold=fold, near_duplicates=False, hubs={})


def dealt(groups: Groups, codes: npt.NDArray[np.int64], folds: int, rng: np.random.Generator) -> Folds:
    """Deal groups of rows out to folds so that each has about as many rows of every label.

    The largest groups first; each goes where rows of its labels are fewest, in shares of each label's rows.
    Without this a model without signal gains on the majority label of the rows that it was fitted to, since
    a label that is frequent in a fold is rare in the rest.

    Parameters
    ----------
    groups
        Group of each row, numbered from 0, shape (rows,).
    codes
        Label of each row from 0, shape (rows,).
    folds
        How many.
    rng
        Decides between groups of equal label counts.

    Returns
    -------
    numpy.ndarray
        Fold of each row from 0, shape (rows,).
    """
    counts = label_counts(groups, codes)
    weights = 1 / np.maximum(counts.sum(axis=0), 1)
    of_fold = np.zeros((folds, counts.shape[1]))
    fold_of_group = np.zeros(len(counts), dtype=np.int16)
    kinds, by_kind = kinds_of(counts, rng)
    for kind in np.argsort(-kinds.sum(axis=1), kind="stable").tolist():
        fold_of_group[by_kind[kind]] = _dealt_kind(len(by_kind[kind]), kinds[kind], weights, of_fold, rng)
    return fold_of_group[groups]


def label_counts(groups: Groups, codes: npt.NDArray[np.int64]) -> Groups:
    """Return how many rows of every label each group has, shape (groups, labels).

    Parameters
    ----------
    groups, codes
        Group and label of each row, numbered from 0, shape (rows,) each.
    """
    n_groups, n_labels = int(groups.max(initial=-1)) + 1, int(codes.max(initial=0)) + 1
    cells = np.bincount(groups * n_labels + codes, minlength=n_groups * n_labels)
    return cells.reshape(n_groups, n_labels).astype(np.int64)


def kinds_of(counts: Groups, rng: np.random.Generator) -> tuple[Groups, list[Groups]]:
    """Return the distinct rows of `counts` in ascending order, and the groups with each, in random order.

    Parameters
    ----------
    counts
        Rows of every label in each group, shape (groups, labels).
    rng
        For the order.
    """
    kinds, kind_of = _kinds(counts)
    shuffled = rng.permutation(len(counts))
    ends = np.cumsum(np.bincount(kind_of, minlength=len(kinds)))[:-1]
    return kinds, np.split(shuffled[np.argsort(kind_of[shuffled], kind="stable")], ends)


def premise_groups(premises: pl.Series) -> Groups:
    """Return a number from 0 for every row, equal for equal premises, in order of first occurrence."""
    distinct = premises.unique(maintain_order=True)
    index = pl.DataFrame({"premise": distinct, "group": np.arange(len(distinct), dtype=np.int64)})
    rows = pl.DataFrame({"premise": premises})
    return rows.join(index, on="premise", how="left", maintain_order="left")["group"].to_numpy()


def _kinds(counts: Groups) -> tuple[Groups, Groups]:
    """Return the distinct rows of `counts` in ascending order, and which of them each row is."""
    kind_of = np.zeros(len(counts), dtype=np.int64)
    for column in counts.T:
        kind_of = numbered(kind_of * (int(column.max(initial=0)) + 1) + column)
    kinds = np.zeros((int(kind_of.max(initial=-1)) + 1, counts.shape[1]), dtype=np.int64)
    kinds[kind_of] = counts
    return kinds, kind_of


def _dealt_kind(
    number: int,
    kind: npt.NDArray[np.int64],
    weights: npt.NDArray[np.float64],
    of_fold: npt.NDArray[np.float64],
    rng: np.random.Generator,
) -> Folds:
    """Deal out so many groups of equal label counts; adds them to `of_fold`, shape (folds, labels)."""
    folds = len(of_fold)
    even = np.tile(np.arange(folds), number // folds)
    of_fold += (number // folds) * kind
    rest = []
    for _ in range(number % folds):
        cost = np.round(of_fold @ (kind * weights), 12)
        choice = int(np.lexsort((rng.random(folds), of_fold.sum(axis=1), cost))[0])
        of_fold[choice] += kind
        rest.append(choice)
    return np.concatenate([even, rest]).astype(np.int16)


def can_be_dealt(groups: Groups, folds: int) -> bool:
    """Return whether there are enough groups, and none too large, for so many folds."""
    sizes = np.bincount(groups)
    return len(sizes) >= folds and bool(sizes.max() <= largest_allowed(folds) * len(groups))


def _plan(
    graph: TextGraph, found: Groups, of_rows: tuple[Folds, Folds], clusters: tuple[Groups, ...], folds: int
) -> FoldPlan:
    return planned(graph.hubs, found, of_rows, clusters, folds)


def planned(
    hubs: dict[str, float],
    found: Groups,
    of_rows: tuple[Folds, Folds],
    clusters: tuple[Groups, ...],
    folds: int,
) -> FoldPlan:
    """Return the plan of components `found` whose rows were dealt; parameters as of `FoldPlan`."""
    sizes = np.bincount(found)
    scheme = COMPONENTS if len(clusters) == 1 else TWO_WAY
    largest = float(sizes.max() / len(found))
    return FoldPlan(scheme, folds, *of_rows, clusters, len(sizes), largest, hubs)


def _refusal(train: PairTable, graph: TextGraph, folds: int) -> MeasureInputError:
    sizes = np.bincount(components(graph, near=False))
    largest = sizes.max(initial=0) / max(len(graph), 1)
    distinct = [len(np.unique(numbered(each))) for each in (graph.premise, graph.hypothesis)]
    return MeasureInputError(
        f"'{printable(train.name)}' cannot be cross-fitted without sharing texts: {len(sizes):,} groups of "
        f"rows that share texts, the largest with {percent(largest, 0)} of the rows; "
        f"{distinct[0]:,} distinct premises and {distinct[1]:,} distinct hypotheses",
        f"{folds} folds, each without the texts of the others",
        "give more rows, or a test set with --test",
    )
