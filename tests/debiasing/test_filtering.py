"""Filtering looks at hypotheses only, never at gold labels."""

import numpy as np
import polars as pl
import pytest

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.debiasing.bias_models.kinds import bias_log_probabilities
from rightreasons.debiasing.filtering import filtered_by_confidence, filtered_by_patterns
from rightreasons.errors import EmptyDataError
from rightreasons.labels import THREE_WAY
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.sources.read import read_pairs

PAIRS = bundled_pairs(1500, 6)
GIVE_AWAY = (("indeed", "entailment"), ("perhaps", "neutral"), ("nobody", "contradiction"))


def test_every_pair_with_a_pattern_goes_and_no_other() -> None:
    found = filtered_by_patterns(PAIRS, PatternOptions(threshold=0.6, min_count=15))
    patterns = PatternSet.fit(PAIRS, threshold=0.6, min_count=15)
    holds = pl.Series(patterns.mark(PAIRS).numbers > 0)
    assert holds.any()
    assert found.dropped.to_list() == PAIRS.frame["id"].filter(holds).to_list()
    assert found.kept.frame.equals(PAIRS.frame.filter(~holds))
    assert found.kept.account.read == PAIRS.account.read


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
