"""Items whose gold label a model speaks against: found, ranked, and refused where it cannot be."""

import numpy as np
import polars as pl
import pytest
from tests.measures.model.test_human_labels import NAMES, said

from rightreasons import read_pairs
from rightreasons.challenges.challenge import from_pairs
from rightreasons.errors import NotApplicableError
from rightreasons.findings import Finding
from rightreasons.measures.model.label_errors import label_errors
from rightreasons.pairs import PairTable

ROWS = 600


def changed(seed: int = 1) -> tuple[PairTable, np.ndarray, np.ndarray]:
    """Return pairs of which some have another label than a model gives, which, and its probabilities."""
    rng = np.random.default_rng(seed)
    true = np.arange(ROWS) % 3
    model = np.array([rng.dirichlet(np.where(np.arange(3) == label, 12, 1)) for label in true])
    wrong = rng.random(ROWS) < 0.05
    gold = np.where(wrong, (true + 1) % 3, true)
    rows = {
        "premise": [f"premise {place} of many words" for place in range(ROWS)],
        "hypothesis": [f"hypothesis {place} of others" for place in range(ROWS)],
        "label": [NAMES[each] for each in gold],
    }
    return read_pairs(pl.DataFrame(rows)).named("set"), wrong, model


def measured(pairs: PairTable, model: np.ndarray) -> Finding:
    return label_errors(from_pairs("set", pairs, ()), pairs, said(pairs, model))


def test_changed_labels_are_suspected_and_the_label_they_had_is_named() -> None:
    pairs, wrong, model = changed()
    finding = measured(pairs, model)
    items = finding.items
    assert items is not None
    suspected = items["suspected_label"].is_not_null().to_numpy()
    assert suspected[wrong].mean() > 0.5
    assert wrong[suspected].mean() > 0.95
    was = [NAMES[place % 3] for place in range(ROWS)]
    named = items["suspected_label"].to_list()
    assert all(named[place] == was[place] for place in np.flatnonzero(suspected & wrong))
    assert finding.figures["suspected"].value == pytest.approx(suspected.mean())


def test_the_strongest_come_first() -> None:
    pairs, _, model = changed()
    shown = [
        float(line["gold_probability"] or 0) for line in measured(pairs, model).views["suspects"].records()
    ]
    assert shown == sorted(shown)


def test_counts_by_label_are_all_suspects() -> None:
    pairs, _, model = changed()
    finding = measured(pairs, model)
    assert finding.items is not None
    total = sum(int(line["n"] or 0) for line in finding.views["gold_by_suspected"].records())
    assert total == finding.items["suspected_label"].is_not_null().sum()


def test_votes_against_gold_stand_beside_them() -> None:
    pairs, _, model = changed()
    votes = [[label] * 3 + [NAMES[0]] * 2 for label in pairs.frame["label"].cast(pl.String).to_list()]
    voted = read_pairs(
        pairs.frame.select("premise", "hypothesis", pl.col("label").cast(pl.String)).with_columns(
            annotator_labels=pl.Series(votes)
        )
    ).named("set")
    items = measured(voted, model).items
    assert items is not None
    expected = [0.0 if label == NAMES[0] else 0.4 for label in voted.frame["label"].cast(pl.String)]
    assert items["votes_against_gold"].to_list() == pytest.approx(expected)


def test_gold_of_other_labels_is_not_measured() -> None:
    pairs, _, model = changed()
    two = read_pairs(
        pairs.frame.select("premise", "hypothesis").with_columns(
            label=pl.Series(["entailment", "non-entailment"] * (ROWS // 2))
        )
    ).named("set")
    with pytest.raises(NotApplicableError):
        measured(two, model)
