"""The fixture and the marker in a real run of pytest."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rightreasons import probe
from rightreasons.sources.bundled import bundled_pairs

TESTS = """
import pytest

@pytest.mark.rightreasons("data.jsonl.accuracy >= 0.2")
def test_held(requires):
    requires("run")

@pytest.mark.rightreasons("data.jsonl.accuracy >= 0.9")
def test_missed(requires):
    requires("run")

def test_stated_in_the_call(requires):
    requires("run", require=["data.jsonl.accuracy >= 0.2"])
"""


def test_a_test_fails_where_its_requirement_is_missed_and_passes_where_it_holds(tmp_path: Path) -> None:
    bundled_pairs(300, 1).frame.select("id", "premise", "hypothesis", "label").write_ndjson(
        tmp_path / "data.jsonl"
    )
    probe("rule:random", str(tmp_path / "data.jsonl"), out=tmp_path / "run")
    (tmp_path / "test_model.py").write_text(TESTS, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "rightreasons.doors.pytest_plugin", "-p", "no:cacheprovider",
         "--strict-markers", "-q", "-rA", "--rootdir", str(tmp_path), "test_model.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )  # fmt: skip
    assert "PASSED test_model.py::test_held" in done.stdout, done.stdout
    assert "PASSED test_model.py::test_stated_in_the_call" in done.stdout
    assert "FAILED test_model.py::test_missed - Failed: data.jsonl.accuracy >= 0.9" in done.stdout
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
