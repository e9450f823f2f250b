"""Dotted names of figures as a person writes them in a requirement: with `*`, a subject, and escapes."""

import re
from dataclasses import dataclass

from rightreasons.errors import OptionError
from rightreasons.printable import printable

SPECIAL = "\\*[]<>="
_NAMED = r"(?:[^\\\[\]]|\\.)+"
_TARGET = re.compile(
    rf"(?P<name>{_NAMED})(?:\[(?P<subject>{_NAMED})\]\.(?P<figure>{_NAMED}))?", flags=re.DOTALL
)
_UNITS = re.compile(r"\\.|[^\\]", flags=re.DOTALL)


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

    def __str__(self) -> str:
        return "*".join(map(_escaped, self.parts))


@dataclass(frozen=True)
class Target:
    """Which figures a requirement speaks of.

    Parameters
    ----------
    name
        The dotted name MEASURE.FIGURE; with a subject, the measure alone.
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
        """Read ``MEASURE.FIGURE`` or ``MEASURE[SUBJECT].FIGURE``.

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
    def exactly(cls, measure: str, figure: str, subject: str | None = None) -> "Target":
        """Return the target that fits this figure alone."""
        if subject is None:
            return cls(Pattern((f"{measure}.{figure}",)))
        return cls(Pattern((measure,)), Pattern((subject,)), Pattern((figure,)))

    def matches(self, measure: str, subject: str, figure: str) -> bool:
        """Return whether a figure is meant."""
        if self.subject is None or self.figure is None:
            return self.name.matches(f"{measure}.{figure}")
        return self.name.matches(measure) and self.subject.matches(subject) and self.figure.matches(figure)

    def __str__(self) -> str:
        if self.subject is None:
            return str(self.name)
        return f"{self.name}[{self.subject}].{self.figure}"


def _escaped(text: str) -> str:
    """Return a literal text as it is written in a pattern."""
    written = re.sub(rf"[{re.escape(SPECIAL)}]", lambda found: f"\\{found[0]}", text)
    # Blanks at the ends would be taken for those around the name.
    return re.sub(r"^\s|\s\Z", lambda found: f"\\{found[0]}", written)
