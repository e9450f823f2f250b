"""What a probe is going to do: which model, on which challenges, by which options, and how many items."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rightreasons.challenges.challenge import Challenge
from rightreasons.jobs.datasets import described, described_items, versions
from rightreasons.jobs.options import ProbeOptions
from rightreasons.jobs.probing.models import ProbedModel
from rightreasons.measures import MODEL_MEASURES
from rightreasons.measures.inputs import Measure
from rightreasons.measures.model.inputs import ProbeInputs
from rightreasons.pairs import PairTable
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
