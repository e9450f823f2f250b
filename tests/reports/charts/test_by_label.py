"""The chart of a score by gold label."""

import pytest
from tests.reports.results import accuracy, scored

from rightreasons.figures import Figure
from rightreasons.labels import Label
from rightreasons.reports.charts.by_label import by_label
from rightreasons.statistics.results import Estimate

pytest.importorskip("altair")


def of(label: Label, share: float) -> Figure:
    return Figure("accuracy", Estimate(share, "proportion", 50), label=label, what="all")


MAJORITY = Figure("majority_accuracy", Estimate(0.5, "proportion", 100), what="majority_label")


def test_all_items_come_first_then_each_gold_label_with_the_majority_in_the_description() -> None:
    figures = [accuracy(0.75), of(Label.NEUTRAL, 0.9), of(Label.ENTAILMENT, 0.6), MAJORITY]
    chart = by_label(scored("dev", figures=figures))
    assert chart is not None
    assert [(line[0], line[2]) for line in chart.view.lines] == [
        ("all items", 0.75),
        ("gold label neutral", 0.9),
        ("gold label entailment", 0.6),
    ]
    assert "50.0 %" in chart.description


def test_without_gold_labels_or_a_majority_label_there_is_none() -> None:
    assert by_label(scored("dev", figures=[accuracy(0.75), MAJORITY])) is None
    assert by_label(scored("dev", figures=[accuracy(0.75), of(Label.NEUTRAL, 0.9)])) is None
