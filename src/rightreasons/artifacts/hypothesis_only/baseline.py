"""From features to a finding: what every baseline of this folder does, whatever it looks at."""

from collections.abc import Iterator, Mapping

import numpy as np
import polars as pl

from rightreasons.artifacts.hypothesis_only.crossfit import Fits, TrainingSet, fit_all
from rightreasons.artifacts.hypothesis_only.features import Features
from rightreasons.artifacts.hypothesis_only.figures import (
    accuracy,
    majority_figures,
    majority_tests,
    scored_rows,
)
from rightreasons.artifacts.hypothesis_only.folds import folds_of, premise_groups
from rightreasons.artifacts.hypothesis_only.question import Baseline, Question
from rightreasons.artifacts.hypothesis_only.scoring import Scored, scored
from rightreasons.artifacts.hypothesis_only.views import confusion, per_group, per_label, telling_features
from rightreasons.artifacts.hypothesis_only.wording import headline_of, notes_of, settings_of, subject_of
from rightreasons.artifacts.words.counts import label_codes
from rightreasons.errors import MeasureInputError
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Finding, View
from rightreasons.pairs import LABEL_TYPE
from rightreasons.printable import printable, quoted
from rightreasons.statistics.results import Estimate

ITEM_COLUMNS: Mapping[str, str] = {
    "{measure}_probability": "float: Probability that the baseline gives to the gold label of the row.",
    "{measure}_prediction": "text: The label that the baseline predicts.",
    "{measure}_correct": "bool: Whether that is the gold label.",
    "{measure}_fold": "int: The fold of a row of the audited set; its model did not see that fold.",
}
"""Columns of every baseline, ``measure`` being its name."""


def measured(baseline: Baseline, question: Question, features: Features) -> Finding:
    """Fit the model on `features` (training rows, then test rows) and return what it gets.

    Raises
    ------
    MeasureInputError
        If training has fewer than two labels or fewer premises than folds, a test has no gold label, or
        there is no such column to group by.
    """
    data = _training_set(question, features)
    fits = fit_all(data, baseline.measure, question.progress)
    crossed = scored(question.train, question.train, fits.cross_fitted)
    final = crossed if question.test is None else scored(question.test, question.train, fits.tested)
    sets = (crossed, final) if question.test is not None else (crossed,)
    control = _control(question, fits)
    figures = Figures(_figures(baseline.measure, question, {"crossed": crossed, "final": final}, control))
    return Finding(
        measure=baseline.measure,
        subject=subject_of(question),
        definition=baseline.definition,
        headline=headline_of(baseline, figures),
        figures=figures,
        views=_views(baseline.measure, question, final, features, fits),
        tests=majority_tests(final),
        settings=settings_of(baseline, question, features, fits),
        notes=notes_of(question, final),
        items=_items(baseline, question, data, sets),
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
    folds = folds_of(premise_groups(train.premises), question.seed)
    codes = label_codes(train.gold, train.labels)
    return TrainingSet(features, codes, len(train.labels), folds, question.seed)


def _control(question: Question, fits: Fits) -> Scored:
    if question.test is not None:
        return scored(question.test, question.train, fits.control)
    held_out = pl.Series(np.isin(np.arange(len(question.train)), fits.control_rows))
    return scored(question.train.where(held_out, "not in the first fold"), question.train, fits.control)


def _figures(
    measure: str, question: Question, sets: Mapping[str, Scored], control: Scored
) -> Iterator[Figure]:
    seed, n = question.seed, len(question.train)
    rows = scored_rows(measure, question.scored_set)
    yield Figure("accuracy", accuracy(sets["final"], seed), rows=rows)
    yield from majority_figures(sets["final"], seed, rows)
    if question.test is not None:
        own = scored_rows(measure, question.train.name)
        yield Figure("accuracy", accuracy(sets["crossed"], seed), rows=own, form="cross_fitted_accuracy")
    yield Figure("accuracy", accuracy(control, seed), form="permutation_accuracy")
    yield Figure("count", Estimate(n, "count", n), rows=where(set=question.train.name), form="training_n")


def _views(
    measure: str, question: Question, final: Scored, features: Features, fits: Fits
) -> dict[str, View]:
    rows = scored_rows(measure, question.scored_set)
    return {
        "per_label": per_label(final, rows),
        "confusion": confusion(final, rows, f"{measure}_prediction"),
        **{f"by_{column}": per_group(final, column, rows) for column in question.group_by},
        "features": telling_features(features, fits.whole, question.train.labels),
    }


def _items(
    baseline: Baseline, question: Question, data: TrainingSet, sets: tuple[Scored, ...]
) -> pl.DataFrame:
    """Return one row for every row scored: those of training by cross-fitting, then those of the test."""
    names = [table.name for table in (question.train, question.test) if table is not None]
    frames = [_rows_of(baseline.measure, name, each) for name, each in zip(names, sets, strict=True)]
    folds = pl.Series(f"{baseline.measure}_fold", data.folds)
    return pl.concat([frames[0].with_columns(folds), *frames[1:]], how="diagonal")


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
