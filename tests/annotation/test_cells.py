"""Equally many items of every cell of gold and prediction, and the shares that people give them."""

from pathlib import Path

import polars as pl
import pytest

from rightreasons.annotation.cells import cell_finding, draw_cells
from rightreasons.annotation.dealing import dealt, majorities, placed
from rightreasons.annotation.questions import Question, question_named, wording
from rightreasons.errors import AnswersError, MeasureInputError, OptionError, UnknownNameError
from rightreasons.statistics.proportions import wilson

# Poliak et al. (2018), section 6.3: shares of 50 FN+ hypotheses that are grammatical, by gold and prediction.
GRAMMATICAL = {
    ("entailment", "entailment"): 44,
    ("non-entailment", "entailment"): 19,
    ("non-entailment", "non-entailment"): 10,
    ("entailment", "non-entailment"): 34,
}


@pytest.fixture(scope="module")
def question() -> Question:
    return question_named("grammatical")


@pytest.fixture(scope="module")
def items() -> pl.DataFrame:
    """A run's items: 60 of each cell of two labels, and 7 of a cell that is rare."""
    cells = [(*cell, 60) for cell in GRAMMATICAL] + [("neutral", "entailment", 7)]
    rows = [
        {
            "id": f"{gold}-{predicted}-{i}",
            "label": gold,
            "predicted": predicted,
            "hypothesis": f"Text {i}",
            "premise": "P",
        }
        for gold, predicted, n in cells
        for i in range(n)
    ]
    return pl.DataFrame(rows)


def test_every_cell_gives_as_many_as_asked_for_or_all_it_has(items: pl.DataFrame, question: Question) -> None:
    drawn = draw_cells(items, question, 50, seed=3)
    counts = {cell[:2]: cell[2] for cell in drawn.group_by("gold", "predicted").len().iter_rows()}
    assert counts == dict.fromkeys(GRAMMATICAL, 50) | {("neutral", "entailment"): 7}
    assert drawn["id"].n_unique() == 207
    assert drawn.columns == ["id", "gold", "predicted", "hypothesis"]
    assert drawn.equals(draw_cells(items, question, 50, seed=3))
    assert not drawn.equals(draw_cells(items, question, 50, seed=4))


def test_rows_of_other_sets_keep_apart_and_other_columns_can_be_named(
    items: pl.DataFrame, question: Question
) -> None:
    twice = pl.concat([items.with_columns(set=pl.lit(name)) for name in ("a", "b")])
    assert draw_cells(twice, question, 500, seed=1)["id"].n_unique() == 2 * items.height
    renamed = items.rename({"predicted": "hypothesis_only_prediction"})
    assert draw_cells(renamed, question, 5, seed=1).height == 25
    other = items.rename({"predicted": "said"})
    assert draw_cells(other, question, 5, seed=1, predicted="said").height == 25
    with pytest.raises(MeasureInputError, match="predicted="):
        draw_cells(other, question, 5, seed=1)
    with pytest.raises(MeasureInputError, match="no item"):
        draw_cells(items.with_columns(predicted=pl.lit(None, pl.String)), question, 5, seed=1)


def test_shares_of_the_cells_are_those_of_the_paper(items: pl.DataFrame, question: Question) -> None:
    key = dealt(draw_cells(items.filter(pl.col("label") != "neutral"), question, 50, seed=1), "cells", 1, 100)
    place = pl.int_range(pl.len()).over("gold", "predicted")
    grammatical = pl.struct("gold", "predicted").map_elements(
        lambda cell: GRAMMATICAL[cell["gold"], cell["predicted"]], return_dtype=pl.Int64
    )
    answer = pl.when(place < grammatical).then(pl.lit("grammatical")).otherwise(pl.lit("ungrammatical"))
    answers = key.select("sheet", "id", participant=pl.lit("ann"), answer=answer, seconds=pl.lit(2.0))
    finding = cell_finding(key, placed(key, answers), question, "study")
    for (gold, predicted), count in GRAMMATICAL.items():
        figure = finding.figures[f"{gold}.{predicted}.grammatical"]
        assert (figure.value, figure.n) == (count / 50, 50)
        assert figure.interval == wilson(count, 50)
        assert finding.figures[f"{gold}.{predicted}.ungrammatical"].value == pytest.approx(1 - count / 50)
    assert "88.0 % of 50 where gold is entailment and the prediction is correct" in finding.headline
    assert len(finding.views["by_cell"].lines) == 4
    assert finding.notes == ()


def test_sheets_are_even_ids_say_nothing_and_order_is_that_of_the_seed(
    items: pl.DataFrame, question: Question
) -> None:
    drawn = draw_cells(items, question, 50, seed=1)
    key = dealt(drawn, "cells", 7, 100)
    assert key.group_by("sheet").len()["len"].to_list() == [69, 69, 69]
    assert set(key["row"]) == set(drawn["id"])
    assert key["id"].n_unique() == 207
    assert key["id"].str.contains(r"^cells-[1-3]-\d{3}$").all()
    assert key.equals(dealt(drawn, "cells", 7, 100))
    assert key["row"].to_list() != dealt(drawn, "cells", 8, 100)["row"].to_list()


def test_a_majority_is_more_than_half_of_those_who_judged(items: pl.DataFrame) -> None:
    votes = {"a": "xx", "b": "xy", "c": "xxy", "d": "xyz", "e": "y"}
    rows = [{"row": row, "answer": answer} for row, answers in votes.items() for answer in answers]
    found = {row: (answer, n) for row, answer, n in majorities(pl.DataFrame(rows)).iter_rows()}
    assert found == {"a": ("x", 2), "b": (None, 2), "c": ("x", 3), "d": (None, 3), "e": ("y", 1)}


def test_answers_of_other_sheets_and_no_answers_are_refused(items: pl.DataFrame, question: Question) -> None:
    key = dealt(draw_cells(items, question, 2, seed=1), "cells", 1, 100)
    answers = key.select(
        "sheet", "id", participant=pl.lit("ann"), answer=pl.lit("grammatical"), seconds=pl.lit(1.0)
    )
    with pytest.raises(AnswersError, match="unknown items"):
        placed(key, answers.with_columns(sheet=pl.lit("other")))
    with pytest.raises(AnswersError, match="no item is answered"):
        placed(key, answers.with_columns(answer=pl.lit(None, pl.String)))


def test_a_question_of_ones_own_is_a_yaml_file(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    fields = "title: T\ninstructions: [Read.]\nquestion: Odd?\ntexts: {Premise: premise}\n"
    path.write_text(f"{fields}choices: {{odd: 'Yes, it is odd', plain: It is not}}\n", encoding="utf-8")
    assert question_named(str(path)).choices == {"odd": "Yes, it is odd", "plain": "It is not"}
    for broken in (
        fields,
        f"{fields}choices: {{odd: O}}\n",
        "a: [",
        f"{fields}more: 1\nchoices: {{a: A, b: B}}\n",
    ):
        path.write_text(broken, encoding="utf-8")
        with pytest.raises(OptionError, match="RR003"):
            question_named(str(path))
    with pytest.raises(UnknownNameError, match="grammatical"):
        question_named("grammar")


def test_the_questions_of_the_project_are_whole() -> None:
    known = wording().questions
    assert set(known["swap-label"].choices) == {"entailment", "neutral", "contradiction", "incoherent"}
    assert set(known["grammatical"].texts.values()) == {"hypothesis"}
