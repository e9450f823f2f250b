"""A verdict is the same on every screen of a run, its headline and its blockers: one function decides."""

import json
import re
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from html import unescape
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tests.verdicts.situation import Place, Situation

from rightreasons import card, gate, read_run
from rightreasons.jobs.report import report
from rightreasons.reports.terminal import EVERYTHING, print_results
from rightreasons.reports.viewer.catalogue import Catalogue

FOLDER = Path(__file__).parent / "situations"
EVERY: Mapping[str, Situation] = {
    path.stem: import_module(f"tests.verdicts.situations.{path.stem}").SITUATION
    for path in sorted(FOLDER.glob("[a-z]*.py"))
}
UNFINISHED = ("some_failed", "stopped_half_way")
"""They are no run: there is nothing to show but the error."""
SHOWN = [name for name, situation in EVERY.items() if not situation.error and name not in UNFINISHED]


@pytest.mark.parametrize("name", SHOWN)
def test_every_screen_says_the_same(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    situation = EVERY[name]
    if why := situation.absent():
        pytest.skip(why)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rightreasons.predictors.llm.asking._FIRST_PAUSE", 0.02)
    with ExitStack() as stack:
        command = situation.make(Place(tmp_path, stack))
        if command.job == "gate":
            pytest.skip("a gate of runs that others make")
        done = replace(command, options={**command.options, "out": "run"}).called()
    run = read_run(tmp_path / "run")
    blockers = run.verdict.blockers
    headline = _letters(str(run.verdict.headline))[:200]
    shown = {screen: _letters(text) for screen, text in _screens(done, run.manifest.job).items()}
    lost = [
        (screen, blocker.code)
        for screen, text in shown.items()
        for blocker in blockers
        if _letters(str(blocker.sentence))[:200] not in text
    ]
    assert not lost
    assert not [screen for screen, text in shown.items() if screen != "gate" and headline not in text]


def _screens(done: Any, job: str) -> Mapping[str, str]:
    """Return what every screen has to say of the run in the folder ``run``."""
    report("run", out="page.html")
    found: dict[str, Callable[[], str]] = {
        "terminal": lambda: _terminal(done),
        "json": lambda: json.dumps(done.to_json(), ensure_ascii=False),
        "page": lambda: Path("page.html").read_text(encoding="utf-8"),
        "gate": lambda: "\n".join(
            str(check.reason) for check in gate("run", require=["*.accuracy >= 0"]).checks
        ),
        "viewer": _viewer,
    }
    if job in ("audit", "probe"):
        found["card"] = lambda: str(card("run").markdown)
    return {screen: make() for screen, make in found.items()}


def _terminal(done: Any) -> str:
    written = StringIO()
    print_results(done, EVERYTHING, Console(width=100, file=written))
    return written.getvalue()


def _viewer() -> str:
    catalogue = Catalogue(".")
    (key,) = (key for key, entry in catalogue.listing().entries.items() if entry.path.name == "run")
    return catalogue.report(key).decode()


def _letters(text: str) -> str:
    """Return letters and digits only: screens fold lines, and write signs in their own ways."""
    text = re.sub(r"<[^>]*>", "", unescape(unescape(text)))
    return "".join(sign for sign in text if sign.isalnum())
