"""What is kept is not asked for again, and a model that fails in part or for good costs nothing done."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.challenges.hans.generate import generate
from rightreasons.errors import IncompleteError, MeasureInputError
from rightreasons.labels import THREE_WAY, TWO_WAY, Label
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.kept import Answers, Kept
from rightreasons.predictors.predictor import Batch, Detail, predictor_named
from rightreasons.predictors.store import Store

Texts = Sequence[tuple[str, str]]
Fault = Callable[[str], BaseException | None]
unicode = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


def table(texts: Texts, prefix: str = "i") -> PairTable:
    rows = [(f"{prefix}{row}", *pair, "neutral") for row, pair in enumerate(texts)]
    text = pl.String()
    schema = {"id": text, "premise": text, "hypothesis": text, "label": LABEL_TYPE}
    return PairTable(
        pl.DataFrame(rows, schema, orient="row"), Provenance("pairs"), Account(len(rows), len(rows))
    )


def numbered(rows: int, first: int = 0) -> PairTable:
    return table([("A premise", str(row)) for row in range(first, first + rows)])


def label_of(hypothesis: str) -> Label:
    return THREE_WAY[sum(hypothesis.encode()) % 3]


def never(hypothesis: str) -> None:
    """No fault."""


def labelled(pairs: PairTable) -> Predictions:
    """The label of a hypothesis, and probabilities that go with it."""
    labels = [label_of(each) for each in pairs.hypotheses]
    columns = {label.value: [0.8 if said is label else 0.1 for said in labels] for label in THREE_WAY}
    said = pairs.frame.select("id").with_columns(pl.Series("label", labels, dtype=LABEL_TYPE))
    return Predictions(said.with_columns(pl.DataFrame(columns)), THREE_WAY, Provenance("model"))


def labels(answers: Answers) -> dict[str, str]:
    return dict(answers.predictions.frame.select("id", "label").iter_rows())


@dataclass
class Model:
    """A model that notes what it was asked for, and fails where it is told to."""

    fault: Fault = never
    checksum: str | None = "1"
    asked: list[str] = field(default_factory=list)
    name: str = "model"
    labels: tuple[Label, ...] = THREE_WAY

    @property
    def identity(self) -> Identity:
        return Identity("test", self.name, THREE_WAY, checksum=self.checksum)

    def predict(self, pairs: PairTable) -> Predictions:
        for hypothesis in pairs.hypotheses:
            fault = self.fault(hypothesis)
            if fault is not None:
                raise fault
        self.asked.extend(pairs.hypotheses.to_list())
        return labelled(pairs)


@dataclass
class Stream(Model):
    """A model that answers in batches of ten, the last pair first."""

    unanswered: Mapping[str, str] = field(default_factory=dict)
    details: Mapping[str, Mapping[str, Detail]] = field(default_factory=dict)

    def batches(self, pairs: PairTable) -> Iterator[Batch]:
        backwards = replace(pairs, frame=pairs.frame.reverse())
        for start in range(0, len(pairs), 10):
            batch = replace(backwards, frame=backwards.frame.slice(start, 10))
            said = self.predict(batch)
            text = dict(zip(batch.frame["id"], batch.hypotheses, strict=True))
            silent = {key: self.unanswered[found] for key, found in text.items() if found in self.unanswered}
            details = {key: self.details[found] for key, found in text.items() if found in self.details}
            answered = replace(said, frame=said.frame.filter(~pl.col("id").is_in(list(silent))))
            yield Batch(answered, silent, details)


class Plain:
    """A predictor that has labels and predict, and nothing else."""

    name = "plain"
    labels = THREE_WAY

    def __init__(self) -> None:
        self.asked = 0

    def predict(self, pairs: PairTable) -> Predictions:
        self.asked += len(pairs)
        return labelled(pairs)


def on(*faulty: str) -> Fault:
    known = set(faulty)
    return lambda hypothesis: ValueError(f"cannot read\x1b {hypothesis}") if hypothesis in known else None


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open() as opened:
        yield opened


@pytest.mark.parametrize("make", [Model, Stream])
def test_answers_are_those_of_the_model_in_the_order_of_the_pairs(store: Store, make: type[Model]) -> None:
    pairs = numbered(2_500)
    found = Kept(make(), store).answers(pairs)
    assert found.predictions.frame.equals(labelled(pairs).frame)
    assert found.is_complete
    assert (found.asked, found.unanswered, found.failed, found.stopped) == (2_500, {}, {}, None)


def test_a_rule_says_the_same_with_a_store_as_without(store: Store) -> None:
    pairs = generate(20, seed=3).to_pairs()
    rule = predictor_named("rule:lexical-overlap")
    found = Kept(rule, store).answers(pairs).predictions
    assert found.frame.equals(rule.predict(pairs).frame)
    assert found.labels == rule.labels


def test_what_was_said_once_is_not_asked_again(tmp_path: Path) -> None:
    model = Model()
    with Store.open(tmp_path / "s.sqlite") as opened:
        first = Kept(model, opened).answers(numbered(50))
    with Store.open(tmp_path / "s.sqlite") as opened:
        again = Kept(model, opened).answers(numbered(60))
    assert sorted(model.asked, key=int) == [str(row) for row in range(60)]
    assert (first.asked, again.asked) == (50, 10)
    assert again.predictions.frame.equals(labelled(numbered(60)).frame)


def test_a_text_that_stands_in_several_pairs_is_asked_once(store: Store) -> None:
    texts = [("p", "1"), ("p", "2"), ("p", "1"), ("q", "1"), ("p", "1")]
    model = Model()
    found = Kept(model, store).answers(table(texts))
    assert sorted(model.asked) == ["1", "1", "2"]
    assert found.asked == 3
    assert labels(found) == {f"i{row}": label_of(hypothesis) for row, (_, hypothesis) in enumerate(texts)}


@given(st.lists(st.tuples(unicode, unicode), max_size=12))
def test_whatever_the_texts_are_every_pair_gets_the_label_of_its_own(texts: list[tuple[str, str]]) -> None:
    with Store.open() as opened:
        found = Kept(Stream(), opened).answers(table(texts))
    assert labels(found) == {f"i{row}": label_of(hypothesis) for row, (_, hypothesis) in enumerate(texts)}
    assert found.asked == len(set(texts))


@pytest.mark.parametrize("make", [Model, Stream])
def test_pairs_on_which_a_model_raises_are_found_and_the_rest_is_kept(
    store: Store, make: type[Model]
) -> None:
    pairs = table([("p", str(row)) for row in range(2_000)] + [("p", "77")])
    kept = Kept(make(on("5", "77", "78", "1999")), store)
    found = kept.answers(pairs)
    faulty = {"i5", "i77", "i78", "i1999", "i2000"}
    assert set(found.failed) == faulty
    assert found.failed["i2000"] == "ValueError: cannot read\\x1b 77"
    assert set(labels(found)) == set(pairs.frame["id"]) - faulty
    assert not found.is_complete
    assert (found.asked, found.stopped) == (2_000, None)


def test_pairs_that_failed_are_asked_again_and_nothing_else(store: Store) -> None:
    Kept(Model(on("3", "4")), store).answers(numbered(40))
    mended = Model()
    found = Kept(mended, store).answers(numbered(40))
    assert sorted(mended.asked) == ["3", "4"]
    assert found.is_complete


@pytest.mark.parametrize("make", [Model, Stream])
@pytest.mark.parametrize("rows", [range(100, 200), range(0, 400, 2)])
def test_many_faulty_neighbours_are_no_broken_model(store: Store, make: type[Model], rows: range) -> None:
    found = Kept(make(on(*map(str, rows))), store).answers(numbered(400))
    assert found.stopped is None
    assert set(found.failed) == {f"i{row}" for row in rows}
    assert len(found.predictions) == 400 - len(rows)


@pytest.mark.parametrize("make", [Model, Stream])
def test_a_model_that_always_raises_is_given_up_soon(store: Store, make: type[Model]) -> None:
    tries = []

    def broken(hypothesis: str) -> Exception:
        tries.append(hypothesis)
        return RuntimeError("no memory")

    found = Kept(make(broken), store).answers(numbered(30_000))
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
    half = Kept(Stream(after(100, gone)), store).answers(numbered(200))
    assert half.stopped is not None
    assert "503" in half.stopped
    assert not half.is_complete
    assert (len(half.predictions), half.asked) == (100, 100)
    back = Stream()
    whole = Kept(back, store).answers(numbered(200))
    assert {f"i{row}" for row in back.asked} == {f"i{row}" for row in range(200)} - set(labels(half))
    assert whole.is_complete
    assert whole.predictions.frame.equals(labelled(numbered(200)).frame)


def test_what_a_model_cannot_be_asked_at_all_is_an_error(store: Store) -> None:
    with pytest.raises(MeasureInputError, match="premise_parse"):
        Kept(predictor_named("rule:constituent"), store).answers(numbered(3))


def test_an_interrupt_passes_and_what_came_before_it_is_kept(store: Store) -> None:
    interrupted = Stream(after(30, KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        Kept(interrupted, store).answers(numbered(100))
    back = Stream()
    Kept(back, store).answers(numbered(100))
    assert len(interrupted.asked) == 30
    assert sorted(interrupted.asked + back.asked, key=int) == [str(row) for row in range(100)]


def test_a_batch_that_was_being_stored_when_the_user_interrupted_is_kept(store: Store) -> None:
    def interrupt(what: str, done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Kept(Stream(), store).answers(numbered(100), interrupt)
    back = Stream()
    Kept(back, store).answers(numbered(100))
    assert len(back.asked) == 90


def test_where_the_disk_is_full_the_model_is_asked_no_more(
    tmp_path: Path, no_file_longer_than: Callable[[int], AbstractContextManager[None]]
) -> None:
    pairs = numbered(10_000)
    with Store.open(tmp_path / "s.sqlite") as opened:
        with no_file_longer_than(1_000_000):
            part = Kept(Model(), opened).answers(pairs)
        assert part.stopped is not None
        assert "make room" in part.stopped
        assert 0 < len(part.predictions) < 10_000
        back = Model()
        whole = Kept(back, opened).answers(pairs)
    assert len(back.asked) == 10_000 - len(part.predictions)
    assert whole.predictions.frame.equals(labelled(pairs).frame)


def other_ids(pairs: PairTable) -> Predictions:
    return labelled(replace(pairs, frame=pairs.frame.with_columns(id="x" + pl.col("id"))))


def half_of_them(pairs: PairTable) -> Predictions:
    return labelled(pairs.head(len(pairs) // 2))


def other_labels(pairs: PairTable) -> Predictions:
    said = pairs.frame.select("id", label=pl.lit("non-entailment", LABEL_TYPE))
    return Predictions(said, TWO_WAY, Provenance("model"))


def no_numbers(pairs: PairTable) -> Predictions:
    said = labelled(pairs)
    return replace(said, frame=said.frame.with_columns(entailment=pl.lit(float("nan"))))


def logits(pairs: PairTable) -> Predictions:
    said = labelled(pairs)
    return replace(said, frame=said.frame.with_columns(entailment=pl.lit(3.2)))


def nothing(pairs: PairTable) -> None:
    """Forget to return what was predicted."""


@pytest.mark.parametrize(
    ("breach", "told"),
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
    store: Store, breach: Callable[[PairTable], Any], told: str
) -> None:
    class Broken(Model):
        def predict(self, pairs: PairTable) -> Predictions:
            said: Predictions = breach(pairs)
            return said

    found = Kept(Broken(), store).answers(numbered(10))
    assert found.stopped is not None
    assert pl.Series([found.stopped]).str.contains(told).all()
    assert not found.is_complete
    expected = 5 if breach is half_of_them else 0
    assert len(found.predictions) == expected


def test_answering_a_pair_twice_breaks_the_contract(store: Store) -> None:
    class Twice(Model):
        def batches(self, pairs: PairTable) -> Iterator[Batch]:
            yield Batch(labelled(pairs.where(pl.col("id").is_in(["i0", "i1"]), "later")))
            yield Batch(labelled(pairs))

    found = Kept(Twice(), store).answers(numbered(4))
    assert found.stopped is not None
    assert "twice" in found.stopped
    assert list(labels(found)) == ["i0", "i1"]


def test_an_answer_without_a_label_is_final_and_no_prediction(store: Store) -> None:
    pairs = table([("p", str(row)) for row in range(25)] + [("p", "3")])
    first = Kept(Stream(unanswered={"3": "refused\u202e", "4": ""}), store).answers(pairs)
    assert first.unanswered == {"i3": "refused\\u202e", "i4": "no reason given", "i25": "refused\\u202e"}
    assert first.is_complete
    assert not {"i3", "i4", "i25"} & set(labels(first))
    again = Stream()
    assert Kept(again, store).answers(pairs).unanswered == first.unanswered
    assert again.asked == []


def test_details_are_summed_up_also_over_what_was_kept(store: Store) -> None:
    texts = [("p", str(row)) for row in range(15)] + [("p", "1")]
    details: dict[str, dict[str, Detail]] = {
        "1": {"input_tokens": 7, "truncated": "premise cut", "windowed": True},
        "2": {"input_tokens": 5, "cost": 0.25},
        "14": {"truncated": "hypothesis cut", "cost": 0.5},
    }
    first = Kept(Stream(details=details), store).answers(table(texts))
    assert first.details == {
        "input_tokens": 12,  # the model read the text of i1 and i15 once
        "cost": 0.75,
        "truncated": {"premise cut": 2, "hypothesis cut": 1},
        "windowed": {"True": 2},
    }
    assert Kept(Stream(), store).answers(table(texts)).details == first.details


def test_probabilities_are_given_where_every_label_has_them(store: Store) -> None:
    Kept(Model(), store).answers(numbered(5))

    class Bare(Model):
        def predict(self, pairs: PairTable) -> Predictions:
            return Predictions(labelled(pairs).frame.select("id", "label"), THREE_WAY, Provenance("model"))

    assert Kept(Bare(), store).answers(numbered(5)).predictions.has_probabilities
    mixed = Kept(Bare(), store).answers(numbered(10)).predictions
    assert not mixed.has_probabilities
    assert mixed.labels == THREE_WAY
    assert len(mixed) == 10


def test_another_version_of_a_model_is_asked_anew(store: Store) -> None:
    Kept(Model(checksum="1"), store).answers(numbered(5))
    assert Kept(Model(checksum="2"), store).answers(numbered(5)).asked == 5


def test_what_nothing_identifies_is_used_again_within_its_run_only(store: Store) -> None:
    plain = Plain()
    assert Kept(plain, store, "run 1").answers(numbered(5)).asked == 5
    assert Kept(plain, store, "run 1").answers(numbered(5)).asked == 0
    assert Kept(plain, store, "run 2").answers(numbered(5)).asked == 5
    nameless = Kept(plain, store)
    assert nameless.answers(numbered(5)).asked == 5
    assert nameless.answers(numbered(5)).asked == 0
    assert Kept(plain, store).answers(numbered(5)).asked == 5
    assert plain.asked == 20


def test_a_model_with_a_checksum_is_used_again_in_every_run(store: Store) -> None:
    Kept(Model(), store, "run 1").answers(numbered(5))
    assert Kept(Model(), store, "run 2").answers(numbered(5)).asked == 0


def test_progress_counts_distinct_texts_and_begins_with_what_is_kept(store: Store) -> None:
    Kept(Stream(), store).answers(numbered(10))
    told: list[tuple[str, int, int]] = []
    Kept(Stream(), store).answers(numbered(35), lambda *said: told.append(said))
    assert told == [("asking model", done, 35) for done in (20, 30, 35)]


def test_of_no_pairs_nothing_is_asked(store: Store) -> None:
    found = Kept(Stream(on("0")), store).answers(numbered(0))
    assert found.is_complete
    assert (len(found.predictions), found.asked, found.predictions.labels) == (0, 0, THREE_WAY)
