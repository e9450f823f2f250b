"""Records of lines ``key: value``: whatever the keys, however they are parted; other texts are none."""

from pathlib import Path

import pytest

from rightreasons.errors import InputError, MalformedRowError
from rightreasons.sources.formats.key_values import _field, is_key_values
from rightreasons.sources.raw import Content
from rightreasons.sources.read import read_pairs

RECORDS = [
    ("A man sleeps.", "A man rests.", "entailment"),
    ("It rains: a lot.", "It is dry.", "contradiction"),
    ("Note that he left.", "He came by car.", "neutral"),
    ("She sings.", "She is silent.", "contradiction"),
]
FORMS = {
    "blank lines": ("", "Premise: {}\nHypothesis: {}\nLabel: {}\n\n"),
    "lines of marks": ("", "Premise: {}\nHypothesis: {}\nLabel: {}\n-----\n"),
    "nothing": ("", "premise: {}\nhypothesis: {}\nlabel: {}\n"),
    "numbers": ("", "3. Premise: {}\n   Hypothesis: {}\n   Label: {}\n\n"),
    "headings": ("", "### Premise\n\n{}\n\n### Hypothesis\n\n{}\n\n### Label\n\n{}\n\n"),
    "bold keys": ("", "**Premise:** {}\n**Hypothesis**: {}\n**Label:** {}\n\n"),
    "lines of their own": ("", "Premise:\n{}\nHypothesis:\n{}\nLabel:\n{}\n\n"),
    "sections": ("", "[pair]\npremise = {}\nhypothesis = {}\nlabel = {}\n\n"),
    "comments": ("", "# premise = {}\n# hypothesis = {}\n# label = {}\n1\tA\t_\n2\tB\t_\n\n"),
    "numbers as headings": (
        "# Pairs\n\n",
        "## 7\n\n**Premise:** {}\n\n**Hypothesis:** {}\n\n**Label:** {}\n\n",
    ),
    "the key in capitals": ("", "PREMISE: {}\nHYPOTHESIS: {}\nLABEL: {}\n\n"),
}


@pytest.mark.parametrize("form", FORMS)
def test_records_are_read_however_they_are_written(tmp_path: Path, form: str) -> None:
    before, each = FORMS[form]
    path = tmp_path / "a.txt"
    path.write_text(before + "".join(each.format(*record) for record in RECORDS))
    found = read_pairs(path).frame.select("premise", "hypothesis", "label").rows()
    assert found == RECORDS


def test_lines_that_are_no_comments_stay_beside_those_in_comments(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    each = "# premise = {}\n# hypothesis = {}\n# label = {}\n1\tA\n2\tB\n\n"
    path.write_text("".join(each.format(*record) for record in RECORDS))
    assert read_pairs(path).frame["lines"].to_list() == ["1\tA\n2\tB"] * len(RECORDS)


def test_a_line_in_brackets_within_a_value_belongs_to_it(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(
        "".join("premise: {}\n[laughs]\nhypothesis: {}\nlabel: {}\n\n".format(*each) for each in RECORDS)
    )
    assert read_pairs(path).frame["premise"].to_list() == [
        f"{premise}\n[laughs]" for premise, _, _ in RECORDS
    ]


def test_a_key_that_some_records_lack_is_empty_there_and_lines_without_a_key_go_on(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(
        "Premise: A man\nsleeps.\nHypothesis: b\nLabel: neutral\nSource: x\n\n"
        "Premise: c\nHypothesis: d\nLabel: neutral\n\n"
        "Premise: e\nHypothesis: f\nLabel: neutral\nSource: y\n"
    )
    frame = read_pairs(path).frame
    assert frame["premise"].to_list() == ["A man\nsleeps.", "c", "e"]
    assert frame["Source"].to_list() == ["x", None, "y"]


def test_a_record_without_a_premise_is_named_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(
        "".join("Premise: {}\nHypothesis: {}\nLabel: {}\n\n".format(*record) for record in RECORDS * 5)
        + "Hypothesis: d\nLabel: neutral\n\n"
    )
    with pytest.raises(MalformedRowError, match=r"a\.txt line 81 lacks a premise"):
        read_pairs(path)


@pytest.mark.parametrize(
    "text",
    [
        "premise\thypothesis\tlabel\na: b\tc: d\tneutral\n" * 3,
        "Premise: a Hypothesis: b Label: neutral\n" * 5,
        "Premise: a\nHypothesis: b\nLabel: neutral\n",
        '{"premise": "a", "hypothesis": "b"}\n' * 5,
        "The dog: a tale.\nThe cat saw it.\nneutral\n\n" * 5,
        "He said: come.\nShe said: no.\nno\n\nThey ran: home.\nWe saw: it.\nyes\n\n" * 5,
    ],
)
def test_other_texts_are_no_records(text: str) -> None:
    assert not is_key_values(Content("a.txt", text.encode()))


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("Premise text : A man.", ("Premise text", "A man.")),
        ("Premise/: A man.", None),
        ("__gold_label__: e", ("gold_label", "e")),
        ("3. **Is it true?** no", None),
        ("- a_b c/d __e: x", ("a_b c/d __e", "x")),
        ("one two three four five: x", None),
        ("a_" * 50_000 + ",", None),
        ("a" * 100_000 + ",", None),
    ],
)
def test_what_a_key_is_whatever_the_version_of_python(line: str, field: tuple[str, str] | None) -> None:
    assert _field(line) == field


def test_blocks_of_lines_may_be_parted_by_marks(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("=====\n".join("{}\n{}\n{}\n".format(*record) for record in RECORDS))
    recipe = {"columns": {"premise": "line_1", "hypothesis": "line_2", "label": "line_3"}}
    found = read_pairs(path, recipe=recipe).frame.select("premise", "hypothesis", "label").rows()
    assert found == RECORDS


def test_what_is_no_text_of_any_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("A sentence: nothing else\n")
    with pytest.raises(InputError):
        read_pairs(path)
