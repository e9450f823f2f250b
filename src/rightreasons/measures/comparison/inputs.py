"""What measures of a comparison may ask for: the probes, or the trainings, that stand beside each other."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rightreasons.findings import Finding
from rightreasons.measures.comparison.compared_runs import ComparedRun
from rightreasons.measures.comparison.known_marks import KnownMarks
from rightreasons.measures.comparison.trained_runs import TrainedRun
from rightreasons.measures.inputs import Inputs, Measure
from rightreasons.measures.lacks import OF_COMPARISON, Lack


@dataclass(frozen=True, eq=False)
class CompareInputs(Inputs):
    """What a measure of a comparison may ask for; it returns one finding a candidate beside the baseline.

    Parameters
    ----------
    probes
        What each probe answered, the baseline first; None where trainings are compared.
    probe_findings
        What each probe found, by the name of its run.
    trainings
        Which items each seed of each training got right, the baseline first; None where probes are compared.
    marks
        Easy and hard instances of sets of the trainings, given with ``--marks``.
    notions
        What makes groups of pairs, given with ``--groups``.
    cost
        What either error of a guard costs, as ``"miss=10,block=1"``.
    level
        Nominal coverage of intervals.
    """

    probes: tuple[ComparedRun, ...] | None = None
    probe_findings: Mapping[str, tuple[Finding, ...]] | None = None
    trainings: tuple[TrainedRun, ...] | None = None
    marks: tuple[KnownMarks, ...] = ()
    notions: tuple[str, ...] = ()
    cost: str | None = None
    level: float = 0.95

    LACKS: ClassVar[Mapping[str, Lack]] = OF_COMPARISON

    def find(self, name: str, measure: Measure) -> tuple[Finding, ...]:
        """Return what a measure finds; errors as of `Inputs.call`, and those of the measure."""
        return tuple(self.call(name, measure))
