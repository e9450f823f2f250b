"""A verdict is the same on every screen of a run: its title, worst issue and blockers."""

import json
import re
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from html import unescape
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.long_running import one_in
from tests.verdicts.checking import EVERY, SHOWN, SITUATIONS, check
from tests.verdicts.situation import Command, Place

from rightreasons import read_run
from rightreasons.reports.viewer.catalogue import Catalogue

Typed = Callable[..., str]


@pytest.fixture
def typed(ended: Callable[..., CompletedProcess[str]]) -> Typed:
    """Return what the command line writes to standard output; its exit code has to be the one expected."""

    def run(*arguments: str, codes: tuple[int, ...] = (0,)) -> str:
        done = ended(*arguments)
        assert done.returncode in codes, done.stderr
        return done.stdout

    return run


@pytest.mark.parametrize(
    "name",
    one_in(EVERY, SHOWN),
)
def test_every_screen_says_the_same(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: Typed
) -> None:
    situation = SITUATIONS[name]
    if why := situation.absent():
        pytest.skip(why)
    folder = tmp_path / name  # after which models are called, so that no text of a verdict is in it
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr("rightreasons.predictors.llm.asking._FIRST_PAUSE", 0.02)
    with ExitStack() as stack:
        command = situation.make(Place(folder, stack))
        again = list(SHOWN).index(name) % 4 == 0
        screens = _screens(command, typed, blocked=situation.worst == "blocker", again=again)
    verdict = read_run(folder / "run").verdict
    check(situation, verdict)
    worst = [issue for issue in verdict.issues if issue.severity != "note"][:1]
    severe = any(issue.severity == "severe" for issue in worst)
    shown = {screen: _letters(text) for screen, text in screens.items()}
    lost = [
        (screen, issue.code)
        for screen, text in shown.items()
        for issue in (*verdict.blockers, *(() if screen == "gate" and not severe else worst))
        if _letters(str(issue.sentence))[:200] not in text
    ]
    assert not lost
    title = _letters(str(verdict.title))
    assert title
    assert not [screen for screen, text in shown.items() if screen != "gate" and title not in text]


def _screens(command: Command, typed: Typed, *, blocked: bool, again: bool) -> Mapping[str, str]:
    """Return what every screen has to say of a run, as a user gets it; later commands take the run up.

    The viewer shows the page that the run wrote; `again`, it is written from the record too, which is slow.
    """
    line = (*command.arguments(), "-o", "run")
    code = 4 if blocked and command.job in ("probe", "compare") else 0
    found = {
        "terminal": typed(*line, codes=(code,)),
        "json": json.dumps(json.loads(typed(*line, "--json", codes=(code,))), ensure_ascii=False),
        "gate": typed("gate", "run", "--require", "*.accuracy >= 0", codes=(0, 1)),
        "viewer": _viewer(),
    }
    if again:
        typed("report", "run", "-o", "page.html")
        found["page"] = Path("page.html").read_text(encoding="utf-8")
    if command.job in ("audit", "probe"):
        found["card"] = typed("card", "run")
    return found


def _viewer() -> str:
    catalogue = Catalogue(".")
    (key,) = (key for key, entry in catalogue.listing().entries.items() if entry.path.name == "run")
    return catalogue.report(key).decode()


def _letters(text: str) -> str:
    """Return letters and digits only: screens fold lines, and write signs in their own ways."""
    text = re.sub(r"<[a-zA-Z/!][^<>]*>", "", unescape(unescape(text)))
    return re.sub(r"[\W_]+", "", text)
