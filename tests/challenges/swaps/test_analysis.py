"""The analysis tells apart what is right, what looks at the word pair alone, and what ignores the swap."""

import numpy as np
import polars as pl
import pytest
from scipy.stats import chi2_contingency
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from tests.challenges.swaps.instances import C, E, N, answering, by_measure, family_row, frame, row, rows_of

from rightreasons.challenges.swaps.swap_set import CONTROL_OF
from rightreasons.errors import MeasureInputError, OptionError, PredictionError, UnknownNameError
from rightreasons.findings import Finding, finding_from_json
from rightreasons.labels import Label, collapse
from rightreasons.measures.model.swap_behaviour.analysis import analyse
from rightreasons.pairs import LABEL_TYPE


@pytest.fixture(scope="module")
def antonyms() -> pl.DataFrame:
    random = np.random.default_rng(1)
    polarity = random.choice([C, N, E, "none", "entailment-neutral"], 300, p=[0.7, 0.1, 0.05, 0.1, 0.05])
    rows = [(row("I_A", i, C, C), row("I_TA1", i, C, C, str(polarity[i]))) for i in range(300)]
    return frame([each for pair in rows for each in pair])


@pytest.fixture(scope="module")
def hypernyms() -> pl.DataFrame:
    """Gold goes with polarity: each is the other's in two of three instances."""
    random = np.random.default_rng(2)
    rows = []
    for i in range(400):
        control, label = (str(each) for each in random.choice([E, N, C], 2))
        polarity = (
            label if random.random() < 0.6 else str(random.choice([E, N, C, "none", "neutral-contradiction"]))
        )
        rows += [row("I_H", i, control, control, control), row("I_TH", i, label, control, polarity)]
    return frame(rows)


def pair_only(column: str = "polarity") -> pl.Expr:
    """A model that looks at the polarity of the pair alone: of a tie it takes the last, of none neutral."""
    return pl.col(column).str.extract(r"(\w+)$").replace("none", N)


def test_a_model_that_is_always_right_passes_on_antonyms(antonyms: pl.DataFrame) -> None:
    found = by_measure(analyse(antonyms, answering(antonyms, pl.col("label"))))
    for factor in ("insensitivity", "unseen", "polarity"):
        test = family_row(found, "I_TA1", factor)
        assert (test["p"], test["below_level"], bool(test["reason"])) == (None, None, True)
    assert "No association of predictions with the polarity" in found["polarity"].headline
    assert found["polarity"].figures["I_TA1.follows"].value == 0.0


def test_on_hypernyms_the_always_right_model_passes_within_gold_labels_only(hypernyms: pl.DataFrame) -> None:
    found = by_measure(analyse(hypernyms, answering(hypernyms, pl.col("label"))))
    assert family_row(found, "I_TH", "polarity")["below_level"] is True
    assert family_row(found, "I_TH", "polarity_by_gold")["p"] is None
    within = found["polarity"].tests["I_TH.by_gold"]
    assert (within.p_value, within.reason) == (None, "in no stratum do both rows and columns vary")
    assert "No association of predictions with the polarity" in found["polarity"].headline


def test_a_model_with_errors_at_random_passes_within_gold_labels_too(hypernyms: pl.DataFrame) -> None:
    random = np.random.default_rng(7)
    noisy = np.where(random.random(800) < 0.8, hypernyms["label"].to_numpy(), random.choice([E, N, C], 800))
    found = by_measure(analyse(hypernyms, answering(hypernyms, noisy.tolist())))
    assert family_row(found, "I_TH", "polarity")["below_level"] is True
    assert family_row(found, "I_TH", "polarity_by_gold")["below_level"] is False


@pytest.mark.parametrize("definition", ["recommended", "sanchez-2018"])
def test_a_model_that_looks_only_at_the_pair_is_caught(
    antonyms: pl.DataFrame, hypernyms: pl.DataFrame, definition: str
) -> None:
    found = by_measure(analyse(antonyms, answering(antonyms, pair_only()), definition=definition))
    assert family_row(found, "I_TA1", "polarity")["below_level"] is True
    assert found["polarity"].figures["I_TA1.follows"].value == 1.0
    assert "are associated with the polarity of the word pair on I_TA1" in found["polarity"].headline
    found = by_measure(analyse(hypernyms, answering(hypernyms, pair_only()), definition=definition))
    assert family_row(found, "I_TH", "polarity_by_gold")["below_level"] is True


