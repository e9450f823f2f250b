"""One command at a time writes to a place, whichever commands they are."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.writing_commands import WRITING, options_of_paths, prepare_data, words

Command = Callable[..., Any]
Hold = Callable[[str, float], "subprocess.Popen[str]"]
READ = {"--store", "--study"}  # a store has locks of its own, a study is read
HOLDER = """
import sys, time; from pathlib import Path; from rightreasons.runs.claims import claimed
with claimed(Path(sys.argv[1])): print("held", flush=True); time.sleep(float(sys.argv[2]))
"""


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hold]:
    """What lets another process hold a place for so many seconds."""
    monkeypatch.chdir(tmp_path)
    begun = []

    def hold(place: str, seconds: float) -> "subprocess.Popen[str]":
        command = [sys.executable, "-c", HOLDER, place, str(seconds)]
        begun.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL))
        assert begun[-1].stdout is not None
        assert begun[-1].stdout.readline() == "held\n"
        return begun[-1]

    yield hold
    for each in begun:
        each.kill()
        each.wait(timeout=120)
        assert each.stdout is not None
        each.stdout.close()


def test_every_command_that_writes_is_tried() -> None:
    untried = [
        (command, options)
        for command, options in options_of_paths()
        if not READ & {*options} and not any(_tries(name, command, options) for name in WRITING)
    ]
    assert not untried


def _tries(name: str, command: str, options: list[str]) -> bool:
    return name.startswith(command) and any(f" {option} {{}}" in WRITING[name] for option in options)


@pytest.mark.parametrize("name", WRITING)
def test_beside_another_command_every_command_is_told_who_is_at_it(
    name: str, held: Hold, command: Command
) -> None:
    holder = held(_place(name), 60)
    done = command(*words(name, "out").split())
    assert (done.code, done.err.splitlines()[0][-7:]) == (4, "[RR703]"), done.err
    assert f"process {holder.pid} on" in done.err
    assert done.out == ""
    assert [path.name for path in Path().iterdir()] == [f".{_place(name)}.lock"]


@pytest.mark.parametrize("name", WRITING)
def test_a_command_that_waits_goes_on_when_the_other_is_done(name: str, held: Hold, command: Command) -> None:
    holder = held(_place(name), 0.3)
    done = command(*words(name, "out").split(), "--wait")
    assert holder.wait(timeout=120) == 0
    assert "RR703" not in done.err
    assert done.code in (0, 2, 3)  # most find no data here, for which they look when it is their turn
    assert not list(Path().glob(".*.lock"))


def test_who_writes_nothing_takes_no_lock(held: Hold, command: Command, tmp_path: Path) -> None:
    held("out", 60)
    done = command("probe", "rule:random", "--on", "hans", "--dry-run", "-o", "out")
    assert done.code == 0, done.err


def _place(name: str) -> str:
    return next(word.replace("{}", "out") for word in WRITING[name].split() if "{}" in word)


@pytest.mark.parametrize(("one", "several"), [("audit", "audit of two"), ("train", "train several")])
def test_runs_of_several_are_not_written_into_a_run(
    one: str, several: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.chdir(tmp_path)
    prepare_data(tmp_path)
    assert command(*words(one, "out").split()).code == 0
    before = sorted(Path("out").rglob("*"))
    done = command(*words(several, "out").split())
    assert done.code == 2
    assert "is a run, in which no other is written [RR601]" in done.err
    assert sorted(Path("out").rglob("*")) == before
