"""Closeness to people's labels: against scipy, a model that is people, and where it is not measured."""

import gzip
import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy.spatial.distance import jensenshannon
from scipy.stats import spearmanr

from rightreasons import read_pairs
from rightreasons.challenges.challenge import from_pairs
from rightreasons.errors import NotApplicableError
from rightreasons.findings import Finding
from rightreasons.labels import THREE_WAY
from rightreasons.measures.model.human_labels import human_labels
from rightreasons.pairs import LABEL_TYPE, PairTable, Provenance
from rightreasons.predictions import Predictions

NAMES = [str(label) for label in THREE_WAY]


def voted(items: int, seed: int, annotators: int = 100) -> tuple[PairTable, np.ndarray]:
    """Return pairs with votes, and the shares of them."""
    rng = np.random.default_rng(seed)
    votes = np.array([rng.multinomial(annotators, rng.dirichlet(np.ones(3))) for _ in range(items)])
    return table_of(votes), votes / annotators


def table_of(votes: np.ndarray) -> PairTable:
    rows = [
        {
            "premise": f"premise {place} of many words",
            "hypothesis": f"hypothesis {place} of others",
            "label": NAMES[int(each.argmax())],
            "annotator_labels": [
                name for name, count in zip(NAMES, each.tolist(), strict=True) for _ in range(count)
            ],
        }
        for place, each in enumerate(votes)
    ]
    return read_pairs(pl.DataFrame(rows)).named("set")


def said(pairs: PairTable, shares: np.ndarray) -> Predictions:
    labels = pl.Series("label", [NAMES[each] for each in shares.argmax(axis=1)], dtype=LABEL_TYPE)
    columns = [pl.Series(name, shares[:, place]) for place, name in enumerate(NAMES)]
    return Predictions(pl.DataFrame([pairs.frame["id"], labels, *columns]), THREE_WAY, Provenance("model"))


def measured(pairs: PairTable, shares: np.ndarray) -> Finding:
    return human_labels(from_pairs("set", pairs, ()), pairs, said(pairs, shares))


def test_distances_and_correlation_are_those_of_scipy() -> None:
    pairs, people = voted(300, 1)
    model = np.random.default_rng(2).dirichlet(np.ones(3), 300)
    figures = measured(pairs, model).figures
    expected = jensenshannon(people, model, base=2, axis=1) ** 2
    assert figures["model.jensen_shannon"].value == pytest.approx(expected.mean())
    assert figures["model.total_variation"].value == pytest.approx(
        np.abs(people - model).sum(axis=1).mean() / 2
    )
    bits = [
        -(np.where(each > 0, each, 1) * np.log2(np.where(each > 0, each, 1))).sum(axis=1)
        for each in (people, model)
    ]
    assert figures["entropy_correlation"].value == pytest.approx(
        spearmanr(*(each.round(9) for each in bits)).statistic
    )
    assert figures["entropy_error"].value == pytest.approx((bits[1] - bits[0]).mean())


def test_a_model_that_says_what_people_say_has_no_distance() -> None:
    pairs, people = voted(200, 3)
    figures = measured(pairs, people).figures
    assert figures["model.jensen_shannon"].value == pytest.approx(0, abs=1e-9)
    assert figures["model.accuracy"].value == 1
    assert figures["same_ranking"].value == 1
    assert figures["entropy_correlation"].value == pytest.approx(1)


def test_five_people_are_as_far_away_as_five_draws_are() -> None:
    pairs, people = voted(2_000, 4)
    rng = np.random.default_rng(99)
    draws = np.array([rng.multinomial(5, each) for each in people]) / 5
    expected = (jensenshannon(people, draws, base=2, axis=1) ** 2).mean()
    assert measured(pairs, people).figures["panel.jensen_shannon"].value == pytest.approx(expected, abs=0.01)


def test_thirds_are_those_of_the_entropy_of_people() -> None:
    pairs, people = voted(300, 5)
    lines = [
        line for line in measured(pairs, people).views["by_entropy"].records() if line["source"] == "panel"
    ]
    apart = [float(line["jensen_shannon"] or 0) for line in lines]
    assert [line["n"] for line in lines] == [100, 100, 100]
    assert apart[0] < apart[1]  # where people agree, five of them are nearer


def test_it_needs_people_and_probabilities() -> None:
    pairs, people = voted(100, 6)
    bare = said(pairs, people)
    without = Predictions(bare.frame.select("id", "label"), THREE_WAY, Provenance("model"))
    with pytest.raises(NotApplicableError):
        human_labels(from_pairs("set", pairs, ()), pairs, without)
    alone = table_of(np.eye(3, dtype=int)[np.arange(100) % 3])
    with pytest.raises(NotApplicableError):
        measured(alone, people)


def test_published_models_on_chaosnli_are_as_an_independent_script_has_them(
    shared_data: Path, tmp_path: Path
) -> None:
    folder = shared_data / "chaosnli"
    of_model = {}
    with gzip.open(folder / "predictions" / "SNLI_dev_roberta-base_0.json.gz", "rt") as stream:
        for line in stream:
            row = json.loads(line)
            of_model[row["uid"]] = [row["probs"][place] for place in (0, 2, 1)]  # theirs: e, c, n
    with gzip.open(folder / "chaosNLI_snli.jsonl.gz", "rt") as stream:
        rows = [row for row in map(json.loads, stream) if row["uid"] in of_model]
    path = tmp_path / "chaos.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    pairs = read_pairs(path).named("set")
    model = np.array([of_model[row["uid"]] for row in rows])
    people = np.array([row["label_dist"] for row in rows])
    figures = measured(pairs, model / model.sum(axis=1, keepdims=True)).figures
    assert figures["model.jensen_shannon"].n == 729
    expected = (jensenshannon(people, model, base=2, axis=1) ** 2).mean()
    assert figures["model.jensen_shannon"].value == pytest.approx(expected, abs=1e-4)


def test_a_finding_says_how_many_of_the_items_were_answered() -> None:
    pairs, people = voted(60, 5)
    predictions = said(pairs, people)
    half = Predictions(predictions.frame.head(40), THREE_WAY, Provenance("model"))
    whole, partly = (human_labels(from_pairs("set", pairs, ()), pairs, each) for each in (predictions, half))
    assert not whole.notes
    assert "40 of 60 items" in str(partly.notes[0])
