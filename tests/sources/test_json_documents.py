"""JSON of no table's shape: refused with the recipe that reaches its rows."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.sources.shapes import pairs

from rightreasons.errors import InputError, PredictionError, UnreadableFileError
from rightreasons.labels import Label
from rightreasons.sources.predictions.reading import read_predictions
from rightreasons.sources.read import read_pairs

ROWS = [{"premise": p, "hypothesis": h, "label": label} for p, h, label in pairs(10)]


def written(path: Path, value: Any, **how: Any) -> Path:
    path.write_text(json.dumps(value, **how))
    return path


def read(path: Path, **options: Any) -> list[tuple[str, str, str]]:
    return read_pairs(path, **options).frame.select("premise", "hypothesis", "label").rows()


def test_lists_of_records_side_by_side_keep_their_places_where_an_item_is_null(tmp_path: Path) -> None:
    document = {"names": ["x"], "a": ["p0", None, "p2"], "b": ["h0", "h1", None], "c": ["neutral"] * 3}
    recipe = {
        "rows": ["json.a[]", "json.b[]", "json.c[]"],
        "columns": {"premise": "json.a[]", "hypothesis": "json.b[]", "label": "json.c[]"},
    }
    path = written(tmp_path / "x.json", document)
    assert read(path, recipe=recipe, on_malformed="drop") == [("p0", "h0", "neutral")]


def test_where_no_row_can_be_found_the_refusal_proposes_nothing(tmp_path: Path) -> None:
    path = written(tmp_path / "x.json", {"a": [1, 2, 3], "b": {"c": "d"}, "e": None})
    with pytest.raises(UnreadableFileError, match="'a', 'b', 'e'") as caught:
        read_pairs(path)
    assert not caught.value.ways


def test_a_document_of_a_folder_that_is_no_table_is_skipped_and_named(tmp_path: Path) -> None:
    written(tmp_path / "about.json", {"authors": ["a", "b"], "years": [1]})
    written(tmp_path / "rows.json", ROWS)
    found = read_pairs(tmp_path)
    assert len(found) == 30
    assert any("about.json" in note for note in found.provenance.notes)


def test_predictions_of_no_tables_shape_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "x.json", {"a": [1], "b": [1, 2]})
    with pytest.raises((UnreadableFileError, PredictionError), match="RR203"):
        read_predictions(path)


@pytest.mark.parametrize("ending", ["json", "jsonl"])
def test_objects_over_several_lines_one_after_another_are_rows(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"x.{ending}"
    path.write_text("\n\n".join(json.dumps(row, indent=2) for row in ROWS) + "\n")
    assert read(path) == pairs(10)


def test_what_follows_objects_and_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("\n".join(json.dumps(row, indent=2) for row in ROWS) + "\n{")
    with pytest.raises(InputError, match="RR203"):
        read_pairs(path)


def test_pandas_writes_columns_with_numbered_rows(tmp_path: Path) -> None:
    columns = {name: {str(at): row[name] for at, row in enumerate(ROWS)} for name in ROWS[0]}
    assert read(written(tmp_path / "x.json", columns)) == pairs(10)


def test_pandas_writes_names_of_columns_beside_rows(tmp_path: Path) -> None:
    split = {"columns": list(ROWS[0]), "index": list(range(30)), "data": [list(row.values()) for row in ROWS]}
    assert read(written(tmp_path / "x.json", split)) == pairs(10)


def test_rows_under_their_ids_are_a_table_however_many(tmp_path: Path) -> None:
    path = written(tmp_path / "x.json", {f"id{at}": row for at, row in enumerate(ROWS)})
    assert read(path) == pairs(10)


def test_one_column_that_says_hallucinated_is_not_read_as_entailed_where_it_is_true() -> None:
    rows = [{"doc": p, "output": h, "hallucinated": label != "entailment"} for p, h, label in pairs()]
    with pytest.raises(InputError) as caught:
        read_pairs(rows)
    first = caught.value.ways[0]
    assert first.recipe["label_map"] == {"true": "non-entailment", "false": "entailment"}
    assert first.labels[Label.NON_ENTAILMENT.value] == 80


HALF, LONG = r'"\ud800"', "0x" + "f" * 5_000


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x.json", f'{{"a": 1,\n{HALF}: 2}}\n{{"a": 3}}'),
        ("x.json", f'{{"a": 1,\n"b": {HALF}}}\n{{"a": 3}}'),
        ("x.yaml", f"- {{a: 1, {HALF}: 2}}\n- {{a: 3, b: 4}}\n"),
        ("x.yaml", f"- {{a: 1, b: {LONG}}}\n- {{a: 3, b: 4}}\n"),
        ("x.yaml", "- {a: 1, 2001-01-01: 2}\n- {a: 3, b: 4}\n"),
        ("x.toml", f"[[x]]\na = {LONG}\n[[x]]\na = 1\n"),
        ("x.toml", f"[[x]]\na = {'1' * 5_000}\n[[x]]\na = 1\n"),
    ],
)
def test_what_json_cannot_hold_is_refused(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(UnreadableFileError):
        read_pairs(path)


@pytest.mark.parametrize("name", ["x.yaml", "x.toml"])
def test_a_date_in_a_record_is_text(tmp_path: Path, name: str) -> None:
    texts = {
        "x.yaml": "- {premise: a, hypothesis: b, label: neutral, on: {day: 2001-01-01}}\n"
        "- {premise: c, hypothesis: d, label: neutral, on: x}\n",
        "x.toml": '[[x]]\npremise = "a"\nhypothesis = "b"\nlabel = "neutral"\non = {day = 2001-01-01}\n'
        '[[x]]\npremise = "c"\nhypothesis = "d"\nlabel = "neutral"\non = "x"\n',
    }
    path = tmp_path / name
    path.write_text(texts[name])
    assert read(path) == [("a", "b", "neutral"), ("c", "d", "neutral")]


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.json", "[{}]"), ("a.json", "[\n{},]"), ("a.json", "{}\n\n{}"), ("a.js", "const rows = [{}];")],
)
def test_of_a_key_that_stands_twice_no_value_is_chosen(tmp_path: Path, name: str, text: str) -> None:
    twice = '{"premise": "a man", "hypothesis": "b", "label": "neutral",\n "label": "entailment"}'
    (tmp_path / name).write_text(text.replace("{}", twice))
    with pytest.raises(UnreadableFileError):
        read_pairs(tmp_path / name)
