"""What mines, samples and scores takes data in memory, whatever library holds them, with the same result."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import rightreasons as rr
from rightreasons.errors import UsageError
from rightreasons.pairs import PairTable
from rightreasons.sources.bundled import bundled_pairs

KINDS: dict[str, Callable[[pl.DataFrame], Any]] = {
    "polars": lambda frame: frame,
    "pandas": lambda frame: frame.to_pandas(),
    "an Arrow table": lambda frame: frame.to_arrow(),
    "an Arrow reader": lambda frame: frame.to_arrow().to_reader(),
    "rows": lambda frame: frame.to_dicts(),
}
every_kind = pytest.mark.parametrize("convert", KINDS.values(), ids=KINDS.keys())


@pytest.fixture(scope="module")
def frame() -> pl.DataFrame:
    return bundled_pairs(300, 1).frame.select("premise", "hypothesis", pl.col("label").cast(pl.String))


@pytest.fixture(scope="module")
def table(frame: pl.DataFrame) -> PairTable:
    return rr.read_pairs(frame)


@every_kind
def test_pairs_are_mined_counted_and_sampled_as_those_of_a_table(
    convert: Callable[[pl.DataFrame], Any], frame: pl.DataFrame, table: PairTable
) -> None:
    assert rr.read_pairs(convert(frame)).frame.equals(table.frame)
    mined = rr.shortcuts_of("words", convert(frame))
    assert mined.frame.equals(rr.shortcuts_of("words", table).frame)
    (rule,) = rr.shortcuts_of("negation")
    assert rr.evidence_of(rule, convert(frame)).lift == rr.evidence_of(rule, table).lift
    patterns = rr.PatternSet.fit(convert(frame))
    assert patterns.table().equals(rr.PatternSet.fit(table).table())
    kept = rr.downsample(convert(frame)).kept
    assert kept.frame["hypothesis"].equals(rr.downsample(table).kept.frame["hypothesis"])


@pytest.mark.parametrize("convert", [KINDS["pandas"], KINDS["an Arrow reader"]])
def test_predictions_in_memory_are_scored_by_the_gold_beside_them(
    convert: Callable[[pl.DataFrame], Any], frame: pl.DataFrame
) -> None:
    frame = frame.head(60)
    said = frame.rename({"label": "gold"}).with_columns(prediction=pl.lit("neutral"))
    right = (frame["label"] == "neutral").mean()
    by_own = rr.probe(convert(said)).finding("file-labels").figures["accuracy"].value
    on_data = rr.probe(convert(said.drop("gold")), convert(frame)).figures()
    assert by_own == pytest.approx(right)
    assert right in [pytest.approx(each) for each in on_data["value"]]


@pytest.mark.parametrize("kind", ["polars", "pandas", "an Arrow table"])
def test_columns_in_memory_are_scored_as_those_of_polars(kind: str) -> None:
    columns = pl.DataFrame({"right": [True, False, True, True], "mark": ["easy", "hard", None, "easy"]})
    given = KINDS[kind](columns)
    found = rr.subset_accuracy(given["right"], given["mark"])
    assert (found.full.value, found.easy.value, found.hard.value) == (0.75, 1.0, 0.0)


def test_pairs_go_out_as_an_arrow_stream(table: PairTable) -> None:
    assert pl.DataFrame(table).drop("label").equals(table.frame.drop("label"))


def test_a_model_that_is_no_predictions_is_refused_with_what_is_one() -> None:
    with pytest.raises(UsageError, match="a frame of predictions"):
        rr.probe(3)


def test_what_a_job_returned_is_a_run_where_it_was_given_a_folder(tmp_path: Path, table: PairTable) -> None:
    made = rr.audit(table, measures=["label_balance"], out=tmp_path / "run")
    assert rr.gate(made, require=["label_balance.majority <= 1"]).passed
    assert rr.card(made).kind == "bias"
    with pytest.raises(UsageError, match="in no folder"):
        rr.compare(made, rr.audit(table, measures=["label_balance"]))
