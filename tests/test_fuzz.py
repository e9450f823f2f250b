"""A short part of scripts/fuzz: damaged files of every kind are read, or refused with a code."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[1] / "scripts" / "fuzz"


@pytest.mark.parametrize("tries", [60, pytest.param(300, marks=pytest.mark.long)])
def test_no_reader_fails_on_damaged_files(tries: int) -> None:
    words = [sys.executable, str(SCRIPT), "--tries", str(tries), "--minutes", "5"]
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=290
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == f"all | {tries} | 0"
