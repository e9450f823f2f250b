"""What a probe is going to do: which model, on which challenges, by which options, and how many items."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.controls import CONTROLS, controlled
from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.jobs.datasets import described, described_items, versions
from rightreasons.jobs.options import ProbeOptions
from rightreasons.jobs.probing.models import ProbedModel, Reader
from rightreasons.measures import MODEL_MEASURES
from rightreasons.measures.inputs import Measure
from rightreasons.measures.model.inputs import ProbeInputs
from rightreasons.pairs import PairTable
from rightreasons.predictors.judge import Judge
from rightreasons.predictors.judge import expected as of_judge
from rightreasons.predictors.predictor import Identity
from rightreasons.predictors.store import Store
from rightreasons.runs.manifest import Manifest, manifest_from


def measures_of_models() -> dict[str, Measure]:
    """Return every measure of a model by its name.

    Raises
    ------
    MeasureSignatureError
        If one asks for what a probe does not offer.
    """
    measures = {name: MODEL_MEASURES.load(name) for name in MODEL_MEASURES}
    for name, measure in measures.items():
        ProbeInputs.check(name, measure)
    return measures


@dataclass(frozen=True)
class ProbePlan:
    """A probe before it begins.

    Parameters
    ----------
    model
        What is asked.
    challenges
        What it is asked, each scored by itself.
    controlled
        Those of them, or other labelled pairs, whose items are also asked changed.
    train
        Labelled data whose artifacts divide the items.
    calibration
        Labelled pairs on which the order of the labels is proved; None: it is not.
    fitting
        Labelled pairs on which the threshold is fitted; None: it is not.
    options
        Whatever else changes the result.
    measures
        What is taken, by name.
    """

    model: ProbedModel
    challenges: tuple[Challenge, ...]
    controlled: tuple[Challenge, ...] = ()
    train: PairTable | None = field(default=None, repr=False)
    calibration: PairTable | None = field(default=None, repr=False)
    fitting: PairTable | None = field(default=None, repr=False)
    options: ProbeOptions = field(default_factory=ProbeOptions)
    measures: Mapping[str, Measure] = field(default_factory=measures_of_models, repr=False)

    def manifest(self) -> Manifest:
        """Return everything that the result depends on."""
        parts = {
            "job": "probe",
            "model": self.model.described(),
            "data": [_described(each, self.options.language) for each in self._all()],
            "controls_on": [each.name for each in self.controlled],
            "train": _table(self.train, self.options.language),
            "calibration": _table(self.calibration, self.options.language),
            "fitting": _table(self.fitting, self.options.language),
            "options": {name: value for name, value in self.options.recorded().items() if name != "data"},
            "versions": versions(),
        }
        return manifest_from(parts)

    def _all(self) -> tuple[Challenge, ...]:
        own = {id(each) for each in self.challenges}
        return (*self.challenges, *(each for each in self.controlled if id(each) not in own))


def _described(challenge: Challenge, language: str) -> Mapping[str, Any]:
    if challenge.pairs is None:
        return described_items(challenge.name, challenge.items)
    return described(challenge.pairs, language) | {"name": challenge.name, "groups": list(challenge.groups)}


def _table(table: PairTable | None, language: str) -> Mapping[str, Any] | None:
    return None if table is None else described(table, language)


# How much a probe would ask: counted before anything is asked.


@dataclass(frozen=True)
class Expected:
    """What one part of a probe would ask.

    Parameters
    ----------
    part
        What it is: a challenge, its controls, the pairs that prove the labels.
    pairs
        Items.
    asked
        Distinct pairs of sentences that are not in the store yet, once a prompt.
    input_tokens, output_tokens
        Estimated tokens of a chat model; None for other models.
    cost
        In the currency of the prices; None without prices.
    """

    part: str
    pairs: int
    asked: int
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None


def expected(plan: ProbePlan, store: Store, scope: str) -> tuple[Expected, ...]:
    """Return what every part of a probe would ask; what two parts share counts once, in the first.

    Raises
    ------
    OptionError
        If nothing would be asked, since predictions are saved.
    """
    if not isinstance(plan.model, Reader):
        raise OptionError("--dry-run with saved predictions", "a model that is asked", "leave it out")
    planned: dict[str, set[str]] = {}
    return tuple(
        _expected(plan.model, part, pairs, planned, store, scope) for part, pairs in _parts(plan).items()
    )


def _parts(plan: ProbePlan) -> Mapping[str, PairTable]:
    parts: dict[str, PairTable] = {}
    if plan.calibration is not None:
        parts["label check"] = plan.calibration
    if plan.fitting is not None:
        parts["threshold"] = plan.fitting
    parts |= {each.name: each.with_text() for each in plan.challenges}
    for base in plan.controlled:
        parts.setdefault(base.name, base.with_text())
        for name in CONTROLS:
            try:
                parts[f"{base.name}, {name}"] = controlled(
                    base.with_text(), name, plan.options.seed, plan.options.language
                )
            except MeasureInputError:
                continue
    return parts


def _expected(
    model: Reader, part: str, pairs: PairTable, planned: dict[str, set[str]], store: Store, scope: str
) -> Expected:
    missing = [
        _missing(identity, pairs, planned.setdefault(identity.fingerprint(scope), set()), store, scope)
        for identity in model.identities
    ]
    asked = sum(map(len, missing))
    if not all(isinstance(judge, Judge) for judge in model.predictors):
        return Expected(part, len(pairs), asked)
    each = [
        of_judge(judge, table)
        for judge, table in zip(model.predictors, missing, strict=True)
        if isinstance(judge, Judge)
    ]
    costs = [use.cost for use in each if use.cost is not None]
    return Expected(
        part,
        len(pairs),
        asked,
        sum(use.input_tokens for use in each),
        sum(use.output_tokens for use in each),
        sum(costs) if costs else None,
    )


def _missing(identity: Identity, pairs: PairTable, planned: set[str], store: Store, scope: str) -> PairTable:
    hashes = identity.hashes(pairs)
    there = set(store.get(identity.fingerprint(scope), hashes)) | planned
    choices = []
    for found in hashes:
        choices.append(found not in there)
        there.add(found)
    planned.update(hashes)
    return pairs.where(pl.Series(choices, dtype=pl.Boolean), "answered before, or the text of another pair")
