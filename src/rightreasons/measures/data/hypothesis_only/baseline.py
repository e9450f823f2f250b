"""From the features of a baseline to a finding, whatever it looks at."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
import polars as pl

from rightreasons.artifacts.templates import known_templates, template_column, template_numbers
from rightreasons.cross_fitting.features import Features
from rightreasons.cross_fitting.fitting import CrossFit, Fits, TrainingSet, fit_all
from rightreasons.cross_fitting.folds import grouped_plan
from rightreasons.figures import Figure, Figures, Rows, where
from rightreasons.findings import Finding, View
from rightreasons.measures.data.hypothesis_only.answers import Answered, crossed_sample, fitted
from rightreasons.measures.data.hypothesis_only.gold_probabilities import keep
from rightreasons.measures.data.hypothesis_only.occurrence import (
    first_of_pairs,
    in_train_columns,
    once_figures,
    part_figures,
    part_view,
    parts_of,
)
from rightreasons.measures.data.hypothesis_only.question import Baseline, Question
from rightreasons.measures.data.hypothesis_only.scoring import (
    Flags,
    Sample,
    Scored,
    accuracy,
    confusion,
    gain_over,
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
from rightreasons.measures.data.hypothesis_only.wording import (
    below_majority_note,
    headline_of,
    notes_of,
    settings_of,
    subject_of,
)
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.cross_fitted import Dependence
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.smallest_gain import smallest_gain

ITEM_COLUMNS: Mapping[str, str] = {
    "{measure}_probability": "float score of {measure}: Probability that the baseline gives to the gold "
    "label of the row.",
    "{measure}_prediction": "text baseline of {measure}: The label that the baseline predicts.",
    "{measure}_correct": "bool correct of {measure}: Whether that is the gold label.",
    "{measure}_fold": "int fold of {measure}: The fold of a row of the audited set; its model was "
    "fitted to none of it.",
}
"""Columns of every baseline, ``measure`` being its name."""

_MOST = 0.5


def measured(baseline: Baseline, question: Question, features: Features, *, memory: bool = True) -> Finding:
    """Fit the model on `features` (training rows, then test rows) and return what it gets.

    Raises
    ------
    MeasureInputError
        If training has fewer than two labels or its texts cannot be assigned to folds, a test has no gold
        label, or there is no such column to group by.
    """
    return finding_of(baseline, question, features, fitted(baseline, question, features, memory=memory))


def finding_of(baseline: Baseline, question: Question, features: Features, found: Answered) -> Finding:
    """Return what is said of the answers of a baseline over `features`; errors as of `measured`."""
    keep(baseline, question, found)
    data, fits, crossed, final = found.data, found.fits, found.crossed, found.final
    parts = parts_of(final, found.occurs)
    figures = Figures(
        [
            *_figures(baseline.measure, question, crossed, final),
            *part_figures(parts, question.scored_set),
            *once_figures(crossed, first_of_pairs(question.train), question.train.name),
            *_checks(baseline.measure, question, data, fits, crossed),
            *_on_new_templates(baseline.measure, question, data),
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
        settings=settings_of(baseline, question.seed, features, fits, data.plan),
        notes=(*below_majority_note(figures), *notes_of(question.test, final, data.plan)),
        items=items_of(baseline.measure, question, found),
        fitted_to_train=True,
    )


def answer_figures(final: Sample, rows: Rows) -> Iterator[Figure]:
    """Return what the answers of a baseline are worth, beside either majority label.

    Parameters
    ----------
    final, rows
        The answers that are scored, and which rows they are of.
    """
    yield Figure("accuracy", accuracy(final), rows=rows)
    yield from majority_figures(final, rows)
    least = smallest_gain(final.scored.gold, final.dependence)
    yield Figure("detectable_difference", least, rows=rows, what="smallest_gain")


def control_figures(control: Sample, name: str, n: int) -> Iterator[Figure]:
    """Return what shuffled labels give, and how many rows there are.

    Parameters
    ----------
    control
        The answers of a model that was fitted to shuffled labels.
    name, n
        The set that models are fitted to, and its rows.
    """
    yield Figure("accuracy", accuracy(control), what="permutation_accuracy")
    yield Figure("count", Estimate(n, "count", n), rows=where(set=name), what="training_n")


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
    yield from answer_figures(final, scored_rows(measure, question.scored_set))
    if question.test is not None:
        own = scored_rows(measure, question.train.name)
        yield Figure("accuracy", accuracy(crossed), rows=own, what="cross_fitted_accuracy")


def _checks(
    measure: str, question: Question, data: TrainingSet, fits: Fits, crossed: Sample
) -> Iterator[Figure]:
    """Return what memory of texts and shuffled labels give, and how many rows there are."""
    n, own = len(question.train), scored_rows(measure, question.train.name)
    if fits.memorised is not None or not data.plan.repeats:
        yield from memory_figures(crossed, *_memorised(question.train, fits.memorised), own)
    yield from control_figures(_control(question, data, fits), question.train.name, n)


def _on_new_templates(measure: str, question: Question, data: TrainingSet) -> Iterator[Figure]:
    """Return what models get of training rows that were fitted to no row of a row's template.

    There are figures where a column tells templates apart and, of a test, most rows are of templates that
    training has: of new ones it says by itself what models get.
    """
    train, column = question.train, template_column(question.train)
    if column is None or (question.test is not None and _are_new(train, question.test, column)):
        return
    numbers = template_numbers(train, column).to_numpy()
    plan = grouped_plan(train, data.texts.codes, numbers, question.seed)
    group, rows = {"column": column}, where(set=train.name)
    if plan is None:
        reason = fill("baseline.few_templates", column=column)
        none = Estimate(None, "proportion", 0, reason=reason)
        yield Figure("gain", none, group, rows=rows, what="gain_held_out")
        return
    apart = replace(data, plan=plan)
    found = fit_all(apart, f"{measure}, {printable(column, 60)}", question.progress, memory=False)
    sample = crossed_sample(train, found.cross_fitted, apart)
    yield Figure("accuracy", accuracy(sample), group, rows=rows, what="accuracy_held_out")
    gain = gain_over(sample, sample.scored.guessed_own)
    yield Figure("gain", gain, group, rows=rows, what="gain_held_out")


def _are_new(train: PairTable, test: PairTable, column: str) -> bool:
    return known_templates(train, test, column) < _MOST


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


def items_of(measure: str, question: Question, found: Answered) -> pl.DataFrame:
    """Return one row for every row scored: those of training by cross-fitting, then those of the test."""
    names = [table.name for table in (question.train, question.test) if table is not None]
    frames = [_rows_of(measure, name, each) for name, each in zip(names, found.sets, strict=False)]
    own = (
        pl.Series(f"{measure}_fold", found.data.plan.block),
        pl.Series("pair_once", first_of_pairs(question.train)),
    )
    known = in_train_columns(found.occurs)
    tested = [each.with_columns(known) for each in frames[1:]]
    return pl.concat([frames[0].with_columns(own), *tested], how="diagonal")


def _rows_of(measure: str, name: str, each: Scored) -> pl.DataFrame:
    named = pl.repeat(name, len(each.gold), dtype=pl.String, eager=True).alias("set")
    return answers_of(measure, each).select(named, each.frame["id"], pl.all())


def answers_of(measure: str, each: Scored) -> pl.DataFrame:
    """Return what a baseline said of the rows that it scored, and whether that is right, in their order."""
    names = pl.Series([label.value for label in each.labels], dtype=LABEL_TYPE)
    return pl.DataFrame(
        {
            f"{measure}_probability": each.probability,
            f"{measure}_prediction": names.gather(each.predicted),
            f"{measure}_correct": each.right,
        }
    )
