"""Processes that are killed or work side by side: nothing is lost, nothing is done twice beyond a batch."""

import random
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import pytest

from rightreasons.predictors.store.asking import SLICE
from rightreasons.predictors.store.store import Store

HERE = Path(__file__).parent
ROWS = 30_000
CALLS = -(-ROWS // SLICE)
PAUSE = 0.01


@dataclass
class Probe:
    """What several processes that probe with one store leave behind."""

    folder: Path

    def start(self, pause: float, name: str = "notes") -> subprocess.Popen[bytes]:
        files = (self.folder / "s.sqlite", self.folder / name, self.folder / f"{name}.parquet")
        return started("probes_slowly.py", *files, pause)

    def begun(self) -> int:
        """Return how many calls of the model were begun."""
        path = self.folder / "notes"
        return path.read_bytes().count(b"\n") if path.exists() else 0

    def calls(self, name: str = "notes") -> list[list[str]]:
        """Return the ids of every call of the model that was begun."""
        return [line.split() for line in (self.folder / name).read_text().splitlines()]

    def result(self, name: str = "notes") -> pl.DataFrame:
        return pl.read_parquet(self.folder / f"{name}.parquet")


def started(script: str, *arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, str(HERE / script), *map(str, arguments)], stdin=subprocess.DEVNULL
    )


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    probe = Probe(tmp_path_factory.mktemp("undisturbed"))
    assert probe.start(0).wait(timeout=120) == 0
    assert len(probe.calls()) == CALLS
    return probe.result()


def kill_after(process: subprocess.Popen[bytes], probe: Probe, calls: int, delay: float) -> None:
    """Kill a process a moment after it has called the model so many times more."""
    before = probe.begun()
    while probe.begun() < before + calls:
        assert process.poll() is None
        time.sleep(0.002)
    time.sleep(delay)
    process.kill()
    assert process.wait(timeout=120) == -9


def test_a_probe_that_is_killed_again_and_again_ends_as_if_nothing_had_been(
    tmp_path: Path, undisturbed: pl.DataFrame
) -> None:
    draw = random.Random(2019)  # noqa: S311 - no secret
    probe = Probe(tmp_path)
    kills = 5
    ends = []
    for _ in range(kills):
        kill_after(probe.start(PAUSE), probe, draw.randint(1, 5), draw.uniform(0, 3 * PAUSE))
        ends.append(probe.begun())
    assert probe.start(0).wait(timeout=120) == 0
    assert probe.result().equals(undisturbed)
    calls = probe.calls()
    asked = Counter(key for call in calls for key in call)
    assert len(asked) == ROWS
    unfinished = {key for end in ends for key in calls[end - 1]}
    assert {key for key, times in asked.items() if times > 1} <= unfinished
    assert sum(asked.values()) - ROWS <= kills * SLICE


def test_two_probes_side_by_side_on_one_store_both_end_well(
    tmp_path: Path, undisturbed: pl.DataFrame
) -> None:
    probe = Probe(tmp_path)
    processes = [probe.start(PAUSE, name) for name in ("one", "other")]
    assert [process.wait(timeout=120) for process in processes] == [0, 0]
    assert probe.result("one").equals(undisturbed)
    assert probe.result("other").equals(undisturbed)
    with Store.open(tmp_path / "s.sqlite") as store:
        store.export(tmp_path / "all.parquet")
    assert pl.read_parquet(tmp_path / "all.parquet")["pair_hash"].n_unique() == ROWS


def test_processes_may_open_a_new_store_in_the_same_moment(tmp_path: Path) -> None:
    processes = [started("opens_stores.py", tmp_path, number, 3, 20) for number in range(3)]
    assert [process.wait(timeout=120) for process in processes] == [0, 0, 0]
    for turn in range(20):
        with Store.open(tmp_path / f"{turn}.sqlite") as store:
            assert sorted(store.get("a model", ["0", "1", "2"])) == ["0", "1", "2"]
