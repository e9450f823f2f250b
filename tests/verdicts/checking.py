"""What must hold of the verdict of a situation."""

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

from tests.verdicts.situation import Situation

from rightreasons.issues import SEVERITIES, Verdict
from rightreasons.references import called
from rightreasons.sentences.sentence import Sentence

FOLDER = Path(__file__).parent / "situations"
SITUATIONS: dict[str, Situation] = {
    path.stem: import_module(f"tests.verdicts.situations.{path.stem}").SITUATION
    for path in sorted(FOLDER.glob("[a-z]*.py"))
}
UNFINISHED = ("some_failed", "stopped_half_way")
"""They are no run: there is nothing to show but the error."""


def _with_a_code_of_their_own(names: Iterable[str]) -> Iterator[str]:
    """Yield situations with a code that none before has, and the first that has none."""
    seen: set[str] = set()
    for name in names:
        codes = set(SITUATIONS[name].issues) or {"none"}
        if not codes <= seen:
            yield name
        seen |= codes


SHOWN = list(
    _with_a_code_of_their_own(
        name for name, situation in SITUATIONS.items() if not situation.error and name not in UNFINISHED
    )
)
"""Those that are run through the command line and looked at on every screen: each code once."""
EVERY = 3
"""Of these each third is looked at each time, the others are `long`."""


def check(situation: Situation, verdict: Verdict) -> None:
    """Make sure that a verdict has the issues, the severity and the words that its situation calls for."""
    issues = [(issue.code, issue.severity, issue.sentence) for issue in verdict.issues]
    found = {issue.code: issue.severity for issue in verdict.issues}
    assert situation.issues.items() <= found.items(), issues
    assert not found.keys() & set(situation.without), issues
    worst = min((SEVERITIES.index(issue.severity) for issue in verdict.issues), default=len(SEVERITIES) - 1)
    allowed = SEVERITIES.index(situation.worst or "note")
    assert worst >= allowed, issues
    headline = verdict.headline.casefold()
    shown = f"{headline} {verdict.issues[0].sentence if verdict.issues else ''}".casefold()
    assert all(text.casefold() in shown for text in situation.headline), shown
    assert not [text for text in situation.not_in_headline if text.casefold() in headline], verdict.headline
    assert not {name for name in situation.invalidates if not _is_invalidated(verdict, name)}, issues
    assert not {name for name in situation.does_not_invalidate if _is_invalidated(verdict, name)}, issues
    said = (verdict.headline, verdict.title, *(each.sentence for each in verdict.issues))
    assert not [each for text in said for each in _numbers_as_text(text)]


def _numbers_as_text(text: str) -> Iterator[str]:
    """Yield the fields of a sentence, and of those within it, in which a number stands as text."""
    for key, each in text.fields.items() if isinstance(text, Sentence) else ():
        if (
            each.kind in ("text", "name")
            and re.fullmatch(r"[-+]?[\d.,]+( %)?", each.text)
            and key != "seed:text"
        ):
            yield f"{key} {each.text}"
        if each.sentence is not None:
            yield from _numbers_as_text(each.sentence)


def _is_invalidated(verdict: Verdict, name: str) -> bool:
    """Return whether every figure called after a measure or a scored set is invalidated; there are some."""
    scopes = [each for each in verdict.tested if each.measure and called(each.measure, each.on) == name]
    assert scopes, f"nothing was measured that is called '{name}': {verdict.tested}"
    return all(verdict.invalidator(scope) for scope in scopes)
