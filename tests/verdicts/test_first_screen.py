"""What a verdict says first: a title of a few words, numbers to read first, and a line to paste."""

import re
import shlex
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from tests.reports.results import manifest, verdict
from tests.verdicts.making import answers_of, clean

from rightreasons import audit, probe
from rightreasons.issues import SEVERITIES, Issue, verdict_from_json
from rightreasons.reports.first_screen import first_screen
from rightreasons.sentences.sentence import Sentence, with_arguments
from rightreasons.sentences.templates import Template, fill, templates
from rightreasons.verdicts.commands import command_of
from rightreasons.verdicts.policy import codes

TWELVE_WORDS = 12


@pytest.mark.parametrize("code", codes())
def test_the_title_of_every_issue_has_at_most_twelve_words(code: str) -> None:
    assert 0 < len(fill(f"{code}.title").split()) <= TWELVE_WORDS


@pytest.mark.parametrize("name", [name for name in templates() if ".command." in name])
def test_every_command_names_our_program_and_what_its_sentence_or_its_run_has(name: str) -> None:
    code, _, sentence = name.split(".")
    of_run = {"data", "file", "test", "train", "asked", "saved", "recipe", "size", "dev", "epochs", "rules"}
    of_run |= {"first_run", "second_run", "third_run", "fourth_run"}
    said = codes()[code].sentences
    texts = [said[sentence]] if sentence in said else said.values()
    of_sentence = {field for text in texts for field in Template("said", text).asked}
    assert templates()[name].text.startswith("rightreasons ")
    assert set(templates()[name].asked) <= of_run | of_sentence


def test_a_command_has_the_data_quoted_for_the_shell_and_as_they_were_typed() -> None:
    command = Template("c", "rightreasons audit {data:argument} --seed 1").fill({"data": "my file.csv"})
    assert shlex.split(command) == ["rightreasons", "audit", "my file.csv", "--seed", "1"]
    typed = with_arguments(command, {"my file.csv": "'there/my file.csv' --quoting off"})
    assert typed == "rightreasons audit 'there/my file.csv' --quoting off --seed 1"


@pytest.mark.parametrize("hostile", ["a; rm -rf b", "$(touch c)", "`id`", "d' e", "-o f"])
def test_no_name_of_data_leaves_its_place_in_a_command(hostile: str) -> None:
    command = Template("c", "rightreasons audit {data:argument}").fill({"data": hostile})
    assert shlex.split(command)[2:] == [hostile]


def test_an_issue_without_a_command_and_a_run_without_data_have_none() -> None:
    assert command_of(Issue("V999", "note", "Something."), manifest()) == ""


def test_issues_are_counted_by_severity_without_those_that_are_waived() -> None:
    issues = [Issue(f"V{n}", severity, ".") for n, severity in enumerate((*SEVERITIES, "warning"), 900)]
    counted = replace(verdict(*issues), allowed=("V901",)).counts
    assert counted == {"blocker": 1, "warning": 2, "note": 1}


def test_a_verdict_is_read_back_with_its_numbers_and_its_commands() -> None:
    command = Template("c", "rightreasons audit {data:argument}").fill({"data": "a.csv"})
    given = replace(verdict(Issue("V900", "warning", ".", command=command)), title="All is well")
    read = verdict_from_json(given.to_json())
    assert read == given
    assert isinstance(read.next, Sentence)


def test_the_majority_label_of_a_first_screen_is_the_one_that_gains_are_over(tmp_path: Path) -> None:
    train = clean(600, 401, shares=(0.5, 0.25, 0.25))
    test = clean(300, 402, shares=(0.2, 0.2, 0.6)).with_columns(id=pl.lit("t") + pl.col("id"))
    for name, frame in (("train", train), ("test", test)):
        frame.write_ndjson(tmp_path / f"{name}.jsonl")
    measures = ["label_balance", "hypothesis_only"]
    made = audit(str(tmp_path / "train.jsonl"), test=[str(tmp_path / "test.jsonl")], measures=measures)
    accuracy, majority = made.verdict.key_figures[:2]
    most = test["label"].value_counts(sort=True).row(0)
    assert majority.value == f"{100 * most[1] / 300:.1f} %"
    assert most[0] in majority.detail
    (baseline,) = (each for each in made.findings if each.measure == "hypothesis_only")
    figures = baseline.figures
    right, gain = (figures[name].value for name in ("accuracy", "gain_own"))
    assert right is not None
    assert gain is not None
    assert right - gain == pytest.approx(most[1] / 300)
    assert accuracy.figure is not None
    assert accuracy.figure.figure == "accuracy"


def test_a_probe_without_a_test_of_shortcuts_says_so_before_it_says_that_it_found_nothing(
    tmp_path: Path,
) -> None:
    items = clean(200, 403)
    items.write_ndjson(tmp_path / "test.jsonl")
    items.select("id", label=pl.Series(answers_of(items, 0.85))).write_csv(tmp_path / "said.csv")
    made = probe(str(tmp_path / "said.csv"), str(tmp_path / "test.jsonl"))
    screen = first_screen(made)
    assert not [each for each in made.findings if each.tests_shortcuts]
    assert screen.severities.startswith("No shortcut was tested")
    accuracy, majority = (made.findings[0].figures[name] for name in ("accuracy", "majority_label"))
    assert {f"{100 * (each.value or 0):.1f} %" for each in (accuracy, majority)} <= {
        word.strip() for word in re.findall(r"[\d.]+ %", str(screen.title))
    }
