"""Off a terminal, long work writes a line now and then, and short work none."""

import time

import pytest

from rightreasons.cli import output
from rightreasons.engine.progress import NOW


def _shown_until(text: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what is written up to a line that has some text in it."""
    shown = ""
    while text not in shown:
        time.sleep(0.01)
        shown += capsys.readouterr().err
    return shown


def test_long_work_writes_what_is_going_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "_SECONDS_A_LINE", 0.05)
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    with output.shown_progress() as progress:
        progress("prepare", 1, 1)
        progress(f"seed 1{NOW}epoch 1, 89 pairs/s", 0, 3000)
        progress(f"seed 1{NOW}epoch 1, 90 pairs/s", 1000, 3000)
        shown = _shown_until("90 pairs/s", capsys)
    assert "seed 1: 1,000 of 3,000, epoch 1, 90 pairs/s, 0:00 so far, about 0:00 left" in shown
    assert "prepare" not in shown


def test_the_next_work_of_the_same_name_is_timed_from_its_own_beginning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    monkeypatch.setattr(output, "_SECONDS_A_LINE", 0.05)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with output.shown_progress() as progress:
        progress("seed 1", 0, 100)
        progress("seed 1", 100, 100)
        now[0] = 3600
        progress("seed 1", 0, 100)
        now[0] = 3660
        progress("seed 1", 50, 100)
        shown = _shown_until("50 of 100", capsys)
    assert "seed 1: 50 of 100, 1:00 so far, about 1:00 left" in shown


def test_short_work_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with output.shown_progress() as progress:
        progress("rows", 1, 2)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("seconds", "shown"), [(5, "0:05"), (125, "2:05"), (3725, "1:02:05")])
def test_time_is_shown_as_on_a_clock(seconds: float, shown: str) -> None:
    assert output._clock(seconds) == shown
