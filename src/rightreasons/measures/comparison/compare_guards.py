"""The measure `compare_guards`: two scores of entailment on the same items, and whether one is better."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.means import mean_of
from rightreasons.figures import Figure, Figures
from rightreasons.findings import Finding, View
from rightreasons.labels import Label
from rightreasons.measures.comparison.compared_runs import ComparedRun
from rightreasons.measures.comparison.guards_of_runs import PROBABILITY, scores_of
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.calibration import calibration_bins, expected_calibration_error
from rightreasons.statistics.checks import FloatArray
from rightreasons.statistics.classification import balanced_accuracy
from rightreasons.statistics.multiplicity import holm
from rightreasons.statistics.paired_scores import (
    PairedCounts,
    balanced_difference,
    decided_across,
    halves,
)
from rightreasons.statistics.results import Estimate, TestResult
from rightreasons.statistics.roc_area import auroc, auroc_difference

ADDS = {"comparison_measure": {"compare_guards": "guard_comparisons"}}
MEASURE = "compare_guards"
SEED, BINS, LEAST, _HALF = 2019, 10, 8, 0.5
_BOTH = {
    "auroc": "compare_guards.auroc",
    "fitted_balanced_accuracy": "compare_guards.balanced_accuracy",
}
"""The quantities that both have to say which guard is better, and how each is said."""
_COLUMNS = ("quantity", "baseline", "candidate", "difference", "low", "high", "p", "p_holm")


@dataclass(frozen=True)
class PairedGuards:
    """The scores of two guards on the items of one set.

    Parameters
    ----------
    set, names
        The set; baseline and candidate.
    scores
        Probability of entailment, baseline then candidate, each of shape (n,).
    entailed
        Whether gold is entailment, shape (n,).
    """

    set: str
    names: tuple[str, str]
    scores: tuple[FloatArray, FloatArray]
    entailed: npt.NDArray[np.bool_]


@dataclass(frozen=True)
class _Row:
    """One quantity of both guards, the difference, and its test where it has one."""

    quantity: str
    name: str
    baseline: Estimate
    candidate: Estimate
    difference: Estimate | None = None
    test: TestResult | None = None


def guard_comparisons(
    probes: Sequence[ComparedRun], level: float = 0.95, seed: int = SEED
) -> tuple[Finding, ...]:
    """Compare the scores of every run with those of the first, on sets with two gold labels.

    Parameters
    ----------
    probes
        Two runs or more; the first is the baseline. Sets without probabilities of entailment are passed over.
    level
        Nominal coverage of intervals.
    seed
        For the halves, and for the interval of the calibration error.
    """
    first, *others = probes
    return tuple(_finding(paired, level, seed) for other in others for paired in paired_guards(first, other))


def paired_guards(baseline: ComparedRun, candidate: ComparedRun) -> Iterator[PairedGuards]:
    """Yield the scores of both runs on every set of two gold labels of which both have some."""
    for name in baseline.sets:
        tables = [scores_of(run, name) for run in (baseline, candidate)]
        if any(table is None for table in tables) or name in baseline.sampled | candidate.sampled:
            continue
        one, other = (table for table in tables if table is not None)
        both = one.join(other, on=["id", "label"], how="inner", maintain_order="left", suffix="_other")
        entailed = (both["label"] == Label.ENTAILMENT).to_numpy()
        if min(entailed.sum(), (~entailed).sum()) < LEAST:
            continue
        scores = (both[PROBABILITY].to_numpy(), both[f"{PROBABILITY}_other"].to_numpy())
        yield PairedGuards(name, (baseline.name, candidate.name), scores, entailed)


def _finding(paired: PairedGuards, level: float, seed: int) -> Finding:
    across = halves(paired.entailed, seed)
    fitted = [decided_across(scores, paired.entailed, across) for scores in paired.scores]
    rows = list(_rows(paired, [decisions for decisions, _ in fitted], level, seed))
    tests = {row.name: row.test for row in rows if row.test is not None}
    p_values = {name: test.p_value for name, test in tests.items() if test.p_value is not None}
    adjusted = dict(zip(p_values, holm(list(p_values.values())), strict=True)) if p_values else {}
    baseline, candidate = (round((low + high) / 2, 4) for _, (low, high) in fitted)
    figures = Figures(figure for row in rows for figure in _figures(row, paired.names))
    return Finding(
        measure=MEASURE,
        subject=f"{paired.names[1]} beside {paired.names[0]} on {paired.set}",
        definition=fill("compare_guards.definition"),
        headline=_headline(paired, rows, figures, adjusted, level),
        figures=figures,
        views={"guards": _view(paired, rows, adjusted)},
        tests=tests,
        settings={
            "baseline": paired.names[0],
            "candidate": paired.names[1],
            "level": level,
            "seed": seed,
            "bins": BINS,
            "thresholds": fill("compare_guards.thresholds", baseline=baseline, candidate=candidate),
        },
        on=paired.set,
        role="comparison",
    )


def _rows(
    paired: PairedGuards, fitted: Sequence[npt.NDArray[np.bool_]], level: float, seed: int
) -> Iterator[_Row]:
    gold, (one, other) = paired.entailed, paired.scores
    difference, test = auroc_difference(other, one, gold, level)
    yield _Row("auroc", "auroc", auroc(one, gold, level), auroc(other, gold, level), difference, test)
    plain = [scores >= _HALF for scores in paired.scores]
    for of, decisions in (("", plain), ("fitted_", fitted)):
        right = [decided == gold for decided in decisions]
        first, second = (_balanced(each, gold, level) for each in right)
        difference, test = balanced_difference(right[1], right[0], gold, level)
        yield _Row("balanced_accuracy", f"{of}balanced_accuracy", first, second, difference, test)
        counts = PairedCounts.of(right[1], right[0])
        first, second = counts.second(level), counts.first(level)
        yield _Row("accuracy", f"{of}accuracy", first, second, counts.difference(level), counts.test())
    squares = [np.square(scores - gold) for scores in paired.scores]
    brier = [mean_of(each, "proportion") for each in squares]
    moved = mean_of(squares[1] - squares[0], "proportion")
    yield _Row("brier", "brier", brier[0], brier[1], moved)
    errors = [
        expected_calibration_error(calibration_bins(scores, gold, BINS), seed, level)
        for scores in paired.scores
    ]
    yield _Row("calibration_error", "calibration_error", errors[0], errors[1])


def _balanced(right: npt.NDArray[np.bool_], gold: npt.NDArray[np.bool_], level: float) -> Estimate:
    positive, negative = int(gold.sum()), int((~gold).sum())
    return balanced_accuracy(int(right[gold].sum()), positive, int(right[~gold].sum()), negative, level)


def _figures(row: _Row, names: tuple[str, str]) -> Iterator[Figure]:
    for estimate, name, end in (
        (row.baseline, names[0], "first"),
        (row.candidate, names[1], "second"),
    ):
        yield Figure(row.quantity, estimate, subject=name, what=f"{row.name}.{end}")
    if row.difference is not None:
        yield Figure("difference", row.difference, what=f"{row.name}.difference")


def _view(paired: PairedGuards, rows: Sequence[_Row], adjusted: Mapping[str, float]) -> View:
    lines = []
    for row in rows:
        bounds = (None, None) if row.difference is None else row.difference.bounds
        lines.append(
            (
                row.name.replace("_", " "),
                row.baseline.value,
                row.candidate.value,
                None if row.difference is None else row.difference.value,
                *bounds,
                None if row.test is None else row.test.p_value,
                adjusted.get(row.name),
            )
        )
    title = fill("beside.title", data=paired.set, baseline=paired.names[0], candidate=paired.names[1])
    roles = {"baseline": "value", "candidate": "value"}
    within = {"difference": ("low", "high")}
    return View(title, _COLUMNS, tuple(lines), by=("quantity",), roles=roles, bounds=within)


def _headline(
    paired: PairedGuards,
    rows: Sequence[_Row],
    figures: Figures,
    adjusted: Mapping[str, float],
    level: float,
) -> str:
    """Answer whether the candidate is the better guard: by AUROC, and by decisions with fitted thresholds."""
    deciding = [
        row
        for row in rows
        if row.name in _BOTH and row.difference is not None and row.difference.value is not None
    ]
    signs = {_sign(row) if adjusted.get(row.name, 1) <= 1 - level else 0 for row in deciding}
    said = {
        "data": paired.set,
        "figures": joined((_beside(row.name, figures) for row in deciding), "; "),
        "items": len(paired.entailed),
    }
    baseline, candidate = paired.names
    if signs == {1}:
        return fill("compare_guards.better", better=candidate, other=baseline, **said)
    if signs == {-1}:
        return fill("compare_guards.better", better=baseline, other=candidate, **said)
    return fill("compare_guards.neither", candidate=candidate, baseline=baseline, **said)


def _sign(row: _Row) -> int:
    """Return 1 where the interval has the candidate above the baseline, -1 below it, 0 where it holds 0."""
    interval = None if row.difference is None else row.difference.interval
    if interval is None:
        return 0
    return (interval.low > 0) - (interval.high < 0)


def _beside(name: str, figures: Figures) -> str:
    return fill(
        _BOTH[name],
        candidate=figures.where(what=f"{name}.second")[0],
        baseline=figures.where(what=f"{name}.first")[0],
        difference=figures.where(what=f"{name}.difference")[0],
    )
