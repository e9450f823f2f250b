"""Bad files give a coded error and the right exit code: no traceback, no number, no half-written run."""

import gzip
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

GOOD = (
    "premise\thypothesis\tlabel\n"
    "A dog runs.\tAn animal moves.\tentailment\n"
    "A dog runs.\tA cat sleeps.\tcontradiction\n"
)


def climbing_zip() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("../../escaped.tsv", GOOD)
    return buffer.getvalue()


BAD_FILES = [
    ("empty.jsonl", b"", "RR202"),
    ("header.tsv", b"premise\thypothesis\tlabel\n", "RR202"),
    ("one_class.tsv", GOOD.replace("contradiction", "entailment").encode(), "RR105"),
    ("columns.tsv", b"left\tright\tanswer\na\tb\tentailment\n", "RR205"),
    ("two_shapes.csv", b"premise,hypothesis,sentence1,sentence2,label\na,b,c,d,neutral\n", "RR205"),
    ("unknown_labels.tsv", GOOD.replace("contradiction", "perhaps").encode(), "RR101"),
    ("integers.tsv", GOOD.replace("contradiction", "2").replace("entailment", "0").encode(), "RR103"),
    ("broken.jsonl.gz", gzip.compress(GOOD.encode())[:-9], "RR203"),
    ("not_gzip.jsonl.gz", b"this is not gzip at all", "RR204"),
    ("junk.jsonl", bytes(range(256)) * 50, "RR203"),
    ("latin1.tsv", GOOD.replace("dog", "se\u00f1or").encode("latin-1"), "RR203"),
    ("short_row.tsv", (GOOD + "only one field\n").encode(), "RR204"),
    (
        "broken_line.jsonl",
        b'{"premise": "a", "hypothesis": "b", "label": "neutral"}\n{"premise": \n',
        "RR204",
    ),
    ("climbs.zip", climbing_zip(), "RR206"),
    ("broken.zip", climbing_zip()[:40], "RR203"),
    ("broken.parquet", b"PAR1 nothing PAR1", "RR203"),
]


@pytest.mark.parametrize(("name", "content", "code"), BAD_FILES, ids=[name for name, _, _ in BAD_FILES])
def test_a_bad_file_ends_in_its_code(
    command: Any, tmp_path: Path, name: str, content: bytes, code: str
) -> None:
    (tmp_path / name).write_bytes(content)
    outcome = command("audit", tmp_path / name, "-o", tmp_path / "run")
    assert f"[{code}]" in outcome.err
    assert outcome.code == 3
    assert outcome.out == ""
    assert "Traceback" not in outcome.err
    assert sorted(path.name for path in tmp_path.iterdir()) == [name]


def test_a_missing_file_is_said_to_be_missing(command: Any, tmp_path: Path) -> None:
    outcome = command("audit", tmp_path / "nowhere.jsonl")
    assert (outcome.code, "[RR201]" in outcome.err) == (3, True)


def test_a_malformed_line_is_named_with_its_line(command: Any, tmp_path: Path) -> None:
    (tmp_path / "short.tsv").write_text(GOOD + "only one field\n")
    assert "line 4" in command("audit", tmp_path / "short.tsv").err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--measures", "give_away_word"], "RR002"),
        (["--columns", "premise"], "RR003"),
        (["--label-map", "0"], "RR003"),
        (["--group-by", "genre"], "RR003"),
        (["--on-malformed", "ignore"], "RR003"),
        (["--tokenisation", "treebanks"], "RR002"),
    ],
)
def test_a_wrong_option_is_a_usage_error(
    command: Any, tmp_path: Path, arguments: list[str], code: str
) -> None:
    (tmp_path / "good.tsv").write_text(GOOD)
    outcome = command("audit", tmp_path / "good.tsv", *arguments)
    assert (outcome.code, f"[{code}]" in outcome.err) == (2, True)


def test_formulas_markup_and_escapes_in_the_data_do_nothing(command: Any, tmp_path: Path) -> None:
    hostile = ["=HYPERLINK(1)", "<script>alert(1)</script>", "\x1b[31mred\u202e", "[bold]markup[/bold]"]
    labels = ["entailment", "contradiction"]
    rows = [f"Premise {i}.\t{hostile[i % 4]} word{i % 7}\t{labels[i % 2]}\n" for i in range(80)]
    (tmp_path / "hostile.tsv").write_text("premise\thypothesis\tlabel\n" + "".join(rows))
    outcome = command("audit", tmp_path / "hostile.tsv", "-o", tmp_path / "run", "--evidence", "3")
    assert outcome.code == 0
    assert "\x1b" not in outcome.out
    page = (tmp_path / "run" / "report.html").read_text()
    assert "<script>alert" not in page
    assert "\x1b" not in page
    assert "\u202e" not in page


def test_a_line_of_ten_megabytes_is_read_or_refused_with_a_code(command: Any, tmp_path: Path) -> None:
    (tmp_path / "long.tsv").write_text(GOOD + "x" * 10_000_000 + "\n")
    outcome = command("audit", tmp_path / "long.tsv")
    assert (outcome.code, "[RR204]" in outcome.err) == (3, True)
    assert len(outcome.err) < 2_000


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("audit", "--measures"), "requires an argument"),
        (("audit", "--limit"), "requires an argument"),
        (("audit", "--limit", "-1"), "at least 1"),
        (("audit", "--seed", "1", "--seed", "2"), "--seed given twice"),
        (("audit", "--mesures", "lengths"), "--measures"),
        (("audit", "--measures", "lenghts"), "did you mean 'lengths'?"),
        (("audut",), "audit"),
        (("probe", "rule:lexical-overlp"), "did you mean 'lexical-overlap'?"),
        (("probe", "rule:random", "--on", "hasn"), "did you mean 'hans'?"),
        (("ls", "measurs"), "did you mean 'measures'?"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_a_slip_on_the_command_line_is_refused_and_answered(
    command: Any, arguments: tuple[str, ...], shown: str
) -> None:
    outcome = command(*arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    assert shown in outcome.err


def test_a_config_file_may_say_on_and_its_slips_are_answered(command: Any, tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("on: [hasn]\nquoting: off\n")
    assert "did you mean 'hans'?" in command("probe", "rule:random", "--config", config).err
    config.write_text("per-grup: 5\n")
    assert "did you mean 'per-group'?" in command("probe", "rule:random", "--config", config).err
