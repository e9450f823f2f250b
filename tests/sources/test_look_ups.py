"""Recipes that look up what a key of a row stands for: in the same document, or in another file."""

import zipfile
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.sources.shapes.made import lines, table

from rightreasons.errors import ColumnError, InputError, RecipeError
from rightreasons.sources.raw import LINE, ROW
from rightreasons.sources.read import read_pairs
from rightreasons.sources.recipes.applied import made_rows
from rightreasons.sources.recipes.recipe import Recipe
from rightreasons.sources.recipes.written import recipe_of

CORPUS = [{"id": 7, "text": ["A man", "sleeps."]}, {"id": 8, "text": ["It rains."]}]
CLAIMS = [
    {"doc": 8, "claim": "It is wet.", "label": "entailment"},
    {"doc": 7, "claim": "He runs.", "label": "contradiction"},
    {"doc": 7, "claim": "He dreams.", "label": "neutral"},
]
PREMISE = {"look_up": "doc", "in_file": "corpus.jsonl", "by": "id", "take": "text[]"}


def by_key(**changed: str) -> dict[str, Any]:
    return {"columns": {"premise": {**PREMISE, **changed}, "hypothesis": "claim", "label": "label"}}


BY_KEY = by_key()
MEANT = [
    ("It rains.", "It is wet.", "entailment"),
    ("A man sleeps.", "He runs.", "contradiction"),
    ("A man sleeps.", "He dreams.", "neutral"),
]


def found(data: Path | str, recipe: dict[str, Any]) -> list[Any]:
    return read_pairs(data, recipe=recipe).frame.select("premise", "hypothesis", "label").rows()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines(tmp_path / "corpus.jsonl", CORPUS)
    lines(tmp_path / "claims.jsonl", CLAIMS)
    return tmp_path


def test_a_key_leads_to_a_row_of_another_file_from_the_file_and_from_the_folder(folder: Path) -> None:
    assert found(folder / "claims.jsonl", BY_KEY) == MEANT
    assert found(folder, BY_KEY) == MEANT


def test_a_key_leads_to_another_member_of_an_archive(folder: Path) -> None:
    with zipfile.ZipFile(folder / "both.zip", "w") as opened:
        for name in ("corpus.jsonl", "claims.jsonl"):
            opened.write(folder / name, f"data/{name}")
    assert found(folder / "both.zip", BY_KEY) == MEANT
    assert found(f"{folder}/both.zip!data/claims.jsonl", BY_KEY) == MEANT


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"in_file": "other.jsonl"}, "no 'other.jsonl' beside"),
        ({"in_file": "../claims.jsonl"}, "no '../claims.jsonl' beside"),
        ({"by": "key"}, "no 'key' in corpus.jsonl"),
    ],
)
def test_what_is_not_there_is_said(folder: Path, change: dict[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        found(folder / "claims.jsonl", by_key(**change))


def test_a_key_with_two_texts_is_refused(folder: Path) -> None:
    lines(folder / "corpus.jsonl", [*CORPUS, {"id": 8, "text": ["It snows."]}])
    with pytest.raises(ColumnError, match="several texts for 'id' '8'"):
        found(folder / "claims.jsonl", BY_KEY)


def test_a_key_that_leads_nowhere_leaves_a_row_without_a_premise(folder: Path) -> None:
    lines(folder / "claims.jsonl", [*CLAIMS, {"doc": 9, "claim": "So.", "label": "neutral"}])
    with pytest.raises(InputError, match="line 4 lacks a premise"):
        found(folder / "claims.jsonl", BY_KEY)


@pytest.mark.parametrize(
    "written",
    [
        {"look_up": "doc"},
        {"look_up": "doc", "in": "a", "in_file": "b", "by": "c"},
        {"look_up": "doc", "in_file": "b"},
        {"look_up": "doc", "in": "a", "take": "]["},
    ],
)
def test_a_look_up_that_does_not_say_where_is_no_recipe(written: dict[str, str]) -> None:
    with pytest.raises(RecipeError):
        recipe_of({"columns": {"premise": written}})


def test_several_keys_give_their_texts_joined(folder: Path) -> None:
    lines(folder / "claims.jsonl", [{"doc": [8, 7], "claim": "It is wet.", "label": "entailment"}, CLAIMS[1]])
    recipe = by_key(look_up="doc[]")
    assert found(folder / "claims.jsonl", recipe)[0][0] == "It rains. A man sleeps."


def test_the_same_line_of_other_files_and_the_files_of_folders_in_the_order_of_their_numbers(
    tmp_path: Path,
) -> None:
    (tmp_path / "labels.txt").write_text("".join(f"{x}\n" for x in ("e", "n", "c") * 4))
    (tmp_path / "hyp.txt").write_text("".join(f"Hypothesis {at}.\n" for at in range(12)))
    (tmp_path / "texts").mkdir()
    for at in range(12):
        (tmp_path / "texts" / f"{at}.txt").write_text(f"Premise {at}.")
    columns = {"premise": {"row_of": "texts/"}, "hypothesis": {"row_of": "hyp.txt"}, "label": "line"}
    rows = found(tmp_path / "labels.txt", {"format": "lines", "columns": columns})
    assert [row[:2] for row in rows] == [(f"Premise {at}.", f"Hypothesis {at}.") for at in range(12)]
    (tmp_path / "hyp.txt").write_text("One.\n")
    with pytest.raises(ColumnError, match=r"more rows than hyp\.txt"):
        found(tmp_path / "labels.txt", {"format": "lines", "columns": columns})


KEYS = st.sampled_from(["a", "b", "c"])
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "key": KEYS,
            "record": st.fixed_dictionaries(
                {"a": st.text("xyz", min_size=1, max_size=3), "b": st.text("xyz", max_size=2)}
            ),
            "items": st.lists(
                st.fixed_dictionaries({"id": KEYS, "text": st.text("xyz", max_size=3)}), max_size=3
            ),
        }
    ),
    min_size=1,
    max_size=8,
)


