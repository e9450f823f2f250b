"""Sentences of a page whose figures lead to the place where they stand: the line of their finding's table."""

import string
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue, KeyFigure
from rightreasons.printable import printable
from rightreasons.referred import referred
from rightreasons.reports.results import shown_estimate
from rightreasons.reports.views import LONGEST_TEXT, method_of
from rightreasons.sentences.sentence import Filled, Sentence, key_of
from rightreasons.sentences.templates import fill


@dataclass(frozen=True)
class Piece:
    """A piece of a sentence; every text is printable.

    Parameters
    ----------
    text
        As it is read.
    place
        The name of the line of a table where the figure stands; empty where it is text alone.
    title
        Name, value, interval and n of the figure.
    """

    text: str
    place: str = ""
    title: str = ""


Meant = Callable[[Filled], Iterable[Figure]]
"""Returns the figures that a field may mean, by where its sentence stands."""


class FigureLinks:
    """Where figures stand on a page, and the sentences that speak of them.

    Parameters
    ----------
    findings
        Those that have a section on the page, in order; its tables of figures name their lines by `place_of`.
    all_findings
        Those that issues speak of.
    issues
        The issues of the run: where a sentence says one of them, its figures are those of the issue.
    """

    def __init__(
        self, findings: Sequence[Finding], all_findings: Sequence[Finding], issues: Sequence[Issue]
    ) -> None:
        self._all, self._issues = all_findings, {each.sentence: each for each in issues}
        self._places = {
            id(figure): (place_of(place, line), finding, figure)
            for place, finding in enumerate(findings, 1)
            for line, figure in enumerate(finding.figures.values(), 1)
        }

    def of_finding(self, text: str, finding: Finding) -> tuple[Piece, ...]:
        """Return a sentence that a finding says, in pieces."""
        return self._whole(text, lambda field: _named(finding, field))

    def of_issue(self, issue: Issue) -> tuple[Piece, ...]:
        """Return the sentence of an issue, in pieces."""
        return self._whole(issue.sentence, lambda field: self._rests_on(issue, field))

    def of_key_figure(self, shown: KeyFigure) -> Piece:
        """Return a number of the first screen; where its figure stands on the page, it leads there."""
        ref = shown.figure
        figures = (
            finding.figures.get(ref.figure)
            for finding in self._all
            if ref is not None and finding.scope == ref.scope
        )
        placed = (self._piece(shown.value, figure) for figure in figures if figure is not None)
        return next((each for each in placed if each is not None), None) or Piece(shown.value)

    def _rests_on(self, issue: Issue, field: Filled) -> Iterator[Figure]:
        """Yield the figures of that name in the findings that an issue rests on."""
        shown = {id(referred(self._all, ref, issue)) for ref in issue.figures}
        for finding in self._all:
            if any(id(each) in shown for each in finding.figures.values()):
                yield from _named(finding, field)

    def _whole(self, text: str, meant: Meant) -> tuple[Piece, ...]:
        """Return the pieces of a text, or the text as one where it is too long to be shown whole."""
        if len(text) > LONGEST_TEXT:
            return (Piece(printable(text, LONGEST_TEXT)),)
        return tuple(self._pieces(text, meant))

    def _pieces(self, text: str, meant: Meant) -> Iterator[Piece]:
        if not isinstance(text, Sentence) or not text.fields:
            yield Piece(printable(text, LONGEST_TEXT))
            return
        issue = self._issues.get(text)
        own = meant if issue is None else lambda field: self._rests_on(issue, field)
        for before, name, kind, _ in string.Formatter().parse(text.template):
            if before:
                yield Piece(printable(before, LONGEST_TEXT))
            if name is not None:
                yield from self._field(text.fields[key_of(name, kind or "")], own)

    def _field(self, field: Filled, meant: Meant) -> Iterator[Piece]:
        if field.sentence is not None:
            yield from self._pieces(field.sentence, meant)
        else:
            yield self._linked(field, meant) or Piece(printable(field.text, LONGEST_TEXT))

    def _linked(self, field: Filled, meant: Meant) -> Piece | None:
        """Return a field that leads to the one figure it means; None where that is not sure, or not there."""
        if field.figure is None or field.value is None:
            return None
        same = {id(each): each for each in meant(field) if field.value in (each.value, each.n)}
        return self._piece(field.text, *same.values()) if len(same) == 1 else None

    def _piece(self, text: str, figure: Figure) -> Piece | None:
        """Return a text that leads to a figure; None where that is not on the page."""
        if id(figure) not in self._places:
            return None
        place, finding, _ = self._places[id(figure)]
        about = {"name": finding.dotted(figure.name), "value": shown_estimate(figure), "figure": figure}
        title = fill("figure_of_a_sentence.title", **about, made=method_of(figure))
        return Piece(printable(text, LONGEST_TEXT), place, printable(title, LONGEST_TEXT))


def place_of(section: int, line: int) -> str:
    """Return the name of a line of the table of figures of a section, both from 1 up."""
    return f"figure-{section}-{line}"


def _named(finding: Finding, field: Filled) -> Iterator[Figure]:
    figure = finding.figures.get(field.figure or "")
    if figure is not None:
        yield figure
