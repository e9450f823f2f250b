"""Selects the patterns that go with one label: how they are written, how strong, and which are redundant."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.levels import NOTHING, PatternCounts, Patterns
from rightreasons.artifacts.patterns.marks import located, mark, trie_of
from rightreasons.artifacts.patterns.writings import pattern_writings
from rightreasons.artifacts.writings import ByWriting, Shares, Writings
from rightreasons.pairs import LABEL_TYPE
from rightreasons.statistics.association import (
    clustered_enrichment_p_values,
    smoothed_probability,
    z_against_prior,
)
from rightreasons.statistics.multiplicity import benjamini_hochberg
from rightreasons.text.tokens import Tokens

# Patterns as people write them: 'A # # outdoors .' stands for any two tokens between A and outdoors.


PLACEHOLDER = "#"
_ESCAPED = re.compile(r"\\*#")


def written(words: Sequence[str], gaps: Sequence[int]) -> str:
    """Return the text of one pattern; a word that is itself ``#`` is written with a backslash before it."""
    parts = [_word(words[0])]
    for gap, word in zip(gaps, words[1:], strict=True):
        parts += [*[PLACEHOLDER] * gap, _word(word)]
    return " ".join(parts)


def columns(patterns: Patterns) -> pl.DataFrame:
    """Return the patterns as columns ``pattern`` (text), ``words`` and ``gaps`` (lists)."""
    words = [_named(patterns.vocabulary, ids) for ids in patterns.words.T]
    spelled = [_named(_escaped(patterns.vocabulary), ids) for ids in patterns.words.T]
    between = [_named(_placeholders(patterns), gaps) for gaps in patterns.gaps.T]
    parts = [spelled[0], *(gap + word for gap, word in zip(between, spelled[1:], strict=True))]
    gaps = [pl.Series(each, dtype=pl.Int32) for each in patterns.gaps.T]
    return pl.select(
        pattern=pl.concat_str(parts, ignore_nulls=True),
        words=pl.concat_list(words).list.drop_nulls(),
        gaps=pl.concat_list(gaps).list.filter(pl.element() != NOTHING)
        if gaps
        else pl.repeat([], len(patterns), dtype=pl.List(pl.Int32)),
    )


def _named(names: pl.Series, ids: npt.NDArray[np.int32]) -> pl.Series:
    """Return the name of every id; null for `NOTHING`."""
    return names.gather(pl.Series(ids).replace(NOTHING, None).cast(pl.UInt32))


def _placeholders(patterns: Patterns) -> pl.Series:
    """Return what stands between two words, by the number of tokens skipped."""
    most = int(patterns.gaps.max(initial=0))
    return pl.Series([" " + f"{PLACEHOLDER} " * gap for gap in range(most + 1)])


def _escaped(vocabulary: pl.Series) -> pl.Series:
    return vocabulary.str.replace(f"^({_ESCAPED.pattern})$", r"\$1")


def _word(word: str) -> str:
    return "\\" + word if _ESCAPED.fullmatch(word) else word


# How strongly each pattern goes with its label, and how sure that is.


SMOOTHING = 1.0  # added to the count of each label (Laplace)


