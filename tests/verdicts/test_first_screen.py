"""What a verdict says first: a title of a few words, numbers to read first, and a line to paste."""

import shlex
from dataclasses import replace

import pytest
from tests.reports.results import manifest, verdict

from rightreasons.issues import SEVERITIES, Issue, verdict_from_json
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
    of_run = {"data", "test", "train", "model", "first_run", "second_run"}
    said = codes()[code].sentences
    texts = said.values() if sentence == "any" else [said[sentence]]
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
    given = replace(verdict(Issue("V900", "note", ".", command=command)), title="All is well")
    read = verdict_from_json(given.to_json())
    assert read == given
    assert isinstance(read.next, Sentence)
