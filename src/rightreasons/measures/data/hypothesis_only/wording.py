"""What a reader is told beside the figures of a baseline: subject, headline, settings, notes."""

from typing import Any

from rightreasons.cross_fitting.features import LEAST_COUNT, Features
from rightreasons.cross_fitting.fitting import Fits
from rightreasons.cross_fitting.folds import COMPONENTS, FoldPlan
from rightreasons.cross_fitting.regression import MOST_ITERATIONS, TOLERANCE
from rightreasons.cross_fitting.strength import STRENGTHS
from rightreasons.figures import Figures
from rightreasons.findings import Cell
from rightreasons.measures.data.hypothesis_only.occurrence import LEAST_ROWS, Part
from rightreasons.measures.data.hypothesis_only.question import Baseline, Question
from rightreasons.measures.data.hypothesis_only.scoring import Sample, Scored
from rightreasons.numbers import percent
from rightreasons.pairs import PairTable
from rightreasons.printable import quoted
from rightreasons.sentences.templates import fill


def subject_of(question: Question) -> str:
    """Return the name of the data, or both names where training and test differ."""
    return " -> ".join(table.name for table in (question.train, question.test) if table is not None)


def headline_of(baseline: Baseline, figures: Figures, parts: tuple[Part, ...] = ()) -> str:
    """Return accuracy and majority in one sentence, of the test rows whose text training does not have."""
    shown = {"seen": baseline.seen, "accuracy": figures["accuracy"]}
    guess, own = (figures[name].value or 0 for name in ("majority", "majority_own"))
    new = next((part for part in parts if part.what == baseline.side and not part.in_train), None)
    if new is None or new.accuracy.n == figures["accuracy"].n:
        return fill("baseline.headline", **shown, guessing=_guessing(guess, own))
    side, right = baseline.side, new.accuracy
    if not right.n:
        return fill("baseline.none_new", **shown, side=side, guessing=_guessing(guess, own))
    if right.n < LEAST_ROWS:
        return fill("baseline.few_new", **shown, side=side, right=right, guessing=_guessing(guess, own))
    guessing = fill("baseline.guessing_new", majority=new.majority or 0)
    return fill("baseline.new", **shown, side=side, right=right, guessing=guessing)


def settings_of(
    baseline: Baseline, seed: int, features: Features, fits: Fits, plan: FoldPlan
) -> dict[str, Cell]:
    """Return whatever changes the result."""
    strengths = sorted(set(fits.cross_fitted.strengths.values()))
    return {
        "tokenisation": baseline.tokenisation,
        "features": baseline.features,
        "least_count": LEAST_COUNT,
        "n_features": sum(features.sizes),
        "model": "multinomial logistic regression, L2 penalty, L-BFGS",
        "inverse_regularisation": fits.strength,
        "inverse_regularisation_of_folds": ", ".join(map(str, strengths)),
        "inverse_regularisation_from": ", ".join(map(str, STRENGTHS)),
        "tolerance": TOLERANCE,
        "most_iterations": MOST_ITERATIONS,
        "iterations": fits.whole.iterations,
        "folds": plan.folds,
        "folds_scheme": plan.scheme,
        "folds_grouped_by": "component" if plan.scheme == COMPONENTS else "premise, and hypothesis",
        "near_duplicates_are_one_text": plan.near_duplicates,
        "components": plan.n_components,
        "largest_component": plan.largest,
        "fitted_share": plan.fitted_share,
        "control_training_rows": fits.control_training_rows,
        "seed": seed,
    }


def notes_of(test: PairTable | None, final: Sample, plan: FoldPlan) -> tuple[str, ...]:
    """Return what has to be known to read the figures rightly."""
    return (*_scheme_notes(plan), *_scored_notes(test, final.scored), *_dependence_notes(final))


def below_majority_note(figures: Figures) -> tuple[str, ...]:
    """Return what it means if the model gets less than guessing does, as far as the interval says so."""
    interval = figures["gain"].interval
    return () if interval is None or interval.high >= 0 else (fill("baseline.below_majority"),)


def _scheme_notes(plan: FoldPlan) -> tuple[str, ...]:
    of_components = plan.scheme == COMPONENTS
    shown: dict[str, Any] = {
        "folds": plan.folds,
        "same": "equal or nearly equal" if plan.near_duplicates else "equal",
        "components": plan.n_components,
        "largest": plan.largest,
        "fitted": plan.fitted_share,
    }
    scheme = fill("baseline.components", **shown) if of_components else fill("baseline.blocks", **shown)
    hubs = (fill("baseline.hub", side=side, share=share) for side, share in plan.hubs.items())
    return (scheme, *hubs, *_near_note(plan))


def _near_note(plan: FoldPlan) -> tuple[str, ...]:
    """Return why near-duplicates may be in different folds, where they may."""
    if plan.of_hashes:
        return (fill("baseline.near_duplicates_unknown"),)
    if plan.scheme == COMPONENTS and not plan.near_duplicates:
        return (fill("baseline.near_duplicates_apart"),)
    return ()


def _scored_notes(test: PairTable | None, final: Scored) -> list[str]:
    notes: list[str] = []
    if final.collapsed:
        notes.append(fill("baseline.collapsed"))
    if final.unseen:
        rows = sum(int(final.counts[final.labels.index(label)]) for label in final.unseen)
        notes.append(fill("baseline.unseen", labels=quoted(final.unseen), rows=rows))
    if test is not None and len(final.gold) < len(test):
        notes.append(fill("baseline.without_gold", rows=len(test) - len(final.gold)))
    return notes


def _dependence_notes(final: Sample) -> tuple[str, ...]:
    if final.dependence is None:
        return ()
    if final.dependence.fitted_share:
        return (fill("baseline.over_groups_refitted"),)
    return (fill("baseline.over_groups"),)


def _guessing(share: float, own: float) -> str:
    if percent(share) == percent(own):
        return fill("baseline.guessing", majority=share)
    return fill("baseline.guessing_either", majority=share, own=own)
