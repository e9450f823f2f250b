"""Processes that are killed or work side by side: nothing is lost, nothing is done twice beyond a batch."""

import subprocess
import sys
from pathlib import Path

from rightreasons.predictors.store import Store

HERE = Path(__file__).parent


def started(script: str, *arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, str(HERE / script), *map(str, arguments)])  # noqa: S603 - ours


def test_processes_may_open_a_new_store_in_the_same_moment(tmp_path: Path) -> None:
    processes = [started("opens_stores.py", tmp_path, number, 3, 30) for number in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    for turn in range(30):
        with Store.open(tmp_path / f"{turn}.sqlite") as store:
            assert sorted(store.get("a model", ["0", "1", "2"])) == ["0", "1", "2"]
