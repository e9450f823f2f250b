"""The family `lengths`: the hypothesis is about as long as those of one label are."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.artifacts.words.counts import Codes, Counts, label_codes
from rightreasons.pairs import PairTable
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.shortcut import SCHEMA, Marks, Places, Shortcuts, dense_marks
from rightreasons.statistics.histograms import counted_quantile

ADDS = {"shortcut_family": {"lengths": "length_bins"}}
FAMILY = "lengths"
BINS = 40
Lengths = npt.NDArray[np.int64]


@dataclass(frozen=True)
class LengthBins:
    """Hypotheses counted by length and label.

    Parameters
    ----------
    first, last
        The shortest and the longest length of each bin, both of it, ascending; shape (bins,).
    counts
        Hypotheses by bin and label, shape (bins, labels).
    """

    first: Lengths
    last: Lengths
    counts: Counts


def binned(lengths: Lengths, codes: Codes, labels: int, most: int = BINS) -> LengthBins:
    """Count hypotheses in bins of one width.

    The bins are so wide that at most one text in 200 is longer than the last closed one: a few monsters must
    not set the scale.

    Parameters
    ----------
    lengths, codes
        Length of each text in tokens, and the position of its label, shape (n,).
    labels
        How many labels there are.
    most
        The most bins.
    """
    return binned_counts(length_counts(lengths, codes, labels), most)


def length_counts(lengths: Lengths, codes: Codes, labels: int) -> Counts:
    """Count hypotheses by length and label, shape (longest + 1, labels)."""
    cells = lengths * labels + codes
    size = (int(lengths.max(initial=0)) + 1) * labels
    return np.bincount(cells, minlength=size).reshape(-1, labels)


def binned_counts(counts: Counts, most: int = BINS) -> LengthBins:
    """Return what `binned` returns of hypotheses counted by length and label, shape (longest + 1, labels)."""
    width = max(1, int(np.ceil(counted_quantile(counts.sum(axis=1), 0.995) / most)))
    longest = len(counts) - 1
    bins = min(most, longest // width + 1)
    places = np.minimum(np.arange(longest + 1) // width, bins - 1)
    in_bins = np.zeros((bins, counts.shape[1]), dtype=np.int64)
    np.add.at(in_bins, places, counts)
    first = np.arange(bins) * width
    return LengthBins(first, np.append(first[1:] - 1, longest), in_bins)


@dataclass(frozen=True)
class LengthRules:
    """The rules: the hypothesis has from `first` to `last` tokens; None: it may be longer."""

    bounds: tuple[tuple[int, int | None], ...]
    tokenisation: str

    def marks(self, block: Block) -> Marks:
        """Return which bins each hypothesis is in."""
        lengths = block.tokens("hypothesis", self.tokenisation).lengths
        within = [(lengths >= first) & (last is None or lengths <= last) for first, last in self.bounds]
        return dense_marks(within, len(block))

    def at(self, places: Places) -> "LengthRules":
        """Return those at some positions."""
        return LengthRules(tuple(self.bounds[place] for place in places), self.tokenisation)


def length_bins(train: PairTable, tokenisation: str | None = None, min_count: int = 50) -> Shortcuts:
    """Lengths of the hypothesis, each with the label that is the most frequent there beside its own share.

    Parameters
    ----------
    train
        Where lengths are counted; every row has gold.
    tokenisation
        Its name; None takes the parses of the data where every row has one, otherwise ``word-punct``.
    min_count
        Hypotheses in a bin; those of fewer are left out.

    Raises
    ------
    TokenisationError
        If ``"parse"`` is asked for and a pair has none.
    """
    tokens = sentence_tokens(train, "hypothesis", tokenisation)
    codes = label_codes(train.gold, train.labels)
    return length_shortcuts(
        binned(tokens.lengths, codes, len(train.labels)), train, tokens.tokenisation, min_count
    )


def length_shortcuts(bins: LengthBins, train: PairTable, tokenisation: str, min_count: int = 50) -> Shortcuts:
    """Return bins of the lengths of training hypotheses as shortcuts, the shortest first.

    The last bin is open: a longer hypothesis is in it too.

    Parameters
    ----------
    bins
        The bins.
    train, tokenisation
        What was counted.
    min_count
        Hypotheses in a bin; those of fewer are left out.
    """
    open_end = len(bins.first) - 1
    places = np.flatnonzero(bins.counts.sum(axis=1) >= min_count)
    bounds = tuple(
        (int(bins.first[place]), None if place == open_end else int(bins.last[place])) for place in places
    )
    lifts = bins.counts[places] / bins.counts.sum(axis=0)
    labels = [train.labels[place].value for place in lifts.argmax(axis=1)]
    sentences = [_sentence(first, last) for first, last in bounds]
    frame = pl.DataFrame(
        {"key": [_key(*each) for each in bounds], "sentence": sentences, "label": labels}, schema=SCHEMA
    )
    return Shortcuts(FAMILY, frame, LengthRules(bounds, tokenisation))


def _key(first: int, last: int | None) -> str:
    return f"{first}+" if last is None else str(first) if first == last else f"{first}-{last}"


def _sentence(first: int, last: int | None) -> str:
    tokens = "token" if first == last == 1 else "tokens"
    number = f"at least {first}" if last is None else str(first) if first == last else f"{first} to {last}"
    return f"the hypothesis has {number} {tokens}"
