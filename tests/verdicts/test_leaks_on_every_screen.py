"""A leak is said on every screen of a run: terminal, JSON, card, page, and of a blocker the failing gate."""

import os
import re
import subprocess
import sys
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path

import pytest
from tests.verdicts.situation import Place, Situation

from rightreasons import read_run

LEAKS = {
    "test_copies_train_in_other_spelling": "V106",
    "test_a_word_from_train": "V211",
    "train_holds_the_test_in_another_file": "V106",
    "train_holds_some_items_nearly": "V211",
    "conflicting_gold_in_other_spelling": "V306",
}


@pytest.mark.parametrize("name", LEAKS)
def test_every_screen_says_the_same(name: str, tmp_path: Path) -> None:
    situation: Situation = import_module(f"tests.verdicts.situations.{name}").SITUATION
    with ExitStack() as stack:
        command = situation.make(Place(tmp_path, stack))
        said = _typed(tmp_path, *command.arguments(), "-o", "run")
    issue = next(each for each in read_run(tmp_path / "run").verdict.issues if each.code == LEAKS[name])
    shown = {
        "terminal": said,
        "json": _typed(tmp_path, *command.arguments(), "-o", "run", "--json"),
        "card": _typed(tmp_path, "card", "run"),
    }
    _typed(tmp_path, "report", "run", "-o", "page.html")
    shown["page"] = re.sub(r"<[^>]*>", "", (tmp_path / "page.html").read_text(encoding="utf-8"))
    if issue.severity == "blocker":
        shown["gate"] = _typed(tmp_path, "gate", "run", "--require", "similar_pairs.similar_pairs >= -1")
    expected = LEAKS[name] if issue.severity == "warning" else _letters(issue.sentence)
    assert not [screen for screen, text in shown.items() if expected not in _letters(text)]


def _typed(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "rightreasons", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout + done.stderr


def _letters(text: str) -> str:
    """Return letters and digits only: screens fold lines, and write signs in their own ways."""
    for name in ("&quot;", "&#34;", "&amp;", "&#39;"):
        text = text.replace(name, "")
    return "".join(sign for sign in text if sign.isalnum())
