"""How far people who judged the same items agree, pair by pair and together."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import polars as pl

from rightreasons.figures import Figure
from rightreasons.findings import Cell, View
from rightreasons.sentences.templates import fill
from rightreasons.statistics.agreement import cohen_kappa, fleiss_kappa
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate


def agreement(placed: pl.DataFrame, categories: Sequence[str]) -> tuple[tuple[Figure, ...], View]:
    """Return how far people agree.

    Parameters
    ----------
    placed
        One row an answer: ``participant``, ``row`` (the item), ``answer``.
    categories
        The answers that could be given.

    Returns
    -------
    tuple
        Figures ``agreement`` (share of equal answers among two people's answers to an item), ``cohen_kappa``
        (mean over pairs of people, as Light 1971 has it) and ``fleiss_kappa``; and a table, one row a pair.
        Without value, and with the reason, where no two people judged the same items.
    """
    pairs = [
        (first, second, counts)
        for first, second in combinations(sorted(placed["participant"].unique().to_list()), 2)
        for counts in [_counts(placed, first, second, categories)]
        if counts.sum()
    ]
    rows: list[tuple[Cell, ...]] = [
        (first, second, int(counts.sum()), float(np.trace(counts) / counts.sum()), cohen_kappa(counts))
        for first, second, counts in pairs
    ]
    kappas = [row[4] for row in rows if isinstance(row[4], float)]
    shared = sum(int(counts.sum()) for _, _, counts in pairs)
    together = _by_item(placed, categories)
    equal = proportion(sum(int(np.trace(counts)) for _, _, counts in pairs), shared)
    cohen = _estimate(float(np.mean(kappas)) if kappas else None, shared)
    fleiss = _estimate(fleiss_kappa(together), int((together.sum(axis=1) > 1).sum()))
    figures = (
        Figure("agreement", equal),
        Figure("kappa", cohen, what="cohen_kappa"),
        Figure("kappa", fleiss, what="fleiss_kappa"),
    )
    return figures, View(
        fill("agreement.title"),
        ("first", "second", "items", "agreement", "cohen_kappa"),
        tuple(rows),
        by=("first", "second"),
        roles={"cohen_kappa": "kappa"},
    )


def _estimate(value: float | None, n: int) -> Estimate:
    reason = "no interval is made" if value is not None else "no two people judged the same items differently"
    return Estimate(value, "coefficient", n, reason=reason)


def _counts(
    placed: pl.DataFrame, first: str, second: str, categories: Sequence[str]
) -> "np.ndarray[tuple[int, int], np.dtype[np.int64]]":
    one, other = (placed.filter(participant=who).select("row", "answer") for who in (first, second))
    both = one.join(other, on="row", suffix="_other").group_by("answer", "answer_other").len()
    found = {(a, b): n for a, b, n in both.iter_rows()}
    return np.array([[found.get((a, b), 0) for b in categories] for a in categories], dtype=np.int64)


def _by_item(
    placed: pl.DataFrame, categories: Sequence[str]
) -> "np.ndarray[tuple[int, int], np.dtype[np.int64]]":
    names = [f"answer {position}" for position in range(len(categories))]
    counted = placed.group_by("row").agg(
        (pl.col("answer") == answer).sum().alias(name) for name, answer in zip(names, categories, strict=True)
    )
    return counted.select(names).to_numpy().astype(np.int64)
