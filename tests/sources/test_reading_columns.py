"""Columns are found by their usual names, stated ones go first, and what is ambiguous is refused."""

from typing import Any

import pytest

from rightreasons.errors import (
    ColumnError,
    EmptyDataError,
    MeaninglessLabelError,
    MissingGoldError,
    OptionError,
    UnknownLabelError,
)
from rightreasons.sources.options import ReadOptions, parse_columns
from rightreasons.sources.read import read_pairs

SHAPES = [
    ("premise", "hypothesis", "label"),
    ("sentence1", "sentence2", "gold_label"),
    ("sentence_A", "sentence_B", "entailment_judgment"),
    ("CONTEXT", "HYPOTHESIS", "LABEL"),
    ("context", "statement", "gold_label"),
    ("ori_sentence", "new_sentence", "gold_label"),
    ("text_a", "text_b", "labels"),
    ("Premise", "Hypothesis", "Label"),
    ("sentence-1", "Sentence 2", "entailment_label"),
]


def row(**columns: Any) -> dict[str, Any]:
    return {"premise": "a", "hypothesis": "b", "label": "neutral"} | columns


@pytest.mark.parametrize(("premise", "hypothesis", "label"), SHAPES)
def test_usual_names_are_known(premise: str, hypothesis: str, label: str) -> None:
    pairs = read_pairs([{hypothesis: "b", label: "ENTAILS", premise: "a"}])
    assert pairs.frame.rows() == [("row-0", "a", "b", "entailment")]


@pytest.mark.parametrize(
    "name", ["pairID", "pair_ID", "pair-id", "pair_id", "id", "uid", "idx", "ID", "guid"]
)
def test_ids_are_known_and_kept_as_text(name: str) -> None:
    pairs = read_pairs([row(**{name: 7}), row(**{name: 8})])
    assert pairs.frame["id"].to_list() == ["7", "8"]
    assert pairs.provenance.columns["id"] == name


@pytest.mark.parametrize("ids", [(1, 1), (1, None)])
def test_ids_that_are_not_distinct_are_numbers_of_rows_and_noted(ids: tuple[Any, Any]) -> None:
    pairs = read_pairs([row(pairID=each) for each in ids])
    assert pairs.frame["id"].to_list() == ["row-0", "row-1"]
    assert "pairID" in pairs.provenance.notes[0]
    assert pairs.groups == ("pairID",)


def test_an_id_that_is_repeated_gives_way_to_one_that_is_not() -> None:
    pairs = read_pairs([row(pairID="p", uid="u1"), row(pairID="p", uid="u2")])
    assert pairs.frame["id"].to_list() == ["u1", "u2"]


def test_two_shapes_are_ambiguous_and_stated_columns_settle_it() -> None:
    rows = [row(sentence1="c", sentence2="d")]
    with pytest.raises(ColumnError, match=r"'premise'.*'sentence1'.*more than one"):
        read_pairs(rows)
    assert read_pairs(rows, columns={"premise": "sentence1", "hypothesis": "sentence2"}).premises[0] == "c"


def test_names_that_differ_in_case_only_are_ambiguous() -> None:
    with pytest.raises(ColumnError, match="more than one"):
        read_pairs([row(Premise="c")])


def test_two_label_columns_are_ambiguous_unless_they_say_the_same() -> None:
    with pytest.raises(ColumnError, match=r"'gold_label', 'label'.*different content"):
        read_pairs([row(gold_label="entailment")])
    assert read_pairs([row(gold_label="neutral")]).counts() == {"neutral": 1}


def test_no_shape_lists_the_columns_and_an_example() -> None:
    with pytest.raises(ColumnError, match=r"(?s)'question', 'answer'.*columns={"):
        read_pairs([{"question": "a", "answer": "b"}])


def test_a_stated_column_that_is_not_there_lists_those_that_are() -> None:
    with pytest.raises(ColumnError, match=r"no column 'text'.*'premise', 'hypothesis', 'label'"):
        read_pairs([row()], columns={"premise": "text"})


def test_one_stated_column_leaves_the_others_to_their_names() -> None:
    pairs = read_pairs([row(binary="entailment")], columns={"label": "binary"})
    assert pairs.counts() == {"entailment": 1}
    assert pairs.frame["source_label"].to_list() == ["neutral"]


def test_positions_and_names_do_not_mix() -> None:
    with pytest.raises(OptionError, match="positions"):
        _ = ReadOptions(columns={"premise": 0, "hypothesis": "b"}).headerless


def test_columns_beyond_the_pair_become_groups() -> None:
    pairs = read_pairs([row(genre="fiction", round=2, tags=["x"], meta={"a": 1})])
    assert pairs.groups == ("genre", "round")
    assert "'tags', 'meta'" in pairs.provenance.notes[0]


