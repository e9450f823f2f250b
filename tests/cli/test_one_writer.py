"""One command at a time writes to a place, whichever commands they are."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.cli.writing_commands import WRITING, options_of_paths, prepare_data, words

Command = Callable[..., Any]
Hold = Callable[[str], "Holder"]
READ = {"--store", "--study"}  # a store has locks of its own, a study is read
HOLDER = """
import select, sys; from pathlib import Path; from rightreasons.runs.claims import claimed
while line := sys.stdin.readline():
    seconds, place = line.rstrip("\\n").split(" ", 1)
    with claimed(Path(place)):
        print("held", flush=True)
        if select.select([sys.stdin], [], [], float(seconds))[0]: sys.stdin.readline()
    print("let go", flush=True)
"""  # a line each: the seconds and the place; an empty one ends it before


@dataclass(frozen=True)
class Holder:
    """Another process, which holds one place after the other."""

    process: "subprocess.Popen[str]"

    @property
    def pid(self) -> int:
        return self.process.pid

    def hold(self, place: Path, seconds: float) -> None:
        """Let it hold a place for so many seconds, and wait until it does."""
        self._write(f"{seconds} {place}")
        assert self.said() == "held\n"

    def said(self) -> str:
        """Return its next line: that it holds a place, or that it let go of one."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def let_go(self) -> None:
        """Let it go of what it holds."""
        self._write("")
        assert self.said() == "let go\n"

    def _write(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()


@pytest.fixture(scope="module")
def holder() -> Iterator[Holder]:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Holder(process)
        process.kill()


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def held(holder: Holder, tmp_path: Path) -> Iterator[Hold]:
    """What lets another process hold a place until the test ends."""
    places = []

    def hold(place: str) -> Holder:
        holder.hold(tmp_path / place, 300)
        places.append(place)
        return holder

    yield hold
    for _ in places:
        holder.let_go()


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
    holder = held(_place(name))
    done = command(*words(name, "out").split())
    assert (done.code, done.err.splitlines()[0][-7:]) == (4, "[RR703]"), done.err
    assert f"process {holder.pid} on" in done.err
    assert done.out == ""
    assert [path.name for path in Path().iterdir()] == [f".{_place(name)}.lock"]


@pytest.mark.parametrize("name", WRITING)
def test_a_command_that_waits_goes_on_when_the_other_is_done(
    name: str, holder: Holder, tmp_path: Path, command: Command
) -> None:
    holder.hold(tmp_path / _place(name), 0.3)
    done = command(*words(name, "out").split(), "--wait")
    assert holder.said() == "let go\n"
    assert "RR703" not in done.err
    assert done.code in (0, 2, 3)  # most find no data here, for which they look when it is their turn
    assert not list(Path().glob(".*.lock"))


def test_who_writes_nothing_takes_no_lock(held: Hold, command: Command) -> None:
    held("out")
    done = command("probe", "rule:random", "--on", "hans", "--dry-run", "-o", "out")
    assert done.code == 0, done.err


def _place(name: str) -> str:
    return next(word.replace("{}", "out") for word in WRITING[name].split() if "{}" in word)


@pytest.mark.parametrize(("one", "several"), [("audit", "audit of two"), ("train", "train several")])
def test_runs_of_several_are_not_written_into_a_run(
    one: str, several: str, tmp_path: Path, command: Command
) -> None:
    prepare_data(tmp_path)
    assert command(*words(one, "out").split()).code == 0
    before = sorted(Path("out").rglob("*"))
    done = command(*words(several, "out").split())
    assert done.code == 2
    assert "is a run, in which no other is written [RR601]" in done.err
    assert sorted(Path("out").rglob("*")) == before
