"""Labels predicted by a frozen encoder from the hypothesis alone, and what a bag of n-grams misses."""

from collections.abc import Iterator
from typing import cast

import numpy as np
import polars as pl

from rightreasons.cross_fitting.vectors import (
    C_OF_STRENGTH,
    MOST_ITERATIONS,
    TOLERANCE,
    EncodedTexts,
    LabelledVectors,
)
from rightreasons.engine.progress import Progress, silent
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Cell, Finding
from rightreasons.measures.data.hypothesis_only.answers import Answered, answered
from rightreasons.measures.data.hypothesis_only.baseline import items_of
from rightreasons.measures.data.hypothesis_only.measures import hypothesis_only
from rightreasons.measures.data.hypothesis_only.question import Question
from rightreasons.measures.data.hypothesis_only.scoring import (
    Flags,
    Sample,
    accuracy,
    confusion,
    gain_over,
    majority_figures,
    majority_tests,
    per_label,
    scored_rows,
)
from rightreasons.measures.data.hypothesis_only.wording import below_majority_note, notes_of, subject_of
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate
from rightreasons.text.tokens import Tokens

ADDS = {"measure": ["hypothesis_only_encoder"]}
BLOCKS = "Rows that share a text go into one fold, and a model is fitted to all other folds."

MEASURE = "hypothesis_only_encoder"
MISSED = "missed_by_ngrams"


def hypothesis_only_encoder(
    train: PairTable,
    hypothesis_features: EncodedTexts,
    hypothesis_tokens: Tokens,
    test: PairTable | None = None,
    test_hypothesis_features: EncodedTexts | None = None,
    test_hypothesis_tokens: Tokens | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> Finding:
    """Measure the accuracy of a linear model on frozen encoder features of the hypothesis.

    Parameters
    ----------
    train
        The data audited: gold in every row, two labels or more, texts that can be assigned to folds.
    hypothesis_features
        Features of its hypotheses.
    hypothesis_tokens
        Tokens of its hypotheses, for the bag of n-grams beside it.
    test, test_hypothesis_features, test_hypothesis_tokens
        A set that is scored by a model of all of `train`, with its features and tokens.
    seed, progress
        As of `rightreasons.measures.data.hypothesis_only.measures.hypothesis_only`.

    Returns
    -------
    Finding
        Figures ``accuracy``; ``majority``, ``gain``, ``gain_percent``, each also with ``_own``; ``ngrams``
        and ``missed_by_ngrams`` with the interval that the dependence of the rows asks for; ``training_n``.
        Tests ``majority``, ``majority_own``. Views ``per_label``, ``confusion``. Items as of a baseline.

    Raises
    ------
    MeasureInputError
        As of `hypothesis_only`.

    References
    ----------
    Poliak et al. (2018), section 3, with a linear model on a frozen encoder in place of InferSent.
    """
    question = Question(train, test, (), seed, progress)
    given = [each.vectors for each in (hypothesis_features, test_hypothesis_features) if each is not None]
    vectors = np.concatenate(given)
    found = answered(
        MEASURE,
        question,
        lambda codes, n_labels: LabelledVectors(vectors, codes, n_labels),
        memory=False,
    )
    bag = hypothesis_only(train, hypothesis_tokens, test, test_hypothesis_tokens, (), seed, progress)
    return _finding(question, hypothesis_features.encoder, found, bag)


def _finding(question: Question, encoder: str, found: Answered, bag: Finding) -> Finding:
    final, rows = found.final, scored_rows(MEASURE, question.scored_set)
    figures = Figures(_figures(question, final, bag))
    return Finding(
        measure=MEASURE,
        subject=subject_of(question),
        definition=fill("hypothesis_only_encoder.definition"),
        headline=_headline(encoder, figures),
        figures=figures,
        views={
            "per_label": per_label(final.scored, rows),
            "confusion": confusion(final.scored, rows, f"{MEASURE}_prediction"),
        },
        tests=majority_tests(final),
        settings=_settings(question, encoder, found),
        notes=(*below_majority_note(figures), *notes_of(question.test, final, found.data.plan)),
        items=items_of(MEASURE, question, found),
        fitted_to_train=True,
    )


def _figures(question: Question, final: Sample, bag: Finding) -> Iterator[Figure]:
    rows, n = scored_rows(MEASURE, question.scored_set), len(question.train)
    yield Figure("accuracy", accuracy(final), rows=rows)
    yield from majority_figures(final, rows)
    yield Figure("accuracy", bag.figures["accuracy"].estimate, rows=rows, what="ngrams")
    missed = gain_over(final, _right(bag, question, final))
    yield Figure("difference", missed, rows=rows, what=MISSED)
    yield Figure("count", Estimate(n, "count", n), rows=where(set=question.train.name), what="training_n")


def _right(bag: Finding, question: Question, final: Sample) -> Flags:
    """Return whether the bag of n-grams is right, for the rows that are scored, in their order."""
    items = cast("pl.DataFrame", bag.items)  # this measure always has them
    of_set = items.filter(set=question.scored_set).select("id", right="hypothesis_only_correct")
    rows = final.scored.frame.select("id").join(of_set, on="id", how="left", maintain_order="left")
    return rows["right"].to_numpy().astype(bool)


def _headline(encoder: str, figures: Figures) -> str:
    missed = figures[MISSED]
    start = fill(
        "hypothesis_only_encoder.start",
        encoder=encoder,
        accuracy=figures["accuracy"],
        ngrams=figures["ngrams"],
    )
    interval = missed.interval
    if interval is None:
        return fill("hypothesis_only_encoder.no_interval", start=start)
    if interval.low > 0:
        return fill("hypothesis_only_encoder.more", start=start, missed=missed)
    if interval.high < 0:
        return fill("hypothesis_only_encoder.less", start=start, points=abs(missed.value or 0), missed=missed)
    return fill("hypothesis_only_encoder.neither", start=start, missed=missed)


def _settings(question: Question, encoder: str, found: Answered) -> dict[str, Cell]:
    plan, strengths = found.data.plan, sorted(set(found.fits.cross_fitted.strengths.values()))
    return {
        "encoder": encoder,
        "features": "last layer, mean over tokens, standardised on the rows fitted to",
        "model": "multinomial logistic regression, L2 penalty, L-BFGS",
        "inverse_regularisation": found.fits.strength,
        "inverse_regularisation_of_folds": ", ".join(map(str, strengths)),
        "inverse_regularisation_unit": C_OF_STRENGTH,
        "tolerance": TOLERANCE,
        "most_iterations": MOST_ITERATIONS,
        "folds": plan.folds,
        "folds_scheme": plan.scheme,
        "fitted_share": plan.fitted_share,
        "seed": question.seed,
    }
