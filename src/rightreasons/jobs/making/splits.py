"""A split of data into train, dev and test, as it was asked for and as it came out."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import polars as pl

from rightreasons.artifacts.linked_rows import linked_rows, role_of
from rightreasons.artifacts.words.counts import label_codes
from rightreasons.cross_fitting.parts import Parts, assigned_to_parts
from rightreasons.jobs.options import SplitOptions
from rightreasons.pairs import PairTable

ONE_SIDE = ("premise", "hypothesis")
WITHOUT_DEV = "80,0,20"


@dataclass(frozen=True)
class Split:
    """Rows in parts.

    Parameters
    ----------
    pairs
        The rows; every one has gold.
    options
        What was asked.
    parts
        The part of every row.
    """

    pairs: PairTable
    options: SplitOptions
    parts: Parts

    @classmethod
    def of(cls, pairs: PairTable, options: SplitOptions) -> "Split":
        """Split rows, every one of which has gold; errors are those of `linked_rows`."""
        codes, shares = label_codes(pairs.gold, pairs.labels), tuple(options.parts.values())
        components = linked_rows(pairs, options.by)
        return cls(pairs, options, assigned_to_parts(components, codes, shares, options.seed))

    @property
    def tables(self) -> dict[str, PairTable]:
        """The rows of every part by its name, in the order of the data."""
        return {
            name: self.pairs.where(pl.Series(self.parts.part == place), "in another part").named(name)
            for place, name in enumerate(self.options.parts)
        }

    @property
    def rows(self) -> pl.DataFrame:
        """Id, part and component of every row."""
        names = pl.Series(list(self.options.parts))
        part, component = names.gather(self.parts.part), pl.Series(self.parts.components)
        return self.pairs.frame.select("id", part=part, component=component)

    @property
    def largest_share(self) -> float:
        """Share of the rows in the largest component."""
        return self.parts.largest / len(self.pairs)

    @property
    def small_parts(self) -> dict[str, float]:
        """Name and share of the parts that were to have fewer rows than the largest component has."""
        return {name: share for name, share in self.options.parts.items() if self.largest_share > share}

    def by_one_side(self) -> Iterator["Split"]:
        """Yield the splits by premise and by hypothesis in which every part has rows of every label."""
        own = role_of(self.pairs, self.options.by)
        others = (Split.of(self.pairs, replace(self.options, by=by)) for by in ONE_SIDE if by != own)
        yield from (each for each in others if each.parts.complete)

    def without_dev(self) -> Iterator["Split"]:
        """Yield the split into train and test alone, if it is another and both have rows of every label."""
        if len(self.options.parts) > 2:
            other = Split.of(self.pairs, replace(self.options, shares=WITHOUT_DEV))
            yield from (each for each in (other,) if each.parts.complete)
