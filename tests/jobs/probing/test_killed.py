"""A probe of 30,000 items that is killed goes on where it was, and ends as if nothing had happened."""

import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import polars as pl
import pytest

from rightreasons.challenges.hans.challenges import evaluation
from rightreasons.predictors.store.asking import SLICE

MODEL = """
import json, time
from pathlib import Path

HERE = Path(__file__).parent
labels = ("entailment", "non-entailment")

def answer(premises, hypotheses):
    with (HERE / "calls.jsonl").open("a") as log:
        log.write(json.dumps([f"{p}|{h}" for p, h in zip(premises, hypotheses)]) + "\\n")
    time.sleep(0.05)
    return ["entailment" if len(p) % 2 else "non-entailment" for p in premises]
"""


def started(place: Path, *options: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "rightreasons", "probe", "py:model:answer", "--on", "hans", "-o", "run"]
    return subprocess.Popen(
        [*command, "--no-label-check", *options],
        cwd=place,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
    )


def calls(place: Path) -> list[list[str]]:
    path = place / "calls.jsonl"
    if not path.exists():
        return []
    *whole, _half_written = path.read_text().split("\n")
    return [json.loads(line) for line in whole]


@pytest.mark.long
def test_a_killed_probe_loses_nothing_and_asks_nothing_twice_beyond_its_last_batch(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(MODEL)
    draw = random.Random(5)  # noqa: S311 - no secret
    kills = 2
    for _ in range(kills):
        process = started(tmp_path)
        goal = len(calls(tmp_path)) + draw.randint(3, 8)
        while len(calls(tmp_path)) < goal:
            assert process.poll() is None
            time.sleep(0.005)
        time.sleep(draw.uniform(0, 0.1))
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=120)
    assert started(tmp_path, "--allow", "V102").wait(timeout=120) == 0

    asked = Counter(pair for call in calls(tmp_path) for pair in call)
    pairs = evaluation().pairs
    assert pairs is not None
    texts = {f"{p}|{h}" for p, h in zip(pairs.premises, pairs.hypotheses, strict=True)}
    assert texts <= set(asked)
    repeated = sum(count - 1 for pair, count in asked.items() if pair in texts)
    assert repeated <= kills * SLICE

    items = pl.read_parquet(tmp_path / "run" / "items.parquet")
    assert items["id"].to_list() == pairs.frame["id"].to_list()
    right = [
        (len(premise) % 2 == 1) == (gold == "entailment")
        for premise, gold in zip(pairs.premises, pairs.gold, strict=True)
    ]
    assert items["correct"].to_list() == right
    (finding, *_) = json.loads((tmp_path / "run" / "findings.json").read_text())["findings"]
    accuracy = next(each for each in finding["figures"] if each["name"] == "accuracy")["estimate"]
    assert (accuracy["value"], accuracy["n"]) == (sum(right) / len(right), 30_000)
