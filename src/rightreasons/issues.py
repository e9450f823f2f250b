"""What a run amounts to, in words: issues by severity, and the headline that the worst of them makes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from rightreasons.figures import Rows
from rightreasons.references import FigureRef, NotTested, Scope
from rightreasons.sentences.sentence import Text

Severity = Literal["blocker", "severe", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("blocker", "severe", "warning", "note")
"""From the worst to the least. A blocker: no figure that it invalidates may be read as it stands. Severe:
right for the wrong reasons, beyond chance and of a size that matters."""


@dataclass(frozen=True)
class KeyFigure:
    """One of the few numbers of a first screen.

    Parameters
    ----------
    caption
        What it is of, in a few words.
    value
        The number with its unit, ``"59.4 %"``.
    detail
        Its interval and n, or what it is compared with; empty where there is neither.
    figure
        Where it comes from; None where it is a count of the manifest.
    """

    caption: Text
    value: Text
    detail: Text = ""
    figure: FigureRef | None = None


@dataclass(frozen=True, repr=False)
class Issue:
    """One thing that is wrong, or that a reader has to know.

    Parameters
    ----------
    code
        Its name for ever, as ``V101``.
    severity
        One of `SEVERITIES`.
    sentence
        What is wrong and how sure that is, with figure and interval, for whoever decides on a release.
    figures
        The figures that show it; where several findings are of one measure and set, those of the finding
        whose subject is `subject`.
    invalidates
        What cannot be read as it stands; of a blocker only.
    rows
        The rows that show it.
    remedy
        What to do.
    subject
        The set or model that it is about.
    name
        What its code is called.
    title
        What is wrong, in at most twelve words.
    command
        A line to paste that mends it or shows more of it; empty where there is none.
    """

    code: str
    severity: Severity
    sentence: Text
    figures: tuple[FigureRef, ...] = ()
    invalidates: tuple[Scope, ...] = ()
    rows: Rows | None = None
    remedy: Text = ""
    subject: str = ""
    name: Text = ""
    title: Text = ""
    command: Text = ""

    def __repr__(self) -> str:
        return f"<{self.severity} {self.code}: {self.sentence}>"


@dataclass(frozen=True, repr=False)
class Verdict:
    """What a run amounts to.

    Parameters
    ----------
    headline
        The first sentence: that of the worst issue, or that nothing was found.
    issues
        The worst first.
    policy
        Name and SHA-256 of the policy that decided on sizes that matter.
    allowed
        Codes of issues that were waived, by name, when this verdict was made.
    tested
        What was measured, on which sets.
    not_tested
        What was not, why, and what would test it.
    title
        The worst issue, or what was found, in at most twelve words.
    key_figures
        The numbers to read first, at most three.
    """

    headline: Text
    issues: tuple[Issue, ...] = ()
    policy: Mapping[str, str] = field(default_factory=dict)
    allowed: tuple[str, ...] = ()
    tested: tuple[Scope, ...] = ()
    not_tested: tuple[NotTested, ...] = ()
    title: Text = ""
    key_figures: tuple[KeyFigure, ...] = ()

    @property
    def remedy(self) -> Text:
        """What to do about the worst issue, otherwise what would test more; empty where nothing is known.

        What was not given comes after what could not be measured, and is given more easily.
        """
        counted = (each for each in self.issues if each.code not in self.allowed and each.severity != "note")
        untested = (each.remedy for each in reversed(self.not_tested) if each.remedy)
        return next((each.remedy for each in counted), "") or next(untested, "")

    @property
    def next(self) -> Text:
        """The command of the worst issue; empty where it has none."""
        counted = (each for each in self.issues if each.code not in self.allowed and each.severity != "note")
        return next((each.command for each in counted), "")

    @property
    def counts(self) -> Mapping[Severity, int]:
        """How many issues of each severity are not waived, those that there are, the worst first."""
        counted = [issue.severity for issue in self.issues if issue.code not in self.allowed]
        return {each: counted.count(each) for each in SEVERITIES if each in counted}

    def __repr__(self) -> str:
        return f"<{self.counted}: {self.title or self.headline}>"

    @property
    def counted(self) -> str:
        """How many issues of each severity there are, in words."""
        return severities_in_words(self.counts) or "no issues"

    @property
    def blockers(self) -> tuple[Issue, ...]:
        """The blockers that are not waived."""
        return tuple(
            issue for issue in self.issues if issue.severity == "blocker" and issue.code not in self.allowed
        )

    def of(self, severity: Severity) -> tuple[Issue, ...]:
        """Return the issues of one severity."""
        return tuple(issue for issue in self.issues if issue.severity == severity)

    def invalidator(self, scope: Scope) -> Issue | None:
        """Return the blocker because of which no figure of a measure on a set is a result, or None."""
        blocking = (each for each in self.blockers if any(one.covers(scope) for one in each.invalidates))
        return next(blocking, None)

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as plain JSON values."""
        payload: dict[str, Any] = _type().dump_python(self, mode="json")
        return payload


def verdict_from_json(payload: Any) -> Verdict:
    """Return the verdict that `Verdict.to_json` wrote.

    Raises
    ------
    ValueError
        If the payload breaks the schema.
    """
    verdict: Verdict = _type().validate_python(payload)
    return verdict


def verdict_schema() -> dict[str, Any]:
    """Return the JSON Schema of a verdict."""
    schema: dict[str, Any] = _type().json_schema(mode="serialization")
    return schema


@cache
def _type() -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(Verdict)


def severities_in_words(counts: Mapping[Severity, int]) -> str:
    """Return how many issues of each severity there are: ``5 severe, 3 warnings``; empty of none."""
    return ", ".join(f"{n} {each}{'s' * (n > 1 and each != 'severe')}" for each, n in counts.items())
