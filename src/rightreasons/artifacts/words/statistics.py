"""How strongly every word is associated with every label, and which words are flagged."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.sources import hypotheses, lowest_p_values
from rightreasons.artifacts.words.counts import LabelCodes, WordCounts, count_words, label_codes
from rightreasons.artifacts.words.rows import first_highest, highest_in_row, of_tokens
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
    statistics
        One row a word and label, as of `word_statistics`.
    writings
        Which hypotheses have the same text, up to case and white space.
    """

    tokens: TokenBlocks
    codes: LabelCodes
    counts: WordCounts
    statistics: pl.DataFrame
    writings: Writings

    def matrix(self, column: str) -> npt.NDArray[np.float64]:
        """Return a column of the statistics, shape (types, labels); 0 for words that never occur."""
        values = np.zeros(self.counts.by_tokens.shape)
        ids = self.statistics["word_id"].to_numpy()
        values[ids, self.statistics["label"].to_physical().to_numpy()] = self.statistics[column].to_numpy()
        return values

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
        return np.greater(highest_in_row(tokens, of_tokens(tokens, codes, self._flagged)), 0)

    @cached_property
    def flagged_words(self) -> pl.Series:
        """The words that are flagged for a label."""
        return self.statistics.filter("flagged")["word"].unique(maintain_order=True)

    @cached_property
    def _flagged(self) -> npt.NDArray[np.float64]:
        return self.matrix("flagged")

    @cached_property
    def smoothed(self) -> npt.NDArray[np.float64]:
        """Smoothed p(l|w) by tokens, shape (types, labels)."""
        return self.matrix("p_smoothed")

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
    return MeasuredWords(tokens, codes, counts, word_statistics(counts, rate), writings)


def word_statistics(counts: WordCounts, rate: float) -> pl.DataFrame:
    """Return what the counts say of every word and label.

    Parameters
    ----------
    counts
        Counts of at least two labels.
    rate
        Highest false discovery rate at which a word is flagged; the family is every word with every label.

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
    seen = np.flatnonzero(counts.by_tokens.sum(axis=1))
    by_tokens, by_instances = counts.by_tokens[seen], counts.by_instances[seen]
    tokens, instances = by_tokens.sum(axis=1, keepdims=True), by_instances.sum(axis=1, keepdims=True)
    inside, writings = counts.by_writing.by_label[seen], counts.by_writing.total[seen][:, None]
    everywhere = counts.writings
    odds, low, high = log_odds(inside, everywhere, writings - inside, everywhere.sum() - everywhere)
    of_writings = clustered_enrichment_p_values(inside, writings, counts.prior)
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
        "local_mutual_information": local_mutual_information(
            by_tokens, tokens, by_tokens.sum(axis=0), by_tokens.sum()
        ),
    }
    return _cells(counts, seen).with_columns(
        **{name: pl.Series(values.ravel()) for name, values in columns.items()},
        **_flagged(counts, seen, of_writings, rate),
    )


def _flagged(
    counts: WordCounts, seen: npt.NDArray[np.intp], of_writings: npt.NDArray[np.float64], rate: float
) -> dict[str, pl.Series]:
    """Return the p-values of words and labels, and what they come to; those over writings are given."""
    beyond_sources, lowest = _of_sources(counts, seen)
    p_values = np.maximum(of_writings, beyond_sources).ravel()
    adjusted = benjamini_hochberg(p_values)
    by_writings_alone = benjamini_hochberg(of_writings.ravel()) <= rate
    few = by_writings_alone & (adjusted > rate) & (lowest.ravel() * adjusted.size > rate)
    return {
        "p_value": pl.Series(p_values),
        "p_adjusted": pl.Series(adjusted),
        "flagged": pl.Series(adjusted <= rate),
        "too_few_sources": pl.Series(few),
    }


def _of_sources(
    counts: WordCounts, seen: npt.NDArray[np.intp]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return p-values over sources, and the lowest that so many sources can have; 0 without sources.

    Both of shape (words seen, labels).
    """
    if counts.by_source is None or counts.source_prior is None:
        nothing = np.zeros((len(seen), len(counts.labels)))
        return nothing, nothing
    lowest = lowest_p_values(counts.by_source.between.total, counts.source_prior)
    return counts.by_source.p_values(counts.source_prior)[seen], lowest[seen]


def _cells(counts: WordCounts, seen: npt.NDArray[np.intp]) -> pl.DataFrame:
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
