"""Rows that one piece refuses unless it is said how they are meant are not taken for pairs in blocks."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.sources.blocks.test_any_cut import assert_same, in_blocks

from rightreasons.errors import ColumnError
from rightreasons.sources.blocks.surveying import NotCuttableError
from rightreasons.sources.options import ReadOptions, parse_columns
from rightreasons.sources.read import read_pairs

LABELS = ("entailment", "neutral", "contradiction")


def pair(number: int) -> dict[str, Any]:
    return {
        "premise": f"The lake froze in the winter of {number}.",
        "hypothesis": f"It was cold in {number}.",
        "label": LABELS[number % 3],
    }


ROWS: dict[str, list[dict[str, Any]]] = {
    "rejected by an annotation tool": [
        pair(number) | {"status": "rejected" if number % 5 else "accepted"} for number in range(60)
    ],
    "ids of texts": [pair(number) | {"premise": f"doc-{number % 7}"} for number in range(60)],
    "lists of texts": [pair(number) | {"premise": json.dumps(["One.", "Two."])} for number in range(60)],
}


@pytest.mark.parametrize("kind", ROWS)
def test_rows_that_may_be_no_pairs_are_read_in_one_piece_which_refuses_them(
    kind: str, tmp_path: Path
) -> None:
    path = tmp_path / "data.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS[kind]), encoding="utf-8")
    with pytest.raises(ColumnError):
        read_pairs(path)
    with pytest.raises(NotCuttableError):
        in_blocks(path, ReadOptions(), 2_000)
    columns = parse_columns("premise=premise,hypothesis=hypothesis,label=label")
    assert_same(path, ReadOptions(columns=columns), 2_000)
