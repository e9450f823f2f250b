"""Charts of bits, people's labels, label errors, minimal pairs and items with several right labels."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from tests.measures.model.test_human_labels import measured as labels_of_people
from tests.measures.model.test_human_labels import voted
from tests.measures.model.test_label_sets import answered, drawn

from rightreasons import audit, probe
from rightreasons.charts import Chart
from rightreasons.findings import Finding
from rightreasons.measures.model.label_sets import label_sets
from rightreasons.reports.charts.groups_of_items import consistency, suspected
from rightreasons.reports.charts.groups_of_items import label_sets as chart_of_sets
from rightreasons.reports.charts.information import model_information, usable_information
from rightreasons.reports.charts.people import likeness

pytest.importorskip("altair")
NAMES = ("entailment", "neutral", "contradiction")


def shown(chart: Chart | None, column: str) -> list[object]:
    assert chart is not None
    assert chart.spec["layer"]
    return [row[column] for row in chart.view.records()]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write 120 pairs, each hypothesis with two premises and two gold labels."""
    folder = tmp_path_factory.mktemp("data")
    rng = np.random.default_rng(3)
    rows = [
        {
            "id": f"r{row}",
            "premise": f"{' '.join(rng.choice(['red', 'blue', 'old', 'new', 'big'], 6))} {row}",
            "hypothesis": f"hypothesis {row // 2} of {row // 2}",
            "label": NAMES[row % 2],
        }
        for row in range(120)
    ]
    pl.DataFrame(rows).write_ndjson(folder / "set.jsonl")
    pl.DataFrame(rows).select("id").with_columns(entailment=0.7, neutral=0.2, contradiction=0.1).write_csv(
        folder / "said.csv"
    )
    return folder


@pytest.fixture(scope="module")
def found(data: Path) -> dict[str, Finding]:
    run = probe(str(data / "said.csv"), on=[str(data / "set.jsonl")])
    return {each.measure: each for each in run.findings}


def test_bits_of_parts_are_drawn_with_the_entropy_of_the_labels(data: Path) -> None:
    finding = audit(str(data / "set.jsonl"), measures=("usable_information",)).finding("usable_information")
    chart = usable_information(finding)
    assert shown(chart, "input") == ["hypothesis", "premise", "overlap", "length"]
    assert chart is not None
    assert "1.00 bits (dashed)" in chart.description


def test_bits_of_a_model_stand_above_those_of_the_parts(found: dict[str, Finding]) -> None:
    assert shown(model_information(found["model_information"]), "input")[:2] == ["model", "calibrated"]


def test_one_answer_for_all_is_never_right_on_a_whole_group_in_the_chart(found: dict[str, Finding]) -> None:
    chart = consistency(found["minimal_pairs"])
    assert shown(chart, "what") == ["every item correct", "if items were independent", "single items correct"]
    assert shown(chart, "share") == [0.0, 0.25, 0.5]


def test_suspected_items_are_drawn_of_all_items_and_of_each_gold_label(found: dict[str, Finding]) -> None:
    chart = suspected(found["label_errors"])
    assert shown(chart, "what") == ["all items", "gold label entailment", "gold label neutral"]
    assert shown(chart, "n") == [120, 60, 60]


def test_sets_of_labels_are_drawn_by_how_many_are_right() -> None:
    chart = chart_of_sets(label_sets(answered(*drawn(200, 6))))
    headings = shown(chart, "group")
    assert headings == ["items with one right label"] * 4 + ["items with several right labels"] * 4


def test_the_cloud_has_a_point_with_both_intervals_for_model_people_other_items_and_equal_shares() -> None:
    pairs, _ = voted(200, 8)
    finding = labels_of_people(pairs, np.random.default_rng(9).dirichlet(np.ones(3), 200))
    chart = likeness(finding)
    assert shown(chart, "source") == ["model", "panel", "prior", "chance"]
    assert chart is not None
    across, upwards = chart.spec["layer"][:2]
    assert across["encoding"]["x2"]["field"] == "accuracy_high"
    assert upwards["encoding"]["y2"]["field"] == "jensen_shannon_high"


def test_findings_without_these_views_have_no_chart(found: dict[str, Finding]) -> None:
    assert likeness(found["minimal_pairs"]) is None
    assert consistency(found["label_errors"]) is None
