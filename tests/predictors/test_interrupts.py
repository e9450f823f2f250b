"""Probes that are asked to end while a model is at work: its answers are kept where they come soon."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

PATIENCE = 120
LONG = pytest.mark.long
LABELS = ("entailment", "neutral", "contradiction")
MODEL = f"""
import os, time
labels = {list(LABELS)!r}

def answers(premises, hypotheses):
    with open("notes", "a") as notes:
        notes.write(" ".join(premises) + "\\n")
    time.sleep(float(os.environ["SECONDS"]))
    return ["neutral"] * len(premises)

def one_by_one(premises, hypotheses):
    for premise in premises:
        with open("notes", "a") as notes:
            notes.write(premise + "\\n")
        time.sleep(float(os.environ["SECONDS"]))
        yield "neutral"
"""
WORDS = "probe py:slow_model:answers --on data.jsonl --no-label-check --allow V102 --model-version 1 -o run"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = ({"premise": f"a{n}", "hypothesis": "b", "label": LABELS[n % 3]} for n in range(1_500))
    (tmp_path / "data.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (tmp_path / "slow_model.py").write_text(MODEL, encoding="utf-8")
    return tmp_path


def _started(folder: Path, seconds: float, words: str = WORDS) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "rightreasons", *words.split()],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "SECONDS": str(seconds)},
    )


def _asked(folder: Path) -> Counter[str]:
    return Counter((folder / "notes").read_text(encoding="utf-8").split())


def _interrupted(folder: Path, seconds: float, *numbers: signal.Signals) -> str:
    """Interrupt a probe within its first call, and return what it says."""
    with _started(folder, seconds) as process:
        while not (folder / "notes").is_file() and process.poll() is None:
            time.sleep(0.01)
        for number in numbers:
            process.send_signal(number)
            time.sleep(0.2)
        errors = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 130, errors
    assert errors.count("\n") == 1
    return errors


def _finished(folder: Path) -> None:
    with _started(folder, 0) as process:
        errors = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 0, errors


@pytest.mark.parametrize(
    "number", [signal.SIGINT, *(pytest.param(one, marks=LONG) for one in (signal.SIGTERM, signal.SIGHUP))]
)
def test_a_call_that_ends_soon_is_kept_and_no_pair_asked_for_twice(
    number: signal.Signals, folder: Path
) -> None:
    assert "dropped" not in _interrupted(folder, 1.5, number)
    assert 0 < len(_asked(folder)) < 1_500
    _finished(folder)
    assert set(_asked(folder).values()) == {1}
    assert len(_asked(folder)) == 1_500


@pytest.mark.parametrize(
    "numbers", [(signal.SIGINT,), pytest.param((signal.SIGTERM, signal.SIGTERM), marks=LONG)]
)
def test_a_call_that_takes_longer_is_dropped_and_counted(
    numbers: tuple[signal.Signals, ...], folder: Path
) -> None:
    said = _interrupted(folder, 600, *numbers)
    dropped = len(_asked(folder))
    assert f"its {dropped:,} pairs are asked for again" in said
    _finished(folder)
    assert Counter(_asked(folder).values()) == {1: 1_500 - dropped, 2: dropped}


@pytest.mark.parametrize("number", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=LONG)])
def test_what_a_function_yields_is_kept_answer_by_answer(number: signal.Signals, folder: Path) -> None:
    words = WORDS.replace("answers", "one_by_one")
    with _started(folder, 0.01, words) as process:
        while process.poll() is None and not ((folder / "notes").is_file() and len(_asked(folder)) > 20):
            time.sleep(0.01)
        process.send_signal(number)
        process.communicate(timeout=PATIENCE)
    assert 20 < len(_asked(folder)) < 1_024
    with _started(folder, 0, words) as process:
        errors = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 0, errors
    counts = _asked(folder)
    assert len(counts) == 1_500
    assert counts.total() <= 1_500 + (number == signal.SIGKILL)  # the one under way
