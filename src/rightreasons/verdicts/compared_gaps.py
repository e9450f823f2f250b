"""The rule of gaps beside each other: one of two models loses more on items that shortcuts get wrong."""

from collections.abc import Iterator

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue, KeyFigure, Verdict
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.comparisons import CHOICE
from rightreasons.verdicts.easy_items import ARTIFACTS, artifact_in_words
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import Record, high, issue, low, measured, number, taken, value
from rightreasons.verdicts.shown_figures import shown_gap

ADDS = {"verdict_rule": ["gaps_beside"]}
MEASURE, CODE = "compare_gaps", "V353"
_EASY_HARD = "easy_hard"
_LEAST_SHOWN = 30
"""Gaps on fewer items of either kind stand in their issue, with both counts, and not above the page."""
_ENDS = {"first": "baseline", "second": "candidate"}


def gaps_beside(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find comparisons in which one model loses more accuracy on items that shortcuts get wrong."""
    for finding in taken(record, MEASURE):
        for name in dict.fromkeys(figure.set for figure in finding.figures.values()):
            shortcut = next(
                (each for each in _shortcuts(finding, name) if _matters(finding, each, policy)), None
            )
            if shortcut is not None:
                yield _issue(finding, shortcut, policy)


def _shortcuts(finding: Finding, name: str | None) -> Iterator[Figure]:
    """Yield the differences of gaps on a set: of easy and hard items, then of artifacts in order."""
    for shortcut in (_EASY_HARD, *ARTIFACTS):
        yield from finding.figures.where("difference", set=name or "", shortcut=shortcut)


def _matters(finding: Finding, difference: Figure, policy: Policy) -> bool:
    """Return whether two gaps differ beyond chance and by what matters, and the greater is one."""
    apart = low(difference) > 0 or high(difference) < 0
    greater = measured(finding, _end(difference, _greater(difference)))
    return apart and abs(value(difference)) >= policy.size("gap") and low(greater) > 0


def _greater(difference: Figure) -> str:
    return "second" if value(difference) > 0 else "first"


def _end(difference: Figure, end: str) -> str:
    return difference.name.removesuffix("difference") + end


def _issue(finding: Finding, difference: Figure, policy: Policy) -> Issue:
    greater = _greater(difference)
    lesser = next(end for end in _ENDS if end != greater)
    shown = {
        "more": str(finding.settings.get(_ENDS[greater])),
        "less": str(finding.settings.get(_ENDS[lesser])),
        "gap": finding.figures[_end(difference, greater)],
        "other": finding.figures[_end(difference, lesser)],
        "difference": difference,
    }
    shortcut = difference.group["shortcut"]
    if shortcut == _EASY_HARD:
        sentence = fill(f"{CODE}.easy", **shown)
    elif shortcut == ARTIFACTS[0]:
        sentence = fill(f"{CODE}.hypothesis", **shown)
    else:
        sentence = fill(f"{CODE}.artifact", artifact=artifact_in_words(shortcut), **shown)
    names = (difference.name, _end(difference, greater), _end(difference, lesser))
    return issue(CODE, policy, sentence, finding, names)


def gaps_shown(record: Record, verdict: Verdict) -> tuple[KeyFigure, ...]:
    """Return the two gaps of the first issue of this rule, where they stand on enough items.

    None without one, and where guards are chosen.
    """
    for each in verdict.issues if not any(taken(record, CHOICE)) else ():
        if each.code != CODE or each.code in verdict.allowed:
            continue
        for finding in record.findings:
            if each.figures and finding.scope == each.figures[0].scope:
                difference = finding.figures[each.figures[0].figure]
                enough = min(_items(finding, difference)) >= _LEAST_SHOWN
                return tuple(_shown(finding, difference, end) for end in _ENDS) if enough else ()
    return ()


def _shown(finding: Finding, difference: Figure, end: str) -> KeyFigure:
    figure, shortcut = finding.figures[_end(difference, end)], difference.group["shortcut"]
    run = str(finding.settings.get(_ENDS[end]))
    if shortcut == _EASY_HARD:
        helped, elsewhere = _items(finding, difference)
        detail = fill("key_figures.easy_items", value=figure, easy=helped, hard=elsewhere)
        return shown_gap(finding, figure, "key_figures.gap_of_easy", detail, run=run)
    if shortcut == ARTIFACTS[0]:
        return shown_gap(finding, figure, "key_figures.gap_of_hypothesis", run=run)
    return shown_gap(finding, figure, "key_figures.gap_of", run=run, artifact=artifact_in_words(shortcut))


def _items(finding: Finding, gap: Figure) -> tuple[float, float]:
    """Return how many items a gap stands on where the shortcut helps, and how many elsewhere."""
    view = finding.views.get(gap.set or "")
    for line in () if view is None else view.records():
        if line["shortcut"] == gap.group["shortcut"]:
            return number(line["n_helped"]), number(line["n_elsewhere"])
    return 0.0, 0.0