def test_four_premises_are_joined() -> None:
    parts = {f"premise{number}": str(number) for number in range(1, 5)}
    assert read_pairs([parts | {"hypothesis": "b", "label": "neutral"}]).premises[0] == "1 2 3 4"


def test_parses_and_annotators_are_known() -> None:
    rows = [
        {"sentence1": "a", "sentence2": "b", "gold_label": "-", "sentence1_binary_parse": "( a )",
         "sentence2_parse": "(ROOT b)", "annotator_labels": ["neutral", "", "entails", None]},
    ]  # fmt: skip
    frame = read_pairs(rows, on_missing_gold="keep").frame
    assert frame["premise_binary_parse"][0] == "( a )"
    assert frame["hypothesis_parse"][0] == "(ROOT b)"
    assert frame["annotator_labels"].to_list() == [["neutral", "entailment"]]


def test_annotators_may_have_a_column_each() -> None:
    rows = [row(label1="neutral", label2="contradiction", label3="")]
    assert read_pairs(rows).frame["annotator_labels"].to_list() == [["neutral", "contradiction"]]


def test_annotators_labels_that_mean_nothing_are_noted_and_left_out() -> None:
    pairs = read_pairs([row(annotator_labels=["good", "bad"])])
    assert "annotator_labels" not in pairs.frame.columns
    assert "'bad', 'good'" in pairs.provenance.notes[0]


@pytest.mark.parametrize(("found", "text"), [(True, "true"), (1, "1"), (1.0, "1"), ("1", "1")])
def test_labels_of_any_type_are_mapped_by_their_text(found: Any, text: str) -> None:
    pairs = read_pairs([row(label=found)], label_map={text: "entailment"})
    assert pairs.counts() == {"entailment": 1}
    assert pairs.provenance.label_map == {text: "entailment"}


def test_numbers_need_a_stated_order() -> None:
    with pytest.raises(MeaninglessLabelError, match=r"(?s)'0' in 1 row.*'2' in 1 row.*label_map={0: .., 2: "):
        read_pairs([row(label=0), row(label=2)])


def test_unknown_labels_are_listed() -> None:
    with pytest.raises(UnknownLabelError, match="'perhaps'"):
        read_pairs([row(label="perhaps")])


def test_rows_without_gold_are_dropped_kept_or_refused() -> None:
    rows = [row(), row(label="-"), row(label=None)]
    dropped = read_pairs(rows)
    assert [(count.reason, count.rows) for count in dropped.account.dropped] == [("no gold label", 2)]
    assert read_pairs(rows, on_missing_gold="keep").gold.to_list() == ["neutral", None, None]
    with pytest.raises(MissingGoldError, match=r"2 rows.*row 1"):
        read_pairs(rows, on_missing_gold="error")


def test_data_without_labels_are_read_only_when_that_is_asked_for() -> None:
    rows = [{"premise": "a", "hypothesis": "b"}]
    with pytest.raises(ColumnError, match='on_missing_gold="keep"'):
        read_pairs(rows)
    assert read_pairs(rows, on_missing_gold="keep").gold.to_list() == [None]


def test_no_rows_left_is_an_error_that_accounts_for_them() -> None:
    with pytest.raises(EmptyDataError, match=r"no rows left of 2 .*2 no gold label"):
        read_pairs([row(label="-"), row(label="-")])


def test_duplicates_limit_and_name() -> None:
    rows = [row(), row(), row(label="entailment"), row(premise="c")]
    pairs = read_pairs(rows, on_duplicate="drop", limit=2, name="mine")
    assert pairs.frame["id"].to_list() == ["row-0", "row-2"]
    assert [count.rows for count in pairs.account.dropped] == [1, 1]
    assert pairs.name == "mine"


def test_keywords_go_before_options() -> None:
    assert len(read_pairs([row(), row()], ReadOptions(limit=2), limit=1)) == 1


@pytest.mark.parametrize("text", ["premise", "premise=", "gold=x", "premise=a,premise=b"])
def test_columns_that_say_nothing_are_refused(text: str) -> None:
    with pytest.raises(OptionError):
        parse_columns(text)


def test_columns_as_on_the_command_line() -> None:
    assert parse_columns("premise=2, hypothesis=3,label=gold label") == {
        "premise": "2", "hypothesis": "3", "label": "gold label",
    }  # fmt: skip


@pytest.mark.parametrize(
    "wrong", [{"on_missing_gold": "skip"}, {"on_malformed": "keep"}, {"on_duplicate": "x"}, {"limit": 0}]
)
def test_options_that_do_not_exist_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        ReadOptions(**wrong)
