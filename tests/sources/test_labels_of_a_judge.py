"""Labels of a model are not taken for gold where people's stand beside them; records are no labels."""

import json
from pathlib import Path

import pytest

from rightreasons.errors import ColumnError, UnknownLabelError
from rightreasons.sources.read import read_pairs


def written(path: Path, judge: str, human: str) -> Path:
    rows = [
        {
            "context": f"The lake froze in the winter of {number}, and the ferry stayed in its harbour.",
            "answer": f"It was cold in {number}.",
            judge: "yes" if number % 2 else "no",
            human: "yes" if number % 3 else "no",
        }
        for number in range(60)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.parametrize("human", ["human_grounded", "human_label", "expected_verdict"])
def test_a_judge_is_no_gold_where_another_column_says_what_is_right(tmp_path: Path, human: str) -> None:
    path = written(tmp_path / "data.jsonl", "judge_verdict", human)
    with pytest.raises(ColumnError) as caught:
        read_pairs(path)
    assert all(f"'{name}'" in str(caught.value) for name in ("judge_verdict", human))


def test_what_is_stated_is_read(tmp_path: Path) -> None:
    path = written(tmp_path / "data.jsonl", "judge_verdict", "human_grounded")
    columns = {"premise": "context", "hypothesis": "answer", "label": "human_grounded"}
    assert len(read_pairs(path, columns=columns)) == 60


def test_records_of_annotators_are_no_lists_of_labels(tmp_path: Path) -> None:
    row = {
        "source": "The lake froze in the winter of 1990, and the ferry stayed in its harbour.",
        "summary": "It was cold in 1990.",
        "verdict": "Unwanted",
        "annotations": [{"annotator": "a1", "label": ["Unwanted.Intrinsic"]}],
    }
    path = tmp_path / "data.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for _ in range(20)), encoding="utf-8")
    with pytest.raises(UnknownLabelError) as caught:
        read_pairs(path)
    assert "'verdict'" in str(caught.value)