def evidence(counts: PatternCounts, by_writing: ByWriting, prior: Shares) -> pl.DataFrame:
    """Return what speaks for every frequent pattern, in the order of `counts`.

    Parameters
    ----------
    counts
        Patterns with the instances of every label that hold them, n of them.
    by_writing
        The same patterns counted by writings.
    prior
        Mean share of every label over writings, shape (labels,).

    Returns
    -------
    polars.DataFrame
        n rows: ``pattern`` (text), ``words``, ``gaps``, then

        - ``label``: the label it goes with, i.e. that of highest p(l|b); the first of equals;
        - ``count``, and ``count_LABEL`` for every label: instances that hold the pattern;
        - ``p``: p(l|b) = count(b, l) / count(b) (Liu et al. 2020, section 2.1);
        - ``p_smoothed``: the same with 1 added for each label;
        - ``writings``: different hypotheses with the pattern, equal up to case and white space;
        - ``z``: of p by writings against the share of the label (Gardner et al. 2021, section 3);
        - ``p_value``: chance of so many or more writings of the label, if the pattern said nothing
          (one-sided; exact binomial where no hypothesis recurs, see `clustered_enrichment_p_values`);
          ``p_adjusted``: after Benjamini and Hochberg over every frequent pattern with every label, since
          the label is chosen after looking.
    """
    total = counts.counts.sum(axis=1)
    best = counts.counts.argmax(axis=1) if len(counts) else np.empty(0, dtype=np.int64)
    own = np.take_along_axis(counts.counts, best[:, None], axis=1)[:, 0]
    written, writings = np.take_along_axis(by_writing.by_label, best[:, None], axis=1)[:, 0], by_writing.total
    p_values = clustered_enrichment_p_values(by_writing.by_label, writings[:, None], prior)
    adjusted = benjamini_hochberg(p_values.ravel()).reshape(p_values.shape)
    by_label = {f"count_{name}": counts.counts[:, code] for code, name in enumerate(counts.label_names)}
    return columns(counts.patterns).with_columns(
        pl.Series("label", np.array(counts.label_names, dtype=object)[best], dtype=LABEL_TYPE),
        pl.Series("count", total),
        *(pl.Series(name, values) for name, values in by_label.items()),
        pl.Series("p", own / total),
        pl.Series("p_smoothed", smoothed_probability(own, total, len(counts.label_names), SMOOTHING)),
        pl.Series("writings", writings),
        pl.Series("z", z_against_prior(written, writings, prior[best])),
        pl.Series("p_value", np.take_along_axis(p_values, best[:, None], axis=1)[:, 0]),
        pl.Series("p_adjusted", np.take_along_axis(adjusted, best[:, None], axis=1)[:, 0]),
    )


# Chooses from all frequent patterns those that go with one label, strongest first.


EXAMPLES = 3


@dataclass(frozen=True)
class Chosen:
    """Patterns that go with one label: highest p first, then the most frequent, then the shortest.

    Parameters
    ----------
    patterns
        The patterns, n of them.
    evidence
        The rows of `evidence` for them with ``examples`` (ids of the first instances that hold the pattern)
        and ``strongest_in`` (in how many instances no pattern comes before it).
    highest
        The highest p(l|b) of all patterns; None without patterns.
    first
        For every instance the position of the pattern that comes first, -1 where it holds none.
    """

    patterns: Patterns
    evidence: pl.DataFrame
    highest: float | None
    first: npt.NDArray[np.int64]


def chosen(
    counts: PatternCounts, tokens: Tokens, ids: pl.Series, threshold: float, writings: Writings
) -> Chosen:
    """Return the patterns with p(l|b) > `threshold` and what speaks for them.

    Parameters
    ----------
    counts
        All frequent patterns of `tokens`.
    tokens, ids
        The instances that were mined, and what they are called.
    threshold
        lambda; patterns at it are left out (Liu et al. 2020, section 2.1).
    writings
        Which instances have the same text.
    """
    everything = evidence(counts, pattern_writings(counts, tokens, writings), writings.prior)
    order = (
        everything.with_row_index("place")
        .with_columns(length=pl.col("words").list.len())
        .filter(pl.col("p") > threshold)
        .sort("p", "count", "length", "pattern", descending=[True, True, False, False])["place"]
        .to_numpy()
    )
    patterns = _with_own_vocabulary(counts.patterns.at(order))
    marks = mark(tokens, patterns)
    examples = pl.select(
        pl.concat_list(ids.gather(pl.Series(rows).replace(-1, None)) for rows in marks.examples(EXAMPLES).T)
    ).to_series()
    strongest = np.bincount(marks.first[marks.first >= 0], minlength=len(patterns))
    table = everything[order].with_columns(
        examples.list.drop_nulls().alias("examples"), pl.Series("strongest_in", strongest)
    )
    highest: float | None = everything["p"].max()  # type: ignore[assignment]  # a float column
    return Chosen(patterns, table, highest, marks.first)


def _with_own_vocabulary(patterns: Patterns) -> Patterns:
    """Return the same patterns over the words that they hold."""
    used = np.unique(patterns.words[patterns.words != NOTHING])
    words: npt.NDArray[np.int32] = np.where(
        patterns.words == NOTHING, NOTHING, np.searchsorted(used, patterns.words)
    ).astype(np.int32)
    return replace(patterns, vocabulary=patterns.vocabulary.gather(used), words=words)


# Which patterns of a list are contained in other patterns.


UNKNOWN = -2
Places = npt.NDArray[np.int64]


