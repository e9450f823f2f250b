"""Every situation gets the verdict that it must get, from Python and, the worst, on the command line."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path

import pytest
from tests.verdicts.situation import Place, Situation

from rightreasons.errors import RightReasonsError
from rightreasons.issues import SEVERITIES, Verdict, verdict_from_json
from rightreasons.verdicts.codes import codes

FOLDER = Path(__file__).parent / "situations"
SITUATIONS: dict[str, Situation] = {
    path.stem: import_module(f"tests.verdicts.situations.{path.stem}").SITUATION
    for path in sorted(FOLDER.glob("[a-z]*.py"))
}
WORST = [name for name, situation in SITUATIONS.items() if situation.through_command_line]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Place]:
    folder = tmp_path / str(request.node.callspec.params["name"])
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr("rightreasons.predictors.llm.client._FIRST_PAUSE", 0.02)
    for key in ("OPENAI_API_KEY", "RIGHTREASONS_API_KEY"):
        monkeypatch.delenv(key, raising=False)
    with ExitStack() as stack:
        yield Place(folder, stack)


def _present(name: str) -> Situation:
    situation = SITUATIONS[name]
    if why := situation.absent():
        pytest.skip(why)
    return situation


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_verdict_is_the_one_that_the_situation_calls_for(name: str, place: Place) -> None:
    situation = _present(name)
    command = situation.make(place)
    if situation.error:
        with pytest.raises(RightReasonsError) as caught:
            command.called()
        assert caught.value.code == situation.error
        return
    _check(situation, command.called().verdict)


@pytest.mark.parametrize("name", WORST)
def test_the_worst_end_alike_on_the_command_line(name: str, place: Place) -> None:
    situation = _present(name)
    command = situation.make(place)
    said = subprocess.run(  # noqa: S603 - our own command, no shell
        [
            sys.executable,
            "-m",
            "rightreasons",
            *command.arguments(),
            *([] if command.job == "gate" else ["--json"]),
        ],
        cwd=place.folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert "Traceback" not in said.stderr
    if situation.error:
        assert said.returncode == 3, said.stderr
        assert f"[{situation.error}]" in said.stderr
        return
    verdict = verdict_from_json(json.loads(said.stdout)["verdict"])
    blocked = situation.worst == "blocker" and command.job == "probe"
    assert said.returncode == (4 if blocked else 0), said.stderr
    _check(situation, verdict)


def test_there_are_enough_of_them() -> None:
    assert len(SITUATIONS) >= 45
    assert len(WORST) >= 12
    assert sum(name.startswith("clean_") for name in SITUATIONS) >= 8


def _check(situation: Situation, verdict: Verdict) -> None:
    told = [(issue.code, issue.severity, issue.sentence) for issue in verdict.issues]
    found = {issue.code: issue.severity for issue in verdict.issues}
    expected = {code: severity for code, severity in situation.issues.items() if not codes()[code].needs}
    assert expected.items() <= found.items(), told
    worst = min((SEVERITIES.index(issue.severity) for issue in verdict.issues), default=len(SEVERITIES) - 1)
    allowed = SEVERITIES.index(situation.worst or "note")
    assert worst >= allowed, told
    headline = verdict.headline.casefold()
    assert all(text.casefold() in headline for text in situation.headline), verdict.headline
    assert not [text for text in situation.not_in_headline if text.casefold() in headline], verdict.headline
    assert all(verdict.is_spoilt(measure) for measure in situation.spoils), told
    assert not [measure for measure in situation.does_not_spoil if verdict.is_spoilt(measure)], told
