"""Rows of a page: all of a small run, an even sample of a large one with rows of every figure."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import polars as pl
from tests.reports.results import Made, accuracy, finding, manifest

from rightreasons.figures import Rows, holding, where
from rightreasons.findings import Finding, View
from rightreasons.pairs import Nouns
from rightreasons.reports.pages.chosen_rows import MOST_ROWS, ROWS_A_FIGURE
from rightreasons.reports.pages.page import report_page
from rightreasons.reports.pages.rows import PageRows, page_rows

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


def column(rows: PageRows, name: str) -> list[Any]:
    found = next(each for each in rows.columns if each["name"] == name)
    if found["kind"] != "choice":
        return list(found["values"])
    return [None if place is None else found["choices"][place] for place in found["values"]]


def texts(rows: PageRows, name: str) -> list[str]:
    return next(list(each["texts"]) for each in rows.columns if each["name"] == name)


def shown(frame: pl.DataFrame, *findings: Finding, runs: Sequence[str] = ()) -> PageRows:
    rows = page_rows(frame, findings, runs)
    assert rows is not None
    return rows


def test_a_small_run_is_there_whole_and_in_its_order() -> None:
    rows = shown(items(60))
    assert rows.total == rows.shown == 60
    assert column(rows, "id") == [str(number) for number in range(60)]


def test_a_sample_holds_rare_labels_as_often_as_frequent_ones() -> None:
    rows = shown(items(100_000))
    assert (rows.shown, rows.total) == (MOST_ROWS, 100_000)
    counts = Counter(column(rows, "label"))
    assert min(counts[label] for label in LABELS) > MOST_ROWS // 4


def test_a_sample_holds_rows_of_every_figure_however_rare_they_are() -> None:
    frame = items(100_000, hard=[place in {7, 50_000, 99_999} for place in range(100_000)])
    rare = accuracy(rows=where(hard=True))
    frequent = accuracy(what="all", rows=where(label="entailment"))
    rows = shown(frame, finding(figures=[rare, frequent]))
    assert column(rows, "hard").count("true") == 3
    assert column(rows, "label").count("entailment") > ROWS_A_FIGURE


def test_behind_an_accuracy_there_are_wrong_ones() -> None:
    frame = items(50_000, correct=[place % 5_000 != 0 for place in range(50_000)])
    rows = shown(frame, finding(figures=[accuracy(rows=Rows(first=("correct",)))]))
    assert column(rows, "correct").count("false") == 10


def test_words_that_a_view_names_have_rows_in_a_sample() -> None:
    frame = items(50_000).with_columns(
        pl.when(pl.int_range(pl.len()) % 10_000 == 1)
        .then(pl.lit("A rare one."))
        .otherwise("hypothesis")
        .alias("hypothesis")
    )
    words = View(
        "",
        ("label", "word"),
        (("entailment", "rare"),),
        by=("word",),
        rows=Rows(),
        items={"word": "hypothesis"},
    )
    rows = shown(frame, finding("give_away_words", views={"words": words}))
    assert sum("rare" in text for text in column(rows, "hypothesis")) == 5
    assert holding("rare") in (words.rows_of(0) or Rows()).where


def test_the_same_run_gives_the_same_rows() -> None:
    assert shown(items(20_000)) == shown(items(20_000))


def test_a_page_of_550_000_pairs_stays_under_5_mb_and_says_that_it_holds_a_sample() -> None:
    page = report_page(Made(manifest(), (finding(),)), items(MANY))
    assert len(page.encode()) < 5_000_000
    assert f"{MOST_ROWS:,} of {MANY:,} rows" in page


def test_right_and_wrong_can_be_filtered_of_models_and_of_baselines() -> None:
    frame = items(
        4,
        correct=[True, False, None, True],
        hypothesis_only_prediction=["neutral", "neutral", "entailment", None],
    )
    rows = shown(frame, finding("hypothesis_only"))
    assert column(rows, "correct") == ["true", "false", None, "true"]
    assert column(rows, "hypothesis_only_correct") == ["true", "false", "true", None]
    assert rows.filters[:2] == ("set", "label")
    assert {"correct", "hypothesis_only_correct"} <= set(rows.filters)
    assert texts(rows, "correct") == texts(rows, "hypothesis_only_correct") == ["wrong", "right"]


def test_every_seed_and_every_run_compared_is_right_or_wrong_also_with_two_labels() -> None:
    frame = items(4, correct_bert=[True, False, None, True]).with_columns(
        pl.Series("seed-1_predicted", ["entailment", "non-entailment", "entailment", None])
    )
    of_seed = finding(figures=[accuracy(group={"seed": "1"})])
    rows = shown(frame, of_seed, runs=["bert"])  # gold: neutral, contradiction, entailment, entailment
    assert column(rows, "seed-1_correct") == ["false", "true", "true", None]
    assert column(rows, "correct_bert") == ["true", "false", None, "true"]
    assert {"seed-1_correct", "correct_bert"} <= set(rows.filters)
    assert texts(rows, "correct_bert") == ["wrong", "right"]
    wrong = shown(items(3).with_columns(pl.lit("non-entailment").alias("seed-1_predicted")), of_seed)
    assert column(wrong, "seed-1_correct") == ["true", "true", "false"]


def test_what_a_model_replied_stands_beside_the_pair() -> None:
    replied = items(2, response_text=["I cannot say.", None], unanswered_reason=["no label in it", None])
    payload = shown(replied).payload()
    assert payload["beside"] == ["response_text", "unanswered_reason"]
    assert column(shown(replied), "response_text") == ["I cannot say.", None]


def test_what_a_column_holds_is_what_is_declared_of_it_and_never_guessed_from_its_name() -> None:
    frame = items(3, is_correct=[True, False, True], correct_answers=["a", "b", "a"], my_fold=[0, 1, 0])
    rows = shown(frame.with_columns(pl.Series("mine_prediction", ["neutral"] * 3)))
    roles = {each["name"]: each["role"] for each in rows.columns}
    assert {roles[name] for name in ("is_correct", "correct_answers", "my_fold", "mine_prediction")} == {
        "group"
    }
    assert texts(rows, "is_correct") == ["no", "yes"]
    assert "mine_correct" not in roles
    assert (roles["label"], roles["id"], roles["hypothesis"]) == ("label", "id", "text")


def test_columns_say_what_they_mark_and_which_label_they_speak_for() -> None:
    marked = items(2, pattern=["nobody", None], pattern_label=["contradiction", None], pair=["cat/dog", None])
    marked = marked.with_columns(
        pl.Series("patterns_held", [["nobody"], ["a"]]), pl.Series("flagged_patterns", [["nobody"], []])
    )
    payload = shown(marked).payload()
    # the strongest pattern of a row, or one of the tables, may be weak: those that are flagged are marked
    assert payload["marked"] == {"flagged_patterns": "pattern", "pair": "pair"}
    held = {each["name"]: (each["role"], each["subject"]) for each in payload["columns"]}
    assert held["pattern_label"] == ("label", "pattern")


def test_columns_of_ours_have_the_nouns_of_the_data_and_its_own_are_called_as_they_are() -> None:
    frame = items(3, hypothesis_only_prediction=["neutral"] * 3, my_premise=["a", "b", "c"])
    rows = page_rows(
        frame, [finding("hypothesis_only")], nouns=Nouns("document", "documents", "claim", "claims")
    )
    assert rows is not None
    titles = {each["name"]: each["title"] for each in rows.columns}
    assert titles["hypothesis_only_correct"] == "Claim only"
    assert titles["premise"] == "Document"
    assert "my_premise" in titles["my_premise"]


def test_rows_without_ids_are_no_rows() -> None:
    assert page_rows(pl.DataFrame(), ()) is None
    assert page_rows(pl.DataFrame({"sheet": ["a"]}), ()) is None
