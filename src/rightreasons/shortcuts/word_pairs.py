"""The family `word_pairs`: one word in the premise and a related one in the hypothesis, as in a swap."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from rightreasons.artifacts.words_of_pairs import Words, co_occurrences, words_of
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.evidence import LABELS, counted_gold
from rightreasons.shortcuts.shortcut import Marks, Places, Shortcuts, sparse_marks
from rightreasons.text.language import language, language_of
from rightreasons.text.wordnet import open_wordnet

ADDS = {"shortcut_family": ["word_pairs"]}
FAMILY = "word_pairs"


def held_pairs(words: Words, ordered: pl.DataFrame) -> Marks:
    """Return which instances hold which pairs of words, in just these forms, letter case aside.

    Parameters
    ----------
    words
        The words of the instances.
    ordered
        Columns ``first`` (in the premise) and ``second`` (in the hypothesis): lower-cased words, no pair
        twice.
    """
    firsts, seconds = words.ids_of(ordered["first"]), words.ids_of(ordered["second"])
    present = np.flatnonzero((firsts >= 0) & (seconds >= 0))
    rows, found = co_occurrences(words, firsts[present], seconds[present])
    offsets = np.searchsorted(rows, np.arange(len(words.premise) + 1))
    return sparse_marks(offsets, present[found], ordered.height)


def label_counts(words: Words, gold: pl.Series, ordered: pl.DataFrame) -> pl.DataFrame:
    """Count the instances of each gold label that hold each pair of words, once each.

    Parameters
    ----------
    words, ordered
        See `held_pairs`.
    gold
        Gold label of each instance, as `LABEL_TYPE`.

    Returns
    -------
    polars.DataFrame
        ``first``, ``second``, and one column a label that occurs.
    """
    counts = counted_gold(held_pairs(words, ordered), gold)
    present = set(gold.drop_nulls().unique())
    columns = {label.value: counts[:, place] for place, label in enumerate(LABELS) if label.value in present}
    return ordered.select("first", "second").with_columns(**columns)


@dataclass(frozen=True)
class HeldWordPairs:
    """The rules: the premise contains one word of a pair, and the hypothesis the other.

    Parameters
    ----------
    pairs
        Columns ``first`` and ``second`` as in `held_pairs`.
    """

    pairs: pl.DataFrame

    def marks(self, block: Block) -> Marks:
        """Return which pairs of words each pair of sentences holds."""
        return held_pairs(block.once("words of both sides", lambda: words_of(block.pairs)), self.pairs)

    def at(self, places: Places) -> "HeldWordPairs":
        """Return those at some positions."""
        return HeldWordPairs(self.pairs[places])


def word_pair_shortcuts(counted: pl.DataFrame, threshold: float, min_count: int) -> Shortcuts:
    """Return pairs of words of which most instances have one label as shortcuts, strongest first.

    Parameters
    ----------
    counted
        As `label_counts` returns it.
    threshold
        More than this share of the instances that hold a pair have its label; at least one half.
    min_count
        Instances that must hold it.
    """
    labels = counted.columns[2:]
    most, total = pl.max_horizontal(labels), pl.sum_horizontal(labels)
    pointing = pl.coalesce(pl.when(pl.col(label) == most).then(pl.lit(label)) for label in labels)
    strong = (
        counted.with_columns(label=pointing.cast(LABEL_TYPE), p=most / total, total=total)
        .filter(pl.col("total") >= max(min_count, 1), pl.col("p") > max(threshold, 0.5))
        .sort("p", "total", "first", "second", descending=[True, True, False, False])
    )
    frame = strong.select(
        key=pl.format("{} / {}", "first", "second"),
        sentence=pl.format("the premise contains '{}' and the hypothesis '{}'", "first", "second"),
        label="label",
    )
    return Shortcuts(FAMILY, frame, HeldWordPairs(strong.select("first", "second")))


def word_pairs(train: PairTable, threshold: float = 0.7, min_count: int = 10) -> Shortcuts:
    """Antonyms, or a word and its hypernym, one in each sentence, that point to one label of training.

    Parameters
    ----------
    train
        Where they are counted; every row has gold.
    threshold, min_count
        See `word_pair_shortcuts`.

    Raises
    ------
    FileMissingError
        If there is no WordNet.
    MeasureInputError
        If the language is not English.
    """
    language(language_of(train.premises, train.hypotheses), f"the family of shortcuts '{FAMILY}'")
    wordnet = open_wordnet()
    related = pl.concat(wordnet.relation_pairs(each).frame for each in ("antonym", "hypernym"))
    both = pl.concat([related.select("first", "second"), related.select(first="second", second="first")])
    ordered = both.filter(pl.col("first") != pl.col("second")).unique(maintain_order=True)
    return word_pair_shortcuts(label_counts(words_of(train), train.gold, ordered), threshold, min_count)
