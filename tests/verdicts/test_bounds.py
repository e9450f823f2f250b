"""Bounds of an accuracy hold for every meaning, and every order, of the answers: tried one by one."""

from collections import Counter
from itertools import permutations
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from tests.verdicts.making import clean

from rightreasons import audit, probe
from rightreasons.findings import Finding, View
from rightreasons.issues import KeyFigure
from rightreasons.verdicts.bounds import of_any_mapping

THREE = ("entailment", "neutral", "contradiction")
TWO = ("entailment", "non-entailment")


def scored(gold: list[str], answers: list[str | None], collapse: str | None = None) -> Finding:
    counted = Counter(zip(gold, answers, strict=True))
    lines = tuple((label, answer, n) for (label, answer), n in counted.items())
    view = View("Labels", ("gold", "predicted", "items"), lines, by=("gold", "predicted"))
    return Finding(
        "score",
        "m",
        "defined",
        "said",
        views={"raw_labels": view},
        on="set",
        settings={"collapse": collapse},
        role="score",
    )


def drawn(
    seed: int, golds: tuple[str, ...], labels: tuple[str, ...], missing: int
) -> tuple[list[str], list[str | None]]:
    rng = np.random.default_rng(seed)
    gold = [str(each) for each in rng.choice(golds, 6)]
    answers: list[str | None] = [str(each) for each in rng.choice(labels, 6)]
    answers[:missing] = [None] * missing
    return gold, answers


def right(gold: str, answer: str | None, *, two: bool) -> bool:
    return (gold == "entailment") == (answer == "entailment") if two and answer else gold == answer


KINDS = [(THREE, THREE), (TWO, THREE), (TWO, TWO), (THREE, TWO)]


@pytest.mark.parametrize(("golds", "labels"), KINDS)
def test_any_meaning_of_the_answers_is_within_the_bounds_and_two_are_at_them(
    golds: tuple[str, ...], labels: tuple[str, ...]
) -> None:
    for seed in range(8):
        sets = [drawn(seed + place, golds, labels, 1) for place in (0, 100)]
        known = TWO if "non-entailment" in sets[0][1] + sets[1][1] else THREE
        shares = []
        for order in permutations(known):
            meant = dict(zip(known, order, strict=True))
            said = [
                (one, meant.get(str(other)))
                for gold, answers in sets
                for one, other in zip(gold, answers, strict=True)
            ]
            shares.append(
                sum(right(one, new, two="non-entailment" in (one, new)) for one, new in said if new) / 12
            )
        bounds = of_any_mapping([scored(*each) for each in sets])
        assert bounds is not None
        assert (bounds.low, bounds.high) == (min(shares), max(shares))


def test_where_probabilities_are_summed_or_nothing_was_scored_there_are_no_bounds() -> None:
    assert of_any_mapping([scored(["entailment"], ["neutral"], "sum")]) is None
    assert of_any_mapping([]) is None


def third(result: object) -> KeyFigure:
    figures: tuple[KeyFigure, ...] = result.verdict.key_figures  # type: ignore[attr-defined]
    assert len(figures) == 3
    return figures[2]


def test_shifted_predictions_show_what_is_correct_as_they_stand_and_once_moved_back(tmp_path: Path) -> None:
    data = clean(900, 41)
    gold = data["label"].to_list()
    rng = np.random.default_rng(1)
    answers = [one if rng.random() < 0.85 else THREE[int(rng.integers(3))] for one in gold]
    data.write_ndjson(tmp_path / "test.jsonl")
    moved = [answers[-1], *answers[:-1]]
    pl.DataFrame({"id": data["id"], "label": moved}).write_csv(tmp_path / "said.csv")
    found = third(probe(str(tmp_path / "said.csv"), str(tmp_path / "test.jsonl")))
    stands = np.mean([one == other for one, other in zip(gold, moved, strict=True)])
    back = np.mean([one == other for one, other in zip(gold, answers, strict=True)][:-1])
    shown = [float(each.removesuffix(" %")) for each in found.value.split(" or ")]
    assert shown == pytest.approx([100 * stands, 100 * back], abs=0.1)
    assert found.caption == "correct: as the predictions stand, or moved by one row"


def test_what_memory_gives_on_leaked_test_pairs_is_the_lower_bound(tmp_path: Path) -> None:
    train, test = clean(600, 7), clean(200, 8).with_columns(id=pl.lit("t") + pl.col("id"))
    leaked = pl.concat([train.head(60).with_columns(id=pl.lit("l") + pl.col("id")), test.head(140)])
    other = pl.col("label").replace(dict(zip(THREE, (*THREE[1:], THREE[0]), strict=True)))
    changed = pl.int_range(pl.len()) < 20
    leaked = leaked.with_columns(label=pl.when(changed).then(other).otherwise("label"))
    train.write_ndjson(tmp_path / "train.jsonl")
    leaked.write_ndjson(tmp_path / "test.jsonl")
    measures = ["hypothesis_only", "similar_pairs"]
    made = audit(str(tmp_path / "train.jsonl"), test=[str(tmp_path / "test.jsonl")], measures=measures)
    found = third(made)
    assert found.value == "at least 20.0 %"  # 40 of 200 pairs have their own label in training
    assert "remembering" in found.caption


def test_items_that_training_has_are_all_wrong_or_all_correct_at_the_bounds(tmp_path: Path) -> None:
    test = clean(200, 9)
    wrong = pl.int_range(pl.len()) % 5 == 0
    said = test.select("id", label=pl.when(wrong).then(pl.lit("neutral")).otherwise("label"))
    train = pl.concat([test.head(80).with_columns(id=pl.lit("t") + pl.col("id")), clean(300, 10).tail(200)])
    for name, frame in (("test", test), ("train", train)):
        frame.write_ndjson(tmp_path / f"{name}.jsonl")
    said.write_csv(tmp_path / "said.csv")
    found = third(
        probe(str(tmp_path / "said.csv"), str(tmp_path / "test.jsonl"), train=str(tmp_path / "train.jsonl"))
    )
    right = (said["label"] == test["label"]).tail(120).sum()
    assert found.value == f"{right / 2:.1f} % to {(right + 80) / 2:.1f} %"
    assert "are wrong, or all correct" in found.caption
