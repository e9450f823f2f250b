"""Rules from a file: read, written and read again, refused with the place, and taken by groups like words."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from rightreasons.errors import FileMissingError, InputError, OptionError
from rightreasons.jobs.making.challenge import make_challenge
from rightreasons.labels import Label
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.families import shortcuts_of
from rightreasons.shortcuts.rules import read_rules, rules_text

TEXT = """
rules:
- label: contradiction
  when:
  - hypothesis-word: no
  - not overlap: full
- label: entailment
  when: "overlap: another order"
"""
ROWS = [
    ("The dog saw a cat.", "No dog saw a cat.", "contradiction"),
    ("No dog saw a cat.", "No cat saw a dog.", "entailment"),
    ("The dog saw a cat.", "The cat saw a dog.", "neutral"),
    ("No dog.", "No bird.", "neutral"),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(TEXT)
    return path


def test_rules_of_a_file_mark_pairs_like_any_shortcuts(file: Path, make_pairs: Any) -> None:
    found = shortcuts_of(f"rules:{file}")
    marks = found.marks(make_pairs(ROWS)).toarray()
    assert marks.tolist() == [[True, False], [False, True], [False, True], [True, False]]
    assert [each.label for each in found] == [Label.CONTRADICTION, Label.ENTAILMENT]


def test_what_is_written_is_read_again(file: Path, tmp_path: Path, make_pairs: Any) -> None:
    rules = read_rules(file)
    again = tmp_path / "again.yaml"
    again.write_text(rules_text(rules))
    assert read_rules(again) == rules
    block = Block(make_pairs(ROWS))
    for one, other in zip(rules, read_rules(again), strict=True):
        assert np.array_equal(one.holds(block), other.holds(block))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("rules: []", "holds no rules"),
        ("- a", "holds no rules"),
        ("rules: [{label: entailment}]", "rule 1 of .* without label and when"),
        ("rules: [{label: entailment, when: ['overlap: ful']}]", "rule 1 of .*'ful'"),
        ("rules: [{label: entailment, when: ['overlapp: full']}]", "overlapp"),
        ("rules: [{label: yes, when: ['overlap: full']}]", "the label 'yes'"),
        ("rules: [{label: entailment, when: [a, b, c, d]}]", "4 predicates"),
        ("rules: [&a {label: entailment, when: 'overlap: full'}, *a]", "alias"),
    ],
)
def test_a_wrong_file_is_refused_with_the_rule(tmp_path: Path, wrong: str, said: str) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(wrong)
    with pytest.raises(InputError, match=said):
        read_rules(path)


def test_no_file_and_a_missing_one_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError):
        shortcuts_of("rules")
    with pytest.raises(FileMissingError):
        read_rules(tmp_path / "none.yaml")


def test_a_challenge_has_as_many_rows_against_a_rule_as_for_it(
    file: Path, tmp_path: Path, make_pairs: Any
) -> None:
    made = make_challenge(file, make_pairs(ROWS), tmp_path / "challenge.jsonl")
    assert [each["each"] for each in made["rules"]] == [1, 1]
    frame = pl.read_ndjson(tmp_path / "challenge.jsonl")
    right = frame["label"] == frame["rule_label"]
    assert right.to_list() == (frame["side"] == "for").to_list()
    assert right.sum() == 2