def test_a_model_that_ignores_the_swap_never_changes_and_is_wrong_where_gold_changed(
    hypernyms: pl.DataFrame,
) -> None:
    found = by_measure(analyse(hypernyms, answering(hypernyms, pl.col("control_label"))))
    changed = hypernyms.filter(
        (pl.col("set") == "I_TH") & (pl.col("label") != pl.col("control_label"))
    ).height
    stayed = found["insensitivity"].figures["I_TH.no_change_rate"]
    assert (stayed.value, stayed.n) == (1.0, changed)
    assert found["behaviour"].figures["I_TH.gold_changed.accuracy"].value == 0.0
    test = family_row(found, "I_TH", "insensitivity")
    assert (test["p"], test["statistic"], test["reason"]) == (None, None, "no instance is 'change'")
    for name in ("phi", "odds_ratio", "cramers_v"):
        assert found["insensitivity"].figures[f"I_TH.{name}"].value is None
    rows, items = stayed.rows, items_of(hypernyms, found["behaviour"])
    assert rows is not None
    assert set(rows.of(items)["id"]) == set(
        hypernyms.filter((pl.col("set") == "I_TH") & (pl.col("label") != pl.col("control_label")))["id"]
    )


def items_of(sets: pl.DataFrame, behaviour: Finding) -> pl.DataFrame:
    """The rows of a run: swap sets stand under group_set."""
    assert behaviour.items is not None
    own = sets.select(
        "id", set=pl.lit("hypernym-swap"), group_set="set", label=pl.col("label").cast(pl.String)
    )
    return own.join(behaviour.items, on="id")


def test_rows_behind_every_rate_are_as_many_as_it_counts(hypernyms: pl.DataFrame, guesses: list[str]) -> None:
    findings = analyse(hypernyms, answering(hypernyms, guesses), name="hypernym-swap")
    items = items_of(hypernyms, findings[0])
    counted = [
        figure
        for finding in findings
        for quantity in ("accuracy", "share")
        for figure in finding.figures.where(quantity)
    ]
    assert {figure.name for figure in counted} >= {"I_TH.unseen", "I_TH.no_change_rate", "I_TH.follows"}
    for figure in counted:
        assert figure.rows is not None
        rows = figure.rows.of(items)
        assert rows.height == figure.n, figure.name
        if figure.quantity == "accuracy" and figure.n:
            assert rows["correct"].mean() == figure.value
            assert rows["correct"].is_sorted()


@pytest.fixture(scope="module")
def guesses(hypernyms: pl.DataFrame) -> list[str]:
    random = np.random.default_rng(3)
    polar = hypernyms.select(pair_only())["polarity"].to_numpy()
    return [str(each) for each in np.where(random.random(800) < 0.5, polar, random.choice([E, N, C], 800))]


def test_control_against_transformed_is_mcnemars_test(hypernyms: pl.DataFrame, guesses: list[str]) -> None:
    found = by_measure(analyse(hypernyms, answering(hypernyms, guesses)))
    judged = hypernyms.with_columns(right=pl.col("label").cast(pl.String) == pl.Series(guesses))
    wide = judged.select("item", "set", "right").pivot("set", index="item", values="right")
    table = [
        [wide.filter((pl.col("I_H") == one) & (pl.col("I_TH") == two)).height for two in (True, False)]
        for one in (True, False)
    ]
    expected = mcnemar(table, exact=False, correction=True)
    test = found["behaviour"].tests["I_TH.mcnemar"]
    assert (test.statistic, test.p_value) == pytest.approx((expected.statistic, expected.pvalue))
    drop = found["behaviour"].figures["I_TH.drop"]
    assert drop.value == pytest.approx((table[0][1] - table[1][0]) / 400)


def test_p_values_are_adjusted_over_all_tests_of_the_analysis(
    hypernyms: pl.DataFrame, guesses: list[str]
) -> None:
    tests = rows_of(by_measure(analyse(hypernyms, answering(hypernyms, guesses)))["behaviour"].views["tests"])
    p = [test["p"] for test in tests if test["p"] is not None]
    assert len(p) == 6  # of 7: within the gold labels of I_H polarity does not vary
    for name in ("bonferroni", "holm"):
        adjusted = [test[name] for test in tests if test["p"] is not None]
        assert adjusted == pytest.approx(multipletests(p, method=name)[1].tolist())
    below = [test["below_level"] for test in tests if test["p"] is not None]
    assert below == [test["holm"] < 0.05 for test in tests if test["p"] is not None]


