"""What a probe finds: score and artifacts of every challenge, controls of some."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.guard import guard
from rightreasons.challenges.hans.challenges import BY_ID, BY_TEXT
from rightreasons.challenges.hans.verdict import verdict
from rightreasons.challenges.prompt_spread import prompt_spread
from rightreasons.challenges.scoring import score
from rightreasons.errors import InputError
from rightreasons.findings import Finding
from rightreasons.jobs.probing.controls import controls_on
from rightreasons.jobs.probing.items import joined_items, predicted_items
from rightreasons.jobs.probing.label_check import order_on
from rightreasons.jobs.probing.models import Reader
from rightreasons.jobs.probing.plan import Plan
from rightreasons.jobs.probing.responses import with_responses, without_labels
from rightreasons.jobs.probing.saved import UNCHECKED
from rightreasons.jobs.probing.session import OUT_OF_REACH, PredictionSession
from rightreasons.jobs.probing.subsets import artifact_scores, easy_hard_accuracy
from rightreasons.jobs.probing.swaps import behaviour, is_swaps
from rightreasons.pair_hashes import pair_hash
from rightreasons.predictors.response import Responses
from rightreasons.runs.workspace import Workspace

_OF_ARTIFACTS = {"easy_hard_accuracy": easy_hard_accuracy, "artifact_agreement": artifact_scores}


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
        Reason by measure.
    """

    findings: list[Finding] = field(default_factory=list)
    items: list[pl.DataFrame] = field(default_factory=list)
    not_measured: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, measure: Callable[[], Finding]) -> Finding | None:
        """Take a measure; where the data cannot answer it, keep the reason."""
        try:
            finding = measure()
        except InputError as error:
            self.not_measured[name] = str(error)
            return None
        self.findings.append(finding)
        return finding


def challenge_found(
    plan: Plan, session: PredictionSession, challenge: Challenge, found: Found, workspace: Workspace | None
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
        found.not_measured[challenge.name] = OUT_OF_REACH
        return
    own = Found()
    step = _Steps(workspace if responses.is_complete else None, challenge.name)
    scored = step.kept("score", lambda: _scored(plan, challenge, responses))
    own.findings.append(scored)
    if len(responses.predictions):
        _add_measures(plan, challenge, responses, own, step)
        if plan.train is not None and challenge.pairs is not None:
            _add_artifacts(plan, challenge, scored, own, step)
    found.findings += own.findings
    found.not_measured.update(own.not_measured)
    found.items.append(joined_items(own.findings))


def controls_found(plan: Plan, session: PredictionSession, base: Challenge, found: Found) -> None:
    """Add what changed items show of the model, beside the same items unchanged."""
    try:
        finding, items = controls_on(base, session, plan.options)
    except InputError as error:
        found.not_measured[f"controls on {base.name}"] = str(error)
        return
    found.findings.append(finding)
    if items.height:
        found.items.append(items)


def _scored(plan: Plan, challenge: Challenge, responses: Responses) -> Finding:
    if not len(responses.predictions):
        none = without_labels(challenge, responses, plan.model.name)
        items = predicted_items(challenge, responses, None)
        return with_responses(replace(none, items=items), responses, challenge)
    partial = plan.options.allow_partial or not responses.is_whole
    finding = score(
        challenge,
        responses.predictions,
        plan.options.collapse,
        allow_partial=partial,
        order_known=isinstance(plan.model, Reader) and plan.model.is_rule,
    )
    headline = verdict(finding) if challenge.name in (BY_TEXT, BY_ID) else finding.headline
    items = predicted_items(challenge, responses, finding.items)
    return replace(with_responses(finding, responses, challenge), headline=headline, items=items)


def _add_measures(plan: Plan, challenge: Challenge, responses: Responses, own: Found, step: "_Steps") -> None:
    """Add what is measured of the labels that were given, beside their accuracy."""
    partial = plan.options.allow_partial or not responses.is_whole
    own.add(
        f"guard on {challenge.name}",
        step.later("guard", lambda: guard(challenge, responses.predictions, allow_partial=partial)),
    )
    if responses.by_prompt:
        own.add(
            f"prompt_spread on {challenge.name}",
            lambda: prompt_spread(challenge, responses.by_prompt, plan.options.collapse),
        )
    if is_swaps(challenge):
        own.findings += behaviour(challenge, responses.predictions, plan.options)
    if not isinstance(plan.model, Reader):
        _add_label_order(plan, challenge, responses, own)


def _add_label_order(plan: Plan, challenge: Challenge, responses: Responses, own: Found) -> None:
    """Add the order of the labels of saved predictions, or the note that it cannot be checked."""
    order = order_on(challenge, responses.predictions) if plan.options.label_check else None
    if order is not None:
        own.findings.append(order)
        return
    scored = own.findings[0]
    own.findings[0] = replace(scored, notes=(*scored.notes, UNCHECKED))


def _add_artifacts(plan: Plan, challenge: Challenge, scored: Finding, own: Found, step: "_Steps") -> None:
    train, options, model = plan.train, plan.options, plan.model.name
    if train is None:
        return
    for name, measure in _OF_ARTIFACTS.items():
        take = partial(measure, scored, challenge, train, options.pattern_threshold, model)
        own.add(f"{name} on {challenge.name}", step.later(name, take))


@dataclass(frozen=True)
class _Steps:
    """Findings of one challenge that are kept while a run is made."""

    workspace: Workspace | None
    challenge: str

    def kept(self, name: str, make: Callable[[], Finding]) -> Finding:
        """Return the finding that was kept, or a new one, which is kept."""
        step = f"{pair_hash(self.challenge)[:16]}-{name}"
        found = self.workspace.saved(step) if self.workspace else None
        if found is not None:
            return found
        finding = make()
        if self.workspace:
            self.workspace.save(step, finding)
        return finding

    def later(self, name: str, make: Callable[[], Finding]) -> Callable[[], Finding]:
        """Return `kept` to be called later."""
        return lambda: self.kept(name, make)
