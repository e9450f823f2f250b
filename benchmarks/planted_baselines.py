"""What others find of planted rules with the same predicates: a decision tree, L1 regression, patterns.

Each takes the columns of the searched half and says rules as (predicate, label, key); all are tested as those
of the search are not: their leaves, coefficients and patterns are taken as they come, with what each offers
against chance.
"""

from collections.abc import Callable, Sequence

import numpy as np
from scipy.sparse import csc_array
from scipy.stats import binomtest
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from rightreasons.labels import Label
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.vocabulary import Column, holds
from rightreasons.statistics.multiplicity import benjamini_hochberg

Rule = tuple[Callable[[Block], np.ndarray], Label, str]
_MOST = 20
_PATTERNS = ("hypothesis-word", "premise-word", "hypothesis-pattern", "premise-pattern")


def _matrix(columns: Sequence[Column], half: np.ndarray) -> csc_array:
    starts = np.cumsum([0, *(len(each.rows) for each in columns)])
    rows = np.concatenate([each.rows for each in columns])
    whole = csc_array((np.ones(len(rows), np.float32), rows, starts), shape=(len(half), len(columns)))
    own = csc_array(whole[np.flatnonzero(half)])
    own.indices, own.indptr = own.indices.astype(np.int32), own.indptr.astype(np.int32)  # as trees read them
    return own


def _conjunction(
    columns: Sequence[Column], parts: Sequence[tuple[int, bool]]
) -> Callable[[Block], np.ndarray]:
    def held(block: Block) -> np.ndarray:
        found = np.ones(len(block), dtype=bool)
        for place, negated in parts:
            found &= holds(columns[place].predicate, block) != negated
        return found

    return held


def _key(columns: Sequence[Column], parts: Sequence[tuple[int, bool]]) -> str:
    return " & ".join(("not " if negated else "") + columns[place].predicate.key for place, negated in parts)


def tree(
    columns: Sequence[Column], gold: np.ndarray, half: np.ndarray, labels: Sequence[Label]
) -> list[Rule]:
    """Return the purest leaves of a tree of depth three."""
    fitted = DecisionTreeClassifier(max_depth=3, min_samples_leaf=20, random_state=0)
    fitted.fit(_matrix(columns, half), gold[half])
    inner, found = fitted.tree_, []
    base = np.bincount(gold[half], minlength=len(labels)) / half.sum()
    stack: list[tuple[int, tuple[tuple[int, bool], ...]]] = [(0, ())]
    while stack:
        node, parts = stack.pop()
        if inner.children_left[node] < 0:
            shares = inner.value[node][0]
            n, own = int(inner.n_node_samples[node]), int((shares / base).argmax())
            p = binomtest(round(shares[own] * n), n, base[own], alternative="greater").pvalue
            if parts and p < 0.05 / inner.n_leaves:
                found.append((_conjunction(columns, parts), labels[own], _key(columns, parts)))
            continue
        place = int(inner.feature[node])
        stack.append((int(inner.children_left[node]), (*parts, (place, True))))
        stack.append((int(inner.children_right[node]), (*parts, (place, False))))
    return found


def regression(
    columns: Sequence[Column], gold: np.ndarray, half: np.ndarray, labels: Sequence[Label]
) -> list[Rule]:
    """Return the predicates with the largest coefficients of a logistic regression with an L1 penalty."""
    fitted = LogisticRegression(C=0.02, l1_ratio=1.0, solver="saga", max_iter=60)
    fitted.fit(_matrix(columns, half), gold[half])
    weights = fitted.coef_ if len(labels) > 2 else np.vstack([-fitted.coef_, fitted.coef_])
    order = np.argsort(-weights, axis=None)[:_MOST]
    found = []
    for label, place in zip(*np.unravel_index(order, weights.shape), strict=True):
        if weights[label, place] > 0:
            parts = ((int(place), False),)
            found.append((_conjunction(columns, parts), labels[label], _key(columns, parts)))
    return found


def patterns(
    columns: Sequence[Column], gold: np.ndarray, half: np.ndarray, labels: Sequence[Label]
) -> list[Rule]:
    """Return words and patterns of one sentence that point to a label, after Benjamini and Hochberg."""
    base = np.bincount(gold[half], minlength=len(labels)) / half.sum()
    tests = []
    for place, column in enumerate(columns):
        if column.predicate.family not in _PATTERNS:
            continue
        counts = np.bincount(gold[column.rows[half[column.rows]]], minlength=len(labels))
        own = int((counts / base).argmax())
        p = binomtest(int(counts[own]), int(counts.sum()), base[own], alternative="greater").pvalue
        tests.append((p * len(labels), place, own))
    adjusted = benjamini_hochberg([min(each[0], 1.0) for each in tests])
    kept = sorted((p, place, own) for p, (_, place, own) in zip(adjusted, tests, strict=True) if p < 0.05)
    return [
        (_conjunction(columns, ((place, False),)), labels[own], _key(columns, ((place, False),)))
        for _, place, own in kept[:_MOST]
    ]


BASELINES = {"tree": tree, "regression": regression, "patterns": patterns}