def test_the_level_is_the_callers(hypernyms: pl.DataFrame, guesses: list[str]) -> None:
    strict, lax = (
        by_measure(analyse(hypernyms, answering(hypernyms, guesses), level=level)) for level in (1e-300, 0.99)
    )
    assert not any(test["below_level"] for test in rows_of(strict["behaviour"].views["tests"]))
    assert all(test["below_level"] is not False for test in rows_of(lax["behaviour"].views["tests"]))
    with pytest.raises(OptionError, match="level"):
        analyse(hypernyms, answering(hypernyms, guesses), level=0.0)
    assert strict["behaviour"].settings["level"] == 1e-300


def test_the_polarity_table_is_scipys_chi_square(hypernyms: pl.DataFrame, guesses: list[str]) -> None:
    found = by_measure(analyse(hypernyms, answering(hypernyms, guesses)))["polarity"]
    rows = hypernyms.with_columns(answer=pl.Series(guesses)).filter(set="I_TH")
    table = rows.pivot("answer", index="polarity", values="id", aggregate_function="len").fill_null(0)
    expected = chi2_contingency(table.drop("polarity").to_numpy(), correction=False)
    assert found.tests["I_TH.pearson"].statistic == pytest.approx(expected.statistic)
    assert found.tests["I_TH.pearson"].degrees_of_freedom == (table.height - 1) * 2
    names = [row[0] for row in found.views["I_TH"].lines]
    assert names == [E, N, C, "neutral-contradiction", "none"]


def test_with_small_expected_counts_there_is_an_exact_test_too(antonyms: pl.DataFrame) -> None:
    few = antonyms.filter(pl.col("item").cast(pl.Int64) < 30)
    found = by_measure(analyse(few, answering(few, pair_only())))
    assert family_row(found, "I_TA1", "unseen")["test"] == "sign flips of 30 clusters"
    assert "random tables" in found["polarity"].tests["I_TA1.random_tables"].method
    paper = by_measure(analyse(few, answering(few, pair_only()), definition="sanchez-2018"))
    assert family_row(paper, "I_TA1", "unseen")["test"] == "G test with Yates' correction"
    assert paper["unseen_pairs"].tests["I_TA1.fisher"] == found["unseen_pairs"].tests["I_TA1.fisher"]


def test_items_of_one_word_pair_count_as_one_in_every_test(antonyms: pl.DataFrame) -> None:
    """Each instance ten times, of the same pair of words: by pairs that is no more evidence."""
    again = pl.concat(
        [antonyms.with_columns(pl.col("id", "item") + f"-{copy}", pair=pl.col("pair")) for copy in range(10)]
    )
    random = np.random.default_rng(5)
    right = random.random(300) < 0.6
    answers = np.where(np.repeat(right, 2), C, N)
    once = by_measure(analyse(antonyms, answering(antonyms, answers.tolist())))
    often = by_measure(analyse(again, answering(again, np.tile(answers, 10).tolist())))
    for measure, test in (("unseen_pairs", "I_TA1"), ("polarity", "I_TA1"), ("polarity", "I_A")):
        one, many = (each[measure].tests for each in (once, often))
        if one[f"{test}.clustered"].p_value is not None:
            assert many[f"{test}.clustered"].p_value == one[f"{test}.clustered"].p_value
            assert many[f"{test}.pearson"].statistic == pytest.approx(10 * one[f"{test}.pearson"].statistic)  # type: ignore[operator]
    tests = rows_of(often["behaviour"].views["tests"])
    assert all("sign flips of 300 clusters" in test["test"] for test in tests if test["p"] is not None)
    assert any(test["p"] is not None for test in tests)


def test_few_word_pairs_are_too_few_to_test(antonyms: pl.DataFrame) -> None:
    few = antonyms.with_columns(pair=(pl.col("item").cast(pl.Int64) % 5).cast(pl.String))
    test = family_row(by_measure(analyse(few, answering(few, pair_only()))), "I_TA1", "polarity")
    assert (test["p"], "fewer than 6 clusters" in test["reason"]) == (None, True)


def test_a_tie_never_matches_the_gold_label(antonyms: pl.DataFrame) -> None:
    ties = antonyms.with_columns(polarity=pl.lit("neutral-contradiction"))
    figures = by_measure(analyse(ties, answering(ties, pl.col("label"))))["behaviour"].figures
    assert figures["I_TA1.polarity_differs.accuracy"].n == 300
    two = by_measure(analyse(ties, answering(ties, pl.lit("non-entailment"))))["behaviour"].figures
    assert two["I_TA1.polarity_differs.accuracy"].n == 0  # both labels are non-entailment


