"""A short part of scripts/fuzz: damaged files of every kind are read, or refused with a code."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[1] / "scripts" / "fuzz"


def test_no_reader_fails_on_three_hundred_damaged_files() -> None:
    words = [sys.executable, str(SCRIPT), "--tries", "300", "--minutes", "5"]
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=290
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "all | 300 | 0"
