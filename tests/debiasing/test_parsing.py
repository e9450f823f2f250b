"""Methods as they are written on the command line."""

import pickle
from dataclasses import fields, replace

import polars as pl
import pytest

from rightreasons.debiasing import METHODS
from rightreasons.debiasing.adversarial.chosen_values import chosen_values, table7_methods
from rightreasons.debiasing.adversarial.grid import grid_points
from rightreasons.debiasing.adversary import Adversary
from rightreasons.debiasing.downsampling import Downsampling
from rightreasons.debiasing.filtering import Filtering
from rightreasons.debiasing.guidance import Guidance
from rightreasons.debiasing.learned_mixin import LearnedMixin
from rightreasons.debiasing.method import LabelledData
from rightreasons.debiasing.reweighting import Reweighting
from rightreasons.debiasing.self_debiasing import SelfDebiasing
from rightreasons.debiasing.shared.method_names import parse_method
from rightreasons.errors import MeasureInputError, OptionError, UnknownNameError
from rightreasons.labels import THREE_WAY
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.sources.concatenation import concatenated

PAIRS = bundled_pairs(300, 2)
FITTING = {
    "group-dro": "group-dro:groups=patterns,lambda=0.5,min-count=5",
    "dfr": "dfr:groups=patterns,lambda=0.5,min-count=5,held-out=0.5",
}
"""Methods whose defaults are too large for a few pairs."""


def test_options_become_values() -> None:
    assert parse_method("downsampling:mode=rand,lambda=0.8") == Downsampling("rand", 0.8)
    assert parse_method("adversary:alpha1=1,discriminators=3,dynamic=yes,min-count=10") == Adversary(
        alpha1=1.0, discriminators=3, dynamic=True, min_count=10
    )
    assert parse_method("self-debiasing: sample=500") == SelfDebiasing(sample=500)
    assert parse_method("learned-mixin:entropy=0,bias=overlap") == LearnedMixin(bias="overlap", entropy=0.0)
    assert parse_method("reweighting") == Reweighting()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("reweighting:folds", "KEY=VALUE"),
        ("reweighting:folds=", "KEY=VALUE"),
        ("reweighting:", "KEY=VALUE"),
        ("reweighting:fold=5", "some of bias, folds, min-count, unseen"),
        ("reweighting:folds=1", "greater than or equal to 2"),
        ("reweighting:folds=5,folds=5", "twice"),
        ("downsampling:threshold=0.7", "some of mode, lambda"),
        ("downsampling:lambda=1.5", "lambda=1.5"),
        ("downsampling:mode=random", "'debias' or 'rand'"),
        ("adversary:discriminators=4", "less than or equal to 3"),
        ("adversary:alpha1=0.5", "greater than or equal to 1"),
        ("adversary:gamma=nan", "gamma=nan"),
    ],
)
def test_options_that_cannot_be_used_are_named(text: str, says: str) -> None:
    with pytest.raises(OptionError, match="RR003") as caught:
        parse_method(text)
    assert says in str(caught.value)


def test_an_unknown_method_gets_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'reweighting'"):
        parse_method("reweigting")


@pytest.mark.parametrize("name", list(METHODS))
def test_every_method_says_in_a_line_what_it_is_and_what_it_needs(name: str) -> None:
    kind = METHODS.load(name)
    assert 20 < len(kind.__doc__.splitlines()[0]) < 110
    method = parse_method(name)
    assert isinstance(method.needs, frozenset)
    documented = "".join(each.__doc__ or "" for each in kind.__mro__)
    for each in fields(kind):
        assert each.name in documented


def test_table_7_has_six_rows_that_can_all_be_had() -> None:
    rows = table7_methods()
    methods = {name: parse_method(text) if text else None for name, text in rows.items()}
    assert list(methods.values()) == [
        None,
        Downsampling("debias", 0.8),
        Guidance(alpha2=5.0, threshold=0.7),
        Adversary(alpha1=1.0, alpha2=1.0, discriminators=2),
        Adversary(alpha1=5.0, alpha2=5.0, threshold=0.7, discriminators=2),
        Adversary(alpha1=5.0, alpha2=5.0, threshold=0.7, discriminators=2, dynamic=True, epsilon=0.5),
    ]
    needs = [method.needs if method else frozenset() for method in methods.values()]
    assert [("shortcuts" in each, "hypothesis vector" in each) for each in needs] == [
        (False, False),
        (True, False),
        (True, False),
        (False, True),
        (True, True),
        (True, True),
    ]


def named(dataset: str | None) -> PairTable:
    return PairTable(PAIRS.frame, Provenance("data", dataset=dataset), Account(300, 300))


