"""What a model said once is not asked again, and what is told is the same as if it had been."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.predictors.noting_models import (
    Model,
    Stream,
    label_of,
    labelled,
    labels,
    numbered,
    on,
    table,
    unicode,
)

from rightreasons.challenges.hans.generate import generate
from rightreasons.labels import THREE_WAY
from rightreasons.pairs import PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.predictors.predictor import predictor_named
from rightreasons.predictors.response import Detail
from rightreasons.predictors.store.cached_predictor import CachedPredictor
from rightreasons.predictors.store.store import Store


class Plain:
    """A predictor that has labels and predict, and nothing else."""

    name = "plain"
    labels = THREE_WAY

    def __init__(self) -> None:
        self.asked = 0

    def predict(self, pairs: PairTable) -> Predictions:
        self.asked += len(pairs)
        return labelled(pairs)


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open() as opened:
        yield opened


@pytest.mark.parametrize("make", [Model, Stream])
def test_answers_are_those_of_the_model_in_the_order_of_the_pairs(store: Store, make: type[Model]) -> None:
    pairs = numbered(2_500)
    found = CachedPredictor(make(), store).responses(pairs)
    assert found.predictions.frame.equals(labelled(pairs).frame)
    assert found.is_complete
    assert (found.asked, found.unanswered, found.failed, found.stopped) == (2_500, {}, {}, None)


def test_a_rule_says_the_same_with_a_store_as_without(store: Store) -> None:
    pairs = generate(20, seed=3).to_pairs()
    rule = predictor_named("rule:lexical-overlap")
    found = CachedPredictor(rule, store).responses(pairs).predictions
    assert found.frame.equals(rule.predict(pairs).frame)
    assert found.labels == rule.labels


def test_what_was_said_once_is_not_asked_again(tmp_path: Path) -> None:
    model = Model()
    with Store.open(tmp_path / "s.sqlite") as opened:
        first = CachedPredictor(model, opened).responses(numbered(50))
    with Store.open(tmp_path / "s.sqlite") as opened:
        again = CachedPredictor(model, opened).responses(numbered(60))
    assert sorted(model.asked, key=int) == [str(row) for row in range(60)]
    assert (first.asked, again.asked) == (50, 10)
    assert again.predictions.frame.equals(labelled(numbered(60)).frame)


def test_a_text_that_stands_in_several_pairs_is_asked_once(store: Store) -> None:
    texts = [("p", "1"), ("p", "2"), ("p", "1"), ("q", "1"), ("p", "1")]
    model = Model()
    found = CachedPredictor(model, store).responses(table(texts))
    assert sorted(model.asked) == ["1", "1", "2"]
    assert found.asked == 3
    assert labels(found) == {f"i{row}": label_of(hypothesis) for row, (_, hypothesis) in enumerate(texts)}


@given(st.lists(st.tuples(unicode, unicode), max_size=12))
def test_whatever_the_texts_are_every_pair_gets_the_label_of_its_own(texts: list[tuple[str, str]]) -> None:
    with Store.open() as opened:
        found = CachedPredictor(Stream(), opened).responses(table(texts))
    assert labels(found) == {f"i{row}": label_of(hypothesis) for row, (_, hypothesis) in enumerate(texts)}
    assert found.asked == len(set(texts))


def test_an_answer_without_a_label_is_final_and_no_prediction(store: Store) -> None:
    pairs = table([("p", str(row)) for row in range(25)] + [("p", "3")])
    first = CachedPredictor(Stream(unanswered={"3": "refused\u202e", "4": ""}), store).responses(pairs)
    assert first.unanswered == {"i3": "refused\\u202e", "i4": "no reason given", "i25": "refused\\u202e"}
    assert first.is_complete
    assert not {"i3", "i4", "i25"} & set(labels(first))
    again = Stream()
    assert CachedPredictor(again, store).responses(pairs).unanswered == first.unanswered
    assert again.asked == []


def test_details_are_summed_up_also_over_what_was_kept(store: Store) -> None:
    texts = [("p", str(row)) for row in range(15)] + [("p", "1")]
    details: dict[str, dict[str, Detail]] = {
        "1": {"input_tokens": 7, "truncated": "premise cut", "windowed": True},
        "2": {"input_tokens": 5, "cost": 0.25},
        "14": {"truncated": "hypothesis cut", "cost": 0.5},
    }
    first = CachedPredictor(Stream(details=details), store).responses(table(texts))
    assert first.totals == {
        "input_tokens": 12,  # the model read the text of i1 and i15 once
        "cost": 0.75,
        "truncated": {"premise cut": 2, "hypothesis cut": 1},
        "windowed": {"True": 2},
    }
    assert CachedPredictor(Stream(), store).responses(table(texts)).totals == first.totals


def test_probabilities_are_given_where_every_label_has_them(store: Store) -> None:
    CachedPredictor(Model(), store).responses(numbered(5))

    class Bare(Model):
        def predict(self, pairs: PairTable) -> Predictions:
            return Predictions(labelled(pairs).frame.select("id", "label"), THREE_WAY, Provenance("model"))

    assert CachedPredictor(Bare(), store).responses(numbered(5)).predictions.has_probabilities
    mixed = CachedPredictor(Bare(), store).responses(numbered(10)).predictions
    assert not mixed.has_probabilities
    assert mixed.labels == THREE_WAY
    assert len(mixed) == 10


def test_another_version_of_a_model_is_asked_anew(store: Store) -> None:
    CachedPredictor(Model(checksum="1"), store).responses(numbered(5))
    assert CachedPredictor(Model(checksum="2"), store).responses(numbered(5)).asked == 5


def test_what_nothing_identifies_is_used_again_within_its_run_only(store: Store) -> None:
    plain = Plain()
    assert CachedPredictor(plain, store, "run 1").responses(numbered(5)).asked == 5
    assert CachedPredictor(plain, store, "run 1").responses(numbered(5)).asked == 0
    assert CachedPredictor(plain, store, "run 2").responses(numbered(5)).asked == 5
    nameless = CachedPredictor(plain, store)
    assert nameless.responses(numbered(5)).asked == 5
    assert nameless.responses(numbered(5)).asked == 0
    assert CachedPredictor(plain, store).responses(numbered(5)).asked == 5
    assert plain.asked == 20


def test_a_model_with_a_checksum_is_used_again_in_every_run(store: Store) -> None:
    CachedPredictor(Model(), store, "run 1").responses(numbered(5))
    assert CachedPredictor(Model(), store, "run 2").responses(numbered(5)).asked == 0


def test_progress_counts_distinct_texts_and_begins_with_what_is_kept(store: Store) -> None:
    CachedPredictor(Stream(), store).responses(numbered(10))
    reported: list[tuple[str, int, int]] = []
    CachedPredictor(Stream(), store).responses(numbered(35), lambda *report: reported.append(report))
    assert reported == [("asking model", done, 35) for done in (20, 30, 35)]


def test_of_no_pairs_nothing_is_asked(store: Store) -> None:
    found = CachedPredictor(Stream(on("0")), store).responses(numbered(0))
    assert found.is_complete
    assert (len(found.predictions), found.asked, found.predictions.labels) == (0, 0, THREE_WAY)
