"""What a baseline is, and how its fits become a finding, whatever features it has."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from rightreasons.artifacts.hypothesis_only.features import LEAST_COUNT, Features
from rightreasons.artifacts.hypothesis_only.fitting import CrossFit, Fits, TrainingSet, fit_all
from rightreasons.artifacts.hypothesis_only.folds import COMPONENTS, FoldPlan, fold_plan
from rightreasons.artifacts.hypothesis_only.occurrence import (
    LEAST_ROWS,
    Occurrence,
    Part,
    in_train_columns,
    occurrence,
    part_figures,
    part_view,
    parts_of,
)
from rightreasons.artifacts.hypothesis_only.regression import MOST_ITERATIONS, TOLERANCE
from rightreasons.artifacts.hypothesis_only.scoring import (
    Flags,
    Sample,
    Scored,
    accuracy,
    confusion,
    majority_figures,
    majority_tests,
    memory_figures,
    per_group,
    per_label,
    sample_of_test,
    scored,
    scored_rows,
    strongest_features,
)
from rightreasons.artifacts.hypothesis_only.strength import STRENGTHS, LabelledTexts
from rightreasons.artifacts.means import percent
from rightreasons.artifacts.word_statistics import label_codes
from rightreasons.engine.progress import Progress
from rightreasons.errors import MeasureInputError
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.printable import printable, quoted
from rightreasons.statistics.cross_fitted import Dependence
from rightreasons.statistics.results import Estimate

# What a baseline is, and what it is asked.


@dataclass(frozen=True)
class Baseline:
    """What distinguishes one baseline from another.

    Parameters
    ----------
    measure
        Its name.
    seen
        What the model sees, as the end of "A model that ...".
    side
        The side it sees, ``"hypothesis"`` or ``"premise"``.
    definition
        What its figures mean.
    features
        The features it is given, in words.
    tokenisation
        Tokenisation of the texts.
    """

    measure: str
    seen: str
    side: str
    definition: str
    features: str
    tokenisation: str


@dataclass(frozen=True)
class Question:
    """What the baseline is asked: the data, how to group them, the seed, and who hears of progress."""

    train: PairTable
    test: PairTable | None
    group_by: tuple[str, ...]
    seed: int
    progress: Progress

    @property
    def scored_set(self) -> str:
        """Name of the set that figures are of: the test, or the audited set itself."""
        return self.train.name if self.test is None else self.test.name


# What a reader is told beside the figures: subject, headline, settings, notes.


def subject_of(question: Question) -> str:
    """Return the name of the data, or both names where training and test differ."""
    return " -> ".join(table.name for table in (question.train, question.test) if table is not None)


def headline_of(baseline: Baseline, figures: Figures, parts: tuple[Part, ...] = ()) -> str:
    """Return accuracy and majority in one sentence, of the test rows whose text training does not have."""
    found = figures["accuracy"]
    guess, own = (figures[name].value or 0 for name in ("majority", "majority_own"))
    new = next((part for part in parts if part.what == baseline.side and not part.in_train), None)
    if new is None or new.accuracy.n == found.n:
        return f"A model that {baseline.seen} gets {_shown(found)}; {_guessing(guess, own)}"
    what = f"whose {baseline.side} does not occur in training"
    if new.accuracy.n < LEAST_ROWS:
        few = f"{_shown(new.accuracy)} on the {new.accuracy.n:,}" if new.accuracy.n else "there is no row"
        return (
            f"A model that {baseline.seen} gets {_shown(found)} on all {found.n:,} test rows "
            f"({few} {what}); {_guessing(guess, own)}"
        )
    return (
        f"A model that {baseline.seen} gets {_shown(new.accuracy)} on the {new.accuracy.n:,} test rows "
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
    return (
        *_scheme_notes(plan),
        *_scored_notes(question, final.scored),
        *_dependence_notes(final),
    )


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


def _shown(found: Estimate | Figure) -> str:
    interval = found.interval
    bounds = f" ({100 * interval.low:.1f} to {100 * interval.high:.1f})" if interval else ""
    return f"{percent(found.value or 0)}{bounds}"


def _guessing(share: float, own: float) -> str:
    if percent(share) == percent(own):
        return f"guessing the most frequent label gets {percent(share)}"
    return f"guessing the most frequent label of training gets {percent(share)}, the set's own {percent(own)}"


# From features to a finding: what every baseline of this folder does, whatever it looks at.


ITEM_COLUMNS: Mapping[str, str] = {
    "{measure}_probability": "float: Probability that the baseline gives to the gold label of the row.",
    "{measure}_prediction": "text: The label that the baseline predicts.",
    "{measure}_correct": "bool: Whether that is the gold label.",
    "{measure}_fold": "int: The fold of a row of the audited set; its model was fitted to none of it.",
}
"""Columns of every baseline, ``measure`` being its name."""


def measured(baseline: Baseline, question: Question, features: Features) -> Finding:
    """Fit the model on `features` (training rows, then test rows) and return what it gets.

    Raises
    ------
    MeasureInputError
        If training has fewer than two labels or its texts cannot be dealt out to folds, a test has no gold
        label, or there is no such column to group by.
    """
    data = _training_set(question, features)
    fits = fit_all(data, baseline.measure, question.progress)
    crossed = _crossed(question.train, fits.cross_fitted, data)
    final, occurs = _tested(question, fits) if question.test is not None else (crossed, {})
    parts = parts_of(final, occurs)
    figures = Figures(
        [
            *_figures(baseline.measure, question, crossed, final),
            *part_figures(parts, question.scored_set),
            *_checks(baseline.measure, question, data, fits, crossed),
        ]
    )
    return Finding(
        measure=baseline.measure,
        subject=subject_of(question),
        definition=baseline.definition,
        headline=headline_of(baseline, figures, parts),
        figures=figures,
        views=_views(baseline.measure, question, final.scored, features, fits)
        | ({"occurrence": part_view(parts, question.scored_set)} if parts else {}),
        tests=majority_tests(final),
        settings=settings_of(baseline, question, features, fits, data.plan),
        notes=(*below_majority_note(figures), *notes_of(question, final, data.plan)),
        items=_items(baseline, question, data, (crossed.scored, final.scored), occurs),
    )


def _training_set(question: Question, features: Features) -> TrainingSet:
    train, test = question.train, question.test
    if len(train.labels) < 2:
        raise MeasureInputError(
            f"only the label {quoted(train.labels)} in '{printable(train.name)}'",
            "at least two labels to tell apart",
            "check the file and --label-map",
        )
    if test is not None and not test.labels:
        raise MeasureInputError(
            f"no gold label in '{printable(test.name)}'", "a test with gold labels", "check --columns"
        )
    codes = label_codes(train.gold, train.labels)
    texts = LabelledTexts(features, codes, len(train.labels))
    return TrainingSet(texts, fold_plan(train, codes, question.seed), question.seed)


def _crossed(train: PairTable, found: CrossFit, data: TrainingSet) -> Sample:
    dependence = Dependence(data.plan.clusters, data.plan.fitted_share)
    return Sample(scored(train, train, found.probabilities, found.guess), dependence)


def _tested(question: Question, fits: Fits) -> tuple[Sample, Occurrence]:
    if question.test is None:
        raise ValueError("no test to score")
    table = question.test.with_gold()
    found = sample_of_test(scored(question.test, question.train, fits.tested), table)
    return found, occurrence(question.train, table)


def _memorised(train: PairTable, found: CrossFit | None) -> tuple[Scored | None, Flags | None]:
    if found is None:
        return None, None
    return scored(train, train, found.probabilities, found.guess).where(found.predicted), found.predicted


def _control(question: Question, data: TrainingSet, fits: Fits) -> Sample:
    if question.test is not None:
        found = scored(question.test, question.train, fits.control)
        return sample_of_test(found, question.test)
    held_out = np.isin(np.arange(len(question.train)), fits.control_rows)
    table = question.train.where(pl.Series(held_out), "not in the first fold")
    clusters = tuple(each[held_out] for each in data.plan.clusters)
    return Sample(scored(table, question.train, fits.control), Dependence(clusters))


def _figures(measure: str, question: Question, crossed: Sample, final: Sample) -> Iterator[Figure]:
    rows = scored_rows(measure, question.scored_set)
    yield Figure("accuracy", accuracy(final), rows=rows)
    yield from majority_figures(final, rows)
    if question.test is not None:
        own = scored_rows(measure, question.train.name)
        yield Figure("accuracy", accuracy(crossed), rows=own, form="cross_fitted_accuracy")


def _checks(
    measure: str, question: Question, data: TrainingSet, fits: Fits, crossed: Sample
) -> Iterator[Figure]:
    """Return what memory of texts and shuffled labels give, and how many rows there are."""
    n, own = len(question.train), scored_rows(measure, question.train.name)
    yield from memory_figures(crossed, *_memorised(question.train, fits.memorised), own)
    yield Figure("accuracy", accuracy(_control(question, data, fits)), form="permutation_accuracy")
    yield Figure("count", Estimate(n, "count", n), rows=where(set=question.train.name), form="training_n")


def _views(
    measure: str, question: Question, final: Scored, features: Features, fits: Fits
) -> dict[str, View]:
    rows = scored_rows(measure, question.scored_set)
    return {
        "per_label": per_label(final, rows),
        "confusion": confusion(final, rows, f"{measure}_prediction"),
        **{f"by_{column}": per_group(final, column, rows) for column in question.group_by},
        "features": strongest_features(features, fits.whole, question.train.labels),
    }


def _items(
    baseline: Baseline,
    question: Question,
    data: TrainingSet,
    sets: tuple[Scored, ...],
    occurs: Occurrence,
) -> pl.DataFrame:
    """Return one row for every row scored: those of training by cross-fitting, then those of the test."""
    names = [table.name for table in (question.train, question.test) if table is not None]
    frames = [_rows_of(baseline.measure, name, each) for name, each in zip(names, sets, strict=False)]
    folds = pl.Series(f"{baseline.measure}_fold", data.plan.block)
    known = in_train_columns(occurs)
    tested = [each.with_columns(known) for each in frames[1:]]
    return pl.concat([frames[0].with_columns(folds), *tested], how="diagonal")


def _rows_of(measure: str, name: str, each: Scored) -> pl.DataFrame:
    names = pl.Series([label.value for label in each.labels], dtype=LABEL_TYPE)
    return pl.DataFrame(
        {
            "set": pl.repeat(name, len(each.gold), dtype=pl.String, eager=True),
            "id": each.frame["id"],
            f"{measure}_probability": each.probability,
            f"{measure}_prediction": names.gather(each.predicted),
            f"{measure}_correct": each.right,
        }
    )
