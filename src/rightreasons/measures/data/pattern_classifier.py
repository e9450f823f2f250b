"""Hypothesis-only classifiers that see nothing but which artificial patterns a hypothesis holds."""

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.artifacts.words.counts import label_codes
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.measures.data.hypothesis_only.scoring import Scored, scored
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.patterns import pattern_shortcuts
from rightreasons.statistics.paired_scores import PairedCounts
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate
from rightreasons.text.tokens import Tokens

HIDDEN = 100  # the paper states neither layers nor sizes; scikit-learn's own
EPOCHS = 200


def pattern_classifier(
    train: PairTable,
    hypothesis_tokens: Tokens,
    test: PairTable,
    test_hypothesis_tokens: Tokens,
    seed: int = 0,
    settings: PatternSettings | None = None,
    threshold: float = 0.5,
) -> Finding:
    """Measure what a perceptron gets from artificial patterns as its only features.

    Parameters
    ----------
    train, hypothesis_tokens
        Where patterns are mined and the classifier is trained; every row has gold.
    test, test_hypothesis_tokens
        Where it is scored; same tokenisation.
    seed
        For the perceptron, and for the tenth of training by which it stops.
    settings
        What patterns look like; None for H(3, 3) with at least 50 instances.
    threshold
        lambda.

    Returns
    -------
    Finding
        Figures ``unigram``, ``pattern`` (accuracy), ``majority``, ``gain`` (pattern minus unigram). Test
        ``gain`` (McNemar). View ``classifiers``.
    """
    chosen = settings or PatternSettings()
    single = PatternSettings(1, 1, chosen.reading, chosen.min_count)
    results, sizes = {}, {}
    for name, each in (("unigram", single), ("pattern", chosen)):
        patterns = PatternSet.from_tokens(train, hypothesis_tokens, each, threshold)
        sizes[name] = len(patterns)
        results[name] = _classified(train, hypothesis_tokens, test, test_hypothesis_tokens, patterns, seed)
    figures = Figures(_figures(results, test.name))
    return Finding(
        measure="pattern_classifier",
        subject=f"{train.name} -> {test.name}",
        definition=fill("pattern_classifier.definition"),
        headline=_headline(figures),
        figures=figures,
        views={"classifiers": _table(figures, sizes)},
        tests={"gain": _compared(results)[1]},
        settings={
            "tokenisation": hypothesis_tokens.tokenisation,
            "lambda": threshold,
            "max_words": chosen.max_words,
            "max_gap": chosen.max_gap,
            "min_count": chosen.min_count,
            "model": f"multi-layer perceptron, one hidden layer of {HIDDEN}, Adam, early stopping",
            "seed": seed,
        },
        fitted_to_train=True,
    )


def _classified(
    train: PairTable, tokens: Tokens, test: PairTable, test_tokens: Tokens, patterns: PatternSet, seed: int
) -> Scored:
    codes = label_codes(train.gold, train.labels)
    if not len(patterns):  # nothing is seen: what remains are the shares of the labels
        return scored(test, train, np.tile(np.bincount(codes) / len(codes), (len(test), 1)))
    seen, asked = (
        pattern_shortcuts(patterns).marks(Block(pairs, hypothesis=own)).astype(np.float32)
        for pairs, own in ((train, tokens), (test, test_tokens))
    )
    return scored(test, train, _fitted(seen, codes, seed).predict_proba(asked))


def _fitted(features: Any, codes: npt.NDArray[np.int64], seed: int) -> Any:
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.neural_network import MLPClassifier

    model = MLPClassifier((HIDDEN,), early_stopping=True, max_iter=EPOCHS, random_state=seed)
    with warnings.catch_warnings():
        # A tenth of training decides when to stop; that the loss still falls then is no fault.
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(features, codes)


def _figures(results: dict[str, Scored], name: str) -> Iterator[Figure]:
    rows = where(set=name)
    for features, result in results.items():
        accuracy = proportion(int(result.right.sum()), len(result.gold))
        yield Figure("accuracy", accuracy, rows=rows, what=features)
    last = results["pattern"]
    label = last.labels[int(last.guess[0])] if len(last.guess) else None
    majority = proportion(int(last.guessed.sum()), len(last.guessed))
    yield Figure("majority_accuracy", majority, label=label, rows=rows, what="majority")
    yield Figure("difference", _compared(results)[0], rows=rows, what="gain")


def _compared(results: dict[str, Scored]) -> tuple[Estimate, Any]:
    counts = PairedCounts.of(results["pattern"].right, results["unigram"].right)
    return counts.difference(), counts.test()


def _table(figures: Figures, sizes: dict[str, int]) -> View:
    rows: list[tuple[Cell, ...]] = [("majority", None, figures["majority"].value, None, None)]
    for name, size in sizes.items():
        rows.append((name, size, figures[name].value, *figures[name].bounds))
    columns = ("features", "patterns", "accuracy", "low", "high")
    return View(
        fill("pattern_classifier.classifiers"),
        columns,
        tuple(rows),
        by=("features",),
        bounds={"accuracy": ("low", "high")},
    )


def _headline(figures: Figures) -> str:
    return fill(
        "pattern_classifier.headline",
        **{name: figures[name] for name in ("pattern", "unigram", "majority")},
    )
