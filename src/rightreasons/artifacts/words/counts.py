"""How often every word occurs with every label, by tokens and by instances."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.mining.counting import count_words as words_held
from rightreasons.artifacts.row_counts import times_of_few
from rightreasons.artifacts.sources import BySource, OfSources
from rightreasons.artifacts.writings import ByWriting, Recurring, Shares, Writings
from rightreasons.labels import Label
from rightreasons.pairs import LABEL_TYPE
from rightreasons.text.tokens import TokenBlocks, Tokens

Counts = npt.NDArray[np.int64]
Codes = npt.NDArray[np.int64]
LabelCodes = npt.NDArray[np.integer]


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
    by_source, source_prior
        The words by sources, and the mean share of every label over these, shape (labels,); None where labels
        of one source do not go together.
    """

    vocabulary: pl.Series
    labels: tuple[Label, ...]
    by_tokens: Counts
    by_instances: Counts
    hypotheses: Counts
    by_writing: ByWriting
    writings: Shares
    by_source: BySource | None = None
    source_prior: Shares | None = None

    @cached_property
    def prior(self) -> Shares:
        """Mean share of every label over the writings, shape (labels,)."""
        return np.asarray(self.writings / self.writings.sum())


def label_codes(gold: pl.Series, labels: Sequence[Label]) -> Codes:
    """Return the position in `labels` of every row's gold label, shape (n,); every row has one of them."""
    return codes_by_label(gold, {label: place for place, label in enumerate(labels)})


def codes_by_label(gold: pl.Series, codes: Mapping[Label, int]) -> Codes:
    """Return the code of every row's gold label, shape (n,); every label that occurs has one."""
    by_position = np.array([codes.get(label, -1) for label in Label])
    found = np.asarray(by_position[gold.cast(LABEL_TYPE).to_physical().to_numpy()])
    if found.size and found.min() < 0:
        raise KeyError(f"a label that is none of {', '.join(codes)}")
    return found


def count_words(
    tokens: TokenBlocks, codes: LabelCodes, labels: Sequence[Label], writings: Writings | None = None
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
    by_tokens, by_instances = (
        np.zeros((len(tokens.vocabulary), len(labels)), dtype=np.int64) for _ in range(2)
    )
    for start, block in tokens.blocks():
        own = codes[start : start + len(block)]
        by_tokens += _by_label(block, own, len(labels))
        by_instances += words_held(block.ids, block.offsets, own, *by_instances.shape)
    return WordCounts(
        vocabulary=tokens.vocabulary,
        labels=tuple(labels),
        by_tokens=by_tokens,
        by_instances=by_instances,
        hypotheses=times_of_few(codes, len(labels)),
        by_writing=_by_writing(texts, tokens, by_instances),
        writings=texts.share_sums,
        by_source=_by_source(texts.sources, tokens, by_instances),
        source_prior=None if texts.sources is None else texts.sources.prior,
    )


def _by_writing(writings: Writings, tokens: TokenBlocks, by_instances: Counts) -> ByWriting:
    found = Recurring.none(by_instances.shape)
    for rows, own in writings.recurring_blocks(tokens):
        once = distinct_words(own)
        found = found.and_those(writings, once.ids.astype(np.int64), rows[once.rows])
    return found.merged(by_instances)


def _by_source(sources: Writings | None, tokens: TokenBlocks, by_instances: Counts) -> BySource | None:
    if sources is None:
        return None
    found = OfSources.none(by_instances.shape)
    for rows, own in sources.recurring_blocks(tokens):
        once = distinct_words(own)
        found = found.and_those(sources, once.ids.astype(np.int64), rows[once.rows])
    return found.merged(by_instances)


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


def _by_label(tokens: Tokens, codes: LabelCodes, labels: int) -> Counts:
    types = len(tokens.vocabulary)
    cells = tokens.ids.astype(np.int64) * labels + np.repeat(codes, tokens.lengths)
    return np.bincount(cells, minlength=types * labels).reshape(types, labels)
