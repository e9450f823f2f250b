"""Filtering looks at hypotheses only, never at gold labels."""

from collections.abc import Callable

import numpy as np
import polars as pl
import pytest

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.debiasing.bias_models.kinds import bias_log_probabilities
from rightreasons.debiasing.filtering import Filtering, filtered_by_confidence, filtered_by_shortcuts
from rightreasons.debiasing.method import LabelledData
from rightreasons.errors import EmptyDataError, UnknownNameError
from rightreasons.labels import THREE_WAY
from rightreasons.pairs import PairTable
from rightreasons.shortcuts.families import shortcuts_of
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.sources.read import read_pairs

PAIRS = bundled_pairs(1500, 6)
MakePairs = Callable[..., PairTable]
GIVE_AWAY = (("indeed", "entailment"), ("perhaps", "neutral"), ("nobody", "contradiction"))


def test_every_pair_with_a_pattern_goes_and_no_other() -> None:
    found = filtered_by_shortcuts(PAIRS, shortcuts_of("patterns", PAIRS, threshold=0.6, min_count=15))
    patterns = PatternSet.fit(PAIRS, threshold=0.6, min_count=15)
    holds = pl.Series(patterns.mark(PAIRS).numbers > 0)
    assert holds.any()
    assert found.dropped.to_list() == PAIRS.frame["id"].filter(holds).to_list()
    assert found.kept.frame.equals(PAIRS.frame.filter(~holds))
    assert found.kept.account.read == PAIRS.account.read


def test_pairs_go_of_any_family_of_shortcuts(make_pairs: MakePairs) -> None:
    rows = [
        (f"p{n}", f"{'nobody' if n % 3 == 0 else 'somebody'} is here {n}", label)
        for n in range(9)
        for label in THREE_WAY
    ]
    pairs = make_pairs(rows)
    made = Filtering(by="negation").prepare(LabelledData(pairs, pairs, THREE_WAY))
    assert made.train.hypotheses.to_list() == [text for _, text, _ in rows if "nobody" not in text]
    with pytest.raises(UnknownNameError):
        Filtering(by="moon").prepare(LabelledData(pairs, pairs, THREE_WAY))


def test_pairs_go_of_which_a_cross_fitted_model_is_sure_right_or_wrong() -> None:
    found = filtered_by_confidence(PAIRS, THREE_WAY, 0.6)
    bias = bias_log_probabilities(PAIRS, "hypothesis-only", THREE_WAY)
    surest = np.exp(bias.of(PAIRS.frame["id"])).max(axis=1)
    assert found.dropped.to_list() == PAIRS.frame["id"].filter(pl.Series(surest > 0.6)).to_list()
    gone = PAIRS.frame.filter(pl.col("id").is_in(found.dropped.implode()))
    places = bias.of(gone["id"]).argmax(axis=1)
    right = [THREE_WAY[place].value == gold for place, gold in zip(places, gone["label"], strict=True)]
    assert any(right)
    assert not all(right)


def test_what_a_hypothesis_gives_away_goes_and_what_it_does_not_stays() -> None:
    """Half of the hypotheses hold a word of their label, the others are the same for all three."""
    given_away = [(f"p{n}", f"{word} t{n % 7}", label) for n in range(90) for word, label in GIVE_AWAY]
    open_ones = [(f"q{n}", f"same t{n % 7}", label) for n in range(90) for _, label in GIVE_AWAY]
    rows = [
        {"premise": premise, "hypothesis": hypothesis, "label": label}
        for premise, hypothesis, label in (*given_away, *open_ones)
    ]
    found = filtered_by_confidence(read_pairs(rows), THREE_WAY, 0.8)
    assert found.kept.premises.to_list() == [premise for premise, _, _ in open_ones]


def test_a_label_that_would_vanish_is_an_error() -> None:
    with pytest.raises(EmptyDataError):
        filtered_by_confidence(PAIRS, THREE_WAY, 0.01)
