"""Usable information in bits: the published values, entropies known in closed form, and what is refused."""

import gzip
import io
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from rightreasons.statistics.cross_fitted import Dependence
from rightreasons.statistics.information import mean_bits, pointwise_information, surprisal

PUBLISHED = {
    "std": 1.1795,
    "hypothesis": 0.5704,
    "premise": 0.0004,
    "length": 0.0003,
    "overlap": 0.0971,
    "raw_overlap": 0.2982,
    "shuffled": 1.1133,
}
"""Mean PVI in bits of BERT on SNLI's test set, by what it saw (their released files)."""


@pytest.mark.parametrize(("saw", "bits"), PUBLISHED.items())
def test_published_bits_give_the_published_information(shared_data: Path, saw: str, bits: float) -> None:
    path = shared_data / "pvi_kawine" / f"bert-base-cased_snli_{saw}_test.csv.gz"
    frame = pl.read_csv(io.BytesIO(gzip.decompress(path.read_bytes())))
    pointwise = pointwise_information(frame["H_yb"], frame["H_yx"])
    mean = mean_bits(pointwise)
    assert mean.value == pytest.approx(bits, abs=5e-5)
    ranks = frame.with_columns(own=pl.Series(pointwise)).select(pl.col("own", "PVI").rank())
    assert ranks.select(pl.corr("own", "PVI")).item() == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("saw", ["premise", "length"])
def test_a_model_that_learned_nothing_is_not_shown_to_know_anything(shared_data: Path, saw: str) -> None:
    path = shared_data / "pvi_kawine" / f"bert-base-cased_snli_{saw}_test.csv.gz"
    frame = pl.read_csv(io.BytesIO(gzip.decompress(path.read_bytes())))
    assert frame["correct_yx"].mean() == pytest.approx(0.3428, abs=5e-5)  # one label for all
    interval = mean_bits(pointwise_information(frame["H_yb"], frame["H_yx"])).interval
    assert interval is not None
    assert interval.low <= 0 <= interval.high


def test_a_sure_and_right_model_knows_the_whole_entropy_of_the_labels() -> None:
    shares = np.array([0.5, 0.25, 0.25, 0.5])
    known = pointwise_information(surprisal(shares), surprisal(np.ones(4)))
    assert mean_bits(known).value == pytest.approx(1.5)


def test_an_item_that_is_called_impossible_costs_24_bits() -> None:
    assert surprisal([0.0]).tolist() == [24.0]


def test_items_of_one_group_count_as_one() -> None:
    bits = np.tile([0.0, 1.0, 2.0, 4.0, 1.0, 3.0, 0.5, 2.5, 1.5, 1.0], 20)
    alone, grouped = mean_bits(bits), mean_bits(bits, Dependence((np.tile(np.arange(10), 20),)))
    assert alone.interval is not None
    assert grouped.interval is not None
    assert alone.value == grouped.value
    ratio = (grouped.interval.high - grouped.interval.low) / (alone.interval.high - alone.interval.low)
    assert ratio > 4  # two hundred items are ten observations


def test_what_is_no_probability_is_refused() -> None:
    for wrong in ([1.5], [-0.1], [float("nan")]):
        with pytest.raises(ValueError, match="probabilities"):
            surprisal(wrong)
    with pytest.raises(ValueError, match="one finite number"):
        pointwise_information([1.0, 2.0], [1.0])


def test_no_items_have_no_information() -> None:
    assert mean_bits([]).value is None
