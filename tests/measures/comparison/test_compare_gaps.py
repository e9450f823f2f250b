"""What two models lose where a shortcut fails stands beside each other, where both divide the same rows."""

from collections.abc import Sequence

import polars as pl
import pytest

from rightreasons.errors import MeasureInputError
from rightreasons.figures import Figure
from rightreasons.measures.comparison.compare_gaps import compare_gaps
from rightreasons.measures.comparison.compared_runs import ComparedRun

LABELS = ("entailment", "neutral", "contradiction", "neutral")
MARKS = ("easy", "easy", "hard", "none")


def run(
    name: str, right: Sequence[bool], *, sampled: bool = False, **marks: Sequence[str | None]
) -> ComparedRun:
    """Return a run that is right on some of the items, which are marked."""
    rows = len(right)
    items = pl.DataFrame(
        {
            "set": ["dev"] * rows,
            "id": [f"i{row}" for row in range(rows)],
            "premise": [f"p{row}" for row in range(rows)],
            "hypothesis": ["h"] * rows,
            "label": [LABELS[row % 4] for row in range(rows)],
            "predicted": ["neutral"] * rows,
            "answer": ["neutral"] * rows,
            "correct": list(right),
            **{column: list(values) for column, values in marks.items()},
        }
    )
    return ComparedRun(name, name, items, {}, frozenset(), sampled=frozenset(["dev"] if sampled else []))


def marks(rows: int) -> list[str]:
    return [MARKS[row % 4] for row in range(rows)]


def easy_only(rows: int) -> list[bool]:
    """Right on easy items alone."""
    return [mark == "easy" for mark in marks(rows)]


def value(figure: Figure) -> float:
    assert figure.value is not None
    return figure.value


def test_a_model_that_is_right_on_easy_items_alone_loses_all_and_one_that_always_is_nothing() -> None:
    runs = [run("one", easy_only(80), easy_hard=marks(80)), run("other", [True] * 80, easy_hard=marks(80))]
    (found,) = compare_gaps(runs)
    of = found.figures.where(shortcut="easy_hard")
    assert {figure.what: value(figure) for figure in of} == {
        "gap.first": 1.0,
        "gap.second": 0.0,
        "gap.difference": -1.0,
    }
    assert {figure.n for figure in of} == {60}  # items without a mark are in no gap
    assert found.figures["dev.easy_hard.gap.difference"].bounds[1] < 0  # type: ignore[operator]
    (line,) = found.views["dev"].records()
    assert (line["n_helped"], line["n_elsewhere"], line["baseline"], line["candidate"]) == (40, 20, 1.0, 0.0)
    assert found.tests_shortcuts


def test_gaps_by_artifacts_of_the_texts_are_at_equal_label_shares() -> None:
    told = ["hypothesis, words" if row % 8 < 4 else "words" if row % 16 < 12 else None for row in range(160)]
    right = [
        row % 8 < 4 or row % 4 == 1 for row in range(160)
    ]  # elsewhere neutral alone, a third of the weight
    (found,) = compare_gaps([run("one", right, told_by=told), run("other", [True] * 160, told_by=told)])
    # Elsewhere right on one of the two neutral items in four, and on no other: neutral weighs one half.
    assert value(found.figures["dev.hypothesis.gap.first"]) == pytest.approx(1 - 0.5 * 0.5)
    assert {figure.group["shortcut"] for figure in found.figures.values()} == {"hypothesis", "words"}


def test_differences_hold_for_all_shortcuts_at_once() -> None:
    told = ["hypothesis, words" if row % 3 else "words" if row % 2 else None for row in range(120)]
    right = [bool(row % 4) for row in range(120)]
    both = [run("one", right, told_by=told), run("other", right[::-1], told_by=told)]
    alone = [
        run(
            "one",
            right,
            told_by=[None if each == "words" else "hypothesis" if each else None for each in told],
        ),
        run(
            "other",
            right[::-1],
            told_by=[None if each == "words" else "hypothesis" if each else None for each in told],
        ),
    ]
    name = "dev.hypothesis.gap.difference"
    wide, narrow = (compare_gaps(runs)[0].figures[name].interval for runs in (both, alone))
    assert wide is not None
    assert narrow is not None
    assert [wide.level, narrow.level] == pytest.approx([0.975, 0.95])
    assert wide.low < narrow.low


def test_runs_that_divide_the_items_differently_are_not_compared() -> None:
    runs = [run("one", [True] * 8, easy_hard=marks(8)), run("other", [True] * 8, easy_hard=marks(8)[::-1])]
    with pytest.raises(MeasureInputError, match="same rows"):
        compare_gaps(runs)


def test_one_of_three_runs_with_other_training_data_is_left_out() -> None:
    one, other = (run(name, easy_only(40), easy_hard=marks(40)) for name in ("one", "other"))
    third = run("third", [True] * 40, easy_hard=marks(40)[::-1])
    assert [each.subject for each in compare_gaps([one, other, third])] == ["other beside one"]


def test_runs_without_marks_and_samples_have_no_gaps_to_compare() -> None:
    assert compare_gaps([run("one", [True] * 8), run("other", [False] * 8)]) == ()
    sample = [run(name, easy_only(8), sampled=True, easy_hard=marks(8)) for name in ("one", "other")]
    assert compare_gaps(sample) == ()
