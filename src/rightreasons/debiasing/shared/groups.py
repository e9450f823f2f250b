"""Options of methods that are told the groups of pairs among which accuracy must be even."""

from __future__ import annotations

from dataclasses import dataclass

from rightreasons.debiasing.method import Count, LabelledData, Need, Threshold
from rightreasons.debiasing.shared.shortcuts import shortcuts_in
from rightreasons.difficulty.groups import PairGroups, pair_groups, sufficient
from rightreasons.pairs import PairTable
from rightreasons.shortcuts import is_mined
from rightreasons.shortcuts.shortcut import Shortcuts


@dataclass(frozen=True)
class WithGroups:
    """Options of every method that needs known groups.

    Parameters
    ----------
    groups
        A family of shortcuts or a column: see `rightreasons.difficulty.groups.pair_groups`.
    threshold, min_count
        lambda of patterns and words, and instances that must contain a pattern.
    """

    groups: str = "overlap"
    threshold: Threshold = 0.7
    min_count: Count = 50

    @property
    def needs(self) -> frozenset[Need]:
        """Groups, and shortcuts where those of training make them."""
        return frozenset({"groups", "shortcuts"} if is_mined(self.groups) else {"groups"})

    def mined_in(self, data: LabelledData) -> Shortcuts | None:
        """Return the shortcuts of the training data, where such make the groups.

        Raises
        ------
        OptionError, MeasureInputError
            If they cannot be mined.
        """
        if not is_mined(self.groups):
            return None
        return shortcuts_in(data, self.groups, self.threshold, self.min_count)

    def groups_of(self, pairs: PairTable, mined: Shortcuts | None) -> PairGroups:
        """Return the group of every pair; each has at least 10.

        Raises
        ------
        OptionError, MeasureInputError
            See `rightreasons.difficulty.groups.pair_groups`, and `sufficient` there.
        """
        return sufficient(pair_groups(pairs, self.groups, mined))
