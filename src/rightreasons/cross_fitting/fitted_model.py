"""The linear model fitted once, for texts that come later: what a baseline predicts with."""

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from rightreasons.cross_fitting.features import Features, ngram_features
from rightreasons.cross_fitting.folds import FoldPlan
from rightreasons.cross_fitting.ngram_keys import word_pair_keys
from rightreasons.cross_fitting.regression import (
    INVERSE_REGULARISATION,
    Matrix,
    Regression,
    Weighting,
    probabilities,
    text_scale,
)
from rightreasons.cross_fitting.strength import LabelledTexts, chosen_strength
from rightreasons.text.tokens import Tokens

Positions = npt.NDArray[np.int64]


@dataclass(frozen=True)
class FittedModel:
    """A regression over the n-grams of texts, with what its features stand for.

    Parameters
    ----------
    features
        Of the training texts.
    regression
        Fitted to them.
    """

    features: Features = field(repr=False)
    regression: Regression = field(repr=False)

    def probabilities(self, tokens: Tokens) -> Matrix:
        """Return the probability of each label for each of n texts, shape (n, labels).

        What a text gets does not depend on the texts beside it; n-grams that training does not have count
        nothing.
        """
        if not len(tokens):
            return np.zeros((0, len(self.regression.bias)), dtype=np.float32)
        texts, feature_ids = self._recognised(ngram_features([tokens]))
        made = self.regression
        # An unknown feature is at -1, the row of zeros after the last one.
        coefficients = np.vstack([made.coefficients, np.zeros_like(made.coefficients[:1])])[feature_ids]
        values = np.append(made.weighting.values, np.float32(0))[feature_ids]
        counts = np.append(made.weighting.counts, 0)[feature_ids]
        weighting = Weighting(counts, values, text_scale(texts, values))
        model = Regression(coefficients, made.bias, weighting, made.loss, made.iterations)
        return probabilities(texts, model, texts.text_of_row.astype(np.int64))

    @cached_property
    def _words(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.features.word_names)}

    @cached_property
    def _ngrams(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.features.ngram_names)}

    @cached_property
    def _pairs(self) -> tuple[Positions, Positions]:
        """The key of every training pair in ascending order, and which pair it is."""
        before, word = self.features.pair_words.T
        keys = before * (len(self._words) + 1) + word
        order = np.argsort(keys)
        return keys[order], order

    def _recognised(self, texts: Features) -> tuple[Features, Positions]:
        """Return texts with the word pairs of training, and which training feature each feature is."""
        words = np.array([self._words.get(name, -1) for name in texts.word_names], dtype=np.int64)
        ngrams = np.array([self._ngrams.get(name, -1) for name in texts.ngram_names], dtype=np.int64)
        n_words, n_pairs, _ = self.features.sizes
        first = n_words + n_pairs
        feature_ids = np.concatenate(
            [words, n_words + np.arange(n_pairs), np.where(ngrams < 0, -1, first + ngrams)]
        )
        pairs = self._pairs_of(texts, words).astype(np.int32)
        return replace(texts, pairs=pairs, pair_words=self.features.pair_words), feature_ids

    def _pairs_of(self, texts: Features, words: Positions) -> Positions:
        """Return the training pair of every token, -1 where there is none."""
        own = len(words)
        before, word = np.divmod(word_pair_keys(texts.words, texts.offsets, own).astype(np.int64), own + 1)
        # The number after the last word is the start of the text, here and in training.
        numbers = np.append(words, len(self._words))
        before, word = numbers[before], numbers[word]
        keys, pairs = self._pairs
        if not len(keys):
            return np.full(len(word), -1)
        sought = before * (len(self._words) + 1) + word
        place = np.minimum(np.searchsorted(keys, sought), len(keys) - 1)
        found = (keys[place] == sought) & (before >= 0) & (word >= 0)
        return np.where(found, pairs[place], -1)


def fitted(
    tokens: Tokens, codes: npt.NDArray[np.int64], n_labels: int, plan: FoldPlan | None = None
) -> FittedModel:
    """Fit the model to labelled texts.

    Parameters
    ----------
    tokens
        Of the n training texts.
    codes
        Label of each, from 0, shape (n,).
    n_labels
        How many labels there are.
    plan
        How the rows are cross-fitted to choose the strength of regularisation; None: C = 1.
    """
    data = LabelledTexts(ngram_features([tokens]), codes, n_labels)
    strength = INVERSE_REGULARISATION if plan is None else chosen_strength(data, plan, seed=0)
    return FittedModel(data.features, data.fitted(np.arange(len(codes)), strength))
