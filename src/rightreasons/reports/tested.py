"""What a verdict stands on, in two lines: what was tested, and what was not, with how it would be."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from rightreasons.issues import Verdict
from rightreasons.measures.titles import measure_titles
from rightreasons.pairs import Nouns
from rightreasons.predictions import FILE_LABELS, ORDINARY
from rightreasons.printable import printable
from rightreasons.references import SCORE, NotTested, Scope
from rightreasons.sentences.kinds import set_in_words
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.untested import HANS, IN_A_TEST, OF_SHORTCUTS, SHORTCUTS

_LONGEST_NAME, _LONGEST_REASON = 120, 300
_NOUNS = Nouns()
_ALWAYS_ON = (FILE_LABELS, ORDINARY)
"""Sets that a measure is always of: which it is need not be said."""
_NAMED = 3
"""So many measures are named, more are counted."""


def scope_lines(verdict: Verdict, nouns: Nouns = _NOUNS) -> tuple[str, ...]:
    """Return what was tested, and, where there is something, what was not, that of one reason together."""
    tested = dict.fromkeys(_in_words(each, verdict, nouns) for each in verdict.tested)
    names = ", ".join(tested) or fill("tested.nothing")
    return (fill("tested.names", names=names), *_not_tested(verdict, nouns, lambda each: each.why))


def short_scope_lines(verdict: Verdict, nouns: Nouns = _NOUNS) -> tuple[str, ...]:
    """Return the same with what was tested counted, and reasons without what to do about them.

    A measure that was taken of one set and not of another is counted, and named with the set that it was not
    taken of.
    """
    return (_counted(verdict, nouns), *_not_tested(verdict, nouns, lambda each: each.reason))


def scope_lines_of_a_page(
    verdict: Verdict, *, shortcuts_tested: bool, nouns: Nouns = _NOUNS
) -> tuple[str, ...]:
    """Return the same without reasons, which stand further down on a page.

    Measures that show shortcuts are named together, where several were not taken.

    Parameters
    ----------
    verdict
        What was tested, and what was not.
    shortcuts_tested
        Whether a shortcut was, with a valid result.
    nouns
        What the data call their premises and hypotheses.
    """
    scopes = [each.scope for each in verdict.not_tested]
    in_part = _in_part(verdict)
    of_shortcuts = {each.measure for each in scopes if each.measure in OF_SHORTCUTS} - in_part
    names = []
    if len(of_shortcuts) > 1:
        names.append(fill("tested.other_shortcuts" if shortcuts_tested else "tested.shortcuts"))
        scopes = [each for each in scopes if each.measure not in of_shortcuts]
    missing = ", ".join(dict.fromkeys((*names, *(_in_words(each, verdict, nouns) for each in scopes))))
    return (_counted(verdict, nouns), *((fill("tested.not_tested", missing=missing),) if missing else ()))


def _counted(verdict: Verdict, nouns: Nouns) -> str:
    """Return what was tested, counted if it is much, and how much of it has no valid result."""
    tested, _ = measures_tested(verdict)
    counted: str = (
        scope_lines(verdict, nouns)[0] if tested <= _NAMED else fill("tested.counted", tested=tested)
    )
    invalid = len(_invalid(verdict))
    if invalid:
        every_one = invalid == tested
        counted = (
            fill("tested.none_valid", counted=counted)
            if every_one
            else fill("tested.invalid_one", counted=counted)
            if invalid == 1
            else fill("tested.invalid", counted=counted, invalid=invalid)
        )
    return counted


def _invalid(verdict: Verdict) -> set[str | None]:
    """Return the measures all of whose results a blocker invalidates."""
    valid = {each.measure for each in verdict.tested if verdict.invalidator(each) is None}
    return {each.measure for each in verdict.tested} - valid


def measures_tested(verdict: Verdict) -> tuple[int, int]:
    """Return how many measures were taken, and how many there would be with those that were not."""
    tested = {each.measure for each in verdict.tested}
    return len(tested), len(tested | {each.measure for each in verdict.not_tested} - {SHORTCUTS, HANS})


def _in_part(verdict: Verdict) -> set[str | None]:
    """Return the measures that were taken of one set and not of another."""
    return {each.measure for each in verdict.tested} & {each.measure for each in verdict.not_tested}


def _in_words(scope: Scope, verdict: Verdict, nouns: Nouns) -> str:
    """Return what a measure is called within a sentence, and its set.

    Not that set if it is the only one that was scored.
    """
    if scope.measure == SCORE and scope.on is not None:
        own = scope.on == FILE_LABELS
        return fill("tested.score_of_own_labels") if own else fill("tested.score", data=scope.on)
    if scope.on == IN_A_TEST:
        return fill("tested.in_a_test")
    title = measure_titles(nouns).get(scope.measure or "")
    if title is None:
        return printable(scope.name, _LONGEST_NAME)
    scored = {each.on for each in verdict.tested if each.measure == SCORE}
    on = None if scope.on in _ALWAYS_ON or scored == {scope.on} else scope.on
    called = title[0].lower() + title[1:]
    if on is not None and scope.measure in _in_part(verdict) and scope not in verdict.tested:
        return printable(fill("tested.part", measure=called, set=on), _LONGEST_NAME)
    return printable(replace(scope, measure=called, on=on and set_in_words(on)).name, _LONGEST_NAME)


def _not_tested(verdict: Verdict, nouns: Nouns, reason: Callable[[NotTested], str]) -> tuple[str, ...]:
    if not verdict.not_tested:
        return ()
    return (fill("tested.not_tested", missing=_because(verdict, nouns, reason)),)


def _because(verdict: Verdict, nouns: Nouns, reason: Callable[[NotTested], str]) -> str:
    """Return what was not tested, that of one reason together."""
    by_reason: dict[str, dict[str, None]] = {}
    for each in verdict.not_tested:
        named = by_reason.setdefault(printable(reason(each), _LONGEST_REASON), {})
        named[_in_words(each.scope, verdict, nouns)] = None
    return "; ".join(_of_one_reason(list(names), why) for why, names in by_reason.items())


def _of_one_reason(names: Sequence[str], why: str) -> str:
    """Return what was not tested for one reason, which is said to be that of each."""
    several = len(names) > 1 or ", " in names[0]
    each = several and why.startswith(fill("not_tested.needs", need=""))
    return fill("tested.each_because" if each else "tested.because", names=", ".join(names), reason=why)
