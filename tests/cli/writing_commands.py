"""Every command that writes, on small data: what locks, full disks and kills are tried on."""

import csv
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import click
import pytest

from rightreasons.cli.main import app, main

LABELS = ("entailment", "neutral", "contradiction")
TRAINED = "train ngrams-joulin2017 --small --set epochs=2 --train data.jsonl --dev data.jsonl"
WRITING = {
    "audit": "audit data.jsonl --measures label_balance,lengths,duplicates -o {}",
    "audit of two": "audit data.jsonl parsed.jsonl --measures label_balance,lengths -o {}",
    "probe": "probe rule:lexical-overlap --on data.jsonl -o {}",
    "train": TRAINED + " -o {}",
    "train several": TRAINED.replace(" ", " ngrams-gururangan2018,", 1) + " -o {}",
    "compare": "compare first second -o {}",
    "gate": "gate first --require data.accuracy>=0 -o {}",
    "gate files": "gate first --require data.accuracy>=0 --junit {}.xml --sarif {}.sarif --summary {}.md",
    "reproduce": "reproduce mccoy-2019 --table 3 -o {}",
    "card": "card first -o {}.md",
    "report html": "report first -o {}.html",
    "report csv": "report first --format csv -o {}",
    "report charts": "report audited --charts svg -o {}",
    "make example": "make example -o {}",
    "make hans": "make hans --per-subcase 30 -o {}.tsv",
    "make hans parquet": "make hans --per-subcase 30 -o {}.parquet",
    "make hans attest": "make hans --attest parsed.jsonl -o {}.csv",
    "make human-study": "make human-study -o {}",
    "make human-study judged": "make human-study --answers study-answers --study study -o {}",
    "make items": "make items --on data.jsonl -o {}.csv",
    "make items parquet": "make items --on data.jsonl -o {}.parquet",
    "make lm-eval-task": "make lm-eval-task data.jsonl -o {}",
    "make predictions": "make predictions first -o {}.parquet",
    "make suspects": "make suspects suspected -o {}.csv",
    "make onnx": "make onnx model --on data.jsonl --limit 20 -o {}",
    "make swaps": "make swaps --train data.jsonl --relation hypernym --pairs pairs.tsv --language en -o {}",
    "make changes": "make changes --train data.jsonl -o {}",
    "make sheet swaps": "make sheet swaps swaps -o {}",
    "make sheet cells": "make sheet cells first --per-cell 2 -o {}",
    "make sheet changes": "make sheet changes changes -o {}",
    "make sheet read": "make sheet read cells-answers --study cells -o {}",
    "make easy-hard": "make easy-hard --train data.jsonl --on data.jsonl --min-count 5 -o {}",
    "make downsampled": "make downsampled data.jsonl --min-count 5 -o {}",
    "make split": "make split data.jsonl --by both -o {}",
    "make subset": "make subset trained --train data.jsonl --by hard -o {}.jsonl",
    "discover": "discover data.jsonl -o {}",
    "make challenge": "make challenge --rule rules.yaml --from data.jsonl -o {}.jsonl",
    "make patterns": "make patterns --train data.jsonl --min-count 5 -o {}.parquet",
}
"""By name, which begins with the command: its words, with ``{}`` for the place that it writes to."""

RULES = "rules:\n- label: entailment\n  when:\n  - hypothesis-word: moves\n"
Run = Callable[[str], object]


def words(name: str, place: str | Path) -> str:
    """Return the words of a command that writes to a place."""
    return WRITING[name].replace("{}", str(place))


def prepare_data(folder: Path) -> None:
    """Write the data that commands read."""
    rows = [
        {
            "id": f"r{n}",
            "premise": f"A dog {n} runs to {n % 7 + 2} big houses.",
            "hypothesis": f"An animal {n % 50} moves.",
            "label": LABELS[n % 3],
        }
        for n in range(600)
    ]
    parses = {f"{side}_parse": "(ROOT (S (NP (DT A) (NN dog)) (VP (VBZ runs))))" for side in SIDES}
    _write(folder / "data.jsonl", rows)
    given = [[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.2, 0.7, 0.1]]
    answers = [
        {"id": row["id"], **dict(zip(LABELS, given[n % 3], strict=True))} for n, row in enumerate(rows)
    ]
    _write(folder / "answers.jsonl", answers)
    _write(folder / "parsed.jsonl", [row | parses for row in rows[:90]])


def prepare(folder: Path, run: Run) -> None:
    """Make what the commands read in a folder, `run` being given the words of further commands."""
    prepare_data(folder)
    (folder / "pairs.tsv").write_text("dog\tanimal\nruns\tmoves\nbig\tsmall\n", encoding="utf-8")
    (folder / "rules.yaml").write_text(RULES, encoding="utf-8")
    for name, rule in (("first", "random"), ("second", "always-entailment")):
        run(f"probe rule:{rule} --on data.jsonl -o {name}")
    run("audit data.jsonl --measures label_balance,lengths,give_away_words -o audited")
    for name, place in (("make swaps", "swaps"), ("make changes", "changes"), ("make sheet cells", "cells")):
        run(words(name, place))
    run("probe answers.jsonl --on data.jsonl -o suspected")
    run(TRAINED + " -o trained")
    run("make human-study -o study")
    for study, answer in (("study", "entailment"), ("cells", "grammatical")):
        _answer(folder / study / "sheets", folder / f"{study}-answers", answer)


def ended(line: str, folder: Path) -> int:
    """Run a command in a folder, in this process, and return its exit code."""
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        patch.chdir(folder)
        patch.setattr(sys, "argv", ["rightreasons", *line.split()])
        with pytest.raises(SystemExit) as stopped:
            main()
    return int(stopped.value.code or 0)


SIDES = ("premise", "hypothesis")


def options_of_paths() -> Iterator[tuple[str, list[str]]]:
    """Yield every command with the spellings of every option of it that names a path."""
    for named, command in _commands(app, ()):
        yield from ((" ".join(named), each.opts) for each in command.params if each.metavar == "PATH")


def _commands(group: click.Group, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from _commands(command, (*words, name))
        else:
            yield (*words, name), command


def _answer(sheets: Path, answers: Path, answer: str) -> None:
    """Fill in every sheet."""
    answers.mkdir()
    for sheet in sheets.glob("*.csv"):
        with sheet.open(encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream))
        for row in rows:
            row |= {"answer": answer, "participant": "ann"}
        with (answers / sheet.name).open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


def _write(path: Path, rows: Sequence[Mapping[str, object]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
