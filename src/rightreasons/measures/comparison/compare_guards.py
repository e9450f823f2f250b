"""The measure `compare_guards`: two scores of entailment on the same items, and whether one is better."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.means import mean_of
from rightreasons.figures import Figure
from rightreasons.findings import Finding, View
from rightreasons.labels import Label
from rightreasons.measures.comparison.compared_runs import ComparedRun
from rightreasons.printable import printable
from rightreasons.sentences.kinds import written
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
DEFINITION = (
    "Two scores of entailment on the same items. balanced_accuracy: mean of the shares of entailed and of "
    "other items that are right at 0.5; fitted: with each score's own threshold, fitted on one half of the "
    "items (drawn within gold labels) and used on the other, both ways round; brier: mean squared error. "
    "Differences are candidate minus baseline: DeLong's paired interval for AUROC, Newcombe's paired "
    "intervals put together for balanced accuracy, Student's t for the squared error. p: DeLong's test of "
    "AUROC, McNemar's of accuracy, the normal test of paired differences within gold labels of balanced "
    "accuracy; p_holm: adjusted after Holm over these."
)
PROBABILITY = f"probability_{Label.ENTAILMENT}"
SEED, BINS, LEAST, _HALF = 2019, 10, 8, 0.5
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
    return tuple(_finding(paired, level, seed) for other in others for paired in _paired(first, other))


def _paired(baseline: ComparedRun, candidate: ComparedRun) -> Iterator[PairedGuards]:
    for name in baseline.sets:
        tables = [_scores(run, name) for run in (baseline, candidate)]
        if any(table is None for table in tables) or name in baseline.sampled | candidate.sampled:
            continue
        one, other = (table for table in tables if table is not None)
        both = one.join(other, on=["id", "label"], how="inner", maintain_order="left", suffix="_other")
        entailed = (both["label"] == Label.ENTAILMENT).to_numpy()
        if min(entailed.sum(), (~entailed).sum()) < LEAST:
            continue
        scores = (both[PROBABILITY].to_numpy(), both[f"{PROBABILITY}_other"].to_numpy())
        yield PairedGuards(name, (baseline.name, candidate.name), scores, entailed)


def _scores(run: ComparedRun, name: str) -> pl.DataFrame | None:
    """Return id, label and score of one set; None where it has no scores, or other labels than two."""
    if name not in run.sets or PROBABILITY not in run.items.columns:
        return None
    items = run.items.filter(pl.col("set") == name).select("id", "label", PROBABILITY)
    two_way = set(items["label"].unique().to_list()) == {Label.ENTAILMENT, Label.NON_ENTAILMENT}
    return items if two_way and not items[PROBABILITY].null_count() else None


def _finding(paired: PairedGuards, level: float, seed: int) -> Finding:
    across = halves(paired.entailed, seed)
    fitted = [decided_across(scores, paired.entailed, across) for scores in paired.scores]
    rows = list(_rows(paired, [decisions for decisions, _ in fitted], level, seed))
    tests = {row.name: row.test for row in rows if row.test is not None}
    p_values = {name: test.p_value for name, test in tests.items() if test.p_value is not None}
    adjusted = dict(zip(p_values, holm(list(p_values.values())), strict=True)) if p_values else {}
    thresholds = [round((low + high) / 2, 4) for _, (low, high) in fitted]
    return Finding(
        measure=MEASURE,
        subject=f"{paired.names[1]} beside {paired.names[0]} on {paired.set}",
        definition=DEFINITION,
        headline=_headline(paired, rows, adjusted, level),
        figures=[figure for row in rows for figure in _figures(row, paired.names)],
        views={"guards": _view(paired, rows, adjusted)},
        tests=tests,
        settings={
            "baseline": paired.names[0],
            "candidate": paired.names[1],
            "level": level,
            "seed": seed,
            "bins": BINS,
            "thresholds": f"baseline {thresholds[0]:g}, candidate {thresholds[1]:g}: means of two halves",
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
    title = f"{paired.set}: baseline is {paired.names[0]}, candidate is {paired.names[1]}"
    roles = {"baseline": "value", "candidate": "value", "low": "number", "high": "number"}
    return View(title, _COLUMNS, tuple(lines), by=("quantity",), roles=roles)


def _headline(paired: PairedGuards, rows: Sequence[_Row], adjusted: Mapping[str, float], level: float) -> str:
    """Answer whether the candidate is the better guard: by AUROC, and by decisions with fitted thresholds."""
    names = [printable(name, 80) for name in paired.names]
    parts, verdicts = [], []
    for row in rows:
        if (
            row.name not in ("auroc", "fitted_balanced_accuracy")
            or row.difference is None
            or row.difference.value is None
        ):
            continue
        interval, value = row.difference.interval, row.difference.value
        what = "AUROC" if row.name == "auroc" else "balanced accuracy with fitted thresholds"
        parts.append(
            f"{what} {row.candidate.value or 0:.1%} against {row.baseline.value or 0:.1%}, "
            f"{written('points_bounds', row.difference)}"
        )
        beyond = interval is not None and (interval.low > 0 or interval.high < 0)
        verdicts.append((value > 0) - (value < 0) if beyond and adjusted.get(row.name, 1) <= 1 - level else 0)
    if verdicts and all(each > 0 for each in verdicts):
        start = f"{names[1]} is the better guard than {names[0]}"
    elif verdicts and all(each < 0 for each in verdicts):
        start = f"{names[0]} is the better guard than {names[1]}"
    else:
        start = f"Neither {names[1]} nor {names[0]} is shown to be the better guard by both measures"
    return f"{start} on {printable(paired.set)}: {'; '.join(parts)} (n = {len(paired.entailed):,})."
