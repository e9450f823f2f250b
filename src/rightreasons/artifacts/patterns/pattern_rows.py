"""Rows of data in blocks as patterns are mined from them: what several measures have in common."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from rightreasons.artifacts.patterns.mining.by_level import mine
from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.artifacts.written_rows import WrittenRows
from rightreasons.engine.memory import frame_key, remembered
from rightreasons.labels import Label
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.text.row_tokens import RowTokens
from rightreasons.text.tokens import Tokens


@dataclass(frozen=True)
class PatternRows:
    """Some rows of a set; those of parts of a set are put together.

    Parameters
    ----------
    rows
        Their hypotheses, labels and hashes.
    premises
        Tokens of the premises.
    """

    rows: WrittenRows
    premises: RowTokens

    @classmethod
    def of(cls, pairs: PairTable, hypothesis_tokens: Tokens, premise_tokens: Tokens) -> "PatternRows":
        """Return some rows."""

        def made() -> "PatternRows":
            return cls(WrittenRows.of(pairs, hypothesis_tokens), RowTokens.of(premise_tokens))

        return remembered("pattern rows", frame_key(pairs.frame), made)

    def __add__(self, other: "PatternRows") -> "PatternRows":
        return PatternRows(self.rows + other.rows, self.premises + other.premises)

    @cached_property
    def mined(self) -> PatternSet:
        """Patterns H(3, 3, 0.5) of the hypotheses of all rows at the default minimum count."""
        codes, labels = self.rows.coded
        names = [label.value for label in labels]
        counts = mine(self.rows.tokens, codes, names, PatternSettings())
        writings = self.rows.writings()
        return PatternSet.chosen_from(counts, self.rows.tokens, writings, dataset=self.rows.name)

    def gold(self, start: int, stop: int) -> pl.Series:
        """Return the gold labels of some rows that follow each other; null where there is none."""
        return _gold(self._labels[start:stop])

    def gold_at(self, places: "np.ndarray[tuple[int], np.dtype[np.intp]]") -> pl.Series:
        """Return the gold labels of some rows, given in ascending order."""
        return _gold(self._labels[places])

    @cached_property
    def _labels(self) -> "np.ndarray[tuple[int], np.dtype[np.uint8]]":
        return self.rows.labels.whole()


def _gold(codes: "np.ndarray[tuple[int], np.dtype[np.uint8]]") -> pl.Series:
    names = [*(label.value for label in Label), None]
    return pl.Series(names, dtype=LABEL_TYPE).gather(codes.astype(np.uint32))
