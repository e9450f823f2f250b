"""The grammar of the gate: which figures a line of text means, and their floor, ceiling or baseline."""

import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from rightreasons.errors import OptionError
from rightreasons.printable import printable
from rightreasons.references import SPECIAL, Pattern

_NAMED = r"(?:[^\\\[\]]|\\.)+"
_TARGET = re.compile(
    rf"(?P<name>{_NAMED})(?:\[(?P<subject>{_NAMED})\]\.(?P<figure>{_NAMED}))?", flags=re.DOTALL
)

Operator = Literal[">=", ">", "<=", "<", "no-worse"]
_HOLDS: Mapping[Operator, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
}

_NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_REQUIREMENT = re.compile(
    r"\s*(?P<target>(?:[^\\<>=]|\\.)+?)"
    rf"(?:\s*(?P<sign>>=|<=|>|<)\s*(?P<number>{_NUMBER})"
    rf"|\s+no-worse(?:\s+within\s+(?P<margin>{_NUMBER}))?)\s*",
    flags=re.DOTALL,
)
_POINT = re.compile(r"point\(\s*(?P<target>(?:[^\\]|\\.)+?)\s*\)", flags=re.DOTALL)


@dataclass(frozen=True)
class Target:
    """Which figures a requirement speaks of.

    Parameters
    ----------
    name
        The dotted name MEASURE.FIGURE, or SET.FIGURE of a score; with a subject, the measure or set alone.
    subject
        Of which findings, by what they are about; None: of all, and each must hold.
    figure
        The figure, where there is a subject.
    """

    name: Pattern
    subject: Pattern | None = None
    figure: Pattern | None = None

    @classmethod
    def of(cls, written: str) -> "Target":
        """Read ``NAME.FIGURE`` or ``NAME[SUBJECT].FIGURE``, NAME being a measure, or a set that was scored.

        Raises
        ------
        OptionError
            If it is neither.
        """
        found = _TARGET.fullmatch(written)
        if found is None:
            raise OptionError(
                f"'{printable(written)}' for the name of a figure",
                "MEASURE.FIGURE or MEASURE[SUBJECT].FIGURE",
                f"put a backslash before each of {' '.join(SPECIAL)} that belongs to a name",
            )
        if found["subject"] is None:
            return cls(Pattern.of(written))
        return cls(*(Pattern.of(found[group]) for group in ("name", "subject", "figure")))

    @classmethod
    def exactly(cls, name: str, figure: str, subject: str | None = None) -> "Target":
        """Return the target that fits this figure alone."""
        if subject is None:
            return cls(Pattern((f"{name}.{figure}",)))
        return cls(Pattern((name,)), Pattern((subject,)), Pattern((figure,)))

    def matches(self, name: str, subject: str, figure: str) -> bool:
        """Return whether a figure is meant."""
        if self.subject is None or self.figure is None:
            return self.name.matches(f"{name}.{figure}")
        return self.name.matches(name) and self.subject.matches(subject) and self.figure.matches(figure)

    def may_be_of(self, name: str) -> bool:
        """Return whether figures of a measure, or of a set that is scored, may be meant."""
        return self.name.may_begin_with(f"{name}.") if self.subject is None else self.name.matches(name)

    def __str__(self) -> str:
        if self.subject is None:
            return str(self.name)
        return f"{self.name}[{self.subject}].{self.figure}"


@dataclass(frozen=True)
class Requirement:
    """One thing that must hold.

    Parameters
    ----------
    target
        Which figures it speaks of.
    operator
        ``>=`` and ``>`` for a floor, ``<=`` and ``<`` for a ceiling, ``no-worse`` for a baseline.
    number
        The floor or ceiling. With ``no-worse`` the margin, or None where there is none.
    point
        Whether the value is held against the number rather than the bound of the interval.
    """

    target: Target
    operator: Operator
    number: float | None
    point: bool = False

    @property
    def is_floor(self) -> bool:
        """Whether the figure must not be lower."""
        return self.operator in (">=", ">")

    @property
    def is_ceiling(self) -> bool:
        """Whether the figure must not be higher."""
        return self.operator in ("<=", "<")

    def holds_for(self, figure: float) -> bool:
        """Return whether a value or bound is on the right side of the number.

        Raises
        ------
        ValueError
            If the requirement has no number, as ``no-worse`` may have none.
        """
        if self.number is None:
            raise ValueError("there is no number to hold it against")
        return _HOLDS[self.operator](figure, self.number)

    def __str__(self) -> str:
        target = re.sub(r"^point\(", r"\\point(", str(self.target))
        if self.operator == "no-worse":
            return f"{target} no-worse" + ("" if self.number is None else f" within {self.number!r}")
        return f"{f'point({target})' if self.point else target} {self.operator} {self.number!r}"


def parsed_requirement(text: str) -> Requirement:
    """Read one requirement.

    Parameters
    ----------
    text
        ``NAME >= NUMBER`` (or ``>``, ``<=``, ``<``), ``point(NAME) >= NUMBER``, ``NAME no-worse`` or
        ``NAME no-worse within NUMBER``. NAME is ``MEASURE.FIGURE`` or ``MEASURE[SUBJECT].FIGURE``; ``*``
        stands for any text, and a backslash takes the meaning of the character behind it.

    Raises
    ------
    OptionError
        If it is anything else, or a number is not finite, or a margin is negative.
    """
    found = _REQUIREMENT.fullmatch(text)
    if found is None:
        raise _not_understood(text)
    written = found["target"]
    point = _POINT.fullmatch(written)
    if written.startswith("point(") and point is None:
        raise _not_understood(text)
    target = Target.of(point["target"] if point else written)
    for sign in _HOLDS:
        if sign == found["sign"]:
            return Requirement(target, sign, _finite(found["number"], text), point is not None)
    if point is not None:
        raise _not_understood(text)
    margin = None if found["margin"] is None else _finite(found["margin"], text)
    if margin is not None and margin < 0:
        raise _not_understood(text)
    return Requirement(target, "no-worse", margin)


def _finite(written: str, text: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise _not_understood(text)
    return number


def _not_understood(text: str) -> OptionError:
    return OptionError(
        f"requirement '{printable(text, 200)}'",
        "NAME >= NUMBER (or >, <=, <), point(NAME) >= NUMBER, NAME no-worse, or NAME no-worse within NUMBER",
        "see docs/gate.md; a backslash goes before each of < > = * [ ] that belongs to a name",
    )
