"""A few rows of a table are the same after they have been parted from it, and small."""

import polars as pl
from polars.testing import assert_frame_equal

from rightreasons.engine.compact import compacted
from rightreasons.pairs import LABEL_TYPE


def test_rows_of_every_kind_stay_as_they_are() -> None:
    frame = pl.DataFrame(
        {
            "text": ["a" * 100, None, "c"],
            "label": pl.Series(["neutral", "entailment", None], dtype=LABEL_TYPE),
            "votes": pl.Series([["neutral", None], [], None], dtype=pl.List(LABEL_TYPE)),
            "words": [["x" * 50], None, ["y", "z"]],
            "fields": [{"of": "r", "n": 1}, None, {"of": None, "n": 2}],
            "number": pl.Series([1, None, 3], dtype=pl.UInt8),
        }
    )
    assert_frame_equal(compacted(frame), frame)
    assert_frame_equal(compacted(frame.clear()), frame.clear())


def test_the_texts_of_other_rows_are_let_go() -> None:
    frame = pl.DataFrame({"text": [f"{number} {'x' * 1000}" for number in range(1000)]})
    few = frame[[3, 500]]
    held = len(compacted(few).to_arrow(compat_level=pl.CompatLevel.newest())["text"].chunk(0).buffers()[2])
    assert held < 3_000
    assert_frame_equal(compacted(few), few)
