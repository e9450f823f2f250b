"""Methods that weigh pairs by shortcuts: which pairs these hold of, of patterns and of any other family."""

import polars as pl
import pytest

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.debiasing.adversary import Adversary
from rightreasons.debiasing.guidance import Guidance
from rightreasons.debiasing.method import LabelledData
from rightreasons.debiasing.shared.shortcuts import biased_pairs, shortcuts_in
from rightreasons.errors import UnknownNameError
from rightreasons.labels import THREE_WAY
from rightreasons.sources.bundled import bundled_pairs

PAIRS, DEV = bundled_pairs(900, 3), bundled_pairs(300, 4)
DATA = LabelledData(PAIRS, DEV, THREE_WAY)


def test_biased_pairs_are_those_that_hold_a_mined_pattern() -> None:
    found, facts = biased_pairs(PAIRS, shortcuts_in(DATA, "patterns", 0.6, 15))
    mined = PatternSet.fit(PAIRS, threshold=0.6, min_count=15)
    held = pl.Series(mined.mark(PAIRS).numbers > 0)
    assert 0 < held.sum() < len(PAIRS)
    assert found["id"].equals(PAIRS.frame["id"])
    assert found["biased"].to_list() == held.to_list()
    assert facts == {"shortcuts": len(mined), "biased_pairs": held.sum()}


def test_guidance_goes_by_any_family_of_shortcuts() -> None:
    words = {"nobody", "no", "never", "nothing"}
    negated = sum(bool(words & set(text.lower().replace(".", "").split())) for text in PAIRS.hypotheses)
    assert negated > 0
    assert Guidance(by="negation").prepare(DATA).facts["biased_pairs"] == negated
    assert Adversary(by="negation").prepare(DATA).facts["biased_pairs"] == negated
    assert Guidance(by="words").prepare(DATA).facts["shortcuts"] != 0
    with pytest.raises(UnknownNameError):
        Guidance(by="wrods").prepare(DATA)


def test_dev_is_easy_and_hard_for_the_adversary_by_the_shortcuts_that_guide_it() -> None:
    made = Adversary(by="words", dynamic=True, easy_hard=0.6).prepare(DATA)
    marks = made.facts["dev_marks"]
    assert isinstance(marks, dict)
    assert set(marks) == {"easy", "hard"}
    assert 0 < sum(marks.values()) <= len(DEV)
