"""From features to a finding: what every baseline of this folder does, whatever it looks at."""

import numpy as np
import polars as pl

from rightreasons.artifacts.hypothesis_only.crossfit import Fits, TrainingSet, fit_all
from rightreasons.artifacts.hypothesis_only.features import Features
from rightreasons.artifacts.hypothesis_only.figures import accuracy, majority_figures, majority_tests
from rightreasons.artifacts.hypothesis_only.folds import folds_of, premise_groups
from rightreasons.artifacts.hypothesis_only.question import Baseline, Question
from rightreasons.artifacts.hypothesis_only.scoring import Scored, scored
from rightreasons.artifacts.hypothesis_only.views import confusion, per_group, per_label, telling_features
from rightreasons.artifacts.hypothesis_only.wording import headline_of, notes_of, settings_of, subject_of
from rightreasons.artifacts.words.counts import label_codes
from rightreasons.errors import MeasureInputError
from rightreasons.findings import Finding, View
from rightreasons.pairs import LABEL_TYPE
from rightreasons.printable import printable, quoted
from rightreasons.statistics.results import Estimate

EVIDENCE = 50


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
    figures = {"accuracy": accuracy(final, question.seed), **majority_figures(final, question.seed)}
    if question.test is not None:
        figures["cross_fitted_accuracy"] = accuracy(crossed, question.seed)
    figures["permutation_accuracy"] = accuracy(_control(question, fits), question.seed)
    figures["training_n"] = Estimate(len(question.train), "count", len(question.train))
    return Finding(
        measure=baseline.measure,
        subject=subject_of(question),
        definition=baseline.definition,
        headline=headline_of(baseline, figures),
        figures=figures,
        views=_tables(question, final, features, fits),
        tests=majority_tests(final),
        evidence={"accuracy": _surest_hits(final)},
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


def _tables(question: Question, final: Scored, features: Features, fits: Fits) -> dict[str, View]:
    return {
        "per_label": per_label(final),
        "confusion": confusion(final),
        **{f"by_{column}": per_group(final, column) for column in question.group_by},
        "features": telling_features(features, fits.whole, question.train.labels),
    }


def _surest_hits(final: Scored) -> tuple[str, ...]:
    hits = np.flatnonzero(final.right)
    surest = hits[np.argsort(-final.probability[hits], kind="stable")[:EVIDENCE]]
    return tuple(final.frame["id"].gather(surest).to_list())


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
        }
    )
