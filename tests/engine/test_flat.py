"""A flat pool: what is done first comes first, a fault with its block, and no process outlives its parent."""

import operator
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import psutil  # type: ignore[import-untyped]  # it has no types
import pytest

from rightreasons.engine.processes import completed, reported


def _there(file: Path) -> bool:
    for _ in range(6000):
        if file.exists():
            return True
        time.sleep(0.01)
    return False


def test_blocks_come_as_they_are_done_each_with_its_result_or_its_fault(tmp_path: Path) -> None:
    slow, fault = partial(_there, tmp_path / "go"), partial(operator.truediv, 1, 0)
    quick = [partial(operator.mul, 10, number) for number in range(5)]
    stream = completed(operator.call, [slow, fault, *quick], 2)
    done = list(islice(stream, 6))  # the others go past the slow one
    (tmp_path / "go").touch()
    ((last, answer),) = stream
    assert (last.func, answer.result()) == (_there, True)
    results = {(block.func, block.args): future for block, future in done}
    assert [results[operator.mul, (10, number)].result() for number in range(5)] == [0, 10, 20, 30, 40]
    with pytest.raises(ZeroDivisionError):
        results[operator.truediv, (1, 0)].result()


def test_blocks_are_read_only_as_they_are_needed() -> None:
    read: list[int] = []

    def blocks() -> Iterator[int]:
        for number in range(40):
            read.append(number)
            yield number

    block, future = next(completed(operator.neg, blocks(), 1))
    assert future.result() == -block
    assert len(read) <= 3


def test_nothing_to_do() -> None:
    assert list(completed(operator.neg, [], 2)) == []


def _forever(file: str) -> None:
    Path(file).write_text(str(os.getpid()))
    time.sleep(600)


def test_processes_end_when_the_one_that_started_them_is_killed(tmp_path: Path) -> None:
    code = (
        "from rightreasons.engine.processes import completed, reported\n"
        "from tests.engine.test_flat import _forever\n"
        f"list(completed(_forever, [{str(tmp_path / 'pid')!r}], 1))"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[2], stdin=subprocess.DEVNULL
    )
    pid = _written(tmp_path / "pid")
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait(timeout=120)
    _, left = psutil.wait_procs([psutil.Process(pid)] if psutil.pid_exists(pid) else [], timeout=60)
    assert not left


def _written(file: Path) -> int:
    for _ in range(600):
        if file.is_file() and file.read_text():
            return int(file.read_text())
        time.sleep(0.05)
    raise AssertionError("the process has not begun")


def _telling(number: int) -> int:
    reported()("numbers", number, 9)
    return number


def test_processes_report_to_the_one_that_started_them() -> None:
    reports: list[tuple[str, int, int]] = []
    for _ in completed(_telling, [3, 4], 1, lambda *message: reports.append(message)):
        deadline = time.monotonic() + 60
        while not reports and time.monotonic() < deadline:
            time.sleep(0.01)
    assert reports[0] == ("numbers", 3, 9)