def test_two_labels_make_neutral_and_contradiction_one(hypernyms: pl.DataFrame, guesses: list[str]) -> None:
    two = [collapse(Label(each)).value for each in guesses]
    found = by_measure(analyse(hypernyms, answering(hypernyms, two)))
    both = {name: pl.col(name).cast(pl.String) == E for name in ("label", "control_label")}
    transformed = hypernyms.with_columns(answer=pl.Series(two)).filter(set="I_TH")
    right = transformed.select(both["label"] == (pl.col("answer") == E)).to_series()
    assert found["behaviour"].figures["I_TH.accuracy"].value == pytest.approx(right.mean())
    changed = transformed.filter(both["label"] != both["control_label"]).height
    assert found["behaviour"].figures["I_TH.gold_changed.accuracy"].n == changed
    assert found["polarity"].views["I_TH"].columns == ("polarity", "entailment", "non-entailment", "all")
    assert any("one label here" in note for note in found["behaviour"].notes)


def test_order_of_rows_and_a_control_set_given_twice_change_nothing(
    hypernyms: pl.DataFrame, guesses: list[str]
) -> None:
    plain = analyse(hypernyms, answering(hypernyms, guesses))
    control = hypernyms.filter(set="I_H")
    mixed = pl.concat([hypernyms, control]).sample(fraction=1, shuffle=True, seed=1)
    again = analyse(mixed, answering(hypernyms, guesses))
    for one, other in zip(plain, again, strict=True):
        assert (one.figures, one.tests, one.views) == (other.figures, other.tests, other.views)


def test_what_is_not_predicted_is_refused_or_left_out_and_counted(hypernyms: pl.DataFrame) -> None:
    without = hypernyms.filter((pl.col("set") != "I_H") | (pl.col("item").cast(pl.Int64) >= 10))
    with pytest.raises(PredictionError, match="10 items unpredicted"):
        analyse(hypernyms, answering(without, pl.col("label")))
    found = by_measure(analyse(hypernyms, answering(without, pl.col("label")), allow_partial=True))
    assert found["behaviour"].figures["I_TH.drop"].n == 390
    assert found["behaviour"].figures["I_TH.accuracy"].n == 400
    assert any("10 transformed instances have no control" in note for note in found["behaviour"].notes)


def test_rows_without_gold_label_are_left_out_and_proposed_ones_are_counted(hypernyms: pl.DataFrame) -> None:
    first = pl.col("id") == "I_TH:0"
    opened = hypernyms.with_columns(label=pl.when(~first).then("label"), gold_status=pl.lit("proposed"))
    predicted = answering(hypernyms.filter(~first), pl.col("label"))
    found = by_measure(analyse(opened, predicted))
    assert found["behaviour"].figures["I_TH.accuracy"].n == 399
    notes = " ".join(found["behaviour"].notes)
    assert "1 instances without a gold label" in notes
    assert "799 of 799 gold labels are proposed" in notes


def test_findings_are_kept_as_json(hypernyms: pl.DataFrame, guesses: list[str]) -> None:
    for finding in analyse(hypernyms, answering(hypernyms, guesses)):
        assert finding_from_json(finding.to_json()) == finding


def test_sets_and_names_that_are_not_known_are_refused(hypernyms: pl.DataFrame) -> None:
    predicted = answering(hypernyms, pl.col("label"))
    with pytest.raises(MeasureInputError, match="polarity"):
        analyse(hypernyms.drop("polarity"), predicted)
    with pytest.raises(MeasureInputError, match="I_X"):
        analyse(hypernyms.with_columns(set=pl.lit("I_X")), predicted)
    with pytest.raises(MeasureInputError, match="gold label"):
        analyse(hypernyms.with_columns(label=pl.lit(None, LABEL_TYPE)), predicted)
    other = hypernyms.with_columns(label=pl.lit(N, LABEL_TYPE))
    with pytest.raises(MeasureInputError, match="same id"):
        analyse(pl.concat([hypernyms, other]), predicted)
    with pytest.raises(UnknownNameError, match="sanchez-2018"):
        analyse(hypernyms, predicted, definition="sanchez")


def test_every_transformed_set_has_its_control_by_name() -> None:
    rows = [row(name, 1, C, C) for name in {*CONTROL_OF, *CONTROL_OF.values()}]
    sets = frame(rows)
    found = by_measure(analyse(sets, answering(sets, pl.col("label"))))
    assert {f"{name}.drop" for name in CONTROL_OF} <= set(found["behaviour"].figures)
    assert all(found["behaviour"].figures[f"{name}.drop"].n == 1 for name in CONTROL_OF)
