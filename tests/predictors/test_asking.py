"""A model that fails on some pairs, for good, or breaks its contract costs nothing that is done."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.limited_files import no_file_longer_than
from tests.predictors.noting_models import Fault, Model, Stream, labelled, labels, numbered, on, table

from rightreasons.errors import ExhaustedError, IncompleteError, MeasureInputError
from rightreasons.labels import TWO_WAY
from rightreasons.pairs import LABEL_TYPE, PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.predictors.predictor import predictor_named
from rightreasons.predictors.response import Response, responses_of
from rightreasons.predictors.store.asking import SLICE
from rightreasons.predictors.store.cached_predictor import CachedPredictor
from rightreasons.predictors.store.store import Store


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open() as opened:
        yield opened


@pytest.mark.parametrize("make", [Model, Stream])
def test_pairs_on_which_a_model_raises_are_found_and_the_rest_is_kept(
    store: Store, make: type[Model]
) -> None:
    pairs = table([("p", str(row)) for row in range(2_000)] + [("p", "77")])
    kept = CachedPredictor(make(on("5", "77", "78", "1999")), store)
    found = kept.responses(pairs)
    faulty = {"i5", "i77", "i78", "i1999", "i2000"}
    assert set(found.failed) == faulty
    assert found.failed["i2000"] == "ValueError: cannot read\\x1b 77"
    assert set(labels(found)) == set(pairs.frame["id"]) - faulty
    assert not found.is_complete
    assert (found.asked, found.stopped) == (2_000, None)


def test_pairs_that_failed_are_asked_again_and_nothing_else(store: Store) -> None:
    CachedPredictor(Model(on("3", "4")), store).responses(numbered(40))
    mended = Model()
    found = CachedPredictor(mended, store).responses(numbered(40))
    assert sorted(mended.asked) == ["3", "4"]
    assert found.is_complete


@pytest.mark.parametrize("make", [Model, Stream])
@pytest.mark.parametrize("rows", [range(100, 200), range(0, 400, 2)])
def test_many_faulty_neighbours_are_no_broken_model(store: Store, make: type[Model], rows: range) -> None:
    found = CachedPredictor(make(on(*map(str, rows))), store).responses(numbered(400))
    assert found.stopped is None
    assert set(found.failed) == {f"i{row}" for row in rows}
    assert len(found.predictions) == 400 - len(rows)


@pytest.mark.parametrize("make", [Model, Stream])
def test_a_model_that_always_raises_is_given_up_soon(store: Store, make: type[Model]) -> None:
    tries = []

    def broken(hypothesis: str) -> Exception:
        tries.append(hypothesis)
        return RuntimeError("no memory")

    found = CachedPredictor(make(broken), store).responses(numbered(30_000))
    assert found.stopped is not None
    assert "RuntimeError: no memory" in found.stopped
    assert len(found.predictions) == 0
    assert len(tries) < 100


def after(answered: int, fault: BaseException) -> Fault:
    """Fail for good when so many pairs were read."""
    seen: list[str] = []

    def counted(hypothesis: str) -> BaseException | None:
        seen.append(hypothesis)
        return fault if len(seen) > answered else None

    return counted


def test_a_model_that_goes_out_of_reach_after_half_keeps_the_half(store: Store) -> None:
    gone = IncompleteError("the server answers 503", "an answer", "start again later")
    half = CachedPredictor(Stream(after(100, gone)), store).responses(numbered(200))
    assert half.stopped is not None
    assert "503" in half.stopped
    assert not half.is_complete
    assert (len(half.predictions), half.asked) == (100, 100)
    back = Stream()
    whole = CachedPredictor(back, store).responses(numbered(200))
    assert {f"i{row}" for row in back.asked} == {f"i{row}" for row in range(200)} - set(labels(half))
    assert whole.is_complete
    assert whole.predictions.frame.equals(labelled(numbered(200)).frame)


def test_what_a_model_cannot_be_asked_at_all_is_an_error(store: Store) -> None:
    with pytest.raises(MeasureInputError, match="premise_parse"):
        CachedPredictor(predictor_named("rule:constituent"), store).responses(numbered(3))


def test_an_interrupt_passes_and_what_came_before_it_is_kept(store: Store) -> None:
    interrupted = Stream(after(30, KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        CachedPredictor(interrupted, store).responses(numbered(100))
    back = Stream()
    CachedPredictor(back, store).responses(numbered(100))
    assert len(interrupted.asked) == 30
    assert sorted(interrupted.asked + back.asked, key=int) == [str(row) for row in range(100)]


def test_a_batch_that_was_being_stored_when_the_user_interrupted_is_kept(store: Store) -> None:
    def interrupt(what: str, done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        CachedPredictor(Stream(), store).responses(numbered(100), interrupt)
    back = Stream()
    CachedPredictor(back, store).responses(numbered(100))
    assert len(back.asked) == 90


def test_where_the_disk_is_full_the_model_is_asked_no_more(tmp_path: Path) -> None:
    pairs = numbered(10_000)
    with Store.open(tmp_path / "s.sqlite") as opened:
        first = Model()
        with no_file_longer_than(1_000_000), pytest.raises(ExhaustedError, match="make room"):
            CachedPredictor(first, opened).responses(pairs)
        assert 0 < len(first.asked) < 10_000
        back = Model()
        whole = CachedPredictor(back, opened).responses(pairs)
    # All but the answers for which there was no room.
    assert 10_000 - len(first.asked) <= len(back.asked) <= 10_000 - len(first.asked) + SLICE
    assert whole.predictions.frame.equals(labelled(pairs).frame)


def other_ids(pairs: PairTable) -> Predictions:
    return labelled(replace(pairs, frame=pairs.frame.with_columns(id="x" + pl.col("id"))))


def half_of_them(pairs: PairTable) -> Predictions:
    return labelled(pairs.head(len(pairs) // 2))


def other_labels(pairs: PairTable) -> Predictions:
    predictions = pairs.frame.select("id", label=pl.lit("non-entailment", LABEL_TYPE))
    return Predictions(predictions, TWO_WAY, Provenance("model"))


def no_numbers(pairs: PairTable) -> Predictions:
    predictions = labelled(pairs)
    return replace(predictions, frame=predictions.frame.with_columns(entailment=pl.lit(float("nan"))))


def logits(pairs: PairTable) -> Predictions:
    predictions = labelled(pairs)
    return replace(predictions, frame=predictions.frame.with_columns(entailment=pl.lit(3.2)))


def nothing(pairs: PairTable) -> None:
    """Forget to return what was predicted."""


@pytest.mark.parametrize(
    ("breach", "message"),
    [
        (other_ids, "not asked for"),
        (half_of_them, "says nothing of 5 pairs"),
        (other_labels, "gives the labels 'non-entailment'; expected entailment, neutral, contradiction"),
        (no_numbers, "probabilities"),
        (logits, "probabilities"),
        (nothing, "gives a NoneType"),
    ],
)
def test_a_model_that_breaks_its_contract_is_stopped(
    store: Store, breach: Callable[[PairTable], Any], message: str
) -> None:
    class Broken(Model):
        def predict(self, pairs: PairTable) -> Predictions:
            predictions: Predictions = breach(pairs)
            return predictions

    found = CachedPredictor(Broken(), store).responses(numbered(10))
    assert found.stopped is not None
    assert pl.Series([found.stopped]).str.contains(message).all()
    assert not found.is_complete
    expected = 5 if breach is half_of_them else 0
    assert len(found.predictions) == expected


def test_answering_a_pair_twice_breaks_the_contract(store: Store) -> None:
    class Twice(Model):
        def batches(self, pairs: PairTable) -> Iterator[Mapping[str, Response]]:
            yield responses_of(labelled(pairs.where(pl.col("id").is_in(["i0", "i1"]), "later")))
            yield responses_of(labelled(pairs))

    found = CachedPredictor(Twice(), store).responses(numbered(4))
    assert found.stopped is not None
    assert "twice" in found.stopped
    assert list(labels(found)) == ["i0", "i1"]
