"""Requirements of `no-worse`: cells of every run against those of the baseline, as one family of tests."""

from collections.abc import Mapping, Sequence

from rightreasons.errors import ComparisonError
from rightreasons.printable import printable
from rightreasons.runs.checks import Check, Verdict
from rightreasons.runs.gated import Gated
from rightreasons.runs.names import Target
from rightreasons.runs.no_worse import BesideBaseline, PairedCell, beside_baseline
from rightreasons.runs.requirements import Requirement
from rightreasons.statistics.multiplicity import holm
from rightreasons.statistics.results import Estimate

PROBE = "probe"
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
    beside = {run.name: beside_baseline(run.run, baseline.run, level) for run in probed}
    checks: dict[Requirement, list[Check]] = {requirement: [] for requirement in requirements}
    tested: list[Tested] = []
    for requirement in checks:
        for run, found in beside.items():
            checks[requirement] += _unpaired(requirement, run, found, (baseline, *probed))
            tested += [(requirement, run, cell) for cell in found.cells if _matches(requirement.target, cell)]
    for (requirement, run, cell), p_value in zip(tested, _adjusted(tested), strict=True):
        checks[requirement].append(_judged(requirement, run, cell, p_value, 1 - level))
    return {requirement: found or [_nothing(requirement, runs)] for requirement, found in checks.items()}


def _nothing(requirement: Requirement, runs: Sequence[Gated]) -> Check:
    names = ", ".join(run.name for run in runs)
    return Check(
        requirement, names, "missing", "no run has such an accuracy of a scored set: nothing to pair"
    )


def _matches(target: Target, cell: PairedCell) -> bool:
    return target.matches(cell.measure, cell.subject, cell.figure)


def _unpaired(
    requirement: Requirement, run: str, found: BesideBaseline, runs: Sequence[Gated]
) -> list[Check]:
    meant = {
        finding.measure
        for each in runs
        for finding in each.run.findings
        for figure in finding.figures
        if requirement.target.matches(finding.measure, finding.subject, figure)
    }
    return [Check(requirement, run, "unpaired", why) for name, why in found.faults.items() if name in meant]


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
    name = str(Target.exactly(cell.measure, cell.figure))
    return Check(requirement, run, verdict, reason, name, cell.subject, cell.observed, compared)


def _tested(cell: PairedCell, p_value: float, size: float) -> tuple[Verdict, str]:
    shown = "p < 0.001" if p_value < 0.001 else f"p = {p_value:.2g}"
    said = f"{_difference(cell.difference)}; {shown} after Holm"
    if p_value <= size:
        return "worse", said
    told = cell.detectable.value
    power = "" if told is None else f"; a loss below {100 * told:.1f} points would often go unseen"
    return "held", said + power


def _within(difference: Estimate, margin: float) -> tuple[Verdict, str]:
    if difference.interval is None:
        return "no interval", "the difference has no interval"
    said = f"{_difference(difference)}; allowed: {-100 * margin:.1f}"
    return ("held" if difference.interval.low >= -margin else "worse"), said


def _difference(difference: Estimate) -> str:
    interval, points = difference.interval, 100 * (difference.value or 0.0)
    bounds = "" if interval is None else f" ({100 * interval.low:+.1f} to {100 * interval.high:+.1f})"
    return f"{points:+.1f} points{bounds} beside the baseline"
