"""The line that a refusal proposes is the one that was typed, changed so that it works; pasted, it does."""

import re
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.sources.shapes.made import E, N, pairs, table

LINE = re.compile(r"\n    rightreasons (.*)\n")
RULE, GRAMS = "rule:always-entailment", "ngrams-gururangan2018"
QUICK = ["-o", "run", "--small", "--seeds", "1"]


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files with usual names, with others, with one label, with splits."""
    monkeypatch.chdir(tmp_path)
    table(tmp_path / "usual.csv", ["premise", "hypothesis", "label"], pairs())
    others = [(f"Today {p}", f"Today {h}", label) for p, h, label in pairs()]
    table(tmp_path / "other.csv", ["premise", "hypothesis", "label"], others)
    table(tmp_path / "odd.csv", ["story", "ending", "status"], pairs())
    table(tmp_path / "odder.csv", ["ending", "remark", "end"], [(h, label, p) for p, h, label in pairs()])
    splits = [(*row, ("train", "test_matched")[at % 2]) for at, row in enumerate(pairs())]
    table(tmp_path / "parts.csv", ["premise", "hypothesis", "label", "split"], splits)
    two = [(*row[:2], "neutral", row[2]) for row in pairs()]
    table(tmp_path / "one.csv", ["premise", "hypothesis", "label", "verdict_class"], two)
    no_gold = [(*row[:2], "-" if row[2] == N else row[2]) for row in pairs()]
    table(tmp_path / "some.csv", ["premise", "hypothesis", "label"], no_gold)


REFUSED = [
    (["audit", "odd.csv"], ["audit", "odd.csv", "--columns", "premise=story,hypothesis=ending,label=status"]),
    (
        ["audit", "usual.csv", "--test", "odd.csv", "--limit", "90"],
        [*shlex.split("audit usual.csv --test odd.csv --limit 90 --columns"), "test:premise=story,"],
    ),
    (
        [
            "audit",
            "usual.csv",
            "--test",
            "odd.csv",
            "--test",
            "odder.csv",
            "--columns=odder:premise=end,hypothesis=ending,label=remark",
        ],
        [
            *shlex.split(
                "audit usual.csv --test odd.csv --test odder.csv "
                "--columns=odder:premise=end,hypothesis=ending,label=remark --columns"
            ),
            "odd:premise=story,",
        ],
    ),
    (["probe", RULE, "--on", "odd.csv"], ["probe", RULE, "--on", "odd.csv", "--columns", "premise="]),
    (
        ["probe", RULE, "--on", "odd.csv", "--train", "other.csv"],
        [*shlex.split(f"probe {RULE} --on odd.csv --train other.csv --columns"), "on:premise=story,"],
    ),
    (
        ["train", GRAMS, "--train", "usual.csv", "--dev", "odd.csv", *QUICK],
        [
            *shlex.split(f"train {GRAMS} --train usual.csv --dev odd.csv -o run --small --seeds 1 --columns"),
            "dev:premise=",
        ],
    ),
    (
        ["train", GRAMS, "--train", "one.csv", "--dev", "usual.csv", *QUICK],
        [
            *shlex.split(f"train {GRAMS} --train one.csv --dev usual.csv -o run --small --seeds 1 --columns"),
            "premise=",
        ],
    ),
    (["audit", "usual.csv", "--gold", "majority"], ["audit", "usual.csv"]),
    (["audit", "parts.csv:test"], ["audit", "parts.csv:test_matched"]),
    (["audit", "parts.csv:tets", "--limit", "50"], ["audit", "parts.csv:test_matched", "--limit", "50"]),
    (["audit", "some.csv", "--on-missing-gold", "error"], ["audit", "some.csv", "--on-missing-gold", "drop"]),
    (["audit", "usual.csv", "--label-map", f"{E}=-,{N}=-,contradiction=-"], ["audit", "usual.csv"]),
    (["audit", "one.csv", "--columns", "label=label"], ["audit", "one.csv", "--columns", "premise="]),
    (
        ["audit", "odd.csv", "--columns", "premise=storey"],
        ["audit", "odd.csv", "--columns", "premise=story,"],
    ),
]


@pytest.mark.parametrize(("typed", "begins"), REFUSED, ids=[" ".join(typed) for typed, _ in REFUSED])
def test_the_first_line_repeats_what_was_typed_and_works(
    command: Any, typed: Sequence[str], begins: Sequence[str]
) -> None:
    said = command(*typed)
    assert said.code == 3
    line = shlex.split(LINE.findall(said.err)[0])
    assert line[: len(begins) - 1] == begins[:-1]
    assert line[len(begins) - 1].startswith(begins[-1])
    done = command(*line)
    assert done.code == 0, done.err


@pytest.mark.parametrize("name", ["a\x1b[2J.csv", "a\nb.csv", "a\u202e'b\\\\.csv", "a\x9bé.csv"])
def test_a_line_shows_no_control_character_of_a_name_and_bash_reads_it_back(name: str, command: Any) -> None:
    table(Path(name), ["story", "ending", "status"], pairs())
    said = command("audit", "--measures", "lengths", "--", name).err
    assert said.replace("\n", "").isprintable()
    (line,) = [each.strip() for each in said.splitlines() if each.startswith("    rightreasons")]
    words = subprocess.run(
        ["/bin/bash", "-c", f"printf '%s\\0' {line}"],
        capture_output=True,
        check=True,
        stdin=subprocess.DEVNULL,
    ).stdout.decode()
    typed = words.split("\0")[1:-1]
    assert name in typed
    assert command(*typed).code == 0
