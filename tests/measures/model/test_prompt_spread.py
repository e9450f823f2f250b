"""Accuracy by prompt, its range, and agreement, on the items that every prompt labels."""

import polars as pl
import pytest
from statsmodels.stats.proportion import proportion_confint

from rightreasons.challenges.challenge import Challenge
from rightreasons.errors import MeasureInputError
from rightreasons.labels import THREE_WAY, TWO_WAY, Label
from rightreasons.measures.model.prompt_spread import prompt_spread
from rightreasons.pairs import LABEL_TYPE, Provenance
from rightreasons.predictions import Predictions

E, N, C = (label.value for label in THREE_WAY)
GOLD = [E, N, C, E, N, C, E, N]


def _challenge(gold: list[str]) -> Challenge:
    ids = [f"i{row}" for row in range(len(gold))]
    return Challenge("set", pl.DataFrame({"id": ids, "label": pl.Series(gold, dtype=LABEL_TYPE)}))


def _answering(answers: list[str | None], labels: tuple[Label, ...] = THREE_WAY) -> Predictions:
    rows = [(f"i{row}", answer) for row, answer in enumerate(answers) if answer is not None]
    frame = pl.DataFrame(rows[::-1], schema={"id": pl.String, "label": LABEL_TYPE}, orient="row")
    return Predictions(frame, labels, Provenance("p"))


def test_the_figures_are_those_counted_by_hand() -> None:
    # Right: 6, 4 and 3 of 8; the first two say the same on 6, all three on 1 (the fourth).
    by_prompt = {
        "a": _answering([E, N, C, E, N, C, N, E]),
        "b": _answering([E, N, N, E, E, C, N, E]),
        "c": _answering([N, C, C, E, N, N, C, C]),
    }
    found = prompt_spread(_challenge(GOLD), by_prompt, model="llm:m@u")
    values = {name: figure.value for name, figure in found.figures.items()}
    assert values == {
        "accuracy.a": 6 / 8,
        "accuracy.b": 4 / 8,
        "accuracy.c": 3 / 8,
        "range": 3 / 8,
        "all_agree": 1 / 8,
        "agreement.a.b": 6 / 8,
        "agreement.a.c": 3 / 8,
        "agreement.b.c": 1 / 8,
    }
    assert found.subject == "llm:m@u on set"
    assert {figure.n for figure in found.figures.values()} == {8}
    assert all(figure.interval for figure in found.figures.values())
    bounds = found.figures["accuracy.a"].interval
    assert bounds is not None
    assert (bounds.low, bounds.high) == pytest.approx(proportion_confint(6, 8, method="wilson"))
    # First right where the third is wrong: items 0, 1, 5; the other way round: none. Binomial: 2 / 2**3.
    assert found.tests["range"].p_value == pytest.approx(0.25)
    assert "37.5 % (c) to 75.0 % (a)" in found.headline


def test_only_items_that_every_prompt_labels_are_compared_and_the_others_counted() -> None:
    by_prompt = {
        "a": _answering([E, N, None, E, *[None] * 4]),
        "b": _answering([E, C, C, None, *[None] * 4]),
    }
    found = prompt_spread(_challenge(GOLD), by_prompt)
    assert found.figures["range"].n == 2
    assert found.figures["range"].value == 0.5
    assert [row[:3] for row in found.views["by_prompt"].lines] == [("a", 3, 2), ("b", 3, 2)]


def test_answers_are_compared_as_they_are_scored() -> None:
    non = Label.NON_ENTAILMENT.value
    by_prompt = {"a": _answering([N, C, E]), "b": _answering([C, C, N])}
    found = prompt_spread(_challenge([non, E, E]), by_prompt)
    assert found.figures["agreement.a.b"].value == pytest.approx(2 / 3)
    assert found.figures["accuracy.a"].value == pytest.approx(2 / 3)
    two = {"a": _answering([E, non, E], TWO_WAY), "b": _answering([E, non, E], TWO_WAY)}
    assert prompt_spread(_challenge([E, N, C]), two).figures["all_agree"].value == 1


def test_without_common_items_nothing_is_measured() -> None:
    by_prompt = {"a": _answering([E, None]), "b": _answering([None, N])}
    with pytest.raises(MeasureInputError, match="no item"):
        prompt_spread(_challenge([E, N]), by_prompt)
    with pytest.raises(ValueError, match="two"):
        prompt_spread(_challenge([E, N]), {"a": _answering([E, N])})
