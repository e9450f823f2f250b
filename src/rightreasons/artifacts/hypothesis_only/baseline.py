"""From features to a finding: what every baseline of this folder does, whatever it looks at."""

import numpy as np
import polars as pl

from rightreasons.artifacts.hypothesis_only.crossfit import CrossFit, Fits, TrainingSet, fit_all
from rightreasons.artifacts.hypothesis_only.features import Features
from rightreasons.artifacts.hypothesis_only.figures import (
    Sample,
    accuracy,
    majority_figures,
    majority_tests,
    memory_figures,
    sample_of_test,
)
from rightreasons.artifacts.hypothesis_only.folds import fold_plan
from rightreasons.artifacts.hypothesis_only.occurrence import (
    Part,
    occurrence,
    part_figures,
    part_table,
    parts_of,
)
from rightreasons.artifacts.hypothesis_only.question import Baseline, Question
from rightreasons.artifacts.hypothesis_only.scoring import Flags, Scored, scored
from rightreasons.artifacts.hypothesis_only.strength import LabelledTexts
from rightreasons.artifacts.hypothesis_only.tables import confusion, per_group, per_label, telling_features
from rightreasons.artifacts.hypothesis_only.wording import (
    below_majority_note,
    headline_of,
    notes_of,
    settings_of,
    subject_of,
)
from rightreasons.artifacts.words.counts import label_codes
from rightreasons.errors import MeasureInputError
from rightreasons.findings import Finding, Table
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.printable import printable, quoted
from rightreasons.statistics.cross_fitted import Dependence
from rightreasons.statistics.results import Estimate

EVIDENCE = 50


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
    final, parts = _tested(question, fits) if question.test is not None else (crossed, ())
    figures = {"accuracy": accuracy(final), **majority_figures(final)}
    if question.test is not None:
        figures |= {"cross_fitted_accuracy": accuracy(crossed), **part_figures(parts)}
    figures |= memory_figures(crossed, *_memorised(question.train, fits.memorised))
    figures["permutation_accuracy"] = accuracy(_control(question, data, fits))
    figures["training_n"] = Estimate(len(question.train), "count", len(question.train))
    return Finding(
        measure=baseline.measure,
        subject=subject_of(question),
        definition=baseline.definition,
        headline=headline_of(baseline, figures, parts),
        figures=figures,
        tables=_tables(question, final.scored, features, fits)
        | ({"occurrence": part_table(parts)} if parts else {}),
        tests=majority_tests(final),
        evidence={"accuracy": _surest_hits(final.scored)},
        settings=settings_of(baseline, question, features, fits, data.plan),
        notes=(*below_majority_note(figures), *notes_of(question, final, data.plan)),
        items=_items(baseline, question, data, (crossed.scored, final.scored)),
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


def _tested(question: Question, fits: Fits) -> tuple[Sample, tuple[Part, ...]]:
    if question.test is None:
        raise ValueError("no test to score")
    table = question.test.with_gold()
    found = sample_of_test(scored(question.test, question.train, fits.tested), table)
    return found, parts_of(found, occurrence(question.train, table))


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


def _tables(question: Question, final: Scored, features: Features, fits: Fits) -> dict[str, Table]:
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
    frames = [_rows_of(baseline.measure, name, each) for name, each in zip(names, sets, strict=False)]
    folds = pl.Series(f"{baseline.measure}_fold", data.plan.block)
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
