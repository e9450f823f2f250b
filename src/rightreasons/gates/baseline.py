"""Requirements of `no-worse`: cells of every run against those of the baseline, as one family of tests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rightreasons.errors import ComparisonError
from rightreasons.gates.checks import Check, Outcome
from rightreasons.gates.figure_checks import why_invalidated
from rightreasons.gates.gated import Gated
from rightreasons.gates.requirements import Requirement, Target
from rightreasons.measures.comparison.compare import ComparedGroup, compared_groups
from rightreasons.measures.comparison.compared_runs import ComparedRun, PairedSet, compared_runs, paired_sets
from rightreasons.printable import printable, quoted
from rightreasons.references import SCORE, Scope
from rightreasons.runs.folder import Run
from rightreasons.sentences.templates import fill
from rightreasons.statistics.multiplicity import holm
from rightreasons.statistics.power import detectable_paired_difference
from rightreasons.statistics.results import Estimate

PROBE = "probe"
_SMALL = 0.001
"""A p-value below it is said to be below it."""


@dataclass(frozen=True)
class PairedCell:
    """One cell of a set under the run and the baseline.

    Parameters
    ----------
    on, subject, figure
        Its set, and its name as that of the figure of the run.
    observed
        Accuracy of the run on the paired items.
    difference
        Run minus baseline, with the interval for paired proportions.
    p_value
        Of McNemar's exact one-sided test: how likely so many items are that only the baseline gets right, if
        the run is no worse.
    detectable
        Smallest loss that this test would find in four cases of five, before Holm.
    """

    on: str
    subject: str
    figure: str
    observed: Estimate
    difference: Estimate
    p_value: float
    detectable: Estimate


@dataclass(frozen=True)
class BesideBaseline:
    """What pairing a run with the baseline gives.

    Parameters
    ----------
    cells
        Cells of the sets whose items both answered, all of them.
    faults, invalidated
        Why a set cannot be paired, or not be read, by its name.
    """

    cells: tuple[PairedCell, ...]
    faults: Mapping[str, str]
    invalidated: Mapping[str, str] = field(default_factory=dict)


def beside_baseline(run: Run, baseline: Run, level: float = 0.95) -> BesideBaseline:
    """Pair the cells of a run with those of the baseline.

    Parameters
    ----------
    run, baseline
        Runs of probe.
    level
        Nominal coverage of the intervals.

    Raises
    ------
    ComparisonError
        If one is not that of a probe, or they share no items, or the same id is another item.
    """
    first, second = compared_runs([baseline, run])
    pairs = {paired.name: paired for paired in paired_sets(first, second)}
    names = dict.fromkeys((*first.sets, *second.sets))
    faults = {name: _fault(name, first, second, pairs.get(name)) for name in names}
    found = {name: why for name, why in faults.items() if why is not None}
    subjects = {finding.name: finding.subject for finding in run.findings if finding.role == "score"}
    cells = [
        _cell(group, subjects[name], level)
        for name, paired in pairs.items()
        if name not in found
        for group in compared_groups(paired)
    ]
    return BesideBaseline(tuple(cells), found)


def _cell(group: ComparedGroup, subject: str, level: float) -> PairedCell:
    """Return a group of items, right answers of the run being the first of its counts."""
    counts = group.counts
    return PairedCell(
        group.set,
        subject,
        group.name,
        counts.first(level),
        counts.difference(level),
        counts.fallen().p_value or 0.0,
        detectable_paired_difference(counts.only_first + counts.only_second, counts.n, level, one_sided=True),
    )


def _fault(name: str, first: ComparedRun, second: ComparedRun, paired: PairedSet | None) -> str | None:
    if paired is None or not paired.items.height:
        return fill("beside_baseline.asked_one", data=name)
    if paired.unpaired:
        return fill("beside_baseline.unpaired", items=paired.unpaired, data=name)
    missing = sorted(set(first.groups.get(name, ())) ^ set(second.groups.get(name, ())))
    if missing:
        return fill("beside_baseline.groups", groups=quoted(missing), data=name)
    return None


Tested = tuple[Requirement, str, PairedCell]


def baseline_checks(
    runs: Sequence[Gated], requirements: Sequence[Requirement], baseline: Gated, level: float
) -> Mapping[Requirement, list[Check]]:
    """Hold requirements of `no-worse` against every run of probe.

    Parameters
    ----------
    runs
        Sealed runs; those of other commands have nothing that is paired.
    requirements
        Requirements of `no-worse`. Without a margin, a cell fails where the one-sided test, adjusted after
        Holm over all such cells, says that the run is worse. With one, it fails unless the lower bound of the
        paired difference is above minus the margin.
    baseline
        The run they are compared with.
    level
        Nominal coverage of intervals; one minus it is the level of the tests.

    Returns
    -------
    Mapping
        Checks by requirement, at least one each.

    Raises
    ------
    ComparisonError
        If the baseline is unfinished, or a run cannot be paired with it.
    """
    if baseline.unfinished is not None:
        raise ComparisonError(
            f"the baseline '{printable(baseline.name)}' is unfinished", "a sealed run", baseline.unfinished
        )
    probed = [run for run in runs if run.job == PROBE]
    beside = {run.name: _beside(run, baseline, level) for run in probed}
    checks: dict[Requirement, list[Check]] = {requirement: [] for requirement in requirements}
    tested: list[Tested] = []
    for requirement in checks:
        for run, found in beside.items():
            checks[requirement] += _unpaired(requirement, run, found, (baseline, *probed))
            tested += [(requirement, run, cell) for cell in found.cells if _matches(requirement.target, cell)]
    for (requirement, run, cell), p_value in zip(tested, _adjusted(tested), strict=True):
        checks[requirement].append(_judged(requirement, run, cell, p_value, 1 - level))
    return {requirement: found or [_nothing(requirement, runs)] for requirement, found in checks.items()}


def _beside(run: Gated, baseline: Gated, level: float) -> BesideBaseline:
    if run.run is None or baseline.run is None:
        raise ValueError("only sealed runs are paired")
    found = beside_baseline(run.run, baseline.run, level)
    invalidated = {
        cell.on: fill("gate_check.invalidated_on", data=each.name, reason=why_invalidated(invalidator))
        for each in (baseline, run)
        for cell in found.cells
        if (invalidator := each.verdict.invalidator(Scope(SCORE, cell.on))) is not None
    }
    cells = tuple(cell for cell in found.cells if cell.on not in invalidated)
    return BesideBaseline(cells, found.faults, invalidated)


def _nothing(requirement: Requirement, runs: Sequence[Gated]) -> Check:
    names = ", ".join(run.name for run in runs)
    return Check(requirement, names, "missing", fill("beside_baseline.nothing"))


def _matches(target: Target, cell: PairedCell) -> bool:
    return target.matches(cell.on, cell.subject, cell.figure)


def _unpaired(
    requirement: Requirement, run: str, found: BesideBaseline, runs: Sequence[Gated]
) -> list[Check]:
    meant = {
        finding.on
        for each in runs
        for finding in (each.run.findings if each.run is not None else ())
        for figure in finding.figures
        if finding.role == "score" and requirement.target.matches(finding.name, finding.subject, figure)
    }
    kinds: tuple[tuple[Outcome, Mapping[str, str]], ...] = (
        ("unpaired", found.faults),
        ("invalidated", found.invalidated),
    )
    return [
        Check(requirement, run, verdict, why)
        for verdict, reasons in kinds
        for name, why in reasons.items()
        if name in meant
    ]


def _adjusted(tested: Sequence[Tested]) -> list[float | None]:
    """Return the p-values after Holm of those without a margin, None for those with one."""
    p_values = [cell.p_value for requirement, _, cell in tested if requirement.number is None]
    adjusted = iter(holm(p_values).tolist())
    return [next(adjusted) if requirement.number is None else None for requirement, _, _ in tested]


def _judged(
    requirement: Requirement, run: str, cell: PairedCell, p_value: float | None, size: float
) -> Check:
    verdict, reason = (
        _within(cell.difference, requirement.number or 0.0)
        if p_value is None
        else _tested(cell, p_value, size)
    )
    interval = cell.difference.interval
    compared = p_value if p_value is not None else (interval.low if interval is not None else None)
    name = str(Target.exactly(cell.on, cell.figure))
    return Check(requirement, run, verdict, reason, name, cell.subject, cell.observed, compared)


def _tested(cell: PairedCell, p_value: float, size: float) -> tuple[Outcome, str]:
    said = fill("beside_baseline.tested_small", difference=cell.difference)
    if p_value >= _SMALL:
        said = fill("beside_baseline.tested", difference=cell.difference, p=p_value)
    if p_value <= size:
        return "worse", said
    if cell.detectable.value is None:
        return "held", said
    return "held", fill("beside_baseline.unseen", tested=said, least=cell.detectable)


def _within(difference: Estimate, margin: float) -> tuple[Outcome, str]:
    if difference.interval is None:
        return "no interval", fill("beside_baseline.no_interval")
    said = fill("beside_baseline.within", difference=difference, allowed=-margin)
    return ("held" if difference.interval.low >= -margin else "worse"), said
