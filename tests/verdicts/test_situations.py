"""Every situation gets the verdict that it must get, from Python and, the worst, on the command line."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.long_running import one_in
from tests.verdicts.checking import EVERY, SHOWN, SITUATIONS, check
from tests.verdicts.situation import Place, Situation

from rightreasons import gate, read_run
from rightreasons.errors import RightReasonsError
from rightreasons.issues import Verdict

IN_PYTHON = [name for name in SITUATIONS if name not in SHOWN[::EVERY]]
"""The others are run through the command line by test_every_screen."""
WORST = [name for name, situation in SITUATIONS.items() if situation.through_command_line]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Place]:
    folder = tmp_path / str(request.node.callspec.params["name"])
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr("rightreasons.predictors.llm.asking._FIRST_PAUSE", 0.02)
    for key in ("OPENAI_API_KEY", "RIGHTREASONS_API_KEY"):
        monkeypatch.delenv(key, raising=False)
    with ExitStack() as stack:
        yield Place(folder, stack)


def _present(name: str) -> Situation:
    situation = SITUATIONS[name]
    if why := situation.absent():
        pytest.skip(why)
    return situation


@pytest.mark.parametrize("name", IN_PYTHON)
def test_the_verdict_is_the_one_that_the_situation_calls_for(name: str, place: Place) -> None:
    situation = _present(name)
    command = situation.make(place)
    if situation.error:
        with pytest.raises(RightReasonsError) as caught:
            command.called()
        assert caught.value.code == situation.error
        return
    check(situation, command.called().verdict)


@pytest.mark.parametrize("name", one_in(4, WORST))
def test_the_worst_end_alike_on_the_command_line(
    name: str, place: Place, ended: Callable[..., CompletedProcess[str]]
) -> None:
    situation = _present(name)
    command = situation.make(place)
    kept = [] if command.job == "gate" else ["-o", "said"]
    shown = ended(*command.arguments(), *kept)
    assert "Traceback" not in shown.stderr
    if situation.error:
        assert shown.returncode == 3, shown.stderr
        assert f"[{situation.error}]" in shown.stderr
        assert not (place.folder / "said").exists()
        return
    blocked = situation.worst == "blocker"
    assert shown.returncode == (4 if blocked and command.job in ("probe", "compare") else 0), shown.stderr
    verdict = read_run(place.folder / "said").verdict
    check(situation, verdict)
    assert _letters(verdict.title) in _letters(shown.stdout), shown.stdout
    if blocked:
        _check_gate(verdict, situation)
        assert not [text for text in situation.not_in_headline if text in shown.stdout], shown.stdout


def _letters(text: str) -> str:
    """Return a text without white space: lines are folded to the width of the terminal."""
    return "".join(text.split())


def _check_gate(verdict: Verdict, situation: Situation) -> None:
    """Make sure that a gate fails, that no invalidated figure reaches a floor, and what waiving changes."""
    invalidated = [f"{measure}.* >= -1000" for measure in situation.invalidates]
    held = gate("said", require=invalidated)
    assert not held.passed
    assert {check.verdict for check in held.checks} >= {"blocked", "invalidated"}
    codes_found = tuple(dict.fromkeys(issue.code for issue in verdict.blockers))
    waived = gate("said", require=invalidated, allow=codes_found)
    assert not {check.verdict for check in waived.checks} & {"blocked", "invalidated"}
    assert all(code in waived.findings[0].headline for code in codes_found)


def test_there_are_enough_of_them() -> None:
    assert len(SITUATIONS) >= 45
    assert len(WORST) >= 12
    assert sum(name.startswith("clean_") for name in SITUATIONS) >= 8
