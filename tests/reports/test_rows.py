"""Rows of a page: all of a small run, an even sample of a large one with the evidence, and ways to them."""

from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import polars as pl

from rightreasons.findings import Finding, View
from rightreasons.reports.leads import Leads
from rightreasons.reports.page import report_page
from rightreasons.reports.rows import Rows, rows_of
from rightreasons.reports.sampling import MOST_ROWS
from rightreasons.runs.folder import Run
from rightreasons.statistics.results import Estimate

LABELS = ("entailment", "neutral", "contradiction")
MANY = 550_000


def items(rows: int, **more: Any) -> pl.DataFrame:
    number = pl.int_range(rows, eager=True)
    label = (number % 50).replace_strict({0: "neutral", 1: "contradiction"}, default="entailment")
    return pl.DataFrame(
        {
            "set": ["train"] * rows,
            "id": number.cast(pl.String),
            "premise": "A person walks somewhere on a long day, and "
            + number.cast(pl.String)
            + " others look on.",
            "hypothesis": "Somebody sees the person who walks at " + number.cast(pl.String) + ".",
            "label": label,
            **more,
        }
    )


def finding(measure: str = "data", subject: str = "train", **parts: Any) -> Finding:
    return Finding(measure, subject, "defined", "said", **parts)


def column(rows: Rows, name: str) -> list[Any]:
    found = next(each for each in rows.columns if each["name"] == name)
    if found["kind"] != "choice":
        return list(found["values"])
    return [None if place is None else found["choices"][place] for place in found["values"]]


def shown(frame: pl.DataFrame, *findings: Finding) -> Rows:
    rows = rows_of(frame, findings)
    assert rows is not None
    return rows


def filters(link: str | None) -> dict[str, str]:
    assert link is not None
    found = parse_qs(link.removeprefix("#rows").removeprefix("?"))
    return {name: values[0] for name, values in found.items()}


def test_a_small_run_is_there_whole_and_in_its_order() -> None:
    rows = shown(items(60))
    assert rows.total == rows.shown == 60
    assert column(rows, "id") == [str(number) for number in range(60)]


def test_a_sample_holds_the_evidence_and_rare_labels_as_often_as_frequent_ones() -> None:
    behind = tuple(str(number) for number in range(7, 50_000, 7_000))
    rows = shown(items(100_000), finding(evidence={"accuracy": behind}))
    assert rows.shown == MOST_ROWS
    assert rows.total == 100_000
    ids = column(rows, "id")
    assert [ids[place] for place in rows.evidence["data/accuracy"]] == list(behind)
    counts = Counter(column(rows, "label"))
    assert min(counts[label] for label in LABELS) > MOST_ROWS // 4


def test_words_that_a_table_names_have_rows_in_a_sample() -> None:
    frame = items(50_000)
    words = pl.Series("give_away_word", [None] * 49_990 + ["rare"] * 10, dtype=pl.String)
    named = View("", ("label", "word"), (("entailment", "rare"),))
    rows = shown(frame.with_columns(words), finding("give_away_words", views={"words": named}))
    assert column(rows, "give_away_word").count("rare") >= 5


def test_the_same_run_gives_the_same_rows() -> None:
    assert shown(items(20_000)) == shown(items(20_000))


def test_a_page_of_550_000_pairs_stays_under_5_mb_and_says_that_it_holds_a_sample() -> None:
    results = Run(Path(), {"data": [], "versions": {}, "options": {}}, (finding(),), {})
    page = report_page(results, items(MANY))
    assert len(page.encode()) < 5_000_000
    assert f"{MOST_ROWS:,} of {MANY:,} rows" in page


