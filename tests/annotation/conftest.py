"""Swap sets of a few instances, and answers of people who are asked about them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import polars as pl
import pytest

from rightreasons.challenges.swaps.swap_set import COLUMNS
from rightreasons.pairs import LABEL_TYPE

Rows = Callable[[Sequence[Mapping[str, Any]]], pl.DataFrame]


@pytest.fixture(scope="session")
def swap_rows() -> Rows:
    """Rows of swap sets from what matters of them: set, item, label, control_label, gold_status."""

    def made(rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
        filled = [
            {
                "id": f"{row['set']}:{row['item']}", "premise": "A dog runs.", "hypothesis": "A animal runs.",
                "source_id": "s", "pair": "animal/dog", "first": "dog", "second": "animal",
                "relation": "hypernym", "polarity": "entailment", "unseen": False,
                "gold_changed": None if None in (row["label"], row["control_label"])
                else row["label"] != row["control_label"],
                **row,
            }
            for row in rows
        ]  # fmt: skip
        frame = pl.DataFrame(filled, infer_schema_length=None)
        typed = (pl.col("label", "control_label").cast(LABEL_TYPE), pl.col("gold_changed").cast(pl.Boolean))
        return frame.with_columns(*typed).select(list(COLUMNS))

    return made


@pytest.fixture(scope="session")
def hypernyms(swap_rows: Rows) -> pl.DataFrame:
    """Five items ex situ and their swaps, proposed; the last swap has no label, nor has its control."""
    rows = []
    for item in range(5):
        known = item < 4
        control = "entailment" if known else None
        status = "proposed" if known else "open"
        common = {"item": str(item), "control_label": control, "gold_status": status}
        rows.append({"set": "E_H", "label": control, **common})
        rows.append({"set": "E_TH", "label": "neutral" if known else None, **common})
    return swap_rows(rows)


@pytest.fixture(scope="session")
def answered() -> Callable[[Mapping[str, Mapping[str, str]]], pl.DataFrame]:
    """Answers beside their items, from answer by id by person."""

    def made(people: Mapping[str, Mapping[str, str]]) -> pl.DataFrame:
        rows = [
            {"participant": who, "answer": answer, "seconds": 1.0, "sheet": "s", "id": row, "row": row}
            for who, answers in people.items()
            for row, answer in answers.items()
        ]
        return pl.DataFrame(rows)

    return made
