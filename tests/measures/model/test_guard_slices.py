"""A guard by parts of a set: values of columns, thirds of lengths."""

from itertools import pairwise

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score
from tests.measures.model.test_guard import CHALLENGE, ENTAILED, PAIRS, scored

from rightreasons.challenges.challenge import Challenge
from rightreasons.errors import NotApplicableError
from rightreasons.labels import TWO_WAY
from rightreasons.measures.model.guard_slices import guard_slices
from rightreasons.measures.slices import slices_of
from rightreasons.pairs import LABEL_TYPE

NAMES = pl.Series("label", np.where(ENTAILED, "entailment", "non-entailment"), dtype=LABEL_TYPE)
PLACES = np.arange(len(ENTAILED))
SOURCE = pl.Series("source", [("news", "mail")[place % 2] for place in PLACES])
ITEMS = PAIRS.frame.select("id").with_columns(NAMES, SOURCE)


def test_parts_have_the_area_and_shares_of_their_own_items() -> None:
    predictions = scored(labels=TWO_WAY)
    finding = guard_slices(Challenge("mine", ITEMS, ("source",)), predictions)
    lines = {line["slice"]: line for line in finding.views["slices"].records()}
    for name, own in (("news", PLACES % 2 == 0), ("mail", PLACES % 2 == 1)):
        scores = predictions.frame["entailment"].to_numpy()
        passed = (predictions.frame["label"] == "entailment").to_numpy()
        assert lines[name]["auroc"] == pytest.approx(roc_auc_score(ENTAILED[own], scores[own]))
        assert lines[name]["grounded_passed"] == pytest.approx(passed[own & ENTAILED].mean())
        assert lines[name]["ungrounded_passed"] == pytest.approx(passed[own & ~ENTAILED].mean())
        assert (lines[name]["n"], lines[name]["grounded"]) == (own.sum(), (own & ENTAILED).sum())
    rows = finding.views["slices"].rows_of(0)
    assert rows is not None
    assert "mail" in str(rows)


def test_a_set_made_against_shortcuts_has_no_slices() -> None:
    made = Challenge("mine", ITEMS, ("source",), tests_shortcuts=True)
    with pytest.raises(NotApplicableError):
        guard_slices(made, scored(labels=TWO_WAY))


def test_three_gold_labels_and_sets_of_ids_alone_have_no_slices() -> None:
    with pytest.raises(NotApplicableError):
        guard_slices(CHALLENGE, scored())
    with pytest.raises(NotApplicableError):
        guard_slices(Challenge("mine", ITEMS), scored(labels=TWO_WAY))


@given(st.lists(st.integers(0, 40), min_size=1, max_size=60))
def test_thirds_of_lengths_hold_every_item_once_and_do_not_overlap(lengths: list[int]) -> None:
    texts = pl.Series(["word " * each for each in lengths])
    parts = list(slices_of(pl.DataFrame({"premise": texts, "hypothesis": texts}), (), "mine"))
    premises = [part for part in parts if part.by == parts[0].by]
    assert np.array(sum(part.members.astype(int) for part in premises)).tolist() == [1] * len(lengths)
    ends = [
        (np.array(lengths)[part.members].min(), np.array(lengths)[part.members].max()) for part in premises
    ]
    assert all(high < low for (_, high), (low, _) in pairwise(ends))
