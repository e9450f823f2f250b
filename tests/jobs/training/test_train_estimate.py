"""How long trainings will take: runs are counted exactly, and time grows with what it is multiplied by."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.jobs.training.many_killed import planned

from rightreasons.errors import UnknownNameError
from rightreasons.jobs.train import train
from rightreasons.jobs.training import time_estimate as training_estimate
from rightreasons.jobs.training.time_estimate import estimated
from rightreasons.training import speed
from rightreasons.training.speed import Speed


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """A machine that trains 100 pairs a second and answers 1,000."""
    asked: list[object] = []

    def measured(work: object) -> Speed:
        asked.append(work)
        return Speed(100.0, 1000.0)

    monkeypatch.setattr(speed, "speed_of", measured)
    return asked


def test_seconds_are_pairs_epochs_and_seeds_over_speed(steady: list[object], tmp_path: Path) -> None:
    found = estimated(planned(), tmp_path, workers=2)
    # 3 epochs of 240 pairs and a look at 90 of dev; at the end 90 of dev and 60 of a test set are asked
    one = 3 * (240 / 100 + 90 / 1000) + 150 / 1000
    assert found.seconds_each == pytest.approx({"plain": one, "guided": one, "focal": one})
    assert (found.runs, found.finished, found.workers) == (6, 0, 2)
    assert found.seconds == pytest.approx(6 * one / 2)
    assert found.hours == pytest.approx(found.seconds / 3600)
    assert len(steady) == 1  # one recipe on one data set
    assert estimated(planned(seeds=1)[:1], tmp_path, workers=2).seconds == pytest.approx(one)


def test_a_teacher_doubles_training_and_an_adversary_is_measured_itself(
    steady: list[object], tmp_path: Path
) -> None:
    plain = planned(seeds=1)[0]
    methods = ("confidence-regularisation", "adversary:min-count=5", "adversary:min-count=5,gamma=1")
    works = [
        replace(plain, name=f"run-{place}", options=replace(plain.options, debias=debias))
        for place, debias in enumerate(methods)
    ]
    found = estimated([plain, *works], tmp_path, workers=1).seconds_each
    epochs = found["plain"] - 0.15
    assert found["run-0"] == pytest.approx(2 * epochs + 0.15)
    assert len(steady) == 2


def test_finished_trainings_take_no_time(steady: list[object], tmp_path: Path) -> None:
    first, *others = planned(seeds=1)
    train(
        first.recipe,
        first.train,
        first.dev,
        test=first.test,
        out=tmp_path / first.name,
        **vars(first.options),
    )
    found = estimated([first, *others], tmp_path, workers=1)
    assert (found.runs, found.finished) == (2, 1)
    assert set(found.seconds_each) == {"guided", "focal"}
    assert steady


def test_a_few_steps_are_really_taken(tmp_path: Path) -> None:
    first = planned(seeds=1)[0]
    adversary = replace(first, name="a", options=replace(first.options, debias="adversary:min-count=5"))
    found = estimated([first, adversary], tmp_path, workers=2)
    assert 0 < found.seconds < 600
    assert not list(tmp_path.iterdir())


def test_wrong_options_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError):
        training_estimate.estimated([replace(planned()[0], recipe="esim")], tmp_path)
