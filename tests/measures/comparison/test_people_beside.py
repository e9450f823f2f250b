"""Several models beside people's labels: their own figures, what few of them cannot answer, and the cloud."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import spearmanr
from tests.measures.model.test_human_labels import measured, voted

from rightreasons.findings import Finding
from rightreasons.measures.comparison.people_beside import people_beside
from rightreasons.reports.charts.people import several_models


def models(count: int) -> dict[str, tuple[Finding, ...]]:
    pairs, people = voted(120, 1)
    rng = np.random.default_rng(2)
    mixed = [
        (1 - share) * people + share * rng.dirichlet(np.ones(3), 120) for share in np.linspace(0, 1, count)
    ]
    return {f"model {place}": (measured(pairs, each),) for place, each in enumerate(mixed)}


def test_each_model_has_the_figures_that_its_probe_found() -> None:
    runs = models(3)
    (found,) = people_beside(runs)
    for run, (of_run,) in runs.items():
        line = next(each for each in found.views["by_run"].records() if each["run"] == run)
        assert line["accuracy"] == of_run.figures["model.accuracy"].value
        assert line["jensen_shannon_high"] == of_run.figures["model.jensen_shannon"].estimate.bounds[1]


def test_few_models_cannot_answer_whether_accuracy_and_likeness_go_together() -> None:
    (few,) = people_beside(models(5))
    assert "accuracy_and_likeness" not in few.figures
    assert any("5 models are too few to tell" in str(note) for note in few.notes)


def test_many_models_have_the_rank_correlation_of_scipy() -> None:
    (many,) = people_beside(models(12))
    lines = many.views["by_run"].records()
    expected = spearmanr([each["accuracy"] for each in lines], [each["jensen_shannon"] for each in lines])
    assert many.figures["accuracy_and_likeness"].value == pytest.approx(expected.statistic)
    assert many.notes == ()


def test_one_run_or_runs_on_other_sets_are_not_compared() -> None:
    runs = models(2)
    assert people_beside(dict(list(runs.items())[:1])) == ()
    apart = {name: tuple(replace(each, on=name) for each in found) for name, found in runs.items()}
    assert people_beside(apart) == ()


def test_the_cloud_has_a_point_with_both_intervals_a_model() -> None:
    pytest.importorskip("altair")
    chart = several_models(people_beside(models(3))[0])
    assert chart is not None
    assert [row["run"] for row in chart.view.records()] == ["model 0", "model 1", "model 2"]
    across, upwards = chart.spec["layer"][:2]
    assert across["encoding"]["x2"]["field"] == "accuracy_high"
    assert upwards["encoding"]["y2"]["field"] == "jensen_shannon_high"
