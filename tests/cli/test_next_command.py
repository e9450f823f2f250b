"""The command that a result ends with names data as they were typed, so that it works where it is pasted."""

from pathlib import Path

import pytest
from tests.cli.conftest import Command


@pytest.fixture(autouse=True)
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command) -> None:
    monkeypatch.chdir(tmp_path)
    command("make", "example", "-o", "small data")


def test_training_data_stand_in_it_with_their_folder(command: Command) -> None:
    data = ("--on", "small data/test.jsonl", "--train", "small data/train.jsonl")
    out = command("probe", "rule:hypothesis-only", *data).out
    assert "--on 'small data/test.jsonl' --on controls --train 'small data/train.jsonl'" in out


def test_of_two_files_with_one_name_neither_is_taken_for_the_other(command: Command, tmp_path: Path) -> None:
    other = tmp_path / "other" / "test.jsonl"
    other.parent.mkdir()
    other.write_bytes((tmp_path / "small data" / "train.jsonl").read_bytes())
    data = ("--on", "small data/test.jsonl", "--train", "other/test.jsonl")
    out = command("probe", "rule:hypothesis-only", *data).out
    assert "--train 'small data/test.jsonl'" not in out
    assert "--on other/test.jsonl" not in out
