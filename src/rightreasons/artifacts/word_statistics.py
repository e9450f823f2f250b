"""How often and how strongly every word goes with every label, and which are flagged; a row's words."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.equal_texts import numbered_texts
from rightreasons.artifacts.writings import ByWriting, Shares, Writings
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
from rightreasons.text.tokens import Ids, Offsets, Tokens

# How often every word occurs with every label, by tokens and by instances.


Counts = npt.NDArray[np.int64]
Codes = npt.NDArray[np.int64]


@dataclass(frozen=True)
class WordCounts:
    """Counts of words by label.

    Parameters
    ----------
    vocabulary
        Distinct words, shape (types,).
    labels
        The labels counted, in the order of the columns below.
    by_tokens
        Occurrences of every word in hypotheses of every label, shape (types, labels).
    by_instances
        Hypotheses of every label that hold the word, however often, shape (types, labels).
    hypotheses
        Hypotheses of every label, shape (labels,).
    by_writing
        The words by writings: a hypothesis that recurs was written once.
    writings
        The sum over all writings of the share of every label, shape (labels,); `hypotheses` if none recurs.
    """

    vocabulary: pl.Series
    labels: tuple[Label, ...]
    by_tokens: Counts
    by_instances: Counts
    hypotheses: Counts
    by_writing: ByWriting
    writings: Shares

    @cached_property
    def prior(self) -> Shares:
        """Mean share of every label over the writings, shape (labels,)."""
        return np.asarray(self.writings / self.writings.sum())


def label_codes(gold: pl.Series, labels: Sequence[Label]) -> Codes:
    """Return the position in `labels` of every row's gold label, shape (n,); every row has one of them."""
    names = pl.Enum([label.value for label in labels])
    return gold.cast(pl.String).cast(names).to_physical().to_numpy().astype(np.int64)


def count_words(
    tokens: Tokens, codes: Codes, labels: Sequence[Label], writings: Writings | None = None
) -> WordCounts:
    """Count every word with every label.

    Parameters
    ----------
    tokens
        Tokens of n hypotheses.
    codes
        Position in `labels` of every hypothesis's gold label, shape (n,).
    labels
        The labels that occur.
    writings
        Which hypotheses have the same text; None: none recurs.
    """
    texts = writings or Writings.distinct(codes, len(labels))
    once = distinct_words(tokens)
    by_instances = _by_label(once, codes, len(labels))
    rows = once.rows
    again = texts.recurring[rows]
    return WordCounts(
        vocabulary=tokens.vocabulary,
        labels=tuple(labels),
        by_tokens=_by_label(tokens, codes, len(labels)),
        by_instances=by_instances,
        hypotheses=np.bincount(codes, minlength=len(labels)),
        by_writing=texts.counted(once.ids[again].astype(np.int64), rows[again], by_instances),
        writings=texts.shares.sum(axis=0),
    )


def distinct_words(tokens: Tokens) -> Tokens:
    """Return the tokens of every text with each word once, ordered by id."""
    types = max(len(tokens.vocabulary), 1)
    keys = tokens.rows * types + tokens.ids
    keys.sort()
    keys = keys[np.diff(keys, prepend=-1) > 0]
    rows = keys // types
    lengths = np.bincount(rows, minlength=len(tokens))
    offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)])
    return Tokens(tokens.tokenisation, tokens.vocabulary, (keys - rows * types).astype(np.int32), offsets)


def _by_label(tokens: Tokens, codes: Codes, labels: int) -> Counts:
    types = len(tokens.vocabulary)
    cells = tokens.ids.astype(np.int64) * labels + codes[tokens.rows]
    return np.bincount(cells, minlength=types * labels).reshape(types, labels)


# What the words of a row say of it: the strongest for its label, and whether one is flagged.


Number = TypeVar("Number", np.int64, np.float64)


def of_tokens(tokens: Tokens, codes: Offsets, values: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """Return the value of every token for the label of its row, shape (tokens,).

    Parameters
    ----------
    tokens
        Tokens of n rows.
    codes
        Column of `values` that is read for every row, shape (n,).
    values
        One number a word and label, shape (types, labels).
    """
    cells = tokens.ids.astype(np.int64) * values.shape[1] + np.repeat(codes, tokens.lengths)
    found: npt.NDArray[Number] = np.take(values, cells)
    return found


def highest_in_row(tokens: Tokens, values: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """Return the highest of the values of a row's tokens, shape (n,); 0 for a row without tokens.

    Parameters
    ----------
    tokens
        Tokens of n rows.
    values
        One number a token, none below 0, shape (tokens,).
    """
    highest = np.zeros(len(tokens), dtype=values.dtype)
    filled = np.flatnonzero(tokens.lengths)
    if len(filled):
        highest[filled] = np.maximum.reduceat(values, tokens.offsets[filled])
    return highest


def first_highest(tokens: Tokens, values: npt.NDArray[Number], highest: npt.NDArray[Number]) -> Ids:
    """Return the id of the first word of each row that has the row's highest value, or -1 without words.

    Parameters
    ----------
    tokens
        The words of the rows.
    values, highest
        One number a token, shape (tokens,), and the highest of each row, shape (rows,), as `highest_in_row`
        returns it.
    """
    words = np.full(len(tokens), -1, dtype=np.int32)
    positions = np.flatnonzero(values == np.repeat(highest, tokens.lengths))[::-1]
    # Backwards, so that the first of several is the one that stays.
    words[np.searchsorted(tokens.offsets, positions, side="right") - 1] = tokens.ids[positions]
    return words


# How strongly every word goes with every label, and which words are flagged.


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

    tokens: Tokens
    codes: Codes
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
        flagged = of_tokens(self.tokens, self.codes, self.matrix("flagged"))
        return np.greater(highest_in_row(self.tokens, flagged), 0)

    @cached_property
    def strongest(self) -> tuple[npt.NDArray[np.float64], Ids]:
        """Highest smoothed p(l|w) of a hypothesis's words for its own label, and the id of that word.

        Both of shape (n,); 0 and -1 for a hypothesis without words. Of several the first in the hypothesis.
        """
        probability = of_tokens(self.tokens, self.codes, self.matrix("p_smoothed"))
        highest = highest_in_row(self.tokens, probability)
        return highest, first_highest(self.tokens, probability, highest)


def measure_words(train: PairTable, tokens: Tokens, rate: float) -> MeasuredWords:
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
    writings = Writings(numbered_texts(train, "hypothesis"), codes, len(train.labels))
    counts = count_words(tokens, codes, train.labels, writings)
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
          see `clustered_enrichment_p_values`); ``p_adjusted``: after Benjamini and Hochberg; ``flagged``:
          whether that is at most `rate`.
    """
    seen = np.flatnonzero(counts.by_tokens.sum(axis=1))
    by_tokens, by_instances = counts.by_tokens[seen], counts.by_instances[seen]
    tokens, instances = by_tokens.sum(axis=1, keepdims=True), by_instances.sum(axis=1, keepdims=True)
    inside, writings = counts.by_writing.by_label[seen], counts.by_writing.total[seen][:, None]
    everywhere = counts.writings
    odds, low, high = log_odds(inside, everywhere, writings - inside, everywhere.sum() - everywhere)
    p_values = clustered_enrichment_p_values(inside, writings, counts.prior)
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
        "p_value": p_values,
    }
    adjusted = benjamini_hochberg(p_values.ravel())
    return _cells(counts, seen).with_columns(
        **{name: pl.Series(values.ravel()) for name, values in columns.items()},
        p_adjusted=pl.Series(adjusted),
        flagged=pl.Series(adjusted <= rate),
    )


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
