"""What a probe is going to do: which model, on which challenges, by which options."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from rightreasons.challenges.challenge import Challenge
from rightreasons.jobs.datasets import described, described_items, versions
from rightreasons.jobs.probing.models import ProbedModel
from rightreasons.jobs.probing.options import ProbeOptions
from rightreasons.pairs import PairTable
from rightreasons.runs.manifest import Manifest, manifest_from


@dataclass(frozen=True)
class Plan:
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
    """

    model: ProbedModel
    challenges: tuple[Challenge, ...]
    controlled: tuple[Challenge, ...] = ()
    train: PairTable | None = field(default=None, repr=False)
    calibration: PairTable | None = field(default=None, repr=False)
    fitting: PairTable | None = field(default=None, repr=False)
    options: ProbeOptions = field(default_factory=ProbeOptions)

    def manifest(self) -> Manifest:
        """Return everything that the result depends on."""
        parts = {
            "job": "probe",
            "model": self.model.described(),
            "data": [_described(each) for each in self._all()],
            "controls_on": [each.name for each in self.controlled],
            "train": _table(self.train),
            "calibration": _table(self.calibration),
            "fitting": _table(self.fitting),
            "options": {name: _plain(value) for name, value in asdict(self.options).items()},
            "versions": versions(),
        }
        return manifest_from(parts)

    def _all(self) -> tuple[Challenge, ...]:
        own = {id(each) for each in self.challenges}
        return (*self.challenges, *(each for each in self.controlled if id(each) not in own))


def _described(challenge: Challenge) -> Mapping[str, Any]:
    if challenge.pairs is None:
        return described_items(challenge.name, challenge.items)
    return described(challenge.pairs) | {"name": challenge.name, "groups": list(challenge.groups)}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _table(table: PairTable | None) -> Mapping[str, Any] | None:
    return None if table is None else described(table)
