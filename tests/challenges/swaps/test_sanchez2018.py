"""The figures that Sanchez et al. (2018) print come out of the counts and instances behind them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
import yaml
from tests.challenges.swaps.instances import C, E, N, answering, by_measure, family_row, frame, row, rows_of

from rightreasons.measures.model.swap_behaviour.analysis import analyse
from rightreasons.predictions import Predictions
from rightreasons.statistics.contingency import chi_square, g_test
from rightreasons.statistics.stratified import chi_square_tail

PRINTED = yaml.safe_load(Path(__file__).with_name("sanchez2018.yaml").read_text(encoding="utf-8"))


def truncated(value: float, printed: str) -> float:
    """The paper cuts digits off."""
    scale = 10 ** len(printed.partition(".")[2])
    return float(np.floor(value * scale) / scale)


@pytest.mark.parametrize("case", PRINTED["two_by_two"], ids=lambda case: case["name"])
def test_printed_two_by_two_statistics_are_g_with_yates_correction(case: Mapping[str, Any]) -> None:
    counts = np.array(case["counts"])
    statistic = g_test(counts, "always").statistic
    assert statistic is not None
    assert truncated(statistic, case["printed"]) == float(case["printed"])
    if "pearson" in case:
        found = chi_square(counts, "never"), chi_square(counts, "always"), g_test(counts, "never")
        beside = [case[name] for name in ("pearson", "pearson_yates", "g")]
        assert [each.statistic for each in found] == pytest.approx(beside, abs=0.005)
    if "accuracies" in case:
        whole, unseen = counts[:, 0].sum() / counts.sum(), counts[1, 0] / counts[1].sum()
        for share, printed in zip((whole, unseen), case["accuracies"], strict=True):
            assert truncated(share, printed) == float(printed)


@pytest.mark.parametrize(("statistic", "freedom", "printed"), PRINTED["p_values"])
def test_printed_p_values_are_those_of_the_printed_statistics(
    statistic: float, freedom: int, printed: str
) -> None:
    assert truncated(chi_square_tail(statistic, freedom), printed) == float(printed)


@pytest.fixture(scope="module")
def dam() -> tuple[pl.DataFrame, Predictions]:
    """DAM on I_TA1, from Table 4; its control predictions are not printed and taken to be right."""
    table = PRINTED["polarity"]
    rows: list[dict[str, Any]] = []
    answers: list[str] = []
    for polarity, counts in table["rows"].items():
        for answer, count in zip(table["columns"], counts, strict=True):
            for _ in range(count):
                item = len(rows) // 2
                rows += [row("I_A", item, C, C), row("I_TA1", item, C, C, polarity)]
                answers += [C, answer]
    sets = frame(rows)
    return sets, answering(sets, answers)


def test_tables_3_and_4_come_out_of_their_instances(dam: tuple[pl.DataFrame, Predictions]) -> None:
    found = by_measure(analyse(*dam, definition="sanchez-2018"))
    unseen, polarity = family_row(found, "I_TA1", "unseen"), family_row(found, "I_TA1", "polarity")
    assert truncated(unseen["statistic"], "74.16") == 74.16
    assert truncated(polarity["statistic"], "101.26") == 101.26
    assert polarity["degrees_of_freedom"] == 6
    assert (unseen["below_level"], polarity["below_level"]) == (True, True)
    counts = {each["polarity"]: each for each in rows_of(found["polarity"].views["I_TA1"])}
    for name, printed in PRINTED["polarity"]["rows"].items():
        assert [counts[name][label] for label in PRINTED["polarity"]["columns"]] == printed
    assert found["polarity"].tests["I_TA1.pearson"].statistic == pytest.approx(216.11, abs=0.005)
    assert found["unseen_pairs"].tests["I_TA1.pearson"].statistic == pytest.approx(169.37, abs=0.005)


def test_table_1_has_its_accuracies_and_subsets(dam: tuple[pl.DataFrame, Predictions]) -> None:
    figures = by_measure(analyse(*dam))["behaviour"].figures
    for name, n, printed in (
        ("I_TA1.accuracy", 620, ".946"),
        ("I_TA1.unseen.accuracy", 40, ".500"),
        ("I_TA1.polarity_differs.accuracy", 69, ".637"),
    ):
        assert figures[name].n == n
        assert truncated(figures[name].value or 0, printed) == float(printed)
        assert figures[name].interval is not None
    assert (figures["I_TA1.gold_changed.accuracy"].value, figures["I_TA1.gold_changed.accuracy"].n) == (
        None,
        0,
    )
    assert "I_A.unseen.accuracy" not in figures


def test_table_2_comes_out_of_its_instances() -> None:
    kinds = {(C, N): 155, (C, E): 31, (N, N): 8, (C, C): 100}  # prediction for control and transformed
    rows: list[dict[str, Any]] = []
    answers: list[str] = []
    for (control, transformed), count in kinds.items():
        for _ in range(count):
            item = len(rows) // 2
            rows += [row("I_A", item, C, C), row("I_TA2", item, N, C)]
            answers += [control, transformed]
    sets = frame(rows)
    found = by_measure(analyse(sets, answering(sets, answers), definition="sanchez-2018"))
    assert family_row(found, "I_TA2", "insensitivity")["statistic"] == pytest.approx(175.34, abs=0.005)
    found = by_measure(analyse(sets, answering(sets, answers)))
    assert found["insensitivity"].tests["I_TA2.pearson"].statistic == pytest.approx(159.44, abs=0.005)
    assert found["insensitivity"].views["I_TA2"].lines == (
        ("change", 155, 31, 186),
        ("no change", 8, 100, 108),
    )
    figures = found["insensitivity"].figures
    assert figures["I_TA2.no_change_rate"].value == pytest.approx(108 / 294)
    assert figures["I_TA2.odds_ratio"].interval is not None
    assert truncated(found["behaviour"].figures["I_TA2.gold_changed.accuracy"].value or 0, ".554") == 0.554
    assert "associated with wrong answers" in found["insensitivity"].headline
