"""Bounds of a difference are those of every way in which the missing answers could have come out."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import polars as pl
import pytest
from sklearn.metrics import roc_auc_score

from rightreasons.findings import Finding
from rightreasons.measures.comparison.compared_runs import ComparedRun
from rightreasons.measures.comparison.missing_differences import missing_differences

THREE, TWO = ("entailment", "neutral", "contradiction"), ("entailment", "non-entailment")
Right = Sequence[bool | None]


def run(name: str, right: Right, labels: Sequence[str], scores: Sequence[float] = ()) -> ComparedRun:
    """Return a run that is right, wrong or without an answer, item by item."""
    rows = len(right)
    gold = [labels[row % len(labels)] for row in range(rows)]
    wrong = {label: labels[labels.index(label) - 1] for label in labels}
    said = [None if hit is None else own if hit else wrong[own] for own, hit in zip(gold, right, strict=True)]
    frame = pl.DataFrame(
        {
            "set": ["dev"] * rows,
            "id": [f"i{row}" for row in range(rows)],
            "premise": [f"p{row}" for row in range(rows)],
            "hypothesis": ["h"] * rows,
            "label": gold,
            "predicted": said,
            "answer": said,
            "correct": list(right),
        },
        schema_overrides={"predicted": pl.String, "answer": pl.String, "correct": pl.Boolean},
    )
    if scores:
        frame = frame.with_columns(probability_entailment=pl.Series(scores))
        frame = frame.with_columns(
            pl.when(pl.col("correct").is_not_null()).then(pl.col("probability_entailment"))
        )
    asked = frame if frame["correct"].null_count() else None
    return ComparedRun(name, f"{name} model", frame.drop_nulls("correct"), {}, frozenset(), asked=asked)


def drawn(seed: int, rows: int, missing: int) -> list[bool | None]:
    rng = np.random.default_rng(seed)
    right: list[bool | None] = [bool(each) for each in rng.random(rows) < 0.7]
    for row in rng.choice(rows, missing, replace=False):
        right[int(row)] = None
    return right


def every_way(right: Right) -> list[list[bool]]:
    places = [row for row, each in enumerate(right) if each is None]
    found = []
    for ways in product((False, True), repeat=len(places)):
        filled = [bool(each) for each in right]
        for place, way in zip(places, ways, strict=True):
            filled[place] = way
        found.append(filled)
    return found


def bounds(finding: Finding, what: str) -> tuple[float | None, float | None]:
    return tuple(finding.figures[f"dev.{what}.{end}"].value for end in ("lowest", "highest"))  # type: ignore[return-value]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("labels", [THREE, TWO])
def test_they_are_the_least_and_the_most_of_all_ways_to_answer(seed: int, labels: tuple[str, ...]) -> None:
    first, second = drawn(seed, 24, seed % 4), drawn(seed + 50, 24, 3)
    (finding,) = missing_differences([run("one", first, labels), run("two", second, labels)])
    ways = [
        np.subtract(own, other, dtype=float) for own, other in product(every_way(second), every_way(first))
    ]
    assert bounds(finding, "accuracy.difference") == pytest.approx(
        (min(each.mean() for each in ways), max(each.mean() for each in ways))
    )
    of_label = [each[:: len(labels)].mean() for each in ways]
    lowest, highest = (
        finding.figures[f"dev.all.difference.{end}.entailment"] for end in ("lowest", "highest")
    )
    assert (lowest.value, highest.value) == pytest.approx((min(of_label), max(of_label)))
    assert finding.figures["dev.missing.second"].value == pytest.approx(3 / 24)


def test_items_that_neither_answered_count_too() -> None:
    right: list[bool | None] = [True] * 8 + [None] * 2
    (finding,) = missing_differences([run("one", right, TWO), run("two", right, TWO)])
    assert bounds(finding, "accuracy.difference") == pytest.approx((-0.2, 0.2))


def test_items_that_only_one_was_asked_do_not() -> None:
    first, second = run("one", [True] * 12, TWO), run("two", [True] * 8 + [None] * 2, TWO)
    (finding,) = missing_differences([first, second])
    assert finding.figures["dev.missing.second"].n == 10


def test_runs_that_answered_everything_have_none() -> None:
    assert missing_differences([run("one", drawn(1, 12, 0), TWO), run("two", drawn(2, 12, 0), TWO)]) == ()


def test_a_missing_score_may_rank_anywhere() -> None:
    rows = 24
    rng = np.random.default_rng(4)
    scores = [rng.random(rows).tolist() for _ in range(2)]
    first, second = drawn(3, rows, 2), drawn(4, rows, 2)
    (finding,) = missing_differences([run("one", first, TWO, scores[0]), run("two", second, TWO, scores[1])])
    gold = [row % 2 == 0 for row in range(rows)]

    def areas(given: list[float], right: Right) -> list[float]:
        places = [row for row, each in enumerate(right) if each is None]
        found = []
        for ways in product((-1.0, 0.5, 2.0), repeat=len(places)):
            ranked = list(given)
            for place, way in zip(places, ways, strict=True):
                ranked[place] = way
            found.append(roc_auc_score(gold, ranked))
        return found

    one, two = areas(scores[0], first), areas(scores[1], second)
    assert bounds(finding, "area") == pytest.approx((min(two) - max(one), max(two) - min(one)))
