"""Recipes of reading: what each key does, errors with their line, blocks that give what the whole gives."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from rightreasons.errors import ColumnError, OptionError, RecipeError
from rightreasons.pairs import PairTable
from rightreasons.sources.read import read_pairs

Rows = list[dict[str, Any]]
PAIR = {"premise": "p", "hypothesis": "h", "label": "l"}


def read(tmp_path: Path, rows: Rows, recipe: str | dict[str, Any], **options: Any) -> PairTable:
    """Pairs of JSON lines, read by a recipe: a mapping, or the text of a YAML file."""
    path = tmp_path / "data.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    if isinstance(recipe, str):
        (tmp_path / "recipe.yaml").write_text(recipe)
        return read_pairs(path, recipe=tmp_path / "recipe.yaml", **options)
    return read_pairs(path, recipe=recipe, **options)


def triples(pairs: PairTable) -> list[tuple[str, ...]]:
    return pairs.frame.select("premise", "hypothesis", "label").rows()


def test_every_item_of_a_list_is_a_row_and_votes_deeper_inside_are_votes(tmp_path: Path) -> None:
    votes = [{"who": 1, "answer": "yes"}, {"who": 2, "answer": "no"}, {"who": 3, "answer": "yes"}]
    rows: Rows = [
        {"article": "a", "sentences": [{"text": "s", "votes": votes}, {"text": "t", "votes": votes[1:2]}]},
        {"article": "b", "sentences": []},
    ]
    pairs = read(
        tmp_path,
        rows,
        "rows: sentences[]\n"
        "columns:\n"
        "  premise: article\n"
        "  hypothesis: sentences[].text\n"
        "  annotator_labels: sentences[].votes[].answer\n"
        "gold: majority\n"
        "label_map: {yes: entailment, no: non-entailment}\n",
    )
    assert triples(pairs) == [("a", "s", "entailment"), ("a", "t", "non-entailment")]
    assert pairs.frame["annotator_labels"].to_list()[0] == ["entailment", "non-entailment", "entailment"]
    assert pairs.frame["id"].to_list() == ["row-0-0", "row-0-1"]
    assert any("1 of 2 rows hold no pair" in note for note in pairs.provenance.notes)


def test_every_field_of_a_record_is_a_row_with_its_key_and_missing_ones_are_none(tmp_path: Path) -> None:
    rows: Rows = [
        {
            "doc": "d",
            "answers": {
                "b": {"claims": [{"t": "1", "ok": "yes"}]},
                "a": {"claims": [{"t": "2", "ok": "no"}]},
            },
        },
        {"doc": "e", "answers": {"c": {"claims": [{"t": "3", "ok": "no"}, {"t": "4", "ok": "yes"}]}}},
    ]
    pairs = read(
        tmp_path,
        rows,
        {
            "rows": "answers.*.claims[]",
            "columns": {
                "premise": "doc",
                "hypothesis": "answers.*.claims[].t",
                "label": "answers.*.claims[].ok",
            },
            "groups": {"system": {"key": "answers.*"}},
        },
    )
    assert pairs.frame.select("premise", "hypothesis", "system").rows() == [
        ("d", "2", "a"),
        ("d", "1", "b"),
        ("e", "3", "c"),
        ("e", "4", "c"),
    ]


def test_lists_side_by_side_belong_together_and_other_lengths_are_refused(tmp_path: Path) -> None:
    recipe = {"rows": ["hs[]", "ls[]"], "columns": {"premise": "p", "hypothesis": "hs[]", "label": "ls[]"}}
    rows: Rows = [{"p": "p", "hs": ["a", "b"], "ls": ["neutral", None]}]
    assert triples(read(tmp_path, rows, recipe, on_missing_gold="keep")) == [
        ("p", "a", "neutral"),
        ("p", "b", None),
    ]
    with pytest.raises(ColumnError, match=r"data\.jsonl line 2 has 1 in 'hs\[\]' and 2 in 'ls\[\]'"):
        read(tmp_path, [*rows, {"p": "q", "hs": ["a"], "ls": ["neutral", "neutral"]}], recipe)


def test_columns_become_rows(tmp_path: Path) -> None:
    rows = [{"p": "p", "one": "a", "two": "b", "one_ok": 1, "two_ok": 0, "topic": "t"}]
    each = [
        {
            "columns": {"hypothesis": f"{name}", "label": f"{name}_ok"},
            "groups": {"system": {"constant": name}},
        }
        for name in ("one", "two")
    ]
    pairs = read(
        tmp_path,
        rows,
        {"columns": {"premise": "p"}, "each": each, "label_map": {1: "entailment", 0: "non-entailment"}},
    )
    assert triples(pairs) == [("p", "a", "entailment"), ("p", "b", "non-entailment")]
    assert pairs.frame.select("system", "topic").rows() == [("one", "t"), ("two", "t")]


def test_columns_of_lists_and_of_texts_may_become_rows_together(tmp_path: Path) -> None:
    rows = [{"p": "p", "h": "a", "votes": ["yes"], "g": "b", "vote": "no"}]
    pairs = read(
        tmp_path,
        rows,
        {
            "columns": {"premise": "p"},
            "each": [
                {"columns": {"hypothesis": "h", "label": "votes"}},
                {"columns": {"hypothesis": "g", "label": "vote"}},
            ],
            "label_map": {"yes": "entailment", "no": "non-entailment"},
        },
    )
    assert triples(pairs) == [("p", "a", "entailment"), ("p", "b", "non-entailment")]


def test_text_that_holds_json_or_what_python_writes_is_gone_into(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_text(
        "doc,claims\n"
        'd,"[{""t"": ""a"", ""ok"": true}, {""t"": ""b"", ""ok"": false}]"\n'
        "e,\"[{'t': 'c', 'ok': True}]\"\n"
    )
    recipe = {
        "rows": "claims[]",
        "columns": {"premise": "doc", "hypothesis": "claims[].t", "label": "claims[].ok"},
        "label_map": {True: "entailment", False: "non-entailment"},
    }
    assert triples(read_pairs(path, recipe=recipe)) == [
        ("d", "a", "entailment"),
        ("d", "b", "non-entailment"),
        ("e", "c", "entailment"),
    ]


ROW: dict[str, Any] = {
    "p": "One two one.",
    "q": "",
    "list": ["x", "y"],
    "records": [{"t": "m"}, {"t": "n"}],
    "bars": "a | b",
    "score": 0.5,
    "scores": [-1, 0.5, 2],
    "inner": {"deep": "D"},
    "empty": [],
}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("inner.deep", "D"),
        ("list[0]", "x"),
        ("list[-1]", "y"),
        ("list[9]", None),
        ("records[1].t", "n"),
        ("list", "x y"),
        ("records[].t", "m n"),
        ("records.t", "m n"),
        (["p", "inner.deep"], "One two one. D"),
        (["p", "q", "inner.deep"], "One two one. D"),
        ({"join": ["p", "list"], "with": "/"}, "One two one./x/y"),
        ({"first": ["q", "nothing", "inner.deep"]}, "D"),
        ({"constant": 7}, "7"),
        ({"file": r"^(\w+)\.jsonl"}, "data"),
        ({"file": "never"}, None),
        ({"split": "bars", "at": "|"}, "a b"),
        ({"match": "p", "pattern": r"One (\w+)"}, "two"),
        ({"match": "list[]", "pattern": "y"}, "y"),
        ({"replace": "p", "pattern": "[Oo]ne", "by": "1"}, "1 two 1."),
        ({"replace": "p", "word": {"constant": "two"}, "by": "list[0]"}, "One x one."),
        ({"replace": "p", "word": {"constant": "on"}, "by": "list[0]"}, None),
        ({"equal": ["inner.deep", {"constant": " d"}]}, "true"),
        ({"equal": ["inner.deep", "p"]}, "false"),
        ({"hash": "inner.deep"}, hashlib.sha256(b"D").hexdigest()[:12]),
        ({"count": "records[]"}, "2"),
        ({"count": "empty[]"}, "0"),
        ({"count": "p"}, "1"),
        ({"cut": {"count": "empty[]"}, "at": [1], "names": ["none", "some"]}, "none"),
        ({"cut": "score", "at": [0, 1], "names": ["low", "middle", "high"]}, "middle"),
        ({"cut": "scores[]", "at": [0.5], "names": ["low", "high"]}, "low high high"),
    ],
)
def test_a_column_is_made_of(tmp_path: Path, value: Any, expected: str | None) -> None:
    recipe = {"columns": {"premise": value, "hypothesis": "p", "label": {"constant": "neutral"}}}
    rows = [ROW | {"nothing": None}]
    if expected is None:
        assert (
            len(
                read(
                    tmp_path,
                    [*rows],
                    recipe
                    | {
                        "only": {"hypothesis": "filled"},
                        "columns": {
                            "premise": "p",
                            "hypothesis": {"first": [value, "p"]},
                            "label": {"constant": "neutral"},
                        },
                    },
                )
            )
            == 1
        )
        with pytest.raises(Exception, match="lacks a premise"):
            read(tmp_path, rows, recipe)
        return
    assert read(tmp_path, rows, recipe).premises.to_list() == [expected]


def test_values_made_before_the_rows_can_be_gone_through(tmp_path: Path) -> None:
    text = (
        "The cat saw the dog because it barked.\nit\nthe cat,the dog\nThe dog\n\n"
        "Ann paid Eve after she worked.\nshe\nAnn,Eve\nEve\n\n"
        "It said it was late.\nit\nA,B\nB\n"
    )
    path = tmp_path / "pronouns.txt"
    path.write_text(text)
    pairs = read_pairs(path, recipe="dpr_original")
    assert triples(pairs) == [
        (
            "The cat saw the dog because it barked.",
            "The cat saw the dog because the cat barked.",
            "non-entailment",
        ),
        (
            "The cat saw the dog because it barked.",
            "The cat saw the dog because the dog barked.",
            "entailment",
        ),
        ("Ann paid Eve after she worked.", "Ann paid Eve after Ann worked.", "non-entailment"),
        ("Ann paid Eve after she worked.", "Ann paid Eve after Eve worked.", "entailment"),
        ("It said it was late.", "It said A was late.", "non-entailment"),
        ("It said it was late.", "It said B was late.", "entailment"),
    ]


def test_every_row_that_is_left_out_is_counted_with_its_reason(tmp_path: Path) -> None:
    rows = [
        {"p": "a", "h": "b", "l": "good", "part": "x"},
        {"p": "", "h": "b", "l": "good", "part": "x"},
        {"p": "a", "h": "b", "l": "odd", "part": "x"},
        {"p": "a", "h": "b", "l": "none of it", "part": "x"},
        {"p": "a", "h": "b", "l": "good", "part": "y"},
    ]
    pairs = read(
        tmp_path,
        rows,
        "columns: {premise: p, hypothesis: h, label: l}\n"
        "groups: {part: part}\n"
        "only: {part: [x], premise: filled}\n"
        "label_map: {good: entailment, none of it: ~}\n"
        "left_out: {odd: the odd ones}\n",
    )
    assert {count.reason: count.rows for count in pairs.account.dropped} == {
        "part is not x": 1,
        "no premise": 1,
        "the odd ones": 1,
        "no gold label": 1,
    }
    assert (pairs.account.read, len(pairs)) == (5, 1)


def test_options_of_the_command_go_before_the_recipe(tmp_path: Path) -> None:
    rows = [{"p": "a", "h": "b", "l": "x", "other": "y"}]
    recipe = {"columns": PAIR, "label_map": {"x": "entailment"}}
    assert triples(read(tmp_path, rows, recipe)) == [("a", "b", "entailment")]
    changed = read(tmp_path, rows, recipe, columns={"label": "other"}, label_map={"y": "neutral"})
    assert triples(changed) == [("a", "b", "neutral")]


def test_a_column_of_the_source_is_not_lost_to_one_of_the_recipe(tmp_path: Path) -> None:
    rows = [{"p": "a", "h": ["b"], "l": "neutral", "premise": "mine", "label": "theirs"}]
    pairs = read(tmp_path, rows, {"columns": {"premise": "p", "hypothesis": "h[]", "label": "l"}})
    assert pairs.frame.select("premise", "source_premise", "source_label").row(0) == ("a", "mine", "theirs")


def test_a_recipe_with_files_is_data_and_states_what_holds_for_all_and_for_one(tmp_path: Path) -> None:
    for name, label in (("yes", None), ("no", None), ("mixed", "maybe so")):
        row = {"p": name, "h": "h"} | ({"l": label} if label else {})
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(row) + "\n")
    (tmp_path / "all.yaml").write_text(
        "name: three\n"
        "columns: {premise: p, hypothesis: h}\n"
        "label_map: {yes: entailment, no: non-entailment, maybe so: non-entailment}\n"
        "files:\n"
        "- {path: yes.jsonl, columns: {label: {file: '\\w+'}}}\n"
        "- {path: no.jsonl, columns: {label: {constant: 'no'}}}\n"
        "- {path: mixed.jsonl, columns: {label: l}, split: test}\n"
    )
    pairs = read_pairs(tmp_path / "all.yaml")
    assert pairs.name == "three"
    assert triples(pairs) == [
        ("yes", "h", "entailment"),
        ("no", "h", "non-entailment"),
        ("mixed", "h", "non-entailment"),
    ]


def test_a_recipe_may_stand_on_the_command_line(tmp_path: Path) -> None:
    line = '{"columns": {"premise": "p", "hypothesis": "h[]", "label": {"constant": "neutral"}}}'
    assert triples(
        read(tmp_path, [{"p": "a", "h": ["b"]}], {}, recipe=line)
        if False
        else read_pairs([{"p": "a", "h": ["b"]}], recipe=line)
    ) == [("a", "b", "neutral")]


def test_an_object_of_objects_is_rows_and_keys_that_are_splits_are_splits(tmp_path: Path) -> None:
    row = {"premise": "a", "hypothesis": "b", "label": "neutral"}
    (tmp_path / "a.json").write_text(json.dumps({"17": row, "4": row}, indent=1))
    assert read_pairs(tmp_path / "a.json").frame["key"].to_list() == ["17", "4"]
    (tmp_path / "b.json").write_text(json.dumps({"train": [row, row], "dev": [row]}))
    assert read_pairs(tmp_path / "b.json").frame["split"].to_list() == ["train", "train", "dev"]


def test_blocks_of_another_size_are_malformed_and_named(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("\n\n".join(["a\nb\nneutral"] * 30_000) + "\n\nc\nd\n")
    with pytest.raises(Exception, match=r"a\.txt line 120001 has a block of 2 lines, not 3"):
        read_pairs(path, recipe={"columns": {"premise": "line_1", "hypothesis": "line_2", "label": "line_3"}})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("colums: {}", r"recipe\.yaml line 1: key 'colums'.*did you mean 'columns'"),
        ("rows: s[]\ncolumns:\n  premis: a", r"recipe\.yaml line 3: role 'premis'.*did you mean 'premise'"),
        (
            "columns:\n  premise: {joins: [a]}",
            r"line 2: no operation in 'joins' .*expected: one of join",
        ),
        ("columns:\n  premise:\n    cut: a\n    at: [2, 1]\n    names: [x]", r"line 2: cuts at \[2, 1\]"),
        ("columns: {premise: {split: a}}", "line 1: no 'at'"),
        ("columns: {premise: {match: a, pattern: '('}}", r"line 1: the pattern '\('"),
        ("columns: {premise: {join: [a], wiht: b}}", "did you mean 'with'"),
        ("rows: sentences", r"line 1: 'sentences' for 'rows' \[RR007\]\n  expected: a path with \[\]"),
        ("rows: ['a[]', 'b.*']", "beside another path"),
        ("label_map:\n  x: maybe", r"line 2: label name 'maybe'"),
        ("label_map: {x: neutral}\nleft_out: {x: why}", "line 2: 'x' in 'label_map' and in 'left_out'"),
        ("each:\n- {columns: {hypothesis: a}}\n- {columns: {label: b}}", "line 3: other columns"),
        ("each:\n- {hypothesis: a}", "line 2: key 'hypothesis'"),
        ("groups: {label: x}", "line 1: the role 'label' in 'groups'"),
        ("nouns: {premise: source}", "line 1: one noun"),
        ("quoting: sometimes", "line 1: 'sometimes' for quoting="),
        ("columns: [", "no YAML"),
        ("- a", "a mapping"),
    ],
)
def test_an_error_names_file_and_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(RecipeError, match=f"(?s){message}"):
        read(tmp_path, [{"p": "a"}], text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "columns: {premise: p, hypothesis: h,\n  label: lable}",
            r"recipe\.yaml line 2: no 'lable' in data\.jsonl.*did you mean 'label'",
        ),
        (
            "rows: s[]\ncolumns: {premise: p, hypothesis: 's[].txt', label: label}",
            r"line 2: no 'txt' under 's\[\]'.*did you mean 'text'",
        ),
        ("columns: {premise: r.*.nothing, hypothesis: h, label: label}", r"no 'nothing' under 'r\.\*'"),
    ],
)
def test_a_path_that_leads_to_nothing_is_an_error(tmp_path: Path, text: str, message: str) -> None:
    rows = [{"p": "a", "h": "b", "label": "neutral", "s": [{"text": "c"}], "r": {"x": {"y": "z"}}}]
    with pytest.raises(ColumnError, match=f"(?s){message}"):
        read(tmp_path, rows, text)


def test_a_key_needs_a_row_that_has_one(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="a path that 'rows' goes through"):
        read(
            tmp_path,
            [{"p": "a", "r": {"x": "y"}}],
            {"columns": {"premise": "p", "hypothesis": {"key": "r.*"}}},
        )


@pytest.mark.parametrize("name", ["nosuch.yaml", "inli/nosuch", "jsick"])
def test_a_recipe_that_is_not_there_names_the_ways_out(name: str) -> None:
    with pytest.raises(OptionError, match=r"rightreasons describe|jsick/japanese|inli/hypotheses"):
        read_pairs([{"p": "a"}], recipe=name)


LONG = [
    {"item": "1", "field": "premise", "content": "A man sleeps.", "genre": "x", "worker": "a"},
    {"item": "1", "field": "hypothesis", "content": "A man rests.", "genre": "x", "worker": "b"},
    {"item": "1", "field": "vote", "content": "entailment", "genre": "x", "worker": "b"},
    {"item": "1", "field": "vote", "content": "neutral", "genre": "x", "worker": "c"},
    {"item": "2", "field": "hypothesis", "content": "It is dry.", "genre": "y", "worker": "b"},
    {"item": "2", "field": "premise", "content": "It rains.", "genre": "y", "worker": "a"},
    {"item": "1", "field": "vote", "content": "entailment", "genre": "x", "worker": "d"},
    {"item": "2", "field": "vote", "content": "contradiction", "genre": "y", "worker": "d"},
]


def test_rows_of_one_value_are_put_together_and_what_stands_there_several_times_is_a_list(
    tmp_path: Path,
) -> None:
    pairs = read(
        tmp_path,
        [dict(row) for row in LONG],
        "together: {by: item, names: field, values: content}\n"
        "columns: {premise: premise, hypothesis: hypothesis, annotator_labels: vote}\n"
        "gold: majority\n",
    )
    assert triples(pairs) == [
        ("A man sleeps.", "A man rests.", "entailment"),
        ("It rains.", "It is dry.", "contradiction"),
    ]
    assert pairs.frame["annotator_labels"].to_list() == [
        ["entailment", "neutral", "entailment"],
        ["contradiction"],
    ]
    assert pairs.frame["genre"].to_list() == ["x", "y"]
    assert "worker" not in pairs.frame.columns, "it varies between the rows of one item"


def test_empty_cells_are_filled_from_above(tmp_path: Path) -> None:
    rows: Rows = [{"p": "a", "h": "b", "l": "neutral"}, {"p": " ", "h": "c", "l": "neutral"}]
    rows += [{"p": None, "h": "d", "l": "neutral"}, {"p": "e", "h": "f", "l": "neutral"}]
    pairs = read(tmp_path, rows, {"fill": "p", "columns": PAIR})
    assert pairs.premises.to_list() == ["a", "a", "a", "e"]


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("together: {by: item, names: field}", RecipeError, "line 1: no 'values'"),
        ("together: {by: item, name: field, values: content}", RecipeError, "did you mean 'names'"),
        ("together:\n  by: itme\n  names: field\n  values: content", ColumnError, "did you mean 'item'"),
        ("fill: [feild]", ColumnError, "line 1: no column 'feild'.*did you mean 'field'"),
    ],
)
def test_errors_of_what_a_recipe_does_beforehand_name_line_and_column(
    tmp_path: Path, text: str, error: type[Exception], message: str
) -> None:
    recipe = f"{text}\ncolumns: {{premise: premise, hypothesis: hypothesis, label: label}}\n"
    with pytest.raises(error, match=f"(?s){message}"):
        read(tmp_path, [dict(row) for row in LONG], recipe)
