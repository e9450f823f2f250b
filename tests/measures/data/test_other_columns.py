"""Columns that are no text: what tells the label is found, by name, and what does not is not."""

from collections.abc import Sequence
from hashlib import sha256

import numpy as np
import polars as pl
import pytest
from tests.verdicts.making import THREE, clean

from rightreasons import read_pairs
from rightreasons.findings import Finding
from rightreasons.measures.data.other_columns import other_columns


def measured(frame: pl.DataFrame, group_by: tuple[str, ...] = ()) -> Finding:
    return other_columns(read_pairs(frame), group_by)


def lines(finding: Finding) -> dict[str, dict[str, object]]:
    return {str(each["column"]): dict(each) for each in finding.views["columns"].records()}


def p_holm(finding: Finding, column: str) -> float:
    found = lines(finding)[column]["p_holm"]
    assert isinstance(found, float)
    return found


def gain(finding: Finding, column: str) -> float:
    found = finding.figures[f"gain.{column}"].value
    assert found is not None
    return found


@pytest.fixture
def pairs() -> pl.DataFrame:
    return clean(600, 31)


def test_an_annotator_with_a_label_of_their_own_is_told(pairs: pl.DataFrame) -> None:
    rng = np.random.default_rng(3)
    own = np.array([THREE.index(label) for label in pairs["label"]])
    by = np.where(rng.random(600) < 0.5, own, rng.integers(3, size=600))
    finding = measured(
        pairs.with_columns(annotator_id=pl.Series(by), genre=pl.Series(rng.integers(2, size=600)))
    )
    # two of three rows have the annotator of their label: whoever knows annotators is right there
    assert finding.figures["accuracy.annotator_id"].value == pytest.approx((by == own).mean(), abs=0.02)
    assert p_holm(finding, "annotator_id") < 0.001
    assert p_holm(finding, "genre") > 0.05
    assert lines(finding)["annotator_id"]["kind"] == "annotator"
    assert finding.headline.startswith("Apart from the texts, annotator_id")


def test_columns_that_are_not_looked_at_are_named(pairs: pl.DataFrame) -> None:
    frame = pairs.with_columns(colour=pl.Series([str(row % 7) for row in range(600)]), one=pl.lit("same"))
    (note,) = measured(frame).notes
    assert "colour" in note
    assert "one" not in note.partition("tested: ")[2].partition(".")[0].split(", ")
    assert measured(frame, ("colour",)).notes == ()


def test_of_many_columns_that_are_not_looked_at_the_rest_is_counted(pairs: pl.DataFrame) -> None:
    values = [str(row % 7) for row in range(600)]
    (note,) = measured(pairs.with_columns(**{f"colour{at}": pl.Series(values) for at in range(9)})).notes
    assert "colour5, and 3 more" in note


@pytest.mark.parametrize("ids", ["end", "begin", "cycle"])
def test_an_id_that_holds_the_label_is_told(pairs: pl.DataFrame, ids: str) -> None:
    made = {
        "end": [f"{row}.jpg#{label[0]}" for row, label in enumerate(pairs["label"])],
        "begin": [f"{label[:3]}{row}" for row, label in enumerate(pairs["label"])],
        "cycle": [f"x{6 * row + THREE.index(label)}" for row, label in enumerate(pairs["label"])],
    }[ids]
    finding = measured(pairs.with_columns(id=pl.Series(made)))
    assert finding.figures["accuracy.id"].value == pytest.approx(1, abs=0.02)
    assert lines(finding)["id"]["kind"] == "id"


@pytest.mark.parametrize("labels", [sorted(THREE * 200), list(THREE) * 200])
def test_rows_that_are_sorted_or_come_in_turn_are_told(pairs: pl.DataFrame, labels: Sequence[str]) -> None:
    named = pl.Series([sha256(text.encode()).hexdigest() for text in pairs["hypothesis"]])
    finding = measured(pairs.with_columns(label=pl.Series(labels), id=named))
    assert gain(finding, "row order") > 0.6
    assert p_holm(finding, "row order") < 0.001
    assert p_holm(finding, "id") > 0.05


def test_the_place_of_a_row_among_those_of_its_premise_is_told() -> None:
    pairs = clean(600, 32, per_premise=3)
    dropped = np.random.default_rng(1).random(200) < 0.3  # so that places do not come in turn
    labels = [THREE[row % 3] for row in range(600)]
    kept = pairs.with_columns(label=pl.Series(labels)).filter(
        pl.Series([row % 3 < 2 or not dropped[row // 3] for row in range(600)])
    )
    assert gain(measured(kept), "row order") > 0.5


@pytest.mark.long
def test_where_nothing_tells_no_adjusted_p_value_is_small() -> None:
    """Of 20 sets at most 3 may: 5 per cent in each, all columns together."""
    small = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        frame = clean(300, 200 + seed).with_columns(
            worker=pl.Series(rng.integers(12, size=300)), source=pl.Series(rng.integers(4, size=300))
        )
        finding = measured(frame)
        small += any(
            p_holm(finding, column) < 0.05 and gain(finding, column) > 0 for column in lines(finding)
        )
    assert small <= 3


def test_columns_of_other_names_are_looked_at_only_if_they_are_named(pairs: pl.DataFrame) -> None:
    frame = pairs.with_columns(shelf=pl.Series([label[0] for label in pairs["label"]]))
    assert "shelf" not in lines(measured(frame))
    assert lines(measured(frame, ("shelf",)))["shelf"]["kind"] == "source"


def test_ids_that_we_gave_are_not_looked_at(pairs: pl.DataFrame) -> None:
    assert set(lines(measured(pairs.drop("id")))) == {"row order"}
