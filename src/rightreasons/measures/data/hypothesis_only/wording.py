"""What a reader is told beside the figures of a baseline: subject, headline, settings, notes."""

from rightreasons.artifacts.means import bounded_percent, percent
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
from rightreasons.printable import quoted


def subject_of(question: Question) -> str:
    """Return the name of the data, or both names where training and test differ."""
    return " -> ".join(table.name for table in (question.train, question.test) if table is not None)


def headline_of(baseline: Baseline, figures: Figures, parts: tuple[Part, ...] = ()) -> str:
    """Return accuracy and majority in one sentence, of the test rows whose text training does not have."""
    found = figures["accuracy"]
    guess, own = (figures[name].value or 0 for name in ("majority", "majority_own"))
    new = next((part for part in parts if part.what == baseline.side and not part.in_train), None)
    if new is None or new.accuracy.n == found.n:
        return f"A model that {baseline.seen} gets {bounded_percent(found)}; {_guessing(guess, own)}"
    what = f"whose {baseline.side} does not occur in training"
    right = new.accuracy
    if right.n < LEAST_ROWS:
        few = f"{bounded_percent(right)} on the {right.n:,}" if right.n else "there is no row"
        return (
            f"A model that {baseline.seen} gets {bounded_percent(found)} on all {found.n:,} test rows "
            f"({few} {what}); {_guessing(guess, own)}"
        )
    return (
        f"A model that {baseline.seen} gets {bounded_percent(right)} on the {right.n:,} test rows "
        f"{what} ({percent(found.value or 0)} on all {found.n:,}); {_guessing(new.majority or 0, own)}"
    )


def settings_of(
    baseline: Baseline, question: Question, features: Features, fits: Fits, plan: FoldPlan
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
        "seed": question.seed,
    }


def notes_of(question: Question, final: Sample, plan: FoldPlan) -> tuple[str, ...]:
    """Return what has to be known to read the figures rightly."""
    return (*_scheme_notes(plan), *_scored_notes(question, final.scored), *_dependence_notes(final))


def below_majority_note(figures: Figures) -> tuple[str, ...]:
    """Return what it means if the model gets less than guessing does, as far as the interval says so."""
    interval = figures["gain"].interval
    if interval is None or interval.high >= 0:
        return ()
    return (
        "Below the majority: what the model learns from other rows is the wrong way round here. Texts that "
        "resemble each other have opposite labels, as in counterfactual and contrast pairs, or the test has "
        "other labels than training; it does not say that nothing is given away.",
    )


def _scheme_notes(plan: FoldPlan) -> tuple[str, ...]:
    same = "equal or nearly equal" if plan.near_duplicates else "equal"
    sizes = f"{plan.n_components:,} components, the largest with {percent(plan.largest)} of the rows"
    if plan.scheme == COMPONENTS:
        scheme = f"rows with {same} texts are in one fold ({sizes})"
    else:
        scheme = (
            f"premises and hypotheses are dealt out apart, {same} texts together, since too many rows hang "
            f"together ({sizes}); the model of a row is fitted to rows of other folds of both"
        )
    fitted = f"each model is fitted to {percent(plan.fitted_share, 0)} of the rows"
    notes = [f"Cross-fitted, k = {plan.folds}: {scheme}; {fitted}."]
    notes += [
        f"One {side} is that of {percent(share, 0)} of the rows: it binds none; the other text does."
        for side, share in plan.hubs.items()
    ]
    if plan.scheme == COMPONENTS and not plan.near_duplicates:
        notes.append(
            "Texts that differ by a word or two would join too many rows: they may be in different folds."
        )
    return tuple(notes)


def _scored_notes(question: Question, final: Scored) -> list[str]:
    notes = []
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
    return notes


def _dependence_notes(final: Sample) -> tuple[str, ...]:
    if final.dependence is None:
        return ()
    refitted = ", corrected for models fitted to other rows of the same sample"
    return (
        "Intervals of accuracy and gain, and the tests, are over groups of rows that share texts"
        f"{refitted if final.dependence.fitted_share else ''}; those in tables take rows as independent.",
    )


def _guessing(share: float, own: float) -> str:
    if percent(share) == percent(own):
        return f"guessing the most frequent label gets {percent(share)}"
    return f"guessing the most frequent label of training gets {percent(share)}, the set's own {percent(own)}"
