"""Baselines that see half a pair: what they find, what they cannot find, and what they report."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

from rightreasons.errors import MeasureInputError
from rightreasons.figures import Figure
from rightreasons.findings import Finding, finding_from_json
from rightreasons.measures import MEASURES
from rightreasons.measures.data.hypothesis_only import hypothesis_only, premise_only
from rightreasons.measures.data.length_only import length_only
from rightreasons.pairs import PairTable
from rightreasons.statistics.results import Estimate
from rightreasons.text.tokenisations import tokens
from rightreasons.text.tokens import Tokens

Pair = tuple[str, str, str]
MakePairs = Callable[..., PairTable]
ItemsOf = Callable[..., pl.DataFrame]
LABELS = ["entailment", "neutral", "contradiction"]
TELLING = {"entailment": "outdoors", "neutral": "tall", "contradiction": "sleeping"}


def words(table: PairTable) -> Tokens:
    return tokens(table.hypotheses, "word-punct")


def planted(rows: int, strength: float, seed: int, labels: list[str] = LABELS) -> list[Pair]:
    """Draw pairs whose hypotheses hold the telling word of their label with a chance of `strength`."""
    rng = np.random.default_rng(seed)
    drawn = rng.choice(labels, rows)
    made = []
    for row, label in enumerate(drawn.tolist()):
        noise = [f"w{number}" for number in rng.integers(0, 40, 4)]
        giveaway = [TELLING.get(label, "sleeping")] if rng.random() < strength else []
        made.append((f"premise {row // 2}", " ".join([*noise, *giveaway]), label))
    return made


def value(estimate: Estimate | Figure) -> float:
    assert estimate.value is not None
    return estimate.value


def rows_of(finding: Finding, table: str) -> list[dict[str, Any]]:
    found = finding.views[table]
    return [dict(zip(found.columns, row, strict=True)) for row in found.lines]


def near(finding: Finding, figure: str, expected: float, errors: float = 4) -> bool:
    """Say whether a share is within some standard errors of `expected`."""
    estimate = finding.figures[figure]
    spread = np.sqrt(expected * (1 - expected) / estimate.n)
    return bool(abs(value(estimate) - expected) <= errors * spread)


@pytest.fixture(scope="module")
def crossed(make_pairs: MakePairs) -> tuple[PairTable, Finding]:
    """1,500 pairs with telling words in six of ten, scored by cross-fitting."""
    genre = {"genre": [["news", "talk", None][row % 3] for row in range(1500)]}
    table = make_pairs(planted(1500, 0.6, seed=1), genre)
    return table, hypothesis_only(table, words(table), group_by=("genre",), seed=3)


@pytest.fixture(scope="module")
def scored_rows(crossed: tuple[PairTable, Finding]) -> pl.DataFrame:
    """Every row with its prediction, taken from the items."""
    table, finding = crossed
    assert finding.items is not None
    rows = table.frame.join(finding.items, on="id", how="inner", validate="1:1")
    return rows.with_columns(
        right=pl.col("label").cast(pl.String) == pl.col("hypothesis_only_prediction").cast(pl.String)
    )


def test_planted_words_are_found_and_shuffled_labels_fall_to_the_majority(
    crossed: tuple[PairTable, Finding],
) -> None:
    _, finding = crossed
    assert near(finding, "accuracy", 0.6 + 0.4 / 3)
    assert near(finding, "permutation_accuracy", 1 / 3)
    telling = {(row["label"], row["feature"]) for row in rows_of(finding, "features")}
    assert telling >= set(TELLING.items())


def test_the_premise_alone_gets_no_more_than_the_majority(make_pairs: MakePairs) -> None:
    table = make_pairs(planted(1500, 0.6, seed=2))
    finding = premise_only(table, tokens(table.premises, "word-punct"))
    assert near(finding, "accuracy", 1 / 3)
    assert finding.headline.startswith("A model that never sees the hypothesis is correct in 3")


def test_length_alone_finds_labels_that_differ_in_length_only(make_pairs: MakePairs) -> None:
    rng = np.random.default_rng(4)
    rows = [
        (f"premise {row}", " ".join(rng.choice(["ab", "cd", "ef"], 3 + 4 * (row % 2))), LABELS[row % 2])
        for row in range(400)
    ]
    table = make_pairs(rows)
    assert value(length_only(table, words(table)).figures["accuracy"]) == 1
    same = make_pairs([(premise, "ab cd ef", label) for premise, _, label in rows])
    assert value(length_only(same, words(same)).figures["accuracy"]) <= 0.55


def test_what_a_model_learns_of_a_premise_does_not_help_on_the_same_premise(make_pairs: MakePairs) -> None:
    rng = np.random.default_rng(5)
    labels = rng.choice(LABELS, 300).tolist()
    rows = [(f"premise {n}", f"word{n} word{n}", labels[n]) for n in range(300) for _ in range(4)]
    table = make_pairs(rows)
    assert value(hypothesis_only(table, words(table)).figures["accuracy"]) < 0.5


def test_items_hold_every_row_once_with_one_fold_a_premise(scored_rows: pl.DataFrame) -> None:
    assert scored_rows.height == 1500
    folds = scored_rows.group_by("premise").agg(pl.col("hypothesis_only_fold").n_unique())
    assert folds["hypothesis_only_fold"].max() == 1
    assert scored_rows["hypothesis_only_probability"].is_between(0, 1).all()
    sure = scored_rows.filter(pl.col("hypothesis_only_probability") > 0.5)
    assert sure["right"].all()


def test_figures_and_tests_follow_from_the_items(
    crossed: tuple[PairTable, Finding], scored_rows: pl.DataFrame
) -> None:
    _, finding = crossed
    labels, right = scored_rows["label"].cast(pl.String), scored_rows["right"].to_numpy()
    top = labels.value_counts(sort=True)["label"][0]
    guessed = (labels == top).to_numpy()
    accuracy, majority = right.mean(), guessed.mean()
    figures = {name: value(estimate) for name, estimate in finding.figures.items()}
    assert figures["accuracy"] == pytest.approx(accuracy)
    assert figures["majority"] == figures["majority_own"] == pytest.approx(majority)
    assert figures["gain"] == pytest.approx(accuracy - majority)
    assert figures["gain_percent"] == pytest.approx(100 * (accuracy - majority) / majority)
    interval, test = finding.figures["gain"].interval, finding.tests["majority"]
    assert interval is not None
    assert interval.method == test.method == "t over 750 clusters, corrected for refitting"
    differences = (right.astype(float) - guessed).reshape(750, 2).mean(axis=1)  # two rows a premise
    error = 1.5 * stats.sem(differences)  # fitted to four fifths: 1 + 5 / 4 times the variance
    half = stats.t.ppf(0.975, 749) * error
    assert (interval.low, interval.high) == pytest.approx(
        (accuracy - majority - half, accuracy - majority + half), abs=1e-3
    )
    assert test.statistic == pytest.approx((accuracy - majority) / error, rel=0.01)


def test_tables_follow_from_the_items(crossed: tuple[PairTable, Finding], scored_rows: pl.DataFrame) -> None:
    _, finding = crossed
    per_label = {row["label"]: row for row in rows_of(finding, "per_label")}
    confusion = {row["gold"]: row for row in rows_of(finding, "confusion")}
    for label in LABELS:
        rows = scored_rows.filter(pl.col("label") == label)
        n, hits = rows.height, int(rows["right"].sum())
        assert (per_label[label]["n"], per_label[label]["accuracy"]) == (n, hits / n)
        assert per_label[label]["share"] == n / 1500
        assert per_label[label]["difference_percent"] == pytest.approx(100 * (hits / n / (n / 1500) - 1))
        predicted = rows["hypothesis_only_prediction"].cast(pl.String).to_list()
        assert confusion[label] == {"gold": label} | {each: predicted.count(each) for each in LABELS}


def test_a_group_below_its_own_majority_has_a_negative_gain(make_pairs: MakePairs) -> None:
    """One row in ten says the opposite of what its word says everywhere else."""
    contrary = [row % 10 == 0 for row in range(600)]
    labels = ["entailment", "contradiction"]
    rows = [
        (
            f"premise {row}",
            "outdoors" if row % 20 < 10 else "sleeping",
            labels[(row % 20 >= 10) != contrary[row]],
        )
        for row in range(600)
    ]
    table = make_pairs(rows, {"kind": ["contrary" if each else "plain" for each in contrary]})
    groups = {
        row["group"]: row
        for row in rows_of(hypothesis_only(table, words(table), group_by=("kind",)), "by_kind")
    }
    assert (groups["contrary"]["accuracy"], groups["contrary"]["majority"]) == (0.0, 0.5)
    assert groups["contrary"]["gain_percent"] == -100
    assert groups["plain"]["gain_percent"] == pytest.approx(100)


def test_groups_stand_beside_their_own_majority_with_the_largest_gain_first(
    crossed: tuple[PairTable, Finding], scored_rows: pl.DataFrame
) -> None:
    _, finding = crossed
    groups = rows_of(finding, "by_genre")
    assert {row["group"] for row in groups} == {"news", "talk", None}
    gains = [row["gain_percent"] for row in groups]
    assert gains == sorted(gains, reverse=True)
    for row in groups:
        rows = scored_rows.filter(pl.col("genre").eq_missing(pl.lit(row["group"])))
        hits, most = int(rows["right"].sum()), int(rows["label"].value_counts()["count"].to_numpy().max())
        assert (row["n"], row["accuracy"], row["majority"]) == (500, hits / 500, most / 500)
        assert row["gain_percent"] == pytest.approx(100 * (hits - most) / most)
        assert row["low"] < row["accuracy"] < row["high"]


def test_rows_behind_the_accuracy_are_all_that_were_scored_the_surest_first(
    crossed: tuple[PairTable, Finding], items_of: ItemsOf
) -> None:
    table, finding = crossed
    found = finding.figures["accuracy"].rows
    assert found is not None
    rows = found.of(items_of(finding, table))
    assert rows.height == finding.figures["accuracy"].n == 1500
    assert rows["hypothesis_only_correct"].mean() == finding.figures["accuracy"].value
    assert rows["hypothesis_only_correct"].head(50).all()
    assert rows["hypothesis_only_probability"].is_sorted(descending=True)


def test_rows_behind_the_majority_are_those_of_its_label(
    crossed: tuple[PairTable, Finding], items_of: ItemsOf
) -> None:
    table, finding = crossed
    majority = finding.figures["majority"]
    assert majority.rows is not None
    rows = majority.rows.of(items_of(finding, table))
    assert rows.height == (table.gold == majority.label).sum() == round(value(majority) * majority.n)


def test_a_line_of_a_group_has_its_rows_and_one_without_value_has_none(
    crossed: tuple[PairTable, Finding], items_of: ItemsOf
) -> None:
    table, finding = crossed
    view, items = finding.views["by_genre"], items_of(finding, table)
    for line in range(len(view.lines)):
        rows, genre = view.rows_of(line), view.cells(line)["group"]
        assert (rows is None) == (genre is None)
        assert rows is None or set(rows.of(items)["genre"]) == {genre}


def test_the_same_seed_gives_the_same_finding_and_another_seed_other_folds(
    crossed: tuple[PairTable, Finding],
) -> None:
    table, finding = crossed
    again = hypothesis_only(table, words(table), group_by=("genre",), seed=3)
    other = hypothesis_only(table, words(table), group_by=("genre",), seed=4)
    assert finding.items is not None
    assert again.items is not None
    assert other.items is not None
    assert again == finding
    assert again.items.equals(finding.items)
    assert not other.items["hypothesis_only_fold"].equals(finding.items["hypothesis_only_fold"])


def test_a_finding_survives_json_and_says_what_it_is(crossed: tuple[PairTable, Finding]) -> None:
    _, finding = crossed
    assert finding_from_json(json.loads(json.dumps(finding.to_json()))) == finding
    assert "Poliak et al. 2018" in finding.definition
    assert finding.headline.startswith("A model that never sees the premise is correct in 7")
    assert finding.settings["tokenisation"] == "word-punct"


def test_a_test_is_scored_by_a_model_of_the_training_set_alone(make_pairs: MakePairs) -> None:
    train = make_pairs(planted(900, 0.8, seed=6), name="train")
    lying = {"outdoors": "tall", "tall": "outdoors"}
    rows = [
        (f"other {row}", " ".join(lying.get(word, word) for word in hypothesis.split()), label)
        for row, (_, hypothesis, label) in enumerate(planted(600, 1.0, seed=7, labels=LABELS[:2]))
    ]
    test = make_pairs(rows, name="test")
    finding = hypothesis_only(train, words(train), test, words(test))
    assert finding.subject == "train -> test"
    assert value(finding.figures["accuracy"]) < 0.1
    assert near(finding, "cross_fitted_accuracy", 0.8 + 0.2 / 3)
    assert finding.items is not None
    assert finding.items["set"].value_counts().sort("set").rows() == [("test", 600), ("train", 900)]
    assert finding.figures["accuracy"].interval is not None
    assert finding.figures["accuracy"].interval.method == "wilson"
    top = train.frame["label"].value_counts(sort=True)["label"][0]
    assert finding.figures["majority"].value == (test.frame["label"] == top).mean()


def test_of_a_test_whose_rows_are_independent_the_test_is_mcnemars(make_pairs: MakePairs) -> None:
    train = make_pairs(planted(900, 0.5, seed=21), name="train")
    rows = [(f"other {row}", text, label) for row, (_, text, label) in enumerate(planted(300, 0.5, seed=22))]
    test = make_pairs(rows, name="test")
    finding = hypothesis_only(train, words(train), test, words(test))
    assert finding.items is not None
    found = finding.items.filter(pl.col("set") == "test").join(test.frame, on="id", validate="1:1")
    right = (found["label"] == found["hypothesis_only_prediction"]).to_numpy()
    top = train.frame["label"].cast(pl.String).value_counts(sort=True)["label"][0]
    guessed = (found["label"].cast(pl.String) == top).to_numpy()
    cells = [
        [(right & guessed).sum(), (right & ~guessed).sum()],
        [(~right & guessed).sum(), (~right & ~guessed).sum()],
    ]
    expected = statsmodels_mcnemar(np.array(cells), exact=False, correction=True)
    assert finding.tests["majority"].p_value == pytest.approx(expected.pvalue)


def test_a_two_way_test_of_a_three_way_model_is_scored_two_way(make_pairs: MakePairs) -> None:
    train = make_pairs(planted(900, 1.0, seed=8), name="train")
    rows = [
        (premise, hypothesis, label if label == "entailment" else "non-entailment")
        for premise, hypothesis, label in planted(300, 1.0, seed=9)
    ]
    test = make_pairs(rows, name="test")
    there = hypothesis_only(train, words(train), test, words(test))
    back = hypothesis_only(test, words(test), train, words(train))
    for finding in (there, back):
        assert value(finding.figures["accuracy"]) > 0.97
        assert finding.views["confusion"].columns == ("gold", "entailment", "non-entailment")
        assert any("collapsed" in note for note in finding.notes)
    entailed = sum(label == "entailment" for _, _, label in rows) / 300
    assert there.figures["majority"].value == pytest.approx(1 - entailed)


def test_labels_that_training_never_saw_count_as_wrong_and_are_said(make_pairs: MakePairs) -> None:
    train = make_pairs(planted(600, 1.0, seed=10, labels=LABELS[:2]), name="train")
    test = make_pairs(planted(300, 1.0, seed=11), name="test")
    finding = hypothesis_only(train, words(train), test, words(test))
    unseen = test.frame.filter(pl.col("label") == "contradiction").height
    assert any("'contradiction'" in note and note.startswith(f"{unseen} rows") for note in finding.notes)
    assert value(finding.figures["accuracy"]) <= 1 - unseen / 300
    assert finding.views["confusion"].columns[-1] == "contradiction"


def test_test_rows_without_gold_are_not_scored_and_are_said(make_pairs: MakePairs) -> None:
    train = make_pairs(planted(300, 1.0, seed=12), name="train")
    rows: list[Any] = planted(100, 1.0, seed=13)
    test = make_pairs([(p, h, None if row < 30 else label) for row, (p, h, label) in enumerate(rows)])
    finding = hypothesis_only(train, words(train), test, words(test))
    assert finding.figures["accuracy"].n == 70
    assert any(note.startswith("30 rows") for note in finding.notes)


@pytest.mark.parametrize("texts", [[""] * 40, ["same words here"] * 40, ["漢 字", "x" * 100_000] * 20])
def test_texts_that_say_nothing_give_a_finding_all_the_same(make_pairs: MakePairs, texts: list[str]) -> None:
    table = make_pairs([(f"p{row}", text, LABELS[row % 2]) for row, text in enumerate(texts)])
    for measure in (hypothesis_only, length_only):
        assert measure(table, words(table)).figures["accuracy"].n == 40


def test_what_cannot_be_measured_is_refused(make_pairs: MakePairs) -> None:
    fine = make_pairs(planted(60, 1.0, seed=14))
    one_label = make_pairs([(f"p{row}", "a", "neutral") for row in range(20)])
    four_premises = make_pairs([(f"p{row % 4}", "a", LABELS[row % 3]) for row in range(20)])
    no_gold = make_pairs([("p", "a", None)])
    with pytest.raises(MeasureInputError, match="only the label 'neutral'"):
        hypothesis_only(one_label, words(one_label))
    with pytest.raises(MeasureInputError, match="4 distinct premises"):
        hypothesis_only(four_premises, words(four_premises))
    with pytest.raises(MeasureInputError, match="no gold label"):
        hypothesis_only(fine, words(fine), no_gold, words(no_gold))
    with pytest.raises(MeasureInputError, match="no column 'genre'"):
        hypothesis_only(fine, words(fine), group_by=("genre",))


def test_progress_is_told_up_to_the_end(make_pairs: MakePairs) -> None:
    heard: list[tuple[str, int, int]] = []
    table = make_pairs(planted(60, 1.0, seed=15))
    length_only(table, words(table), progress=lambda *report: heard.append(report))
    assert [done for _, done, _ in heard] == list(range(heard[0][2] + 1))


def test_the_measures_are_registered_under_their_names() -> None:
    for measure in (hypothesis_only, premise_only, length_only):
        assert MEASURES.load(measure.__name__) is measure


def _snli(folder: Path, name: str) -> list[dict[str, Any]]:
    with gzip.open(folder / "snli" / name, "rt", encoding="utf-8") as file:
        return [row for row in map(json.loads, file) if row["gold_label"] != "-"]


def test_snli_gives_away_three_labels_in_five_except_on_its_hard_part(
    shared_data: Path, make_pairs: MakePairs
) -> None:
    names = {"1": "neutral", "2": "contradiction", "3": "entailment"}
    with gzip.open(shared_data / "snli/train_subset_cat/train.csv.gz", "rt", encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file]
    train = make_pairs([(line[2], line[3], names[line[0]]) for line in lines], name="train")
    rows = _snli(shared_data, "snli_1.0_test.jsonl.gz")
    hard = {row["pairID"] for row in _snli(shared_data, "snli_1.0_test_hard.jsonl.gz")}
    marks = {"part": ["hard" if row["pairID"] in hard else "easy" for row in rows]}
    test = make_pairs([(row["sentence1"], row["sentence2"], row["gold_label"]) for row in rows], marks)
    finding = hypothesis_only(train, words(train), test, words(test), ("part",))
    assert value(finding.figures["accuracy"]) >= 0.59
    assert near(finding, "permutation_accuracy", 1 / 3, errors=5)
    parts = {row["group"]: row for row in rows_of(finding, "by_part")}
    assert parts["hard"]["n"] == 3261
    assert parts["hard"]["accuracy"] < parts["hard"]["majority"]
    assert value(finding.figures["majority_own"]) == pytest.approx(0.343, abs=0.0005)


def test_dnc_is_told_apart_by_type_of_inference(shared_data: Path, make_pairs: MakePairs) -> None:
    rows = []
    for path in sorted((shared_data / "dnc/test").glob("*.json.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            rows += [row for row in json.load(file) if row["label"] in ("entailed", "not-entailed")]
    label = {"entailed": "entailment", "not-entailed": "non-entailment"}
    kinds = [row["type-of-inference"] for row in rows]
    table = make_pairs(
        [(row["context"], row["hypothesis"], label[row["label"]]) for row in rows],
        {"type-of-inference": kinds},
    )
    finding = hypothesis_only(table, words(table), group_by=("type-of-inference",))
    groups = rows_of(finding, "by_type-of-inference")
    assert {row["group"] for row in groups} == set(kinds)
    for group in groups:
        labels = [row["label"] for row in rows if row["type-of-inference"] == group["group"]]
        entailed = labels.count("entailed") / len(labels)
        assert group["n"] == len(labels)
        assert group["majority"] == pytest.approx(max(entailed, 1 - entailed))
