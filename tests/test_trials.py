"""What a trial found is kept; one that others disturbed is made again when the machine is quiet."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rightreasons.streams import trials
from rightreasons.streams.trials import cpu_name, kept_trial

TOLD = ["2.0", 2]


class _Trial:
    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> dict[str, Any]:
        self.made += 1
        return {"found": self.made}


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the load of the machine, which has two cores."""
    monkeypatch.setattr("os.cpu_count", lambda: 2)

    def set_load(value: float) -> None:
        monkeypatch.setattr("os.getloadavg", lambda: (value, value, value), raising=False)

    return set_load


def test_a_trial_of_a_quiet_machine_is_kept(tmp_path: Path, load: Callable[[float], None]) -> None:
    trial = _Trial()
    load(0.5)
    assert kept_trial(tmp_path, "speed", TOLD, trial)["found"] == 1
    load(9.0)
    assert kept_trial(tmp_path, "speed", TOLD, trial)["found"] == 1
    assert kept_trial(tmp_path, "speed", ["2.1", 2], trial)["found"] == 2
    assert kept_trial(tmp_path, "size", TOLD, trial)["found"] == 3


def test_a_trial_under_load_is_kept_until_the_machine_is_quiet(
    tmp_path: Path, load: Callable[[float], None]
) -> None:
    trial = _Trial()
    load(9.0)
    assert [kept_trial(tmp_path, "speed", TOLD, trial)["found"] for _ in range(2)] == [1, 1]
    load(0.5)
    assert [kept_trial(tmp_path, "speed", TOLD, trial)["found"] for _ in range(2)] == [2, 2]


def test_another_cpu_is_tried_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trial = _Trial()
    kept_trial(tmp_path, "speed", TOLD, trial)
    monkeypatch.setattr(trials, "cpu_name", lambda: f"not {cpu_name()}")
    assert kept_trial(tmp_path, "speed", TOLD, trial)["found"] == 2


@pytest.mark.parametrize("text", ["", "[1]", "{}", '{"busy": "no"}'])
def test_a_damaged_trial_is_made_again(tmp_path: Path, load: Callable[[float], None], text: str) -> None:
    trial = _Trial()
    load(0.5)
    kept_trial(tmp_path, "speed", TOLD, trial)
    (place,) = tmp_path.iterdir()
    place.write_text(text)
    assert kept_trial(tmp_path, "speed", TOLD, trial)["found"] == 2
