"""H(M, t, lambda): the patterns of a dataset that point to one label, and what can be done with them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.containment import Covering, covering, explained_by
from rightreasons.artifacts.patterns.marks import Marks, mark
from rightreasons.artifacts.patterns.mining.by_level import mine
from rightreasons.artifacts.patterns.origin import Origin
from rightreasons.artifacts.patterns.pattern_counts import PatternCounts, Patterns
from rightreasons.artifacts.patterns.pattern_file import load, save
from rightreasons.artifacts.patterns.selection import chosen
from rightreasons.artifacts.patterns.sentence_tokens import gold_codes, sentence_tokens, side_writings
from rightreasons.artifacts.patterns.settings import PatternOptions, PatternSettings, SentenceRole
from rightreasons.artifacts.patterns.tables import coverage_of, strongest
from rightreasons.artifacts.patterns.trie import Trie, trie_of
from rightreasons.artifacts.writings import Writings
from rightreasons.engine.memory import frame_key, remembered
from rightreasons.errors import OptionError, TokenisationError
from rightreasons.keywords import PatternKeywords
from rightreasons.pairs import PairTable
from rightreasons.sources.read import table_of
from rightreasons.text.tokenisations import choose_tokenisation
from rightreasons.text.tokens import TokenBlocks, Tokens


def for_tables(
    options: PatternOptions, *tables: PairTable, side: SentenceRole = "hypothesis"
) -> PatternOptions:
    """Return the options with the tokenisation that all of some tables allow."""
    parsed = [table.parse_column(side) is not None for table in tables]
    texts = [table.frame[side] for table in tables]
    return replace(options, tokenisation=options.tokenisation or choose_tokenisation(parsed, texts))


@dataclass(frozen=True)
class PatternSet:
    """Patterns with p(l|b) > lambda, strongest first (Liu et al. 2020, section 2.1).

    Parameters
    ----------
    patterns
        The patterns, n of them.
    evidence
        What speaks for each: the columns of `rightreasons.artifacts.patterns.strength.evidence`, with
        ``examples`` (ids of instances that hold it) and ``strongest_in`` (in how many instances of the
        data mined no pattern comes before it).
    origin
        What they were mined from, and how.
    first
        For every instance mined the position of the pattern that comes first, -1 where it holds none; None
        where the set was loaded, or is a part of another.
    counts
        Every frequent pattern, of whatever p(l|b); None as for `first`.
    """

    patterns: Patterns
    evidence: pl.DataFrame
    origin: Origin
    first: npt.NDArray[np.int32] | None = field(default=None, compare=False, repr=False)
    counts: PatternCounts | None = field(default=None, compare=False, repr=False)

    @classmethod
    def fit(
        cls,
        pairs: Any,
        options: PatternOptions | None = None,
        *,
        side: SentenceRole = "hypothesis",
        **keywords: Unpack[PatternKeywords],
    ) -> "PatternSet":
        """Mine H(M, t, lambda) from the pairs that have gold.

        Parameters
        ----------
        pairs
            The data, as `read_pairs` takes them; rows without gold are left out.
        options
            M, t, lambda, least count and tokenisation. Name the tokenisation ``"parse"`` only if whatever
            will be marked has parses too.
        side
            What is mined: hypotheses, or premises as a control.
        **keywords
            Fields of `PatternOptions`; they go before those of `options`.

        Raises
        ------
        OptionError
            If an option is out of range.
        OneClassError
            If fewer than two labels occur.
        """
        chosen, labelled = replace(options or PatternOptions(), **keywords), table_of(pairs).with_gold()
        key = (frame_key(labelled.frame), labelled.name, side, chosen.settings, chosen.tokenisation)

        def counted() -> tuple[Tokens, PatternCounts]:
            tokens = sentence_tokens(labelled, side, chosen.tokenisation)
            codes, labels = gold_codes(labelled)
            return tokens, mine(tokens, codes, [label.value for label in labels], chosen.settings)

        def made() -> "PatternSet":
            tokens, counts = remembered("pattern counts", key, counted, entries=2)
            return cls.from_counts(labelled, tokens, counts, chosen.threshold, side)

        return remembered("patterns", (key, chosen.threshold), made)

    @classmethod
    def from_tokens(
        cls,
        pairs: PairTable,
        tokens: Tokens,
        settings: PatternSettings,
        threshold: float = 0.5,
        side: SentenceRole = "hypothesis",
    ) -> "PatternSet":
        """Mine the tokens of one side of `pairs`, of which every row has gold."""
        codes, labels = gold_codes(pairs)
        counts = mine(tokens, codes, [label.value for label in labels], settings)
        return cls.from_counts(pairs, tokens, counts, threshold, side)

    @classmethod
    def from_counts(
        cls, pairs: PairTable, tokens: Tokens, counts: PatternCounts, threshold: float, side: SentenceRole
    ) -> "PatternSet":
        """Choose from the patterns that `mine` counted in the tokens of one side of `pairs`."""
        return cls.chosen_from(
            counts,
            tokens,
            side_writings(pairs, side),
            threshold,
            dataset=pairs.name,
            ids=pairs.frame["id"],
            side=side,
        )

    @classmethod
    def chosen_from(
        cls,
        counts: PatternCounts,
        tokens: TokenBlocks,
        writings: Writings,
        threshold: float = 0.5,
        *,
        dataset: str,
        ids: pl.Series | None = None,
        side: SentenceRole = "hypothesis",
    ) -> "PatternSet":
        """Choose from the patterns that `mine` counted in `tokens`.

        Parameters
        ----------
        counts, tokens, writings
            Every frequent pattern, the instances mined, and which of them have the same text.
        threshold
            lambda.
        dataset, ids, side
            What the data, the instances (None: no examples are given) and the side are called.
        """
        found = chosen(counts, tokens, ids, threshold, writings)
        origin = Origin(
            dataset=dataset,
            settings=counts.settings,
            threshold=threshold,
            side=side,
            tokenisation=counts.tokenisation,
            label_totals=dict(zip(counts.label_names, counts.label_totals.tolist(), strict=True)),
            frequent=len(counts),
            highest=found.highest,
        )
        return cls(found.patterns, found.evidence, origin, found.first, counts)

    def __len__(self) -> int:
        return len(self.patterns)

    def table(self) -> pl.DataFrame:
        """Return one row a pattern, strongest first."""
        return self.evidence

    def top(self, k: int = 5, min_count: int = 1) -> pl.DataFrame:
        """Return the `k` strongest patterns of every label, of several words and of one: Table 1."""
        return strongest(self.evidence, k, min_count)

    def coverage(self, thresholds: Sequence[float] = (0.5, 0.6, 0.7, 0.8, 0.9)) -> pl.DataFrame:
        """Return how many of the instances mined hold a pattern at every lambda.

        Raises
        ------
        OptionError
            If a lambda is below that of the set, since patterns between the two were not kept.
        """
        for threshold in thresholds:
            self._check_reach(threshold)
        return coverage_of(self.evidence, thresholds, self.origin.instances)

    def at(self, threshold: float) -> "PatternSet":
        """Return the set for a higher lambda.

        Raises
        ------
        OptionError
            If `threshold` is below that of the set.
        """
        self._check_reach(threshold)
        kept = self.only((self.evidence["p"] > threshold).arg_true().to_numpy())
        return replace(kept, origin=replace(self.origin, threshold=threshold))

    def mark(self, pairs: PairTable) -> Marks:
        """Find the patterns that every pair holds on the side that was mined, under the same tokenisation.

        Raises
        ------
        TokenisationError
            If the patterns were mined from parses and a pair has none.
        """
        return self.mark_tokens(sentence_tokens(pairs, self.origin.side, self.origin.tokenisation))

    def mark_tokens(self, tokens: Tokens) -> Marks:
        """Find the patterns that every text holds.

        Raises
        ------
        TokenisationError
            If the texts are tokenised in another way than those mined.
        """
        if tokens.tokenisation != self.origin.tokenisation:
            raise TokenisationError(
                f"texts in tokenisation '{tokens.tokenisation}'",
                f"'{self.origin.tokenisation}', in which the patterns were mined",
                "tokenise them in that way",
            )
        return mark(tokens, self.patterns, self._trie)

    def explained_by(self) -> npt.NDArray[np.int64]:
        """Return for every pattern the position of a shorter one that says as much, or -1; shape (n,)."""
        return explained_by(self.patterns, self._labels, self.evidence["p"].to_numpy())

    def compact(self) -> "PatternSet":
        """Return the patterns that no shorter one explains; they mark the same instances as the whole set."""
        return self.only(np.flatnonzero(self.explained_by() < 0))

    def only(self, places: npt.NDArray[np.integer]) -> "PatternSet":
        """Return the patterns at some positions."""
        evidence = self.evidence[places]
        return replace(self, patterns=self.patterns.at(places), evidence=evidence, first=None, counts=None)

    def covered_by(self, other: "PatternSet") -> Covering:
        """Return how many of these patterns hold one of `other` with the same label.

        The paper finds 95.4 % of H(5, 5, 0.5) covered by H(3, 3, 0.5) and does not say what covered means
        (Liu et al. 2020, footnote 2). Containing is the reading under which longer patterns add nothing:
        what they mark, the shorter ones mark too.
        """
        return covering(self.patterns, self._labels, other.patterns, other._labels)

    def save(self, path: Path) -> None:
        """Write the set to a Parquet file, with tokenisation and settings in its metadata."""
        save(path, self.evidence, self.origin)

    @classmethod
    def load(cls, path: Path) -> "PatternSet":
        """Read a set that `save` wrote.

        Raises
        ------
        FileMissingError
            If there is no such file.
        UnreadableFileError
            If it is not a file of patterns.
        """
        return cls(*load(path))

    @cached_property
    def _trie(self) -> Trie:
        return trie_of(self.patterns)

    @property
    def _labels(self) -> npt.NDArray[np.object_]:
        return self.evidence["label"].cast(pl.String).to_numpy()

    def _check_reach(self, threshold: float) -> None:
        if threshold < self.origin.threshold:
            raise OptionError(
                f"lambda {threshold}",
                f"at least {self.origin.threshold}, at which the patterns were mined",
                "mine with a lower lambda",
            )