def test_gamma_and_phi_are_those_of_the_paper_for_its_two_datasets() -> None:
    snli, mnli, other = (chosen_values(named(each)) for each in ("snli", "mnli", None))
    assert (snli.gamma, snli.phi) == (3, 0.15)
    assert (mnli.gamma, mnli.phi) == (1, 0.10)
    assert other == snli
    facts = Adversary(alpha1=1, alpha2=1).prepare(LabelledData(named("mnli"), PAIRS, THREE_WAY)).facts
    assert (facts["gamma"], facts["phi"]) == (1, 0.10)
    given = Adversary(alpha1=1, alpha2=1, gamma=0.0).prepare(LabelledData(PAIRS, PAIRS, THREE_WAY))
    assert given.facts["gamma"] == 0


def test_the_grid_is_that_of_section_3_2_3() -> None:
    points = [each.method for each in grid_points("adversary")]
    assert len(set(points)) == 4 * 4 * 4 * 3
    assert {parse_method(each).discriminators for each in points[:3]} == {1, 2, 3}  # type: ignore[attr-defined]


def test_dev_without_easy_or_hard_pairs_is_refused_before_anything_is_trained() -> None:
    with pytest.raises(MeasureInputError, match="RR501"):
        Adversary(dynamic=True).prepare(LabelledData(PAIRS, PAIRS, THREE_WAY))  # no pattern at 50


@pytest.mark.parametrize("name", [*(each for each in METHODS if each not in ("downsampling", "filtering"))])
def test_what_is_prepared_can_be_sent_to_another_process(name: str) -> None:
    prepared = parse_method(FITTING.get(name, name)).prepare(LabelledData(PAIRS, PAIRS, THREE_WAY))
    assert prepared.make is not None
    again = pickle.loads(pickle.dumps(prepared))  # noqa: S301 - our own bytes
    assert again.facts == prepared.facts


def test_data_methods_leave_training_as_it_is() -> None:
    data = LabelledData(PAIRS, PAIRS, THREE_WAY)
    made = Downsampling("rand").prepare(data)
    assert made.make is None
    assert made.facts["kept"] == len(made.train)
    assert made.facts["seed"] == 2018
    filtered = Filtering(by="hypothesis-only", threshold=0.45).prepare(data)
    assert filtered.make is None
    assert filtered.facts["kept"] == len(filtered.train) < len(PAIRS)


@pytest.mark.parametrize("name", ["reweighting", "product-of-experts", "learned-mixin", "debiased-focal"])
def test_a_bias_model_that_has_found_no_bias_is_refused(name: str) -> None:
    data = LabelledData(PAIRS, PAIRS, THREE_WAY)
    assert parse_method(f"{name}:bias=patterns,min-count=5").prepare(data).make
    with pytest.raises(MeasureInputError, match="says the same of all pairs"):
        parse_method(f"{name}:bias=patterns,min-count=300").prepare(data)


def with_pairs_like_hans(pairs: PairTable) -> LabelledData:
    added = bundled_pairs(60, 9).named("added")
    label = pl.when(pl.col("label") == "entailment").then(pl.col("label")).otherwise(pl.lit("non-entailment"))
    added = replace(added, frame=added.frame.with_columns(label.cast(LABEL_TYPE).alias("label")))
    both = concatenated([pairs, added], "both")
    return LabelledData(both, PAIRS, THREE_WAY, added=60, dataset=pairs.provenance.dataset)


@pytest.mark.parametrize(
    "method", ["downsampling:min-count=10", "downsampling:mode=rand,min-count=10", "filtering:min-count=10"]
)
def test_data_methods_drop_and_balance_the_dataset_and_keep_what_was_added(method: str) -> None:
    plain = parse_method(method).prepare(LabelledData(PAIRS, PAIRS, THREE_WAY))
    found = parse_method(method).prepare(with_pairs_like_hans(PAIRS))
    assert (found.facts["kept"], found.facts["labels"]) == (plain.facts["kept"], plain.facts["labels"])
    texts = [each.train.frame.select("premise", "hypothesis") for each in (plain, found)]
    assert texts[1].head(-60).equals(texts[0])
    assert texts[1].tail(60).equals(bundled_pairs(60, 9).frame.select("premise", "hypothesis"))


def test_values_of_the_adversary_are_those_of_the_dataset_that_pairs_were_added_to() -> None:
    facts = Adversary(alpha1=1, alpha2=1).prepare(with_pairs_like_hans(named("mnli"))).facts
    assert (facts["gamma"], facts["phi"], facts["easy_hard"]) == (1, 0.10, 0.7)
