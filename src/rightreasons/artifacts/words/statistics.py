"""How strongly every word is associated with every label, and which words are flagged."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.sources import hypotheses, lowest_p_values
from rightreasons.artifacts.words.counts import LabelCodes, WordCounts, count_words, label_codes
from rightreasons.artifacts.words.rows import first_highest, highest_in_row, highest_of_label, of_tokens
from rightreasons.artifacts.writings import Writings
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.statistics.association import (
    clustered_enrichment_p_values,
    local_mutual_information,
    log_odds,
    smoothed_probability,
    z_against_prior,
)
from rightreasons.statistics.multiplicity import benjamini_hochberg
from rightreasons.text.tokens import Ids, TokenBlocks, Tokens

SMOOTHING = 1.0  # added to the count of each label (Laplace), so that a word seen once is not certain
_AT_ONCE = 20_000
Places = npt.NDArray[np.intp]
Cells = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class WordTests:
    """What tests say of every word that occurs, with every label; shapes (words, labels).

    Parameters
    ----------
    seen
        The words by id, shape (words,).
    p_values, adjusted
        As ``p_value`` and ``p_adjusted`` of `word_statistics`.
    flagged, too_few_sources
        As there.
    """

    seen: Places = field(repr=False)
    p_values: npt.NDArray[np.float64] = field(repr=False)
    adjusted: npt.NDArray[np.float64] = field(repr=False)
    flagged: Cells = field(repr=False)
    too_few_sources: Cells = field(repr=False)

    @classmethod
    def of(cls, counts: WordCounts, rate: float) -> "WordTests":
        """Test the words; parameters as of `measured_words`."""
        seen = np.flatnonzero(counts.by_tokens.sum(axis=1))
        of_writings = np.empty((len(seen), len(counts.labels)))
        for start in range(0, len(seen), _AT_ONCE):
            some = seen[start : start + _AT_ONCE]
            total = counts.by_writing.total[some][:, None]
            own = counts.by_writing.by_label[some]
            of_writings[start : start + len(some)] = clustered_enrichment_p_values(own, total, counts.prior)
        if counts.by_source is None or counts.source_prior is None:
            adjusted = _adjusted(of_writings)
            return cls(
                seen, of_writings, adjusted, adjusted <= rate, np.zeros(adjusted.shape, dtype=np.bool_)
            )
        lowest = lowest_p_values(counts.by_source.between.total, counts.source_prior)[seen]
        p_values = np.maximum(of_writings, counts.by_source.p_values(counts.source_prior)[seen])
        adjusted = _adjusted(p_values)
        few = (_adjusted(of_writings) <= rate) & (adjusted > rate) & (lowest * adjusted.size > rate)
        return cls(seen, p_values, adjusted, adjusted <= rate, few)

    def columns(self, of: Places | slice) -> dict[str, npt.NDArray[Any]]:
        """Return what is said of some words, by the names of `word_statistics`, shapes (words, labels)."""
        return {
            "p_value": self.p_values[of],
            "p_adjusted": self.adjusted[of],
            "flagged": self.flagged[of],
            "too_few_sources": self.too_few_sources[of],
        }


def _adjusted(p_values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return benjamini_hochberg(p_values.ravel()).reshape(p_values.shape)


@dataclass(frozen=True)
class MeasuredWords:
    """The words of the hypotheses of a table, counted and tested.

    Parameters
    ----------
    tokens
        Tokens of the n hypotheses.
    codes
        Position of every hypothesis's gold label in `counts.labels`, shape (n,).
    counts
        Counts by word and label.
    tested
        What tests say of each word.
    writings
        Which hypotheses have the same text, up to case and white space.
    """

    tokens: TokenBlocks
    codes: LabelCodes
    counts: WordCounts
    tested: WordTests
    writings: Writings

    @cached_property
    def statistics(self) -> pl.DataFrame:
        """One row a word and label, as of `word_statistics`: of many words `parts` need less memory."""
        return word_statistics(self.counts, self.tested)

    def parts(self) -> Iterator[pl.DataFrame]:
        """Yield the statistics of some words after the other; at least once."""
        for start in range(0, max(len(self.tested.seen), 1), _AT_ONCE):
            end = min(start + _AT_ONCE, len(self.tested.seen))
            yield word_statistics(self.counts, self.tested, np.arange(start, end))

    @cached_property
    def flagged(self) -> pl.DataFrame:
        """The statistics of words with labels for which they are flagged."""
        some = np.flatnonzero(self.tested.flagged.any(axis=1))
        return word_statistics(self.counts, self.tested, some).filter("flagged")

    @cached_property
    def gives_away(self) -> npt.NDArray[np.bool_]:
        """Whether a hypothesis holds a word flagged for its own label, shape (n,)."""
        found = np.zeros(len(self.tokens), dtype=np.bool_)
        for start, block in self.tokens.blocks():
            own = slice(start, start + len(block))
            found[own] = self.points(block, self.codes[own])
        return found

    def points(self, tokens: Tokens, codes: LabelCodes) -> npt.NDArray[np.bool_]:
        """Return `gives_away` of some of the hypotheses, by their tokens in the same vocabulary."""
        return highest_of_label(tokens, codes, self._flagged)

    @cached_property
    def flagged_words(self) -> pl.Series:
        """The words that are flagged for a label."""
        return self.flagged["word"].unique(maintain_order=True)

    @cached_property
    def _flagged(self) -> Cells:
        found = np.zeros(self.counts.by_tokens.shape, dtype=np.bool_)
        found[self.tested.seen] = self.tested.flagged
        return found

    @cached_property
    def smoothed(self) -> npt.NDArray[np.float64]:
        """Smoothed p(l|w) by tokens, shape (types, labels); 0 for words that never occur."""
        found, seen = np.zeros(self.counts.by_tokens.shape), self.tested.seen
        own = self.counts.by_tokens[seen]
        found[seen] = smoothed_probability(own, own.sum(axis=1, keepdims=True), own.shape[1], SMOOTHING)
        return found

    def strongest(self, tokens: Tokens, codes: LabelCodes) -> tuple[npt.NDArray[np.float64], Ids]:
        """Highest smoothed p(l|w) of a hypothesis's words for its own label, and the id of that word.

        Both of shape (n,); 0 and -1 for a hypothesis without words. Of several the first in the hypothesis.

        Parameters
        ----------
        tokens, codes
            Of some of the hypotheses, in the same vocabulary.
        """
        probability = of_tokens(tokens, codes, self.smoothed)
        highest = highest_in_row(tokens, probability)
        return highest, first_highest(tokens, probability, highest)


def measure_words(train: PairTable, tokens: TokenBlocks, rate: float) -> MeasuredWords:
    """Count and test the words of hypotheses.

    Parameters
    ----------
    train
        The data audited, with gold in every row.
    tokens
        Tokens of its hypotheses.
    rate
        Highest false discovery rate at which a word is flagged, see `word_statistics`.
    """
    codes = label_codes(train.gold, train.labels)
    return measured_words(tokens, codes, train.labels, hypotheses(train, codes, len(train.labels)), rate)


def measured_words(
    tokens: TokenBlocks, codes: LabelCodes, labels: Sequence[Label], writings: Writings, rate: float
) -> MeasuredWords:
    """Count and test the words of hypotheses by their labels, and by which have the same text.

    Parameters
    ----------
    tokens, codes, labels, writings
        As of `count_words`.
    rate
        Highest false discovery rate at which a word is flagged.
    """
    counts = count_words(tokens, codes, labels, writings)
    return MeasuredWords(tokens, codes, counts, WordTests.of(counts, rate), writings)


def word_statistics(counts: WordCounts, tested: WordTests, of: Places | None = None) -> pl.DataFrame:
    """Return what the counts say of every word and label.

    Parameters
    ----------
    counts
        Counts of at least two labels.
    tested
        The words, tested; the family is every word with every label.
    of
        Which of `tested.seen`, by position, ascending; None: all.

    Returns
    -------
    polars.DataFrame
        ``word``, ``word_id``, ``label`` (an Enum of the labels counted), then

        - ``tokens``, ``tokens_with_label``, ``instances``, ``instances_with_label``: counts;
        - ``writings``: distinct hypotheses with the word, equal up to case and white space;
          ``writings_with_label``: the share of each one's instances that have the label, summed;
        - ``p_tokens``: p(l|w) by tokens (Poliak et al. 2018, equation 1); ``p_instances``: the same by
          hypotheses; ``p_smoothed``: by tokens, with 1 added for each label;
        - ``log_odds`` with ``log_odds_low``, ``log_odds_high``: logarithm of the odds that a writing of
          the label holds the word, against those of one of another label, 95 % interval;
        - ``z``: of p(l|w) by writings against the share of the label (Gardner et al. 2021, section 3);
        - ``local_mutual_information``: by tokens, in nats (Schuster et al. 2019, section 3);
        - ``p_value``: chance of so many or more writings of the label among those with the word (one-sided,
          see `clustered_enrichment_p_values`), and where labels of one source go together at least that of
          `BySource.p_values`; ``p_adjusted``: after Benjamini and Hochberg; ``flagged``: whether that is at
          most `rate`; ``too_few_sources``: whether it would be by writings alone, and stands in so few
          sources that none of their labels could tell.
    """
    some = slice(None) if of is None else of
    seen = tested.seen[some]
    by_tokens, by_instances = counts.by_tokens[seen], counts.by_instances[seen]
    tokens, instances = by_tokens.sum(axis=1, keepdims=True), by_instances.sum(axis=1, keepdims=True)
    inside, writings = counts.by_writing.by_label[seen], counts.by_writing.total[seen][:, None]
    everywhere = counts.writings
    odds, low, high = log_odds(inside, everywhere, writings - inside, everywhere.sum() - everywhere)
    every = counts.by_tokens.sum(axis=0)
    columns = {
        "tokens": np.broadcast_to(tokens, by_tokens.shape),
        "tokens_with_label": by_tokens,
        "instances": np.broadcast_to(instances, by_tokens.shape),
        "instances_with_label": by_instances,
        "writings": np.broadcast_to(writings, by_tokens.shape),
        "writings_with_label": inside,
        "p_tokens": by_tokens / tokens,
        "p_instances": by_instances / instances,
        "p_smoothed": smoothed_probability(by_tokens, tokens, len(counts.labels), SMOOTHING),
        "log_odds": odds,
        "log_odds_low": low,
        "log_odds_high": high,
        "z": z_against_prior(inside, writings, counts.prior),
        "local_mutual_information": local_mutual_information(by_tokens, tokens, every, every.sum()),
    } | tested.columns(some)
    return _cells(counts, seen).with_columns(
        **{name: pl.Series(values.ravel()) for name, values in columns.items()}
    )


def _cells(counts: WordCounts, seen: Places) -> pl.DataFrame:
    labels = [label.value for label in counts.labels]
    words = np.repeat(seen, len(labels))
    codes = np.tile(np.arange(len(labels)), len(seen))
    return pl.DataFrame(
        {
            "word": counts.vocabulary.gather(words),
            "word_id": words,
            "label": pl.Series(labels, dtype=pl.Enum(labels)).gather(codes),
        }
    )
