"""A baseline that sees a few numbers of each pair, fitted to all rows of data in blocks."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.equal_rows import HashedRows, coded_labels
from rightreasons.artifacts.written_rows import NeedsAllRowsError
from rightreasons.cross_fitting.features import Features
from rightreasons.cross_fitting.fitting import CrossFit, Fits, TrainingSet, fit_all
from rightreasons.cross_fitting.hashed_folds import hashed_plan
from rightreasons.cross_fitting.regression import Matrix
from rightreasons.cross_fitting.strength import LabelledTexts
from rightreasons.engine.row_columns import RowColumn
from rightreasons.figures import Figure, Figures
from rightreasons.findings import Finding
from rightreasons.labels import Label
from rightreasons.measures.blocks import Columns
from rightreasons.measures.data.hypothesis_only.baseline import answer_figures, answers_of, control_figures
from rightreasons.measures.data.hypothesis_only.question import Baseline
from rightreasons.measures.data.hypothesis_only.scoring import (
    Codes,
    Flags,
    Sample,
    Scored,
    confusion,
    majority_tests,
    memory_figures,
    per_label,
    scored_rows,
    strongest_features,
)
from rightreasons.measures.data.hypothesis_only.wording import (
    below_majority_note,
    headline_of,
    notes_of,
    settings_of,
)
from rightreasons.pairs import PairTable
from rightreasons.statistics.cross_fitted import Dependence


@dataclass(frozen=True)
class NumberedRows:
    """Rows of a set, every one with gold, by what the baseline sees; those of parts are put together.

    Parameters
    ----------
    name
        Of the set.
    tokenisation
        How its texts are divided.
    seen
        The numbers that the baseline sees, a column each.
    rows
        Hashes of the texts, and labels.
    """

    name: str
    tokenisation: str
    seen: tuple[RowColumn[np.signedinteger], ...] = field(repr=False)
    rows: HashedRows = field(repr=False)

    @classmethod
    def of(cls, pairs: PairTable, tokenisation: str, *seen: npt.NDArray[np.signedinteger]) -> "NumberedRows":
        """Return some rows with the numbers of each, arrays of shape (rows,)."""
        return cls(pairs.name, tokenisation, tuple(map(RowColumn.of, seen)), HashedRows.of(pairs))

    def __add__(self, other: "NumberedRows") -> "NumberedRows":
        seen = tuple(own + more for own, more in zip(self.seen, other.seen, strict=True))
        return NumberedRows(self.name, self.tokenisation, seen, self.rows + other.rows)


def finding_of_rows(
    baseline: Baseline, features: Features, given: NumberedRows, seed: int, *, memory: bool = True
) -> tuple[Finding, Columns]:
    """Return what a baseline gets by cross-fitting, and what it says of every row.

    It is the finding of `baseline.measured` where no two texts are near-duplicates, which bind no rows here;
    what pairs that occur again give is left out.

    Parameters
    ----------
    baseline, features
        What sees the rows, and the features of each.
    given
        The rows.
    seed
        For folds, the control, and the rows by which the strength of regularisation is chosen.
    memory
        Whether it is also measured what remembering texts gives.

    Raises
    ------
    NeedsAllRowsError
        If a text has too many of the rows.
    """
    coded, labels = coded_labels(given.rows.labels)
    codes = coded.astype(np.int64)
    plan = hashed_plan(given.rows, codes, seed)
    if plan is None:
        raise NeedsAllRowsError
    data = TrainingSet(LabelledTexts(features, codes, len(labels)), plan, seed)
    fits = fit_all(data, baseline.measure, memory=memory)
    final = Sample(_scored(codes, fits.cross_fitted, labels), Dependence(plan.clusters, plan.fitted_share))
    figures = Figures(_figures(baseline.measure, given.name, data, fits, final))
    rows = scored_rows(baseline.measure, given.name)
    finding = Finding(
        measure=baseline.measure,
        subject=given.name,
        definition=baseline.definition,
        headline=headline_of(baseline, figures),
        figures=figures,
        views={
            "per_label": per_label(final.scored, rows),
            "confusion": confusion(final.scored, rows, f"{baseline.measure}_prediction"),
            "features": strongest_features(features, fits.whole, labels),
        },
        tests=majority_tests(final),
        settings=settings_of(baseline, seed, features, fits, plan),
        notes=(*below_majority_note(figures), *notes_of(None, final, plan)),
        fitted_to_train=True,
    )
    folds = pl.Series(f"{baseline.measure}_fold", plan.block)
    return finding, {given.name: answers_of(baseline.measure, final.scored).with_columns(folds)}


def _figures(measure: str, name: str, data: TrainingSet, fits: Fits, final: Sample) -> Iterator[Figure]:
    rows = scored_rows(measure, name)
    yield from answer_figures(final, rows)
    if fits.memorised is not None or not data.plan.repeats:
        yield from memory_figures(final, *_memorised(data, fits.memorised, final.scored.labels), rows)
    yield from control_figures(_control(data, fits, final.scored.labels), name, len(data.texts.codes))


def _memorised(
    data: TrainingSet, found: CrossFit | None, labels: tuple[Label, ...]
) -> tuple[Scored | None, Flags | None]:
    if found is None:
        return None, None
    return _scored(data.texts.codes, found, labels).where(found.predicted), found.predicted


def _control(data: TrainingSet, fits: Fits, labels: tuple[Label, ...]) -> Sample:
    own, codes = fits.control_rows, data.texts.codes
    most = np.full(len(own), int(np.bincount(codes).argmax()))
    clusters = tuple(each[own] for each in data.plan.clusters)
    return Sample(_beside_gold(codes[own], fits.control, most, labels), Dependence(clusters))


def _scored(codes: Codes, found: CrossFit, labels: tuple[Label, ...]) -> Scored:
    return _beside_gold(codes, found.probabilities, found.guess, labels)


def _beside_gold(codes: Codes, probabilities: Matrix, guess: Codes, labels: tuple[Label, ...]) -> Scored:
    """Return predictions beside gold, all of the labels of training."""
    places = np.arange(len(codes))
    predicted, of_gold = probabilities.argmax(axis=1), probabilities[places, codes]
    return Scored(
        pl.DataFrame({"place": places}), labels, codes, predicted, of_gold, guess, unseen=(), collapsed=False
    )