def test_right_and_wrong_can_be_filtered_of_models_and_of_baselines() -> None:
    frame = items(
        4,
        correct=[True, False, None, True],
        hypothesis_only_prediction=["neutral", "neutral", "entailment", None],
    )
    rows = shown(frame)
    assert column(rows, "correct") == ["right", "wrong", None, "right"]
    assert column(rows, "hypothesis_only_right") == ["right", "wrong", "right", None]
    assert rows.filters[:2] == ("set", "label")
    assert {"correct", "hypothesis_only_right"} <= set(rows.filters)


def test_every_seed_and_every_run_compared_is_right_or_wrong_also_with_two_labels() -> None:
    frame = items(4, correct_bert=[True, False, None, True]).with_columns(
        pl.Series("seed-1_predicted", ["entailment", "non-entailment", "entailment", None])
    )
    rows = shown(frame)  # gold: neutral, contradiction, entailment, entailment
    assert column(rows, "seed-1_right") == ["wrong", "right", "right", None]
    assert column(rows, "bert_right") == ["right", "wrong", None, "right"]
    assert {"seed-1_right", "bert_right"} <= set(rows.filters)
    assert "correct_bert" not in {each["name"] for each in rows.columns}
    wrong = shown(items(3).with_columns(pl.lit("non-entailment").alias("seed-1_predicted")))
    assert column(wrong, "seed-1_right") == ["right", "right", "wrong"]


def test_cells_of_a_comparison_lead_to_their_group_and_to_what_one_run_alone_got_right() -> None:
    frame = items(60, group_kind=["a", "b"] * 30, correct_one=[True, False] * 30, correct_two=[False] * 60)
    two = pl.concat([frame.with_columns(set=pl.lit("dev.v1")), frame.with_columns(set=pl.lit("dev"))])
    said = finding("compare", "two beside one", settings={"first": "one", "second": "two"})
    leads = Leads(said, shown(two))
    expected = {"set": "dev.v1", "label": "neutral", "group_kind": "a"}
    assert filters(leads.of_figure("dev.v1.a.neutral.difference")) == expected
    assert filters(leads.of_compared("dev", "accuracy")) == {"set": "dev"}
    assert filters(leads.of_compared("dev.v1", "a.neutral", only="one")) == expected | {
        "one_right": "right",
        "two_right": "wrong",
    }


def test_figures_lead_to_their_evidence_their_group_or_their_set() -> None:
    frame = items(6, subcase=["a", "b"] * 3)
    one = Estimate(1, "count", 1)
    said = finding(figures={"hard": one}, evidence={"hard": ("3",)})
    leads = Leads(said, shown(frame, said))
    assert filters(leads.of_figure("hard")) == {"for": "data/hard"}
    assert filters(leads.of_figure("b.entailment")) == {"subcase": "b", "label": "entailment"}
    assert leads.of_figure("accuracy") == "#rows"
    two = pl.concat([frame, frame.with_columns(set=pl.lit("train, identity"))])
    changed = Leads(finding("controls", "rule on train"), shown(two))
    assert filters(changed.of_figure("identity.accuracy")) == {"set": "train, identity"}
    assert filters(changed.of_figure("normal")) == {"set": "train"}


def test_lines_lead_to_words_groups_and_gold_labels() -> None:
    table = View("", ("label", "word", "n"), (("neutral", "is & was", 3),))
    words = Leads(finding("give_away_words"), shown(items(99)))
    assert filters(words.of_line(table, table.rows[0])) == {"word": "is & was"}
    grouped = View("", ("polarity", "label", "n"), (("positive", "non-entailment", 3), ("x", "y", 1)))
    leads = Leads(finding(), shown(items(99, polarity=["positive", "none", "x"] * 33)))
    assert filters(leads.of_line(grouped, grouped.rows[0])) == {
        "polarity": "positive",
        "label": "non-entailment",
    }
    assert leads.of_line(View("", ("n",), ((3,),)), (3,)) is None


def test_rows_without_ids_are_no_rows() -> None:
    assert rows_of(pl.DataFrame(), ()) is None
    assert rows_of(pl.DataFrame({"sheet": ["a"]}), ()) is None
