"""What a gate comes to, as a finding: one sentence, and a row for everything that was held against it."""

from collections.abc import Sequence

from rightreasons.findings import Cell, Finding, View
from rightreasons.printable import printable
from rightreasons.runs.checks import Check, passes
from rightreasons.statistics.results import Estimate

MEASURE = "gate"
REQUIREMENTS = "requirements"
DEFINITION = (
    "A floor is held against the lower bound of the interval, a ceiling against the upper one, unless the "
    "point is asked for. no-worse: McNemar's exact one-sided test on the items that run and baseline "
    "answered, adjusted after Holm over all such rows; with a margin, the lower bound of the paired "
    "difference. "
    "What is missing, undefined, without interval, unanswered, unpaired or unfinished fails."
)
COLUMNS = (
    *("required", "verdict", "figure", "observed", "low", "high", "n"),
    *("run", "subject", "reason"),
)
_NAMED = 5


def gate_finding(checks: Sequence[Check]) -> Finding:
    """Return the checks of a gate as a finding.

    Returns
    -------
    Finding
        Figures ``required`` and ``held`` (requirements); table ``requirements``, a row a check.
    """
    failed = failing(checks)
    required = list(dict.fromkeys(str(check.requirement) for check in checks))
    return Finding(
        measure=MEASURE,
        subject=", ".join(dict.fromkeys(check.run for check in checks)),
        definition=DEFINITION,
        headline=_headline(checks, required, failed),
        figures={
            "required": Estimate(float(len(required)), "count", len(required)),
            "held": Estimate(float(len(required) - len(failed)), "count", len(required)),
        },
        views={REQUIREMENTS: View("What was required, and observed", COLUMNS, tuple(map(_row, checks)))},
    )


def failing(checks: Sequence[Check]) -> tuple[str, ...]:
    """Return the requirements that do not hold everywhere."""
    return tuple(dict.fromkeys(str(check.requirement) for check in checks if not check.holds))


def _headline(checks: Sequence[Check], required: Sequence[str], failed: Sequence[str]) -> str:
    held = f"{len(required) - len(failed)} of {len(required)} requirements hold"
    if passes(checks):
        return f"Passed: {held}, in {len(checks):,} checks."
    named = "; ".join(printable(text, 120) for text in failed[:_NAMED])
    more = f"; and {len(failed) - _NAMED} more" if len(failed) > _NAMED else ""
    return f"Failed: {held}; not so: {named}{more}."


def _row(check: Check) -> tuple[Cell, ...]:
    observed = check.observed
    interval = None if observed is None else observed.interval
    return (
        *(str(check.requirement), check.verdict, check.name or None),
        None if observed is None else observed.value,
        *((None, None) if interval is None else (interval.low, interval.high)),
        None if observed is None else observed.n,
        *(check.run, check.subject or None, check.reason),
    )
