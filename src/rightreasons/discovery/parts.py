"""Two parts of the data: one is searched, the other tests what was found; shared texts stay together."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.component_samples import components_of
from rightreasons.artifacts.equal_rows import HashedRows
from rightreasons.artifacts.shared_texts import HUB_SHARE
from rightreasons.pairs import SENTENCES, PairTable

SEARCHED = 2 / 3
"""Share of the rows that is searched: a rule has more to beat there, all others, than where it is tested."""
SEARCHED_OF_MODEL = 1 / 2
"""The same where rules of a model are sought: gaps are small, and how large they are is what is asked."""


@dataclass(frozen=True)
class Components:
    """What stays together.

    Parameters
    ----------
    of_rows
        Component of each row, numbered from 0, shape (rows,).
    by
        ``component`` of equal texts, or ``premise`` where one component would be too large.
    """

    of_rows: npt.NDArray[np.int64] = field(repr=False)
    by: str

    @classmethod
    def of(cls, pairs: PairTable) -> "Components":
        """Return the components of pairs; a text of more than `HUB_SHARE` of a side's rows joins none."""
        return cls.of_hashed(HashedRows.of(pairs))

    @classmethod
    def of_hashed(cls, rows: HashedRows) -> "Components":
        """Return the components of rows by the hashes of their texts."""
        groups, _ = components_of(rows, SENTENCES)
        if len(groups) and np.bincount(groups).max() > HUB_SHARE * len(groups):
            groups, _ = components_of(rows, ("premise",), (len(rows),))
            return cls(groups.astype(np.int64), "premise")
        return cls(groups.astype(np.int64), "component")

    def searched(self, seed: int, share: float = SEARCHED) -> npt.NDArray[np.bool_]:
        """Return which rows are searched: those of components drawn at random, about this share of all."""
        return self.part(seed, len(self.of_rows) * share)

    def part(
        self, seed: int, rows: float, among: npt.NDArray[np.bool_] | None = None
    ) -> npt.NDArray[np.bool_]:
        """Return about so many rows, those of components drawn at random; a smaller part is in a larger one.

        Parameters
        ----------
        seed
            Decides which components.
        rows
            How many rows, about.
        among
            The rows that may be drawn, shape (rows,); None: all.
        """
        allowed = np.ones(len(self.of_rows), dtype=np.bool_) if among is None else among
        sizes = np.bincount(self.of_rows[allowed], minlength=int(self.of_rows.max(initial=-1)) + 1)
        order = np.random.default_rng([seed, 32]).permutation(len(sizes))
        before = np.cumsum(sizes[order]) - sizes[order]
        chosen = np.zeros(len(sizes), dtype=np.bool_)
        chosen[order[before + sizes[order] / 2 < rows]] = True
        return np.asarray(chosen[self.of_rows] & allowed)
