"""The chart of rules that were discovered: what is drawn where, of data and of a model."""

import pytest

from rightreasons.findings import Finding, View
from rightreasons.reports.charts.rules import shares

pytest.importorskip("altair")

OF_DATA = ("rule", "holds_where", "label", "rows", "share", "share_low", "share_high", "elsewhere")


def found(columns: tuple[str, ...], *lines: tuple[str | float, ...]) -> Finding:
    roles = {"rule": "group", "holds_where": "text", "elsewhere": "share", "model": "share", "gold": "share"}
    roles = {name: role for name, role in roles.items() if name in columns}
    bounds = {"share": ("share_low", "share_high")} if "share" in columns else {}
    view = View("rules", columns, lines, by=("rule",), roles=roles, bounds=bounds)
    return Finding("rules", "train.jsonl", "", "", views={"rules": view})


def test_each_rule_has_its_share_with_interval_and_that_of_the_other_rows() -> None:
    chart = shares(found(OF_DATA, ("rule-2", "it negates", "contradiction", 50, 0.8, 0.7, 0.9, 0.4)))
    assert chart is not None
    assert chart.view.lines == (("rule-2", "it negates", "contradiction", 50, 0.8, 0.4),)
    drawn = str(chart.spec)
    assert all(text in drawn for text in ("rule 2: contradiction", "0.7", "0.9", "0.4", "on the other rows"))


def test_of_a_model_gold_stands_beside_it() -> None:
    columns = ("rule", "holds_where", "label", "rows", "model", "gold")
    chart = shares(found(columns, ("rule-1", "all words are shared", "entailment", 40, 0.95, 0.5)))
    assert chart is not None
    assert chart.view.lines[0][4:] == (0.95, 0.5)
    assert "how often gold has it" in chart.description


def test_of_many_rules_the_first_twelve_are_drawn_and_without_one_there_is_none() -> None:
    line = ("it negates", "contradiction", 50, 0.8, 0.7, 0.9, 0.4)
    chart = shares(found(OF_DATA, *((f"rule-{number}", *line) for number in range(1, 21))))
    assert chart is not None
    assert len(chart.view.lines) == 12
    assert "first 12 of 20 rules" in chart.description
    assert shares(found(OF_DATA)) is None
    assert shares(Finding("rules", "train.jsonl", "", "")) is None
