"""Options of methods that are told the groups of pairs among which accuracy must be even."""

from __future__ import annotations

from dataclasses import dataclass

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.debiasing.guidance import mined_patterns
from rightreasons.debiasing.method import Count, LabelledData, Need, Threshold
from rightreasons.difficulty.groups import PairGroups, pair_groups, sufficient
from rightreasons.pairs import PairTable


@dataclass(frozen=True)
class WithGroups:
    """Options of every method that needs known groups.

    Parameters
    ----------
    groups
        ``patterns``, ``overlap``, ``negation`` or a column: see `rightreasons.difficulty.groups.pair_groups`.
    threshold, min_count
        lambda of the patterns, and instances that must contain one, for ``patterns``.
    """

    groups: str = "overlap"
    threshold: Threshold = 0.7
    min_count: Count = 50

    @property
    def needs(self) -> frozenset[Need]:
        """Groups, and patterns where these make them."""
        return frozenset({"groups", "patterns"} if self.groups == "patterns" else {"groups"})

    def patterns_of(self, data: LabelledData) -> PatternSet | None:
        """Return the patterns of the training data, where they make the groups."""
        if self.groups != "patterns":
            return None
        return mined_patterns(data, self.threshold, self.min_count)

    def groups_of(self, pairs: PairTable, patterns: PatternSet | None) -> PairGroups:
        """Return the group of every pair; each has at least 10.

        Raises
        ------
        OptionError, MeasureInputError
            See `rightreasons.difficulty.groups.pair_groups`, and `sufficient` there.
        """
        return sufficient(pair_groups(pairs, self.groups, patterns))
