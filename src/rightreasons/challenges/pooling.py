"""Shares of items: each item once, or of a sample in which every stratum counts by its size."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from rightreasons.challenges.challenge import Strata
from rightreasons.statistics.checks import FloatArray
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.stratified_proportion import StratifiedSample, stratified_proportion


@dataclass(frozen=True)
class Pooling:
    """How items count in a share.

    Parameters
    ----------
    strata
        The strata that were sampled; None: every item counts once.
    drawn
        Items with a prediction, by stratum.
    """

    strata: Strata | None = None
    drawn: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, strata: Strata | None, scored: pl.DataFrame) -> "Pooling":
        """Return how the items of `scored` count, of which all are given."""
        if strata is None:
            return cls()
        return cls(strata, dict(scored.group_by(strata.column).len().iter_rows()))

    def share(self, items: pl.DataFrame, flag: str) -> Estimate:
        """Return the share of items whose boolean column `flag` is true; some of the items, or all."""
        if self.strata is None:
            return proportion(int(items[flag].sum()), items.height)
        cells = items.group_by(self.strata.column, maintain_order=True).agg(
            pl.col(flag).sum().alias("successes"), n=pl.len()
        )
        names = cells[self.strata.column].to_list()
        return stratified_proportion(
            cells["successes"].to_numpy(),
            cells["n"].to_numpy(),
            [self.drawn[name] for name in names],
            [self.strata.sizes[name] for name in names],
        )

    def sample(self, items: pl.DataFrame) -> StratifiedSample | None:
        """Return all the items drawn as a sample of their strata; None where each counts once."""
        if self.strata is None:
            return None
        names = list(self.strata.sizes)
        codes = items[self.strata.column].replace_strict(
            names, list(range(len(names))), return_dtype=pl.Int64
        )
        return StratifiedSample(
            codes.to_numpy(), np.array([self.strata.sizes[name] for name in names], dtype=np.float64)
        )

    def weights(self, items: pl.DataFrame) -> FloatArray | None:
        """Return how many items of the whole set each stands for, shape (n,); None where each counts once."""
        if self.strata is None:
            return None
        each = {name: self.strata.sizes[name] / count for name, count in self.drawn.items()}
        found = items[self.strata.column].replace_strict(each, return_dtype=pl.Float64)
        return np.asarray(found.to_numpy(), dtype=np.float64)


EACH_ONCE = Pooling()
