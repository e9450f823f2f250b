"""Requirements of floors and ceilings: every figure that they speak of, and every one that is missing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rightreasons.errors import AmbiguousNameError
from rightreasons.errors.nearest import nearest
from rightreasons.findings import Finding
from rightreasons.gates.checks import Check, against_number
from rightreasons.gates.gated import UNANSWERED, Gated
from rightreasons.gates.missing_bounds import missing_bounds
from rightreasons.gates.requirements import Requirement, Target
from rightreasons.issues import Issue
from rightreasons.printable import printable
from rightreasons.references import NotTested, called
from rightreasons.sentences.templates import fill

ACCURACY, UNSKILLED = "accuracy", ("V252", "V258")
_COUNT_ALL = (UNANSWERED, "accuracy_unanswered_wrong")
Kind = tuple[str, str]


"""A measure, and the name of its figures, which is that of the set where it is a score."""
Names = dict[Kind, dict[str, None]]


"""Names of figures by what they are of, in the order in which they were found."""


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

    Raises
    ------
    AmbiguousNameError
        If it names a figure that both a measure and a set called like it have.
    """
    meant: dict[str, Names] = {}
    for run in runs:
        for finding, figure in _meant(run, requirement.target):
            meant.setdefault(run.job, {}).setdefault(_kind(finding), {})[figure] = None
    check_clear(requirement, [found for run in runs for found in _meant(run, requirement.target)])
    if not meant:
        return [_missing(requirement, runs, runs)]
    checks: list[Check] = []
    for run in runs:
        found = _meant(run, requirement.target)
        for finding, figure in found:
            quantity = finding.figures[figure].quantity
            check = _check(run, requirement, finding, figure, requirements)
            checks.append(replace(check, quantity=quantity))
        checks += _absent(run, requirement, meant.get(run.job, {}), runs)
    return checks


def check_clear(requirement: Requirement, meant: Iterable[tuple[Finding, str]]) -> None:
    """Do nothing, unless one plain name means figures of a measure and of a set called like it.

    Parameters
    ----------
    requirement
        What must hold.
    meant
        Findings, and their figures that it speaks of.

    Raises
    ------
    AmbiguousNameError
        With names that say which.
    """
    target = requirement.target
    if target.subject is not None or not target.name.is_plain:
        return
    found = {_kind(each): str(Target.exactly(each.name, figure, each.subject)) for each, figure in meant}
    if len(found) > 1:
        raise AmbiguousNameError(
            f"'{printable(str(target), 200)}', which is a figure of a measure and of a set called like it",
            "one of them",
            f"say which: {' or '.join(printable(each, 200) for each in found.values())}",
        )


def why_invalidated(issue: Issue) -> str:
    """Return what to say of figures that a blocker invalidates."""
    return fill("gate_check.invalidated", code=issue.code, sentence=issue.sentence)


def _missing(requirement: Requirement, without: Sequence[Gated], runs: Sequence[Gated]) -> Check:
    """Return the check of a requirement that speaks of nothing that is there, with the nearest name."""
    names = ", ".join(run.name for run in without)
    return Check(requirement, names, "missing", _why_missing(requirement.target, without, runs))


def _meant(run: Gated, target: Target) -> list[tuple[Finding, str]]:
    return [
        (finding, figure)
        for finding in run.findings
        for figure in finding.figures
        if target.matches(finding.name, finding.subject, figure)
    ]


def _kind(finding: Finding) -> Kind:
    return finding.measure, finding.name


