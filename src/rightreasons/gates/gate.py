"""The gate: blockers, then requirements held against figures; whatever cannot be judged fails."""

from collections.abc import Sequence

from rightreasons.errors import OptionError
from rightreasons.figures import Figure
from rightreasons.findings import Cell, Finding, View
from rightreasons.gates.baseline import baseline_checks
from rightreasons.gates.checks import Check, NoBlocker, passes
from rightreasons.gates.figure_checks import figure_checks
from rightreasons.gates.gated import Gated
from rightreasons.gates.requirements import Requirement
from rightreasons.issues import Issue
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate

LEVEL = 0.95
MEASURE = "gate"
REQUIREMENTS = "requirements"
COLUMNS = (*("required", "verdict", "observed", "low", "high", "n"), *("reason", "figure", "run", "subject"))
_NAMED = 5


def gate_checks(
    runs: Sequence[Gated],
    requirements: Sequence[Requirement],
    baseline: Gated | None = None,
    level: float = LEVEL,
) -> tuple[Check, ...]:
    """Hold every requirement against every figure it speaks of; where several fit, all must hold.

    Parameters
    ----------
    runs
        The runs that are to pass.
    requirements
        What must hold.
    baseline
        The run of probe that they must not be worse than.
    level
        Nominal coverage of the intervals of paired differences; one minus it is the level of the tests.

    Returns
    -------
    tuple of Check
        One a blocker of a run, then at least one a requirement, in the order of the requirements. Nothing
        passes that is not judged: a figure that is missing, has no value, no items or no interval, or that a
        blocker invalidates, items without a label, a run that is not sealed.

    Raises
    ------
    OptionError
        Without runs or requirements, or if a baseline is named and none is asked for, or the other way round.
    ComparisonError
        If a run cannot be paired with the baseline.
    """
    _check_use(runs, requirements, baseline)
    sealed = [run for run in runs if run.unfinished is None]
    beside = [each for each in requirements if each.operator == "no-worse"]
    paired = {} if baseline is None else baseline_checks(sealed, beside, baseline, level)
    checks = [check for run in sealed for check in _blockers(run)]
    for requirement in requirements:
        checks += [_unfinished(requirement, run) for run in runs if run.unfinished is not None]
        if sealed:
            checks += paired.get(requirement) or figure_checks(sealed, requirement, requirements)
    return tuple(checks)


def _check_use(runs: Sequence[Gated], requirements: Sequence[Requirement], baseline: Gated | None) -> None:
    if not runs:
        raise OptionError("no run", "one run or more", "name the folders that audit or probe wrote with -o")
    if not requirements:
        raise OptionError("no requirement", "one requirement or more", "give --require, or a --config file")
    compares = any(requirement.operator == "no-worse" for requirement in requirements)
    if compares and baseline is None:
        raise OptionError("'no-worse' without a baseline", "a run to compare with", "give --baseline RUN")
    if baseline is not None and not compares:
        raise OptionError(
            "a baseline that no requirement speaks of", "NAME no-worse", "add one, or leave --baseline out"
        )


def _unfinished(requirement: Requirement, run: Gated) -> Check:
    return Check(requirement, run.name, "unfinished", run.unfinished or "")


def _blockers(run: Gated) -> list[Check]:
    """Return a check for every blocker of a run, those that are waived by name among them."""
    return [
        Check(
            NoBlocker(issue.code),
            run.name,
            "waived" if issue.code in run.verdict.allowed else "blocked",
            _in_words(issue),
            issue.figures[0].name if issue.figures else "",
            issue.subject,
        )
        for issue in run.verdict.of("blocker")
    ]


def _in_words(issue: Issue) -> str:
    remedy = issue.remedy[:1].upper() + issue.remedy[1:]
    return fill("gate_check.blocker", sentence=issue.sentence, remedy=remedy)


def unused_codes(runs: Sequence[Gated], allow: Sequence[str]) -> tuple[str, ...]:
    """Return the codes that were allowed and are those of no issue of any run."""
    occurred = {issue.code for run in runs for issue in run.verdict.issues}
    return tuple(code for code in allow if code not in occurred)


