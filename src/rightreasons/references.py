"""How a run speaks of its own parts: what was measured on which set, and one figure of it."""

from dataclasses import dataclass

SCORE = "score"
"""The measure that says how often a model is right on a set; its figures are called after the set."""


@dataclass(frozen=True, order=True)
class Scope:
    """What was measured, on which set.

    Parameters
    ----------
    measure
        The name of a measure; None: every one.
    on
        The name of a set; None: every one, or none.
    """

    measure: str | None = None
    on: str | None = None

    @property
    def name(self) -> str:
        """What people call it: the set of a score, otherwise the measure, and the set that it is on."""
        if self.measure == SCORE and self.on is not None:
            return self.on
        parts = ("all" if self.measure is None else self.measure, self.on)
        return " on ".join(part for part in parts if part)

    def covers(self, other: "Scope") -> bool:
        """Return whether whatever has the other scope has this one too."""
        return self.measure in (None, other.measure) and self.on in (None, other.on)


EVERYTHING = Scope()


@dataclass(frozen=True)
class FigureRef:
    """One figure of a run.

    Parameters
    ----------
    measure, on
        Of the finding that has it: its measure, and the set that it is on, if it is on one.
    figure
        Its name within the finding.
    """

    measure: str
    on: str | None
    figure: str

    @property
    def scope(self) -> Scope:
        """The finding that has it."""
        return Scope(self.measure, self.on)

    @property
    def name(self) -> str:
        """The dotted name that never changes: ``SET.FIGURE`` of a score, otherwise ``MEASURE.FIGURE``."""
        return dotted(self.measure, self.on, self.figure)


def dotted(measure: str, on: str | None, figure: str) -> str:
    """Return the full name of a figure."""
    return f"{called(measure, on)}.{figure}"


def called(measure: str, on: str | None) -> str:
    """Return what the figures of a finding are called after: the set of a score, otherwise the measure."""
    return on if measure == SCORE and on is not None else measure


@dataclass(frozen=True)
class NotTested:
    """What a run did not test, and why.

    Parameters
    ----------
    measure, on
        What was not measured, on which set; None: on none in particular.
    reason
        Why not.
    remedy
        What would test it; empty where nothing is known that would.
    """

    measure: str
    on: str | None
    reason: str
    remedy: str = ""

    @property
    def scope(self) -> Scope:
        """What was not measured, on which set."""
        return Scope(self.measure, self.on)

    @property
    def name(self) -> str:
        """What people call it, as that of a `Scope`."""
        return self.scope.name

    @property
    def why(self) -> str:
        """The reason, and what would test it."""
        return f"{self.reason}; {self.remedy}" if self.remedy else self.reason
