"""One writer at a time for a place, whatever becomes of it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rightreasons.errors import BusyError, OptionError
from rightreasons.runs.claims import claimed, one_writer

HOLDER = """
import sys; from pathlib import Path; from rightreasons.runs.claims import claimed
with claimed(Path(sys.argv[1])): print("held", flush=True); sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """Another process that holds the place ``out``."""
    command = [sys.executable, "-c", HOLDER, str(tmp_path / "out")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_the_second_is_told_who_is_at_it(holder: "subprocess.Popen[str]", tmp_path: Path) -> None:
    with pytest.raises(BusyError, match=f"process {holder.pid} on") as caught, claimed(tmp_path / "out"):
        pass
    assert caught.value.exit_code == 4


def test_another_name_of_the_same_place_is_the_same_place(
    holder: "subprocess.Popen[str]", tmp_path: Path
) -> None:
    assert holder.poll() is None
    (tmp_path / "link").symlink_to(tmp_path)
    with pytest.raises(BusyError), claimed(tmp_path / "link" / "out"):
        pass


def test_a_killed_holder_lets_go(holder: "subprocess.Popen[str]", tmp_path: Path) -> None:
    os.kill(holder.pid, signal.SIGKILL)
    holder.wait(timeout=120)
    with claimed(tmp_path / "out"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_who_waits_begins_when_the_first_is_done(holder: "subprocess.Popen[str]", tmp_path: Path) -> None:
    waits = HOLDER.replace(
        "with claimed", "from rightreasons.runs.claims import *\nwith waiting_for_others(), claimed"
    )
    command = [sys.executable, "-c", waits, str(tmp_path / "out")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as second:
        with pytest.raises(subprocess.TimeoutExpired):
            second.wait(0.5)
        holder.communicate("", timeout=120)
        assert second.communicate("", timeout=120)[0] == "held\n"


def test_a_holder_may_claim_its_place_again_and_its_job_too(tmp_path: Path) -> None:
    @one_writer
    def job(out: str) -> list[str]:
        with claimed(Path(out)):
            return [path.name for path in tmp_path.iterdir()]

    assert job(str(tmp_path / "out")) == [".out.lock"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["x/" * 1_500 + "y", "out\udcff"])
def test_a_place_that_cannot_be_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError), claimed(tmp_path / name):
        pass
