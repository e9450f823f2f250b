"""What a reader is told beside the figures: subject, headline, settings, notes."""

from rightreasons.artifacts.hypothesis_only.crossfit import Fits
from rightreasons.artifacts.hypothesis_only.features import LEAST_COUNT, Features
from rightreasons.artifacts.hypothesis_only.figures import clusters_of
from rightreasons.artifacts.hypothesis_only.folds import FOLDS
from rightreasons.artifacts.hypothesis_only.question import Baseline, Question
from rightreasons.artifacts.hypothesis_only.regression import (
    INVERSE_REGULARISATION,
    MOST_ITERATIONS,
    TOLERANCE,
)
from rightreasons.artifacts.hypothesis_only.scoring import Scored
from rightreasons.figures import Figures
from rightreasons.findings import Cell
from rightreasons.printable import quoted


def subject_of(question: Question) -> str:
    """Return the name of the data, or both names where training and test differ."""
    return " -> ".join(table.name for table in (question.train, question.test) if table is not None)


def headline_of(baseline: Baseline, figures: Figures) -> str:
    """Return accuracy and majority in one sentence."""
    found, guess = figures["accuracy"], figures["majority"]
    interval = found.interval
    bounds = f" ({100 * interval.low:.1f} to {100 * interval.high:.1f})" if interval else ""
    return (
        f"A model that {baseline.seen} gets {100 * (found.value or 0):.1f} %{bounds}; "
        f"guessing the most frequent label gets {100 * (guess.value or 0):.1f} %"
    )


def settings_of(baseline: Baseline, question: Question, features: Features, fits: Fits) -> dict[str, Cell]:
    """Return whatever changes the result."""
    return {
        "tokenisation": baseline.tokenisation,
        "features": baseline.features,
        "least_count": LEAST_COUNT,
        "n_features": sum(features.sizes),
        "model": "multinomial logistic regression, L2 penalty, L-BFGS",
        "inverse_regularisation": INVERSE_REGULARISATION,
        "tolerance": TOLERANCE,
        "most_iterations": MOST_ITERATIONS,
        "iterations": fits.whole.iterations,
        "folds": FOLDS,
        "folds_grouped_by": "premise",
        "control_training_rows": fits.control_training_rows,
        "seed": question.seed,
    }


def notes_of(question: Question, final: Scored) -> tuple[str, ...]:
    """Return what has to be known to read the figures rightly."""
    notes = []
    if question.test is None:
        notes.append(f"Cross-fitted, k = {FOLDS}: the model that scores a row saw no row with its premise.")
    if final.collapsed:
        notes.append(
            "Training and test differ in scheme: labels are collapsed to entailment and non-entailment."
        )
    if final.unseen:
        rows = sum(int(final.counts[final.labels.index(label)]) for label in final.unseen)
        notes.append(f"Training never saw {quoted(final.unseen)}: {rows:,} rows of the test count as wrong.")
    if question.test is not None and len(final.gold) < len(question.test):
        notes.append(
            f"{len(question.test) - len(final.gold):,} rows of the test without gold are not scored."
        )
    if clusters_of(final) is not None:
        notes.append(
            "Rows share premises: intervals of accuracy and gain resample premises; the tests and the "
            "intervals in tables take rows as independent."
        )
    return tuple(notes)
