"""Two runs are compared item by item: by id, under the same labels, all tests of the family adjusted."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import polars as pl
import pytest
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

from rightreasons.errors import ComparisonError
from rightreasons.findings import Finding
from rightreasons.measures.comparison.compare import comparisons, items_beside
from rightreasons.measures.comparison.compared_runs import ComparedRun

GOLD = ["entailment", "neutral", "contradiction"] * 20
GENRES = ["fiction", "travel"] * 30


def side(name: str, predicted: Sequence[str], **changes: Sequence[object]) -> ComparedRun:
    items = pl.DataFrame(
        {
            "set": ["made"] * len(predicted),
            "id": [f"i{i}" for i in range(len(predicted))],
            "premise": [f"p{i}" for i in range(len(predicted))],
            "hypothesis": ["h"] * len(predicted),
            "label": GOLD[: len(predicted)],
            "genre": GENRES[: len(predicted)],
            "predicted": list(predicted),
            "answer": list(predicted),
            "correct": [a == b for a, b in zip(predicted, GOLD, strict=False)],
            **changes,
        }
    )
    return ComparedRun(name, f"{name} model", items, {"made": ("genre",)}, frozenset())


def wrong_at(places: Sequence[int]) -> list[str]:
    other = {"entailment": "neutral", "neutral": "contradiction", "contradiction": "entailment"}
    return [other[label] if i in places else label for i, label in enumerate(GOLD)]


def rows(finding: Finding, name: str = "made") -> dict[str, Mapping[str, object]]:
    table = finding.views[name]
    return {str(row[0]): dict(zip(table.columns, row, strict=True)) for row in table.lines}


@pytest.fixture
def first() -> ComparedRun:
    return side("first", wrong_at(range(12)))


@pytest.fixture
def second() -> ComparedRun:
    return side("second", wrong_at([0, 30]))


def test_the_four_cells_are_counted_item_by_item(first: ComparedRun, second: ComparedRun) -> None:
    (finding,) = comparisons([first, second])
    overall = rows(finding)["accuracy"]
    assert (overall["baseline"], overall["candidate"]) == (48 / 60, 58 / 60)
    assert (overall["only_baseline"], overall["only_candidate"]) == (1, 11)
    assert finding.figures["made.accuracy.difference"].value == pytest.approx(10 / 60)
    beside = items_beside([first, second])
    only = {name: finding.figures[f"made.only_{name}"] for name in ("first", "second")}
    assert {name: figure.rows.of(beside)["id"].to_list() for name, figure in only.items() if figure.rows} == {
        "first": ["i30"],
        "second": [f"i{place}" for place in range(1, 12)],
    }


def test_order_does_not_matter_since_items_are_joined_by_id(first: ComparedRun, second: ComparedRun) -> None:
    turned = replace(second, items=second.items.reverse())
    assert comparisons([first, turned])[0].figures == comparisons([first, second])[0].figures


def test_every_cell_is_tested_and_adjusted_as_statsmodels_does(
    first: ComparedRun, second: ComparedRun
) -> None:
    (finding,) = comparisons([first, second])
    found = rows(finding)
    assert list(found) == [
        *("accuracy", "all.entailment", "all.neutral", "all.contradiction", "fiction.entailment"),
        *("travel.neutral", "fiction.contradiction", "travel.entailment", "fiction.neutral"),
        "travel.contradiction",
    ]
    expected = [
        mcnemar([[0, row["only_baseline"]], [row["only_candidate"], 0]], exact=True).pvalue
        for row in found.values()
    ]
    assert [row["p"] for row in found.values()] == pytest.approx(expected)
    for column, method in (("p_holm", "holm"), ("p_bh", "fdr_bh")):
        assert [row[column] for row in found.values()] == pytest.approx(
            list(multipletests(expected, method=method)[1])
        )


def test_the_family_is_all_that_is_shown_of_all_runs(first: ComparedRun, second: ComparedRun) -> None:
    (alone,) = comparisons([first, second])
    one, _ = comparisons([first, second, side("third", GOLD)])
    assert rows(one)["accuracy"]["p"] == rows(alone)["accuracy"]["p"]
    p_holm, with_more = rows(alone)["accuracy"]["p_holm"], rows(one)["accuracy"]["p_holm"]
    assert with_more == pytest.approx(2 * float(str(p_holm)), rel=0.2)  # twice as many tests


def test_two_runs_that_agree_everywhere_have_p_one_and_no_evidence(first: ComparedRun) -> None:
    (finding,) = comparisons([first, replace(first, name="again")])
    assert {row["p"] for row in rows(finding).values()} == {1.0}
    assert finding.figures["made.accuracy.difference"].value == 0
    assert {finding.figures[f"made.only_{name}"].value for name in ("first", "second")} == {0.0}
    assert "not significant" in finding.headline
    assert "0 of 10 differences are significant" in finding.headline


def test_a_clear_difference_is_said_without_reserve(first: ComparedRun) -> None:
    (finding,) = comparisons([first, side("best", GOLD)])
    assert finding.headline.startswith(
        "best compared with first: made: 100.0 % instead of 80.0 %, +20.0 points (+"
    )
    assert "not significant" not in finding.headline


def test_a_model_of_two_labels_makes_both_be_judged_by_two(first: ComparedRun) -> None:
    two = ["entailment" if label == "entailment" else "non-entailment" for label in GOLD]
    other = replace(side("two", two, correct=[True] * 60), two_way=frozenset({"made"}))
    (finding,) = comparisons([first, other])
    found = rows(finding)
    assert set(found) >= {"accuracy", "all.entailment", "all.non-entailment"}
    # Of the 12 wrong answers, neutral for contradiction is right under two labels: 4 of them.
    assert found["accuracy"]["baseline"] == pytest.approx(52 / 60)
    assert any("scored on two labels" in note for note in finding.notes)


def test_only_shared_items_count_and_the_others_are_counted(first: ComparedRun, second: ComparedRun) -> None:
    part = replace(second, items=second.items.head(40))
    (finding,) = comparisons([first, part])
    assert finding.figures["made.accuracy.difference"].n == 40
    assert "made: 20 items that only one run answered are omitted" in finding.notes


def test_sets_that_only_one_was_asked_are_named(first: ComparedRun, second: ComparedRun) -> None:
    more = first.items.with_columns(set=pl.lit("other"))
    (finding,) = comparisons([replace(first, items=pl.concat([first.items, more])), second])
    assert list(finding.views) == ["made"]
    assert "not compared, because only one run has answers: other" in finding.notes


def test_an_item_with_several_tags_counts_under_each(first: ComparedRun, second: ComparedRun) -> None:
    tags = pl.Series("genre", [["a", "b"], ["b"]] * 30)
    tagged = [replace(each, items=each.items.with_columns(tags)) for each in (first, second)]
    found = rows(comparisons(tagged)[0])
    assert found["a.entailment"]["n"] == 10
    assert found["b.entailment"]["n"] == 20


def test_no_shared_item_is_an_error_that_names_the_sets(first: ComparedRun, second: ComparedRun) -> None:
    away = replace(second, items=second.items.with_columns(set=pl.lit("elsewhere")))
    with pytest.raises(ComparisonError, match=r"no item in common: 'first' is about 'made'.*'elsewhere'"):
        comparisons([first, away])


@pytest.mark.parametrize(
    ("column", "called"), [("label", "gold label"), ("premise", "premise"), ("hypothesis", "hypothesis")]
)
def test_the_same_id_with_something_else_is_an_error_that_shows_it(
    first: ComparedRun, second: ComparedRun, column: str, called: str
) -> None:
    changed = pl.when(pl.col("id") == "i5").then(pl.lit("entailment")).otherwise(pl.col(column)).alias(column)
    with pytest.raises(ComparisonError, match=f"1 items of 'made' with another {called} .*'i5' has"):
        comparisons([first, replace(second, items=second.items.with_columns(changed))])


def test_sentences_that_one_run_does_not_know_are_no_other_sentences(
    first: ComparedRun, second: ComparedRun
) -> None:
    blind = second.items.with_columns(
        pl.lit(None, pl.String).alias(name) for name in ("premise", "hypothesis")
    )
    (finding,) = comparisons([first, replace(second, items=blind)])
    assert finding.figures["made.accuracy.difference"].n == 60


def test_items_stand_beside_each_other_under_the_names_of_the_runs(
    first: ComparedRun, second: ComparedRun
) -> None:
    frame = items_beside([first, second])
    assert frame.height == 60
    assert frame.row(30, named=True)["correct_first"]
    assert not frame.row(30, named=True)["correct_second"]
    assert frame["predicted_second"].to_list() == second.items["predicted"].to_list()


def test_the_result_says_what_its_intervals_leave_out(first: ComparedRun, second: ComparedRun) -> None:
    (finding,) = comparisons([first, replace(second, sampled=frozenset({"made"}))])
    assert any(
        note.startswith("one training run: the interval covers item sampling only") for note in finding.notes
    )
    assert any(note.startswith("intervals and tests treat items as independent") for note in finding.notes)
    assert any(note.startswith("made is a sample") for note in finding.notes)


def drawn(run: ComparedRun, places: Sequence[int], sizes: Mapping[str, int]) -> ComparedRun:
    """Return a run on a sample: items of every genre, of which there are so many."""
    names = run.items["genre"].to_list()
    items = run.items.with_columns(
        sampling_stratum=pl.Series(names), sampling_stratum_size=pl.Series([sizes[name] for name in names])
    )
    return replace(run, items=items[list(places)], sampled=frozenset({"made"}))


def test_items_of_a_sample_weigh_what_they_stand_for() -> None:
    sizes = {"fiction": 900, "travel": 100}
    fiction_wrong = side("first", wrong_at(range(0, 20, 2)))  # ten of fiction, none of travel
    runs = [drawn(fiction_wrong, range(60), sizes), drawn(side("second", wrong_at([])), range(60), sizes)]
    (finding,) = comparisons(runs)
    assert finding.figures["made.accuracy.difference"].value == pytest.approx(0.9 * 10 / 30)
    assert finding.figures["made.accuracy.first"].value == pytest.approx(1 - 0.9 * 10 / 30)
    assert finding.figures["made.only_second"].value == pytest.approx(0.9 * 10 / 30)
    assert rows(finding)["accuracy"]["only_candidate"] == 10


def test_of_different_samples_the_items_in_common_count_as_drawn() -> None:
    sizes = {"fiction": 900, "travel": 100}
    first = drawn(side("first", wrong_at(range(0, 20, 2))), range(60), sizes)
    second = drawn(side("second", wrong_at([])), [*range(10), *range(11, 60, 2)], sizes)
    (finding,) = comparisons([first, second])
    # Of fiction items 0, 2, 4, 6 and 8 are in common, all wrong in the first run; of travel all thirty.
    assert finding.figures["made.accuracy.difference"].value == pytest.approx(0.9)
    assert any("25 items that only one run answered" in note for note in finding.notes)


def test_an_item_of_two_different_wholes_is_not_compared() -> None:
    first = drawn(side("first", wrong_at([])), range(60), {"fiction": 900, "travel": 100})
    second = drawn(side("second", wrong_at([])), range(60), {"fiction": 800, "travel": 100})
    with pytest.raises(ComparisonError, match="size of its stratum"):
        comparisons([first, second])
