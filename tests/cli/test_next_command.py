"""The command that a result ends with names data as they were typed, so that it works where it is pasted."""

import shlex
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


def test_of_guards_it_sets_the_threshold_that_was_chosen_and_can_be_pasted(command: Command) -> None:
    for name, told in (("a", 3), ("b", 9)):
        lines = (f"{at % 2},{(at % 2 * told + at % 11) / 20}\n" for at in range(200))
        Path(f"guard {name}.csv").write_text("y_true,y_score\n" + "".join(lines))
    out = command("compare", "guard a.csv", "guard b.csv", "--cost", "miss=2,block=1").out
    line = next(each for each in out.splitlines() if each.strip().startswith("rightreasons probe"))
    words = shlex.split(line)
    assert words[2] == "guard b.csv"
    assert words[words.index("--cost") + 1] == "miss=2,block=1"
    threshold = words[words.index("--threshold") + 1]
    assert f"Threshold to set: {threshold}." in " ".join(out.split())
    assert command(*words[1:-2]).code == 0


def test_a_line_that_shows_rows_is_not_given_again_where_it_was_just_run(command: Command) -> None:
    lines = (f"text {at},claim {at}{'.,neutral' if at % 2 else ' .,entailment'}\n" for at in range(400))
    Path("marks.csv").write_text("premise,hypothesis,label\n" + "".join(lines))
    first = command("audit", "marks.csv", "--measures", "form_only").out
    (line,) = {each.strip(" →") for each in first.splitlines() if "--evidence" in each}
    again = command(*shlex.split(line)[1:]).out
    assert "--evidence" not in again
    shown = [each for each in again.splitlines() if each.startswith("form_only.")]
    assert len(shown) == len({each.split()[1] for each in shown}) > 0


def test_gold_labels_inside_a_file_are_no_set_that_a_line_can_name(command: Command) -> None:
    labels = [("entailment", "neutral", "contradiction")[at * at % 7 % 3] for at in range(900)]
    rows = zip(range(900), labels, [labels[-1], *labels[:-1]], strict=True)
    Path("shifted.csv").write_text(
        "id,gold,prediction\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)
    )
    done = command("probe", "shifted.csv")
    assert "Predict again, and keep the id of each item." in " ".join(done.out.split())
    assert "--on file-labels" not in done.out + done.err
    assert "This command" not in done.out, "there is none"
