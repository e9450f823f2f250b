"""Numbers to read first say what they are beside, and show no gap of two items."""

import pytest
from tests.measures.comparison.test_compare_gaps import run
from tests.reports.results import Made, finding, manifest, share, verdict

from rightreasons.figures import Figure
from rightreasons.findings import View
from rightreasons.issues import Issue
from rightreasons.measures.comparison.compare_gaps import compare_gaps
from rightreasons.reports.first_screen import first_screen
from rightreasons.statistics.results import Estimate, Interval
from rightreasons.verdicts.key_figures import key_figures

ROWS = 1000
WARNED = verdict(Issue("V310", "warning", "Claims repeat."))


def test_what_repeated_claims_add_is_told_beside_what_they_reach() -> None:
    gain = Estimate(0.25, "proportion", ROWS, Interval(0.06, 0.43, 0.95, "t over clusters"))
    figures = (
        Figure("accuracy", share(0.77, ROWS), what="accuracy_memorised"),
        Figure("difference", gain, what="memorised_gain"),
    )
    (shown,) = key_figures(Made(manifest(), (finding(figures=figures),)), WARNED)
    assert shown.value == "77.0 %"
    assert "+25.0 points" in shown.detail
    assert "+6.0 to +43.0" in shown.detail


@pytest.mark.parametrize(("hard", "gaps"), [(2, 0), (40, 2)])
def test_gaps_that_stand_on_a_few_items_are_left_to_their_issue(hard: int, gaps: int) -> None:
    marks = ["easy"] * 40 + ["hard"] * hard
    right = [mark == "easy" for mark in marks]
    runs = [run("one", right, easy_hard=marks), run("other", [True] * len(marks), easy_hard=marks)]
    (found,) = compare_gaps(runs)
    issue = Issue("V353", "warning", ".", (found.ref("dev.easy_hard.gap.difference"),))
    shown = key_figures(Made(manifest("compare"), (found,)), verdict(issue))
    assert len(shown) == gaps
    assert all(
        f"40 easy items (phrases typical of the gold label) and {hard} hard" in each.detail for each in shown
    )


@pytest.mark.parametrize(
    ("others", "named"),
    [
        ({}, "c (9), b (7), a (5)"),
        ({"d": 4}, "c (9), b (7), a (5), d (4)"),
        ({"d": 4, "e": 3}, "c (9), b (7), a (5), other reasons (7)"),
    ],
)
def test_reasons_for_what_was_not_compared_beyond_three_are_counted_together(
    others: dict[str, int], named: str
) -> None:
    reasons = {"a": 5, "b": 7, "c": 9, **others}
    lines = tuple((why, cells, "") for why, cells in reasons.items())
    missing = Figure("count", Estimate(float(sum(reasons.values())), "count", 100), what="not_possible")
    counted = finding(
        "reproduction",
        figures=(missing,),
        views={"empty": View("Empty", ("why", "cells", "items"), lines, roles={"items": "text"})},
    )
    screen = first_screen(Made(manifest("reproduce"), (counted,)))
    assert screen.tested_on_page[0] == (f"Not compared, by reason: {named}.",)


@pytest.mark.parametrize(
    ("measure", "code"), [("form_only", "V221"), ("overlap_only", "V205"), ("length_only", "V309")]
)
def test_the_accuracy_of_the_baseline_that_is_the_title_stands_first_and_once(
    measure: str, code: str
) -> None:
    gain = Estimate(0.058, "proportion", ROWS, Interval(0.046, 0.07, 0.95, "paired"))
    figures = (Figure("accuracy", share(0.74, ROWS)), Figure("gain", gain, what="gain_own"))
    baseline = finding(measure=measure, figures=figures)
    issue = Issue(code, "severe", "A part of the pair predicts the label.", (baseline.ref("gain_own"),))
    first, *others = key_figures(Made(manifest(), (finding(figures=figures), baseline)), verdict(issue))
    assert (first.value, first.figure) == ("74.0 %", baseline.ref("accuracy"))
    assert "+5.8 points" in first.detail
    assert first.figure not in [each.figure for each in others]
