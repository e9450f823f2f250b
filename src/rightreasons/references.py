"""How a run speaks of its own parts: what was measured on which set, one figure of it, and those selected."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rightreasons.errors import FigureReferenceError
from rightreasons.printable import printable, quoted

SCORE = "score"
"""The measure that says how often a model is right on a set; its figures are called after the set."""
SPECIAL = "\\*[]<>="
"""Characters with a meaning in a `Pattern`, or in what the gate writes around one."""
_UNITS = re.compile(r"\\.|[^\\]", flags=re.DOTALL)
_WRITTEN = re.compile(r"(?P<measure>[^.\s*\\]+)(?: on (?P<on>.+?): |\.)(?P<figure>.+)", flags=re.DOTALL)
_EXPECTED = "MEASURE.FIGURE, or MEASURE on SET: FIGURE"
_NAMED = 20

Selected = TypeVar("Selected")


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

    @classmethod
    def of(cls, written: str) -> "FigureRef":
        """Read what `written` writes; the set is None where only a measure is named.

        Raises
        ------
        FigureReferenceError
            If it is neither ``MEASURE.FIGURE`` nor ``MEASURE on SET: FIGURE``.
        """
        return cls(*_parts(written))

    @property
    def scope(self) -> Scope:
        """The finding that has it."""
        return Scope(self.measure, self.on)

    @property
    def name(self) -> str:
        """The dotted name that never changes: ``SET.FIGURE`` of a score, otherwise ``MEASURE.FIGURE``."""
        return dotted(self.measure, self.on, self.figure)

    @property
    def written(self) -> str:
        """The text that `of` reads: with its set where the figure of a score is meant, otherwise `name`."""
        return f"{SCORE} on {self.on}: {self.figure}" if self.measure == SCORE else self.name


def dotted(measure: str, on: str | None, figure: str) -> str:
    """Return the full name of a figure."""
    return f"{called(measure, on)}.{figure}"


def called(measure: str, on: str | None) -> str:
    """Return what the figures of a finding are called after: the set of a score, otherwise the measure."""
    return on if measure == SCORE and on is not None else measure


@dataclass(frozen=True)
class Pattern:
    """A name in which ``*`` stands for any text, dots included.

    Parameters
    ----------
    parts
        The literal texts between the stars; a name without stars is one part.
    """

    parts: tuple[str, ...]

    @classmethod
    def of(cls, written: str) -> "Pattern":
        """Read a pattern; a backslash takes the meaning of the character behind it."""
        parts = [""]
        for unit in _UNITS.findall(written):
            if unit == "*":
                parts.append("")
            else:
                parts[-1] += unit[-1]
        return cls(tuple(parts))

    def matches(self, text: str) -> bool:
        """Return whether the whole text fits."""
        return re.fullmatch(".*".join(map(re.escape, self.parts)), text, flags=re.DOTALL) is not None

    def may_begin_with(self, text: str) -> bool:
        """Return whether some text fits that begins with this one, as far as the first star tells."""
        start = self.parts[0]
        compared = len(text) if self.is_plain else min(len(start), len(text))
        return start[:compared] == text[:compared]

    @property
    def is_plain(self) -> bool:
        """Whether it fits one text alone."""
        return len(self.parts) == 1

    def __str__(self) -> str:
        return "*".join(map(_escaped, self.parts))


def _escaped(text: str) -> str:
    """Return a literal text as it is written in a pattern."""
    written = re.sub(rf"[{re.escape(SPECIAL)}]", lambda found: f"\\{found[0]}", text)
    # Blanks at the ends would be taken for those around the name.
    return re.sub(r"^\s|\s\Z", lambda found: f"\\{found[0]}", written)


@dataclass(frozen=True)
class FigureSelection:
    """Which figures of runs are meant: those of a measure whose names, and whose sets, fit.

    Parameters
    ----------
    measure
        The measure.
    figure
        The name within the finding.
    on
        The set; None: any, or none.
    """

    measure: str
    figure: Pattern
    on: Pattern | None = None

    @classmethod
    def of(cls, written: str) -> "FigureSelection":
        """Read ``MEASURE.FIGURE``, or ``MEASURE on SET: FIGURE``; a star is any text, but in MEASURE.

        Raises
        ------
        FigureReferenceError
            If it is neither.
        """
        measure, on, figure = _parts(written)
        return cls(measure, Pattern.of(figure), None if on is None else Pattern.of(on))

    @property
    def name(self) -> str:
        """What people call it, as the `FigureRef.name` of what it covers."""
        return dotted(self.measure, None if self.on is None else str(self.on), str(self.figure))

    def covers(self, ref: FigureRef) -> bool:
        """Return whether a figure is meant."""
        is_on = self.on is None or (ref.on is not None and self.on.matches(ref.on))
        return self.measure == ref.measure and is_on and self.figure.matches(ref.figure)


def selected(
    figures: Mapping[FigureRef, Selected], selections: Sequence[FigureSelection], by: str
) -> dict[FigureRef, Selected]:
    """Return the figures that some selections mean.

    Parameters
    ----------
    figures
        All there are.
    selections
        Which are meant; each has to mean one of them at least.
    by
        Who selects them, for the error.

    Raises
    ------
    FigureReferenceError
        If a selection means none; with its name, and the names of the figures that are there.
    """
    for each in selections:
        if not any(each.covers(ref) for ref in figures):
            raise FigureReferenceError(
                f"{by} refers to '{printable(each.name)}', and there is no such figure",
                f"one of {quoted([ref.name for ref in figures][:_NAMED])}" if figures else "figures",
                "correct the reference, or name the run that has it",
            )
    return {ref: each for ref, each in figures.items() if any(chosen.covers(ref) for chosen in selections)}


def _parts(written: str) -> tuple[str, str | None, str]:
    """Return measure, set and figure of a reference as it is written."""
    found = _WRITTEN.fullmatch(written)
    if found is None:
        raise FigureReferenceError(f"the reference '{printable(written)}'", _EXPECTED, "correct it")
    return found["measure"], found["on"], found["figure"]


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