def _check(
    run: Gated, requirement: Requirement, finding: Finding, figure: str, requirements: Sequence[Requirement]
) -> Check:
    observed = finding.figures[figure].estimate
    bounds = missing_bounds(run, finding, finding.figures[figure])
    name = str(Target.exactly(finding.name, figure))
    invalidator = run.verdict.invalidator(finding.scope) if figure != UNANSWERED else None
    if invalidator is not None:
        return Check(
            requirement, run.name, "invalidated", why_invalidated(invalidator), name, finding.subject
        )
    left_out = _left_out(run, finding, requirements) if figure not in _COUNT_ALL else None
    if left_out is not None:
        why = left_out + (bounds.in_words if bounds is not None else "")
        return Check(requirement, run.name, "unanswered", why, name, finding.subject, observed)
    verdict, reason, compared = against_number(requirement, observed)
    broken = bounds.broken(requirement) if verdict == "held" and bounds is not None else None
    if broken is not None:
        return Check(requirement, run.name, "unanswered", broken, name, finding.subject, observed)
    unskilled = _unskilled(run, finding, figure) if verdict == "held" and requirement.is_floor else None
    if unskilled is not None:
        why = fill("gate_check.majority", code=unskilled.code, sentence=unskilled.sentence)
        return Check(requirement, run.name, "missed", why, name, finding.subject, observed, compared)
    return Check(requirement, run.name, verdict, reason, name, finding.subject, observed, compared)


def _unskilled(run: Gated, finding: Finding, figure: str) -> Issue | None:
    """Return the issue that an accuracy is no better than one label for all, unless it is waived."""
    issues = run.verdict.issues if figure == ACCURACY else ()
    of_it = (each for each in issues if each.code in UNSKILLED and each.code not in run.verdict.allowed)
    return next((each for each in of_it if finding.ref(figure) in each.figures), None)


def _left_out(run: Gated, finding: Finding, requirements: Sequence[Requirement]) -> str | None:
    """Return which items the figures leave out, unless a requirement says how many may be."""
    found, subjects = run.left_out(), _scored(run)
    concerned = [finding.name] if finding.role == "score" else list(found)
    for name in concerned:
        allowed = any(
            each.is_ceiling and each.target.matches(name, subjects[name], UNANSWERED) for each in requirements
        )
        if name in found and not _has_share(run, name):
            return fill("gate_check.left_out_of_file", left_out=found[name])
        if name in found and not allowed:
            ceiling = f"{Target.exactly(name, UNANSWERED)} <= SHARE"
            return fill("gate_check.left_out", left_out=found[name], ceiling=ceiling)
    return None


def _has_share(run: Gated, name: str) -> bool:
    """Return whether a ceiling can be set for the items without a label; predictions of a file have none."""
    return any(finding.name == name and UNANSWERED in finding.figures for finding in run.findings)


def _scored(run: Gated) -> dict[str, str]:
    """Return what was asked, by the name of every scored set."""
    return {finding.name: finding.subject for finding in run.findings if finding.role == "score"}


def _absent(run: Gated, requirement: Requirement, meant: Names, runs: Sequence[Gated]) -> Iterator[Check]:
    target = requirement.target
    for kind, figures in meant.items():
        findings = [
            finding
            for finding in run.findings
            if _kind(finding) == kind and (target.subject is None or target.subject.matches(finding.subject))
        ]
        if not findings:
            yield _missing(requirement, [run], runs)
        for finding in findings:
            for figure in figures:
                if figure not in finding.figures:
                    name = str(Target.exactly(kind[1], figure))
                    yield Check(
                        requirement, run.name, "missing", fill("gate_check.no_figure"), name, finding.subject
                    )
        if target.subject is None and findings:
            for each in run.not_measured:
                if (each.measure, called(each.measure, each.on)) == kind:
                    yield Check(requirement, run.name, "missing", _why_not_measured(each))


def _why_not_measured(missing: NotTested) -> str:
    return fill("gate_check.not_measured", what=missing.name, why=missing.why)


def _why_missing(target: Target, without: Sequence[Gated], runs: Sequence[Gated]) -> str:
    missing = (each for run in without for each in run.not_measured)
    meant = next((each for each in missing if target.may_be_of(called(each.measure, each.on))), None)
    if meant is not None:
        return _why_not_measured(meant)
    names = _all_names(runs, with_subject=target.subject is not None)
    near = nearest(str(target), names)
    return fill("gate_check.did_you_mean", name=near) if near else fill("gate_check.no_figure")


def _all_names(runs: Sequence[Gated], *, with_subject: bool) -> list[str]:
    return [
        str(Target.exactly(finding.name, figure, finding.subject if with_subject else None))
        for run in runs
        for finding in run.findings
        for figure in finding.figures
    ]
