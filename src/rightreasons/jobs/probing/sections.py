"""What a probe finds: score and artifacts of every challenge, controls of some."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import polars as pl

from rightreasons.challenges.challenge import Challenge, from_pairs
from rightreasons.challenges.controls import CONTROLS, ControlSettings, controlled, controls
from rightreasons.challenges.guard import guard
from rightreasons.challenges.hans.challenges import BY_ID, BY_TEXT, verdict
from rightreasons.challenges.premise_use import premise_use
from rightreasons.challenges.prompt_spread import prompt_spread
from rightreasons.challenges.scoring import score
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import InputError, MeasureInputError
from rightreasons.findings import Finding
from rightreasons.jobs.options import ProbeOptions
from rightreasons.jobs.probing.challenges import behaviour, is_swaps
from rightreasons.jobs.probing.label_check import order_on
from rightreasons.jobs.probing.models import ProbedModel, Reader
from rightreasons.jobs.probing.plan import ProbePlan
from rightreasons.jobs.probing.responses import (
    NOTHING_READ,
    joined_items,
    predicted_items,
    why_incomplete,
    with_responses,
    without_labels,
)
from rightreasons.jobs.probing.saved import UNCHECKED
from rightreasons.jobs.probing.subsets import artifact_scores, easy_hard_accuracy
from rightreasons.pairs import pair_hash
from rightreasons.predictors.response import Responses
from rightreasons.printable import printable
from rightreasons.runs.workspace import Workspace

# A session with a model, challenge by challenge: each once, and none any more once it is out of reach.


OUT_OF_REACH = "the model is out of reach"


@dataclass
class PredictionSession:
    """What a model was asked so far.

    Parameters
    ----------
    model
        What is asked.
    progress
        Where it says how far it is.
    incomplete
        What could not be asked, in words, in the order in which it happened.
    """

    model: ProbedModel
    progress: Progress = silent
    incomplete: list[str] = field(default_factory=list)
    _responses: dict[str, Responses] = field(default_factory=dict)
    _is_out_of_reach: bool = False

    def responses(self, challenge: Challenge) -> Responses | None:
        """Return the responses to the items of a challenge, or None if there are none: it is out of reach."""
        if challenge.name in self._responses:
            return self._responses[challenge.name]
        if self._is_out_of_reach:
            return None
        responses = self.model.responses(challenge, self.progress)
        self._responses[challenge.name] = responses
        missing = why_incomplete(responses, challenge)
        if missing:
            self.incomplete.append(missing)
        self._is_out_of_reach = responses.stopped is not None
        return responses if len(responses) else None


# Controls of a probe: the items of a challenge changed, asked again, and compared with the normal run.


def controls_on(
    base: Challenge, session: PredictionSession, options: ProbeOptions
) -> tuple[Finding, pl.DataFrame]:
    """Return what changed items say of the model, and every changed item with its prediction.

    Parameters
    ----------
    base
        A challenge with text.
    session
        With the model that is asked.
    options
        Seed and collapse.

    Raises
    ------
    MeasureInputError
        If the text is not known, or no item gets a label.
    """
    if base.pairs is None:
        raise MeasureInputError(
            f"'{base.name}' holds ids and no sentences",
            "sentences that can be changed",
            "name data with --on",
        )
    if not session.model.reads_text:
        raise MeasureInputError(
            f"'{printable(session.model.name)}' is keyed by id, and so the same for changed sentences",
            "a model, or predictions by pair_hash or sentences",
            "predict what `rightreasons make items` exports",
        )
    normal = session.responses(base)
    if normal is None or not len(normal.predictions):
        reason = OUT_OF_REACH if normal is None else NOTHING_READ
        raise MeasureInputError(reason, "a model that answers", "start again with the same options")
    predictions, not_made, items = {}, {}, []
    for name in CONTROLS:
        try:
            changed = controlled(base.pairs, name, options.seed, options.language)
        except MeasureInputError as error:
            not_made[name] = error.found
            continue
        challenge = from_pairs(f"{base.name}, {name}", changed, ())
        responses = session.responses(challenge)
        if responses is None:
            not_made[name] = OUT_OF_REACH
            continue
        items.append(_items(challenge, responses, options))
        if len(responses.predictions):
            predictions[name] = responses.predictions
        else:
            not_made[name] = NOTHING_READ
    settings = ControlSettings(
        seed=options.seed, collapse=options.collapse, allow_partial=True, language=options.language
    )
    finding = controls(base.pairs, normal.predictions, predictions, not_made, settings)
    finding = replace(finding, items=None, notes=(*finding.notes, *_of_sample(base)))
    return finding, pl.concat(items, how="diagonal_relaxed") if items else pl.DataFrame()


def _of_sample(base: Challenge) -> tuple[str, ...]:
    if base.strata is None:
        return ()
    return (
        f"of {printable(base.name)} a sample was drawn: each of its items counts once here, while its "
        "accuracy weighs each by its stratum",
    )


def _items(challenge: Challenge, responses: Responses, options: ProbeOptions) -> pl.DataFrame:
    if not len(responses.predictions):
        return predicted_items(challenge, responses, None)
    judged = score(challenge, responses.predictions, options.collapse, allow_partial=True).items
    return predicted_items(challenge, responses, judged)


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

    @property
    def rows(self) -> pl.DataFrame:
        """The items of all challenges in one frame."""
        return pl.concat(self.items, how="diagonal_relaxed") if self.items else pl.DataFrame()

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
    try:
        finding, items = controls_on(base, session, plan.options)
    except InputError as error:
        found.not_measured[f"controls on {base.name}"] = str(error)
        return
    found.findings.append(finding)
    if items.height:
        found.items.append(items)


def _scored(plan: ProbePlan, challenge: Challenge, responses: Responses) -> Finding:
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


def _add_measures(
    plan: ProbePlan, challenge: Challenge, responses: Responses, own: Found, step: "_Steps"
) -> None:
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
        if challenge.pairs is not None and responses.predictions.has_probabilities:
            own.add(f"premise_use on {challenge.name}", lambda: premise_use(challenge, responses.predictions))


def _add_label_order(plan: ProbePlan, challenge: Challenge, responses: Responses, own: Found) -> None:
    """Add the order of the labels of saved predictions, or the note that it cannot be checked."""
    order = order_on(challenge, responses.predictions) if plan.options.label_check else None
    if order is not None:
        own.findings.append(order)
        return
    scored = own.findings[0]
    own.findings[0] = replace(scored, notes=(*scored.notes, UNCHECKED))


def _add_artifacts(
    plan: ProbePlan, challenge: Challenge, scored: Finding, own: Found, step: "_Steps"
) -> None:
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
