"""The gate: requirements held against the figures of runs; whatever cannot be judged fails."""

from collections.abc import Sequence

from rightreasons.errors import OptionError
from rightreasons.runs.baseline import baseline_checks
from rightreasons.runs.checks import Check
from rightreasons.runs.figure_checks import figure_checks
from rightreasons.runs.gated import Gated
from rightreasons.runs.requirements import Requirement

LEVEL = 0.95


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
        At least one a requirement, in the order of the requirements. Nothing passes that is not judged: a
        figure that is missing or has no value, no items or no interval, items without a label, a run that is
        not sealed.

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
    checks: list[Check] = []
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
    asked = any(requirement.operator == "no-worse" for requirement in requirements)
    if asked and baseline is None:
        raise OptionError("'no-worse' without a baseline", "a run to compare with", "give --baseline RUN")
    if baseline is not None and not asked:
        raise OptionError(
            "a baseline that no requirement speaks of", "NAME no-worse", "add one, or leave --baseline out"
        )


def _unfinished(requirement: Requirement, run: Gated) -> Check:
    return Check(requirement, run.name, "unfinished", run.unfinished or "")
