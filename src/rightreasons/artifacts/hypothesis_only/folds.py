"""Folds in which all rows of one premise stand on the same side."""

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.errors import MeasureInputError

FOLDS = 5

Groups = npt.NDArray[np.int64]


def premise_groups(premises: pl.Series) -> Groups:
    """Return a number from 0 for every row, equal for equal premises, in order of first occurrence."""
    distinct = premises.unique(maintain_order=True)
    index = pl.DataFrame({"premise": distinct, "group": np.arange(len(distinct), dtype=np.int64)})
    rows = pl.DataFrame({"premise": premises})
    return rows.join(index, on="premise", how="left", maintain_order="left")["group"].to_numpy()


def folds_of(groups: Groups, seed: int, folds: int = FOLDS) -> npt.NDArray[np.int8]:
    """Return the fold of every row, from 0: the groups are shuffled and dealt out in turn.

    Raises
    ------
    MeasureInputError
        If there are fewer groups than folds.
    """
    n_groups = int(groups.max(initial=-1)) + 1
    if n_groups < folds:
        raise MeasureInputError(
            f"{n_groups} distinct premises cannot be dealt out to {folds} folds",
            f"at least {folds} distinct premises, since rows of one premise stay together",
            "give more rows",
        )
    dealt = np.random.default_rng(seed).permutation(n_groups) % folds
    return dealt.astype(np.int8)[groups]
