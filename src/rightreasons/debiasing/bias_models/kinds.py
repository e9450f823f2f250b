"""Bias models: what a pair's hypothesis, its shortcuts, or the words that both texts share predict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from rightreasons.artifacts.overlap.pair_words import in_one_vocabulary, is_run, shared
from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.artifacts.words.counts import label_codes
from rightreasons.cross_fitting.fitted_model import fitted
from rightreasons.cross_fitting.folds import FOLDS, fold_plan
from rightreasons.debiasing.bias_models.cross_fitting import (
    BiasLogProbabilities,
    BiasModel,
    Shares,
    cross_fitted,
    log_probabilities,
)
from rightreasons.debiasing.shared.known_pairs import aligned
from rightreasons.engine.memory import frame_key, remembered
from rightreasons.errors import OptionError, PredictionError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.printable import printable, quoted
from rightreasons.shortcuts import is_family
from rightreasons.shortcuts.families import shortcuts_of
from rightreasons.shortcuts.patterns import pattern_shortcuts
from rightreasons.shortcuts.shortcut import Shortcuts
from rightreasons.text.tokenisations import tokens

KINDS = ("hypothesis-only", "patterns", "overlap")
_TOKENISATION = "word-punct"


def is_kind(name: str) -> bool:
    """Return whether a name is of a bias model that is fitted here, not of a file of predictions."""
    return name in KINDS or is_family(name)


def bias_log_probabilities(
    train: PairTable,
    kind: str | BiasModel,
    labels: Sequence[Label],
    folds: int = FOLDS,
    seed: int = 2018,
    patterns: PatternOptions | None = None,
) -> BiasLogProbabilities:
    """Return what a bias model says of training pairs, cross-fitted: see `cross_fitted`.

    Parameters
    ----------
    train
        Every row has a gold label.
    kind
        ``"hypothesis-only"`` (logistic regression over n-grams of the hypothesis), ``"patterns"`` (over the
        artificial patterns it holds, mined without the fold), ``"overlap"`` (over what its words share with
        the premise), another family of shortcuts (over which of them hold), or any model that can be fitted
        and asked.
    labels
        Of the model that will be trained, in the order of its outputs.
    folds, seed
        See `cross_fitted`.
    patterns
        Of ``"patterns"``, and lambda and least count of other families; None: its defaults.

    Raises
    ------
    OptionError
        If there is no such kind.
    MeasureInputError
        If the data are too few for the folds.
    """
    if not isinstance(kind, str):
        return cross_fitted(train, kind, labels, folds, seed)
    models: dict[str, BiasModel] = {
        "hypothesis-only": hypothesis_only,
        "patterns": partial(by_patterns, rule=patterns or PatternOptions()),
        "overlap": by_overlap,
    }
    if not is_kind(kind):
        known = f"one of {', '.join(models)}, or a family of shortcuts"
        raise OptionError(f"bias model '{printable(kind)}'", known, "choose one")
    model = models.get(kind) or partial(by_family, family=kind, rule=patterns or PatternOptions())
    return remembered(
        "bias probabilities",
        (frame_key(train.frame), kind, tuple(labels), folds, seed, patterns),
        lambda: cross_fitted(train, model, labels, folds, seed, kind),
    )


def saved_log_probabilities(
    predictions: Predictions, train: PairTable, labels: Sequence[Label]
) -> BiasLogProbabilities:
    """Return a predictor's probabilities of training pairs that it was not trained on.

    Nothing here can tell whether it was: who calls this answers for it. Predictions made out of fold, or by a
    model trained on other data, are meant.

    Parameters
    ----------
    predictions
        With probabilities; there may be more pairs than those of `train`.
    train
        The pairs.
    labels
        Of the model that will be trained, in the order of its outputs.

    Raises
    ------
    PredictionError
        If a pair or a label is missing, or there are no probabilities.
    """
    missing = [label.value for label in labels if label.value not in predictions.frame.columns[2:]]
    if missing:
        raise PredictionError(
            f"no probabilities of {quoted(missing)} in '{printable(predictions.name)}'",
            "a probability for every label of the model",
            "save the predictions with probabilities, of the same labels",
        )
    name = f"'{printable(predictions.name)}'"
    found = aligned(predictions.frame, train.frame["id"], f"prediction in {name}")
    shares = found.select(label.value for label in labels).to_numpy()
    return log_probabilities(train.frame["id"], shares, labels, name)


def hypothesis_only(seen: PairTable, held_out: PairTable, labels: Sequence[Label]) -> Shares:
    """Predict by word 1-2-grams and character n-grams of the hypothesis (after Poliak et al. 2018).

    The strength of regularisation is chosen among the pairs seen, in two folds that share no text: where the
    hypothesis gives nothing away, the shares of the labels are predicted.
    """
    codes = label_codes(seen.gold, labels)
    plan = fold_plan(seen, codes, 0, folds=2)
    model = fitted(tokens(seen.hypotheses, _TOKENISATION), codes, len(labels), plan)
    return model.probabilities(tokens(held_out.hypotheses, _TOKENISATION))


def by_patterns(
    seen: PairTable, held_out: PairTable, labels: Sequence[Label], rule: PatternOptions
) -> Shares:
    """Predict by the artificial patterns of the pairs seen that the hypothesis holds (Liu et al. 2020).

    Parameters
    ----------
    seen, held_out
        What patterns are mined and weighed on, and what is predicted.
    labels
        The columns of the result.
    rule
        Which patterns; their tokenisation is the bias models' own.

    Returns
    -------
    ndarray
        As of `by_shortcuts`.
    """
    mined = PatternSet.fit(seen, replace(rule, tokenisation=_TOKENISATION)).compact()
    return by_shortcuts(seen, held_out, labels, pattern_shortcuts(mined))


def by_family(
    seen: PairTable, held_out: PairTable, labels: Sequence[Label], family: str, rule: PatternOptions
) -> Shares:
    """Predict by which shortcuts of a family hold, mined among the pairs seen where the family is mined."""
    options = {"tokenisation": _TOKENISATION, "threshold": rule.threshold, "min_count": rule.min_count}
    return by_shortcuts(seen, held_out, labels, shortcuts_of(family, seen, **options))


def by_shortcuts(
    seen: PairTable, held_out: PairTable, labels: Sequence[Label], shortcuts: Shortcuts
) -> Shares:
    """Predict by which shortcuts hold.

    Returns
    -------
    ndarray
        Probabilities of a logistic regression on ones where a shortcut holds, shape (held out, labels); where
        there is none, the shares of the labels among `seen`. It is fitted in double precision: in single
        precision its last steps would depend on the order in which shortcuts are found.
    """
    if not len(shortcuts):
        return _regressed(None, None, seen, held_out, labels)
    features = [shortcuts.marks(pairs).astype(np.float64) for pairs in (seen, held_out)]
    return _regressed(features[0], features[1], seen, held_out, labels)


def by_overlap(seen: PairTable, held_out: PairTable, labels: Sequence[Label]) -> Shares:
    """Predict by what the sides share, after the bias model of Clark et al. (2019) for HANS.

    Whether the premise has every word of the hypothesis, whether the hypothesis is a run of its words, the
    share of the hypothesis's words that it has, and the Jaccard index; without their distances between word
    vectors, since no vectors are needed here.
    """
    return _regressed(_overlap(seen), _overlap(held_out), seen, held_out, labels)


def _overlap(pairs: PairTable) -> Any:
    words = in_one_vocabulary(*(tokens(side, _TOKENISATION) for side in (pairs.premises, pairs.hypotheses)))
    common = shared(words)
    columns = [common.every_word, is_run(words), common.overlap, common.jaccard]
    return np.nan_to_num(np.column_stack(columns).astype(np.float64))


def _regressed(
    features: Any, held_out_features: Any, seen: PairTable, held_out: PairTable, labels: Sequence[Label]
) -> Shares:
    """Fit a logistic regression and ask it; without features it knows the shares of the labels only."""
    from sklearn.linear_model import LogisticRegression

    codes = label_codes(seen.gold, labels)
    if features is None:
        return np.tile(np.bincount(codes, minlength=len(labels)) / len(codes), (len(held_out), 1))
    model = LogisticRegression(max_iter=1000).fit(features, codes)
    shares = np.zeros((len(held_out), len(labels)))
    shares[:, model.classes_] = model.predict_proba(held_out_features)
    return shares
