"""Requirements of floors and ceilings: every figure that they speak of, and every one that is missing."""

import difflib
from collections.abc import Iterator, Mapping, Sequence

from rightreasons.findings import Finding
from rightreasons.gates.checks import Check, against_number
from rightreasons.gates.gated import UNANSWERED, Gated
from rightreasons.gates.requirements import Requirement, Target
from rightreasons.issues import Verdict

_COUNT_ALL = (UNANSWERED, "accuracy_unanswered_wrong")
Names = dict[str, dict[str, None]]
"""Names of figures by measure, in the order in which they were found."""


def figure_checks(
    runs: Sequence[Gated], requirement: Requirement, requirements: Sequence[Requirement]
) -> list[Check]:
    """Hold a floor or ceiling against every figure it speaks of.

    Parameters
    ----------
    runs
        Sealed runs. What one has, every run of the same command must have, in every finding of the measure.
    requirement
        What must hold.
    requirements
        All that must hold: a ceiling on ``SET.unanswered`` among them lets figures of SET leave items out.

    Returns
    -------
    list of Check
        At least one.
    """
    meant: dict[str, Names] = {}
    for run in runs:
        for finding, figure in _meant(run, requirement.target):
            meant.setdefault(run.job, {}).setdefault(finding.measure, {})[figure] = None
    if not meant:
        return [_missing(requirement, runs, runs)]
    checks: list[Check] = []
    for run in runs:
        found = _meant(run, requirement.target)
        checks += [_check(run, requirement, finding, figure, requirements) for finding, figure in found]
        checks += _absent(run, requirement, meant.get(run.job, {}), runs)
    return checks


def why_spoilt(verdict: Verdict, measure: str) -> str:
    """Return which blocker says that figures of a measure cannot be read."""
    issue = next(each for each in verdict.blockers if measure in each.spoils or "*" in each.spoils)
    return f"the blocker {issue.code} says that it cannot be read: {issue.sentence}"


def _missing(requirement: Requirement, lacking: Sequence[Gated], runs: Sequence[Gated]) -> Check:
    """Return the check of a requirement that speaks of nothing that is there, with the nearest name."""
    names = ", ".join(run.name for run in lacking)
    return Check(requirement, names, "missing", _why_missing(requirement.target, lacking, runs))


def _meant(run: Gated, target: Target) -> list[tuple[Finding, str]]:
    return [
        (finding, figure)
        for finding in run.findings
        for figure in finding.figures
        if target.matches(finding.measure, finding.subject, figure)
    ]


def _check(
    run: Gated, requirement: Requirement, finding: Finding, figure: str, requirements: Sequence[Requirement]
) -> Check:
    observed = finding.figures[figure].estimate
    name = str(Target.exactly(finding.measure, figure))
    if figure != UNANSWERED and run.verdict.is_spoilt(finding.measure):
        why = why_spoilt(run.verdict, finding.measure)
        return Check(requirement, run.name, "spoilt", why, name, finding.subject)
    left_out = _left_out(run, finding, requirements) if figure not in _COUNT_ALL else None
    if left_out is not None:
        return Check(requirement, run.name, "unanswered", left_out, name, finding.subject, observed)
    verdict, reason, compared = against_number(requirement, observed)
    return Check(requirement, run.name, verdict, reason, name, finding.subject, observed, compared)


def _left_out(run: Gated, finding: Finding, requirements: Sequence[Requirement]) -> str | None:
    """Return which items the figures leave out, unless a requirement says how many may be."""
    found, subjects = run.left_out(), _scored(run)
    concerned = [finding.measure] if finding.measure in subjects else list(found)
    for name in concerned:
        allowed = any(
            each.is_ceiling and each.target.matches(name, subjects[name], UNANSWERED) for each in requirements
        )
        if name in found and not allowed:
            ceiling = f"{Target.exactly(name, UNANSWERED)} <= SHARE"
            return f"{found[name]}; a requirement '{ceiling}' says how many may lack one"
    return None


def _scored(run: Gated) -> dict[str, str]:
    """Return what was asked, by the name of every scored set."""
    scored = (finding for finding in run.findings if finding.on == finding.measure)
    return {finding.measure: finding.subject for finding in scored}


def _absent(run: Gated, requirement: Requirement, meant: Names, runs: Sequence[Gated]) -> Iterator[Check]:
    target = requirement.target
    for measure, figures in meant.items():
        findings = [
            finding
            for finding in run.findings
            if finding.measure == measure
            and (target.subject is None or target.subject.matches(finding.subject))
        ]
        if not findings:
            yield _missing(requirement, [run], runs)
        for finding in findings:
            for figure in figures:
                if figure not in finding.figures:
                    name = str(Target.exactly(measure, figure))
                    yield Check(requirement, run.name, "missing", "no such figure", name, finding.subject)
        if target.subject is None and findings:
            for name, why in _not_measured(run.not_measured, measure).items():
                yield Check(requirement, run.name, "missing", f"{name} was not measured: {why}")


def _not_measured(reasons: Mapping[str, str], measure: str) -> dict[str, str]:
    """Return why a measure was not taken of something: ``MEASURE``, ``MEASURE-1``, ``MEASURE on SET``."""
    starts = (f"{measure}-", f"{measure} on ")
    return {name: why for name, why in reasons.items() if name == measure or name.startswith(starts)}


def _why_missing(target: Target, lacking: Sequence[Gated], runs: Sequence[Gated]) -> str:
    written = str(target)
    for run in lacking:
        for name, why in run.not_measured.items():
            if written.startswith(name.partition(" on ")[0]):
                return f"{name} was not measured: {why}"
    names = _all_names(runs, with_subject=target.subject is not None)
    near = difflib.get_close_matches(written, names, n=1)
    return f"no such figure; did you mean '{near[0]}'?" if near else "no such figure"


def _all_names(runs: Sequence[Gated], *, with_subject: bool) -> list[str]:
    return [
        str(Target.exactly(finding.measure, figure, finding.subject if with_subject else None))
        for run in runs
        for finding in run.findings
        for figure in finding.figures
    ]
