"""What a probe finds: the measures of a model, taken on every challenge and on items that are changed."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.errors import InputError, NotApplicableError
from rightreasons.findings import Finding
from rightreasons.jobs.probing.plan import ProbePlan
from rightreasons.jobs.probing.session import PredictionSession, changeable_items, several_labels
from rightreasons.measures.model.controls import MEASURE
from rightreasons.measures.model.inputs import ProbeInputs
from rightreasons.measures.model.label_sets import MEASURE as SEVERAL
from rightreasons.measures.model.probed_items import joined_items
from rightreasons.pairs import pair_hash
from rightreasons.predictors.response import Responses
from rightreasons.references import SCORE, NotTested
from rightreasons.runs.workspace import Workspace
from rightreasons.sentences.templates import fill


@dataclass
class Found:
    """What was found so far.

    Parameters
    ----------
    findings
        In the order of the challenges.
    items
        One frame a challenge.
    not_measured
        What could not be measured, and why.
    """

    findings: list[Finding] = field(default_factory=list)
    items: list[pl.DataFrame] = field(default_factory=list)
    not_measured: list[NotTested] = field(default_factory=list)

    @property
    def parts(self) -> tuple[tuple[Finding, ...], tuple[NotTested, ...], pl.DataFrame]:
        """Findings, what was not measured, and items, as an outcome has them."""
        return tuple(self.findings), tuple(self.not_measured), self.rows

    @property
    def rows(self) -> pl.DataFrame:
        """The items of all challenges in one frame."""
        return pl.concat(self.items, how="diagonal_relaxed") if self.items else pl.DataFrame()


def challenge_found(
    plan: ProbePlan,
    session: PredictionSession,
    challenge: Challenge,
    found: Found,
    workspace: Workspace | None,
) -> None:
    """Add what is found on one challenge.

    Parameters
    ----------
    plan, session
        What is done, and with which model.
    challenge
        What it is asked.
    found
        Grows by findings, rows, and reasons for what could not be measured.
    workspace
        Keeps what was found on whole challenges.
    """
    responses = session.responses(challenge)
    if responses is None:
        found.not_measured.append(NotTested(SCORE, challenge.name, fill("probed.out_of_reach")))
        return
    inputs = replace(_inputs(plan, responses), challenge=challenge, train=plan.train)
    step = _Steps(workspace if responses.is_complete else None, challenge.name)
    scored = step.kept(SCORE, lambda: inputs.find(SCORE, plan.measures[SCORE]))
    own = [*scored, *_taken(plan, replace(inputs, scored=scored[0]), found, step)]
    found.findings += own
    found.items.append(joined_items(own))
    if challenge.pairs is not None and challenge.pairs.several is not None:
        _several_found(plan, session, challenge, found)


def _several_found(plan: ProbePlan, session: PredictionSession, challenge: Challenge, found: Found) -> None:
    """Add what is found on items of a challenge's data of which several labels are right."""
    items: list[pl.DataFrame] = []
    try:
        several = several_labels(challenge, session, plan.options, items)
    except InputError as error:
        found.not_measured.append(NotTested(SEVERAL, challenge.name, error.found, error.remedy))
        return
    if several is None:
        return
    inputs = replace(_inputs(plan, Responses(several.predictions)), several=several)
    findings = _taken(plan, inputs, found, _Steps(None, challenge.name))
    found.findings += findings
    rows, *readings = items
    for finding in findings:
        if finding.items is not None:
            rows = rows.join(finding.items, on="id", how="left", maintain_order="left")
    found.items += [rows, *readings]


def controls_found(plan: ProbePlan, session: PredictionSession, base: Challenge, found: Found) -> None:
    """Add what changed items show of the model, beside the same items unchanged.

    Parameters
    ----------
    plan, session
        The probe, and the model that is asked for the changed items.
    base
        The items unchanged.
    found
        What is added to: a finding and its items, or why the controls cannot be made of these items.
    """
    items: list[pl.DataFrame] = []
    try:
        changeable = changeable_items(base, session, plan.options, items)
    except InputError as error:
        found.not_measured.append(NotTested(MEASURE, base.name, error.found, error.remedy))
        return
    inputs = replace(_inputs(plan, Responses(changeable.normal)), changeable=changeable)
    found.findings += _taken(plan, inputs, found, _Steps(None, base.name))
    found.items += items


def _inputs(plan: ProbePlan, responses: Responses) -> ProbeInputs:
    options = plan.options
    return ProbeInputs(
        plan.model.name,
        responses,
        declared=plan.model.declared,
        label_check=options.label_check,
        allow_partial=options.allow_partial or not responses.is_whole,
        collapse=options.collapse,
        definition=options.definition,
        pattern_threshold=options.pattern_threshold,
        cost=options.cost,
        seed=options.seed,
        language=options.language,
    )


def _taken(plan: ProbePlan, inputs: ProbeInputs, found: Found, step: "_Steps") -> list[Finding]:
    """Return what the measures find that apply to a set; where it cannot answer one, keep the reason."""
    findings: list[Finding] = []
    for name, measure in plan.measures.items():
        if name == SCORE:
            continue
        try:
            findings += step.kept(name, partial(inputs.find, name, measure))
        except NotApplicableError:
            continue
        except InputError as error:
            found.not_measured.append(NotTested(name, step.challenge, error.found, error.remedy))
    return findings


@dataclass(frozen=True)
class _Steps:
    """Findings of one challenge that are kept while a run is made."""

    workspace: Workspace | None
    challenge: str

    def kept(self, name: str, make: Callable[[], tuple[Finding, ...]]) -> tuple[Finding, ...]:
        """Return the finding that was kept, or new ones; where there is one, it is kept."""
        if self.workspace is None:
            return make()
        step = f"{pair_hash(self.challenge)[:16]}-{name}"
        there = self.workspace.saved(step)
        if there is not None:
            return (there,)
        made = make()
        if len(made) == 1:
            self.workspace.save(step, made[0])
        return made
