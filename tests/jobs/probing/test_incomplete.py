"""A model that fails on some items, or for good: the result says so, nothing is lost, the probe goes on."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from rightreasons import probe, read_pairs
from rightreasons.pairs import PairTable
from rightreasons.references import SCORE, NotTested

MODEL = """
from pathlib import Path

HERE = Path(__file__).parent
labels = ("entailment", "neutral", "contradiction")

def answer(premises, hypotheses):
    with (HERE / "asked.txt").open("a") as log:
        log.writelines(f"{premise}|{hypothesis}\\n" for premise, hypothesis in zip(premises, hypotheses))
    broken = (HERE / "broken").exists()
    said = []
    for premise, hypothesis in zip(premises, hypotheses):
        if broken and hypothesis.startswith("broken"):
            raise ValueError("cannot read this")
        said.append("entailment" if hypothesis in premise else "neutral")
    return said
"""
COMMAND = [sys.executable, "-m", "rightreasons", "probe", "py:model:answer", "--on", "data.csv"]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "model.py").write_text(MODEL)
    (tmp_path / "broken").touch()
    rows = [{"id": f"r{n}", "premise": f"{n} dogs run", "hypothesis": f"{n} dogs"} for n in range(300)]
    rows += [{"id": f"b{n}", "premise": f"{n} cats run", "hypothesis": f"broken {n}"} for n in range(3)]
    data = pl.DataFrame(rows).with_columns(label=pl.lit("entailment"))
    data.write_csv(tmp_path / "data.csv")
    return tmp_path


def run(place: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *options],
        cwd=place,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )


def estimate(finding: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in finding["figures"] if each["name"] == name)["estimate"]
    return found


def asked(place: Path) -> list[str]:
    return (place / "asked.txt").read_text().splitlines()


def test_items_on_which_a_model_raises_make_the_result_incomplete_and_are_asked_again(place: Path) -> None:
    first = run(place, "-o", "run", "--no-label-check")
    assert first.returncode == 4
    assert "300 of 303 items are answered" in first.stderr
    assert "ValueError: cannot read this" in first.stderr
    assert "Incomplete" in first.stdout
    assert not (place / "run").exists()
    (place / "broken").unlink()
    (place / "asked.txt").unlink()
    second = run(place, "-o", "run", "--no-label-check", "--allow", "V102")
    assert second.returncode == 0, second.stderr
    repeated = [line for line in asked(place) if not line.split("|")[1].startswith("broken")]
    assert [line for line in repeated if "dogs run" in line] == []
    findings = json.loads((place / "run" / "findings.json").read_text())["findings"]
    accuracy = estimate(findings[0], "accuracy")
    assert (accuracy["value"], accuracy["n"]) == (300 / 303, 303)


def test_an_incomplete_result_in_json_says_what_is_missing(place: Path) -> None:
    done = run(place, "--json", "--no-label-check")
    assert done.returncode == 4
    (probe,) = json.loads(done.stdout)["probes"]
    assert "300 of 303" in probe["incomplete"][0]
    assert estimate(probe["findings"][0], "accuracy")["n"] == 300


class OutOfReach:
    """Says entailment, and is out of reach after the first forty pairs."""

    name = "cannot be reached"

    def __init__(self) -> None:
        from rightreasons.labels import THREE_WAY

        self.labels = THREE_WAY
        self.left = 40

    def predict(self, pairs: PairTable) -> object:
        raise AssertionError(f"it streams {len(pairs)} pairs")

    def batches(self, pairs: PairTable) -> object:
        from rightreasons.errors import IncompleteError
        from rightreasons.labels import Label
        from rightreasons.predictors.response import Response

        for key in pairs.frame["id"]:
            if not self.left:
                raise IncompleteError("no answer from the server", "one", "start it")
            self.left -= 1
            yield {key: Response(Label.ENTAILMENT)}


def test_a_model_out_of_reach_is_not_asked_for_the_other_challenges() -> None:
    sets = [
        read_pairs(
            [
                {"id": f"{name}{n}", "premise": f"{name} {n}", "hypothesis": "x", "label": "entailment"}
                for n in range(60)
            ]
        ).named(name)
        for name in ("one", "two")
    ]
    done = probe(OutOfReach(), sets, label_check=False)
    assert done.findings[0].figures["accuracy"].n == 40
    assert any("incomplete" in note for note in done.findings[0].notes)
    assert done.not_measured == (NotTested(SCORE, "two", "the model cannot be reached"),)
    assert len(done.incomplete) == 1