def contained(inside: Patterns, patterns: Patterns, *, shorter: bool) -> Iterator[tuple[Places, Places]]:
    """Find the parts of `patterns` that are in the list `inside`.

    A part keeps some words at their distances: 'A # outdoors' and 'A # # .' are parts of 'A # outdoors .'.
    Every text that holds a pattern holds its parts.

    Parameters
    ----------
    inside
        The list looked into.
    patterns
        Patterns over the same vocabulary; `UNKNOWN` stands for words that `inside` does not hold.
    shorter
        Whether only parts with fewer words count, not the pattern itself.

    Yields
    ------
    tuple
        Positions in `patterns` and, for each, that of a part in `inside`; one array pair for every choice
        of words. A pattern comes up once for each of its parts that is found.
    """
    if not len(inside):
        return
    trie = trie_of(inside)
    for length in range(1, patterns.words.shape[1] + 1):
        rows = np.flatnonzero(patterns.lengths == length)
        places = np.cumsum(patterns.gaps[rows, : length - 1] + 1, axis=1)
        places = np.hstack([np.zeros((len(rows), 1), dtype=places.dtype), places])
        for size in range(1, length if shorter else length + 1):
            for kept in combinations(range(length), size):
                words = np.ascontiguousarray(patterns.words[rows][:, kept])
                gaps = np.ascontiguousarray(np.diff(places[:, kept], axis=1) - 1)
                found = located(words, gaps, trie.arrays, trie.most_skipped)
                yield rows[found >= 0], found[found >= 0]


# Which patterns say nothing that a shorter one does not say, and which ones another set covers.


Names = npt.NDArray[np.object_]


@dataclass(frozen=True, slots=True)
class Covering:
    """How much of one set of patterns another one covers.

    Parameters
    ----------
    patterns
        Patterns of the set.
    identical
        Those that are in the other set, with the same label.
    covered
        Those that hold a pattern of the other set with the same label: whatever they mark, the other set
        marks too. Identical ones are among them.
    """

    patterns: int
    identical: int
    covered: int

    @property
    def share(self) -> float | None:
        """Share covered; None for an empty set."""
        return self.covered / self.patterns if self.patterns else None


def explained_by(patterns: Patterns, labels: Names, p: npt.NDArray[np.float64]) -> Places:
    """Return for every pattern a shorter one that says as much, -1 where there is none; shape (n,).

    A shorter one says as much if the pattern holds it, so that it marks every instance the pattern marks,
    if it has the same label, and if its p(l|b) is no lower. Where both mark the same instances, p is the
    same, so this is among them. The strongest such pattern is returned: the first in the list.

    Parameters
    ----------
    patterns
        The patterns, strongest first.
    labels, p
        The label each goes with, and p(l|b); shape (n,).
    """
    nobody = len(patterns)
    explanation = np.full(len(patterns), nobody, dtype=np.int64)
    for whole, part in contained(patterns, patterns, shorter=True):
        says_as_much = (labels[whole] == labels[part]) & (p[part] >= p[whole])
        np.minimum.at(explanation, whole[says_as_much], part[says_as_much])
    return np.where(explanation == nobody, -1, explanation)


def covering(patterns: Patterns, labels: Names, others: Patterns, other_labels: Names) -> Covering:
    """Return how many of `patterns` the `others` cover; labels are those that each goes with, shape (n,)."""
    covered, identical = (np.zeros(len(patterns), dtype=np.bool_) for _ in range(2))
    translated = _in_vocabulary(patterns, others.vocabulary)
    lengths, other_lengths = patterns.lengths, others.lengths
    for whole, part in contained(others, translated, shorter=False):
        agrees = labels[whole] == other_labels[part]
        covered[whole[agrees]] = True
        identical[whole[agrees & (lengths[whole] == other_lengths[part])]] = True
    return Covering(len(patterns), int(identical.sum()), int(covered.sum()))


def _in_vocabulary(patterns: Patterns, vocabulary: pl.Series) -> Patterns:
    index = {word: place for place, word in enumerate(vocabulary.to_list())}
    ids = [index.get(word, UNKNOWN) for word in patterns.vocabulary.to_list()]
    translation = np.array([*ids, NOTHING], dtype=np.int32)  # NOTHING is -1: the last one
    return Patterns(vocabulary, translation[patterns.words], patterns.gaps)