def frame(rows: list[dict[str, Any]], start: int) -> pl.DataFrame:
    numbers = pl.int_range(start, start + len(rows), eager=True, dtype=pl.Int64)
    schema: dict[str, Any] = {
        "key": pl.String,
        "record": pl.Struct({"a": pl.String, "b": pl.String}),
        "items": pl.List(pl.Struct({"id": pl.String, "text": pl.String})),
    }
    return pl.DataFrame(rows, schema=schema).with_columns(numbers.alias(ROW), (numbers + 1).alias(LINE))


@given(ROWS, st.integers(0, 8))
def test_a_key_leads_within_its_own_row_wherever_rows_are_cut(rows: list[dict[str, Any]], cut: int) -> None:
    recipe: Recipe = recipe_of(
        {
            "columns": {
                "premise": {"look_up": "key", "in": "record"},
                "hypothesis": {"look_up": "key", "in": "items", "by": "id", "take": "text"},
            }
        }
    )
    whole = made_rows(recipe, frame(rows, 0), "x")
    parts = [part for part in (frame(rows[:cut], 0), frame(rows[cut:], cut)) if part.height]
    assert pl.concat([made_rows(recipe, part, "x") for part in parts]).equals(whole)
    held = [{item["id"]: item["text"] for item in row["items"]} for row in rows]
    wanted = [
        (row["record"].get(row["key"]) or None, own.get(row["key"]) or None)
        for row, own in zip(rows, held, strict=True)
    ]
    assert whole.select("premise", "hypothesis").rows() == wanted


def test_whole_numbers_are_no_texts_whatever_their_column_is_called(tmp_path: Path) -> None:
    rows = [
        {"evidence": at, "claim": f"He runs {at}.", "label": ["SUPPORTS", "REFUTES"][at % 2]}
        for at in range(9)
    ]
    with pytest.raises(ColumnError, match="whole numbers in 'evidence'"):
        read_pairs(rows)


def test_labels_of_sentences_are_not_read_as_those_of_the_summary(tmp_path: Path) -> None:
    found = [
        (f"Document {at}.", f"He runs {at}. She sits still.", sentence, "yes" if at % 2 else "no")
        for at in range(6)
        for sentence in (f"He runs {at}.", "She sits still.")
    ]
    table(tmp_path / "x.csv", ["document", "summary", "sent", "label"], found)
    with pytest.raises(ColumnError, match="texts in 'summary' and parts of them in 'sent'"):
        read_pairs(tmp_path / "x.csv")


def test_records_in_another_file_of_a_refused_folder_are_no_keys(tmp_path: Path) -> None:
    lines(tmp_path / "a.jsonl", [{"no": at, "claim": f"He runs {at}."} for at in range(9)])
    lines(tmp_path / "b.jsonl", [{"meta": {"no": at}, "text": f"They ran {at}."} for at in range(9)])
    with pytest.raises(ColumnError):
        read_pairs(tmp_path)
