"""What a verdict stands on, in two lines: what was tested, and what was not, with how it would be."""

from collections.abc import Iterable
from dataclasses import replace

from rightreasons.issues import Verdict
from rightreasons.measures.titles import measure_titles
from rightreasons.printable import printable
from rightreasons.references import SCORE, Scope
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.untested import SHORTCUTS

_LONGEST_NAME, _LONGEST_REASON = 120, 300


def scope_lines(verdict: Verdict) -> tuple[str, ...]:
    """Return what was tested, and, where there is something, what was not, that of one reason together."""
    tested = dict.fromkeys(_in_words(each) for each in verdict.tested)
    names = ", ".join(tested) or fill("tested.nothing")
    reasons = (each.why for each in verdict.not_tested)
    return (fill("tested.names", names=names), *_not_tested(verdict, reasons))


def short_scope_lines(verdict: Verdict) -> tuple[str, ...]:
    """Return the same with what was tested counted, and reasons without what to do about them.

    A measure that was taken of one set and not of another is counted apart, so that what was tested and the
    list of what was not add up.
    """
    tested, every = measures_tested(verdict)
    partly = len({each.measure for each in verdict.tested} & {each.measure for each in verdict.not_tested})
    if partly:
        counted = fill("tested.counted_partly", tested=tested - partly, partly=partly, all=every)
    else:
        counted = fill("tested.counted", tested=tested, all=every)
    return (counted, *_not_tested(verdict, (each.reason for each in verdict.not_tested)))


def measures_tested(verdict: Verdict) -> tuple[int, int]:
    """Return how many measures were taken, and how many there would be with those that were not."""
    tested = {each.measure for each in verdict.tested}
    return len(tested), len(tested | {each.measure for each in verdict.not_tested} - {SHORTCUTS})


def _in_words(scope: Scope) -> str:
    """Return what a measure is called within a sentence, and its set; a score is called by its set."""
    title = measure_titles().get(scope.measure or "")
    if title is None or scope.measure == SCORE:
        return printable(scope.name, _LONGEST_NAME)
    return printable(replace(scope, measure=title[0].lower() + title[1:]).name, _LONGEST_NAME)


def _not_tested(verdict: Verdict, reasons: Iterable[str]) -> tuple[str, ...]:
    by_reason: dict[str, dict[str, None]] = {}
    for each, reason in zip(verdict.not_tested, reasons, strict=True):
        named = by_reason.setdefault(printable(reason, _LONGEST_REASON), {})
        named[_in_words(each.scope)] = None
    if not by_reason:
        return ()
    missing = "; ".join(
        fill("tested.because", names=", ".join(names), reason=why) for why, names in by_reason.items()
    )
    return (fill("tested.not_tested", missing=missing),)
