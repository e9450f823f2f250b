"""How strongly the linear model is regularised: chosen inside the rows that it is fitted to."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from rightreasons.cross_fitting.features import Features
from rightreasons.cross_fitting.folds import FoldPlan
from rightreasons.cross_fitting.regression import Matrix, Regression, fit, probabilities

STRENGTHS = (0.0, 0.03, 0.1, 0.3, 1.0)
"""Inverse strengths of regularisation; at 0 the model knows the shares of the labels and nothing else."""
SELECTION_ROWS = 10_000
_LEAST = 1e-7  # a probability below it would make one row outweigh thousands

Rows = npt.NDArray[np.int64]
Codes = npt.NDArray[np.int64]
Losses = npt.NDArray[np.float64]
Task = Callable[[], Mapping[tuple[int, int], Losses]]


class Labelled(Protocol):
    """Labelled rows that a linear model can be fitted to, whatever its features are."""

    @property
    def codes(self) -> Codes:
        """Label of every labelled row, from 0, shape (rows,)."""

    @property
    def n_labels(self) -> int:
        """How many labels there are."""

    @property
    def n_rows(self) -> int:
        """Labelled rows, and those that are only predicted."""

    def fitted(self, rows: Rows, strength: float) -> Any:
        """Return the model fitted to some of the labelled rows."""

    def predicted(self, model: Any, rows: Rows) -> Matrix:
        """Return the probability of each label for some rows, shape (rows, labels)."""

    def sample(self, rows: Rows) -> "Labelled":
        """Return some of the labelled rows."""

    def with_codes(self, codes: Codes) -> "Labelled":
        """Return the same rows with other labels."""


@dataclass(frozen=True)
class LabelledTexts:
    """Texts as features, with the labels of rows: what every fit is made from.

    Parameters
    ----------
    features
        Of the labelled rows, which may be followed by rows that are only predicted.
    codes
        Label of every labelled row, from 0, shape (rows,).
    n_labels
        How many labels there are.
    """

    features: Features = field(repr=False)
    codes: Codes = field(repr=False)
    n_labels: int

    @property
    def n_rows(self) -> int:
        """Labelled rows, and those that are only predicted."""
        return len(self.features.text_of_row)

    def with_codes(self, codes: Codes) -> "LabelledTexts":
        """Return the same texts with other labels."""
        return replace(self, codes=codes)

    def fitted(self, rows: Rows, strength: float) -> Regression:
        """Return the model fitted to some of the labelled rows."""
        cells = self.features.text_of_row[rows].astype(np.int64) * self.n_labels + self.codes[rows]
        counts = np.bincount(cells, minlength=self.features.n_texts * self.n_labels).astype(np.float32)
        return fit(self.features, counts.reshape(self.features.n_texts, self.n_labels), strength)

    def predicted(self, model: Regression, rows: Rows) -> Matrix:
        """Return the probability of each label for some rows, shape (rows, labels)."""
        return probabilities(self.features, model, self.features.text_of_row[rows].astype(np.int64))

    def sample(self, rows: Rows) -> "LabelledTexts":
        """Return some of the labelled rows, with the features that they have."""
        return replace(self, features=restricted(self.features, rows), codes=self.codes[rows])


@dataclass(frozen=True)
class Strengths:
    """The inverse strengths that lose least, in log loss on rows that the model was not fitted to.

    Parameters
    ----------
    by_block
        For the model of each block, chosen without the rows of that block.
    whole
        For a model of all rows.
    """

    by_block: Mapping[int, float]
    whole: float


def restricted(features: Features, rows: Rows) -> Features:
    """Return the features of some rows; words, pairs and n-grams that they do not have are left out."""
    texts, text_of_row = np.unique(features.text_of_row[rows], return_inverse=True)
    lengths = np.diff(features.offsets)[texts]
    offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)])
    places = np.arange(offsets[-1]) - np.repeat(offsets[:-1] - features.offsets[texts], lengths)
    words, of_word = np.unique(features.words[places], return_inverse=True)
    pairs, of_pair = np.unique(features.pairs[places], return_inverse=True)
    absent = int(len(pairs) > 0 and pairs[0] < 0)
    sizes = np.diff(features.ngram_offsets)[words]
    ngram_offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)])
    members = np.arange(ngram_offsets[-1]) - np.repeat(
        ngram_offsets[:-1] - features.ngram_offsets[words], sizes
    )
    ngrams, of_ngram = np.unique(features.ngrams[members], return_inverse=True)
    return Features(
        text_of_row.astype(np.int32),
        offsets,
        of_word.astype(np.int32),
        (of_pair - absent).astype(np.int32),
        ngram_offsets,
        of_ngram.astype(np.int32),
        tuple(features.word_names[word] for word in words.tolist()),
        features.pair_words[pairs[absent:]],
        tuple(features.ngram_names[ngram] for ngram in ngrams.tolist()),
        features.word_kind,
    )


def selection_tasks(
    data: Labelled, plan: FoldPlan, blocks: Iterable[int], seed: int
) -> dict[tuple[int, int], Task]:
    """Return what has to be computed to choose strengths: by two blocks, the models that saw neither.

    Parameters
    ----------
    data, plan
        The labelled rows, and how they are cross-fitted. At most 10,000 rows of them are used.
    blocks
        Those whose models are needed.
    seed
        For the sample.

    Returns
    -------
    dict
        By two blocks, a function that returns, by ``(block, inner block)``, the log loss in nats of every
        strength on the rows of the inner block, shape (strengths,).
    """
    rows = _sampled(data, seed)
    small = data.sample(rows)
    needed = {(block, inner) for block in blocks for inner in plan.inner(block)}
    unordered = sorted({(min(pair), max(pair)) for pair in needed})
    return {pair: _task(small, plan, rows, pair, needed) for pair in unordered}


def strengths_of(
    losses: Mapping[tuple[int, int], Losses], plan: FoldPlan, blocks: Iterable[int]
) -> Strengths:
    """Choose from what `selection_tasks` computed; of equal losses the stronger regularisation.

    Parameters
    ----------
    losses
        Log losses of an inner block, by (block held out, inner block): one a strength tried.
    plan
        The folds.
    blocks
        The blocks held out for which a strength is chosen, each by its inner blocks alone.

    Returns
    -------
    Strengths
        The inverse strength by block, and the one of all losses together, for the model of all rows.
    """
    by_block = {
        block: _best([losses[block, inner] for inner in plan.inner(block) if (block, inner) in losses])
        for block in blocks
    }
    return Strengths(by_block, _best(list(losses.values())))


def chosen_strength(data: LabelledTexts, plan: FoldPlan, seed: int) -> float:
    """Return the inverse strength that loses least over the blocks of a plan, for a model of all rows.

    Parameters
    ----------
    data
        Texts with gold labels; of many rows a sample is taken.
    plan
        The folds: each block is predicted by a model of the others.
    seed
        For the sample.
    """
    rows = _sampled(data, seed)
    small = data.sample(rows)
    losses = [
        _losses(
            small, np.flatnonzero(plan.fitted_to(block)[rows]), np.flatnonzero(plan.held_out(block)[rows])
        )
        for block in plan.blocks
    ]
    return _best(losses)


def _task(
    data: Labelled, plan: FoldPlan, sample: Rows, pair: tuple[int, int], needed: set[tuple[int, int]]
) -> Task:
    def losses() -> Mapping[tuple[int, int], Losses]:
        seen = np.flatnonzero(plan.fitted_to(*pair)[sample])
        held_out = {
            (block, inner): np.flatnonzero(plan.held_out(inner)[sample])
            for inner, block in (pair, pair[::-1])
            if (block, inner) in needed
        }
        found = _losses(data, seen, *held_out.values())
        return dict(zip(held_out, found.reshape(len(held_out), -1), strict=True))

    return losses


def _sampled(data: Labelled, seed: int) -> Rows:
    return np.sort(np.random.default_rng([seed, 2]).permutation(len(data.codes))[:SELECTION_ROWS])


def _losses(data: Labelled, seen: Rows, *held_out: Rows) -> Losses:
    """Return the log loss of every strength on each set of rows held out, shape (sets, strengths)."""
    if not len(seen):
        return np.zeros((len(held_out), len(STRENGTHS)))
    models = [data.fitted(seen, strength) for strength in STRENGTHS]
    return np.array([[_log_loss(data, model, rows) for model in models] for rows in held_out])


def _log_loss(data: Labelled, model: Any, rows: Rows) -> float:
    shares = data.predicted(model, rows)[np.arange(len(rows)), data.codes[rows]]
    return float(-np.log(np.maximum(shares, _LEAST), dtype=np.float64).sum())


def _best(losses: list[Losses]) -> float:
    """Return the strength of the least sum; of equal sums, and where there is nothing to sum, the first."""
    total = np.sum([loss.ravel() for loss in losses], axis=0) if losses else np.zeros(len(STRENGTHS))
    return STRENGTHS[int(np.argmin(total))]