def severe_issues(runs: Sequence[Gated]) -> tuple[str, ...]:
    """Return, in words, the severe issues of runs, which do not fail a gate and have to be known."""
    return tuple(
        fill(
            "gate.severe_waived" if issue.code in run.verdict.allowed else "gate.severe",
            run=run.name,
            code=issue.code,
            name=issue.name,
            sentence=issue.sentence,
        )
        for run in runs
        for issue in run.verdict.of("severe")
    )


def gate_finding(checks: Sequence[Check], unused: Sequence[str] = (), severe: Sequence[str] = ()) -> Finding:
    """Return the checks of a gate as a finding.

    Parameters
    ----------
    checks
        What was held against what.
    unused
        Codes that were allowed and did not occur: each is a note.
    severe
        Severe issues of the runs, in words: each is a note.

    Returns
    -------
    Finding
        Figures ``required`` and ``held`` (requirements), ``blockers`` and ``waived``; view ``requirements``,
        a line a check.
    """
    required = required_of(checks)
    failed = failing(checks)
    counts = {
        "required": len(required),
        "held": len(required) - len(failed),
        "blockers": len(_codes(checks, "blocked")),
        "waived": len(_codes(checks, "waived")),
    }
    return Finding(
        measure=MEASURE,
        subject=", ".join(dict.fromkeys(check.run for check in checks)),
        definition=fill("gate.definition"),
        headline=_headline(checks, required, failed),
        figures=[
            Figure("count", Estimate(float(count), "count", len(required)), what=name)
            for name, count in counts.items()
        ],
        views={
            REQUIREMENTS: View(
                fill("gate.requirements"),
                COLUMNS,
                tuple(map(_row, checks)),
                by=("required", "figure", "run"),
                bounds={"observed": ("low", "high")},
            )
        },
        settings={f"quantity of {each.name}": each.quantity for each in checks if each.quantity},
        notes=(*severe, *(fill("gate.unused", code=code) for code in unused)),
    )


def required_of(checks: Sequence[Check]) -> tuple[str, ...]:
    """Return the requirements of figures."""
    requirements = (check.requirement for check in checks if isinstance(check.requirement, Requirement))
    return tuple(dict.fromkeys(map(str, requirements)))


def failing(checks: Sequence[Check]) -> tuple[str, ...]:
    """Return the requirements of figures that do not hold everywhere."""
    return required_of([check for check in checks if not check.holds])


def _codes(checks: Sequence[Check], verdict: str) -> tuple[str, ...]:
    """Return the codes of the blockers that block, or that are waived."""
    found = (check.requirement for check in checks if check.verdict == verdict)
    return tuple(dict.fromkeys(each.code for each in found if isinstance(each, NoBlocker)))


def _headline(checks: Sequence[Check], required: Sequence[str], failed: Sequence[str]) -> str:
    waived = _codes(checks, "waived")
    said = {
        "required": len(required),
        "waived": fill("gate.waived", codes=", ".join(waived)) if waived else "",
    }
    if passes(checks):
        return fill("gate.passed", held=len(required) - len(failed), **said, checks=len(checks))
    blocked = _codes(checks, "blocked")
    blockers = fill("gate.blocked", codes=", ".join(blocked)) if blocked else ""
    counted = {**said, "failed": len(failed)}
    return fill("gate.failed", **counted, blocked=blockers, missed=_missed(failed))


def _missed(failed: Sequence[str]) -> str:
    named = "; ".join(printable(text, 120) for text in failed[:_NAMED])
    if len(failed) > _NAMED:
        return fill("gate.missed_more", requirements=named, more=len(failed) - _NAMED)
    return fill("gate.missed", requirements=named) if failed else ""


def _row(check: Check) -> tuple[Cell, ...]:
    observed = check.observed
    return (
        *(str(check.requirement), check.verdict),
        None if observed is None else observed.value,
        *((None, None) if observed is None else observed.bounds),
        None if observed is None else observed.n,
        *(check.reason, check.name or None, check.run, check.subject or None),
    )
