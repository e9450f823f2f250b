"""Data of which only one label is left: what would read two is proposed, or that nothing would is said."""

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.sources.shapes.made import C, E, N, lines, pairs, table
from tests.sources.test_proposals import LINE, pasted

from rightreasons import audit
from rightreasons.errors import OneClassError

Made = tuple[str, Mapping[str, Any], Mapping[str, int]]
WORDS = {E: "backed", N: "silent", C: "refuted"}


def another_column(folder: Path) -> Made:
    table(
        folder / "x.csv",
        ["premise", "hypothesis", "label", "outcome_class"],
        [(p, h, "neutral", WORDS[label]) for p, h, label in pairs()],
    )
    return "x.csv", {}, {E: 40, N: 40, C: 40}


def votes_of_people(folder: Path) -> Made:
    table(
        folder / "x.csv",
        ["premise", "hypothesis", "label", "rater1", "rater2", "rater3"],
        [(p, h, "neutral", label, label, (E, N)[at % 2]) for at, (p, h, label) in enumerate(pairs())],
    )
    return "x.csv", {}, {E: 40, N: 40, C: 40}


def everything_mapped_to_one(folder: Path) -> Made:
    table(folder / "x.csv", ["premise", "hypothesis", "label"], pairs())
    return "x.csv", {"label_map": {E: "neutral", N: "neutral", C: "-"}}, {E: 40, N: 40, C: 40}


def several_labels_a_row(folder: Path) -> Made:
    rows = [
        {"premise": p, "hypothesis": h, "label": ["neutral"] if label == N else ["neutral", label]}
        for p, h, label in pairs()
    ]
    lines(folder / "x.jsonl", rows)
    return "x.jsonl", {}, {E: 40, N: 80}


def sorted_by_label(folder: Path) -> Made:
    table(folder / "x.csv", ["premise", "hypothesis", "label"], sorted(pairs(), key=lambda row: row[2]))
    return "x.csv", {"limit": 30}, {E: 40, N: 40, C: 40}


def one_label_a_split(folder: Path) -> Made:
    rows = [(p, h, label, "dev" if label == N else "test") for p, h, label in pairs()]
    table(folder / "x.csv", ["premise", "hypothesis", "label", "split"], rows)
    return "x.csv:dev", {}, {E: 40, N: 40, C: 40}


def train_of_one_label(folder: Path) -> Made:
    rows = [(p, h, label, "train" if label == N else "dev") for p, h, label in pairs()]
    table(folder / "x.csv", ["premise", "hypothesis", "label", "split"], rows)
    return "x.csv", {}, {E: 40, C: 40}


def one_label_a_file(folder: Path) -> Made:
    for wanted in (E, N, C):
        own = [row for row in pairs() if row[2] == wanted]
        table(folder / f"part_{wanted[0]}.csv", ["premise", "hypothesis", "label"], own)
    return "part_n.csv", {}, {E: 40, N: 40, C: 40}


MADE = [
    another_column,
    votes_of_people,
    everything_mapped_to_one,
    several_labels_a_row,
    sorted_by_label,
    one_label_a_split,
    train_of_one_label,
    one_label_a_file,
]


def refused(data: str, options: Mapping[str, Any]) -> OneClassError:
    with pytest.raises(OneClassError, match="RR105") as caught:
        audit(data, **options)
    return caught.value


@pytest.mark.parametrize("make", MADE, ids=lambda make: make.__name__)
def test_the_first_line_that_is_proposed_reads_two_labels_or_more(
    make: Callable[[Path], Made], tmp_path: Path
) -> None:
    name, options, meant = make(tmp_path)
    error = refused(str(tmp_path / name), options)
    first = LINE.findall(f"{error.lines}\n")[0]
    counts: dict[str, int] = {}
    for _, _, label in pasted(first):
        counts[label] = counts.get(label, 0) + 1
    assert counts == meant, first


def test_where_nothing_has_a_second_label_the_refusal_says_so(tmp_path: Path) -> None:
    rows = [(p, h, "neutral", f"w{at % 4}", at % 2, at / 120) for at, (p, h, _) in enumerate(pairs())]
    table(tmp_path / "x.csv", ["premise", "hypothesis", "label", "annotator_id", "batch", "score"], rows)
    error = refused(str(tmp_path / "x.csv"), {})
    assert not error.ways
    assert "no other column or reading has two" in error.remedy


def test_options_that_were_stated_stand_in_the_line(tmp_path: Path) -> None:
    table(tmp_path / "x.csv", ["a b", "c", "d"], sorted(pairs(), key=lambda row: row[2]))
    stated = {"columns": {"premise": "a b", "hypothesis": "c", "label": "d"}, "limit": 20}
    error = refused(str(tmp_path / "x.csv"), stated)
    words = shlex.split(LINE.findall(f"{error.lines}\n")[0])
    assert words[1:] == ["--columns", "premise=a b,hypothesis=c,label=d"]


def test_a_test_set_with_more_labels_is_proposed(tmp_path: Path) -> None:
    table(tmp_path / "one.csv", ["premise", "hypothesis", "label"], [(p, h, N) for p, h, _ in pairs()])
    (tmp_path / "other").mkdir()
    table(tmp_path / "other" / "x.csv", ["premise", "hypothesis", "label"], pairs())
    other = str(tmp_path / "other" / "x.csv")
    error = refused(str(tmp_path / "one.csv"), {"test": other})
    assert [way.data for way in error.ways] == [other]
