"""Accuracy on easy and hard instances of a test set over seeds, in two notions of hard."""

from collections.abc import Mapping
from pathlib import Path

import polars as pl

from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.difficulty.hardness import COLUMNS, hardness_of, read_hardness
from rightreasons.errors import ColumnError
from rightreasons.jobs.datasets import described
from rightreasons.jobs.making.patterns import make_easy_hard
from rightreasons.measures.comparison.known_marks import KnownMarks, read_marks
from rightreasons.measures.comparison.trained_runs import TrainedRun
from rightreasons.measures.model.easy_hard_accuracy import subset_accuracy
from rightreasons.pairs import PairTable
from rightreasons.papers.answers.figures_of_runs import combined
from rightreasons.papers.inputs import ReproductionInputs
from rightreasons.papers.trained.trainings import form_at, forms
from rightreasons.printable import printable
from rightreasons.references import FigureRef
from rightreasons.runs.manifest import DataRead
from rightreasons.statistics.results import Estimate

PATTERNS, PUBLISHED = "patterns", "published"
MEASURES: Mapping[str, str] = {PATTERNS: "easy_hard_accuracy", PUBLISHED: "published_easy_hard"}


def known_marks(data: str, materials: ReproductionInputs, out: Path) -> tuple[KnownMarks, ...]:
    """Return which instances of test are easy and hard: by patterns of train, and as published where known.

    Parameters
    ----------
    data
        As `rightreasons.papers.trained.trainings.forms` names it.
    materials
        Where its sets are.
    out
        The marks by patterns are kept in ``out/patterns``, as ``make easy-hard`` writes them.

    Raises
    ------
    ColumnError
        If the published file speaks of no instance.
    """
    of_data, form = forms(data), form_at(data, materials.scale)
    train, test = materials.pairs(form.train), materials.pairs(form.test)
    options = PatternOptions(threshold=of_data.threshold, min_count=form.min_count)
    make_easy_hard(train, test, out / PATTERNS, options)
    marks = (read_marks(out / PATTERNS),)
    if not form.published or materials.missing([form.published]):
        return marks
    return (*marks, _published(test, materials.path(form.published)))


def easy_hard_figures(training: TrainedRun, name: str, marks: KnownMarks) -> dict[FigureRef, Estimate]:
    """Return ``MEASURE.full``, ``.easy``, ``.hard`` and ``.gap`` over seeds.

    Parameters
    ----------
    training
        The answers.
    name
        The set.
    marks
        Its easy and hard instances; their name says which of `MEASURES`.
    """
    items = training.run.items.filter(pl.col("set") == name).select("id", "correct")
    marked = items.join(marks.frame, on="id", how="left", maintain_order="left")
    right = marked["correct"].to_numpy()
    seeds = [subset_accuracy(right[:, at], marked["mark"]).figures() for at in range(right.shape[1])]
    measure = MEASURES[marks.name]
    return {FigureRef(measure, name, figure): value for figure, value in combined(seeds).items()}


def _published(test: PairTable, path: Path) -> KnownMarks:
    published = read_hardness(path)
    found = hardness_of(published, test.frame["id"], len(published))  # it is known to be of this set
    if found is None or found.unmatched:
        raise ColumnError(
            f"'{printable(path.name)}' does not speak of all of '{printable(test.name)}'",
            f"their ids in one of the columns {', '.join(COLUMNS[:2])}",
            "give the published file",
        )
    return KnownMarks(PUBLISHED, found.frame, DataRead.model_validate(described(test)), path.name, str(found))
