"""A result in Python: its page, its charts, its figures and tables as frames, and names that are wrong."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import altair as alt
import pytest

from rightreasons import Audit, audit, card, compare, downsample, gate, probe
from rightreasons.errors import MeasureInputError, OptionError, RunExistsError, UnknownNameError, UsageError
from rightreasons.reports.first_screen import first_screen
from rightreasons.sources.bundled import bundled_pairs


@pytest.fixture(scope="module")
def result() -> Audit:
    """An audit of made pairs by two measures."""
    return audit(bundled_pairs(300, 1), measures=("label_balance", "give_away_words"))


def test_a_result_says_its_verdict_first(result: Audit) -> None:
    screen = first_screen(result)
    assert repr(result) == f"<{screen.severities}: {screen.title} (audit of {result.manifest.subject})>"
    page = result._repr_html_()
    assert 0 < page.index(screen.title) < page.index("<code>label_balance")


def test_all_figures_are_one_polars_frame(result: Audit) -> None:
    frame = result.figures()
    assert frame.height == sum(len(finding.figures) for finding in result.findings)
    line = frame.filter(measure="label_balance", figure="majority").to_dicts()[0]
    figure = result.finding("label_balance").figures["majority"]
    assert (line["value"], line["n"], line["low"]) == (figure.value, figure.n, figure.bounds[0])


def test_every_table_is_a_polars_frame(result: Audit) -> None:
    for finding in result.findings:
        for name, view in finding.views.items():
            frame = result.view(finding.name, name)
            assert (frame.columns, frame.height) == (list(view.columns), len(view.lines))
    first = next(iter(result.finding("give_away_words").views))
    assert result.view("give_away_words").equals(result.view("give_away_words", first))
    with pytest.raises(UnknownNameError, match="did you mean 'words'"):
        result.view("give_away_words", "wrods")


def test_a_chart_is_an_altair_object_found_by_its_measure(result: Audit) -> None:
    chart = result.plot("give_away_words")
    assert isinstance(chart, alt.TopLevelMixin)
    assert chart.to_dict() == result.plot("give_away_words.words").to_dict()
    with pytest.raises(UnknownNameError, match=r"(?s)one of .*did you mean 'give_away_words\.words'"):
        result.plot("give_away_wrods.words")


def test_a_page_that_cannot_be_written_names_the_parameter_of_this_method(
    result: Audit, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OptionError, match="is a file") as caught:
        result.report(tmp_path / "file" / "page.html")
    assert "choose another path=" in str(caught.value)


def test_a_page_is_written_where_it_is_asked_for_and_over_nothing(result: Audit, tmp_path: Path) -> None:
    page = result.report(tmp_path / "page.html")
    assert page.read_text().startswith("<!doctype html>")
    assert result.report(tmp_path / "page.md").read_text().count("#") > 0
    (tmp_path / "taken.html").write_text("mine")
    with pytest.raises(RunExistsError):
        result.report(tmp_path / "taken.html")
    with pytest.raises(OptionError, match=r"html, \.md or \.json"):
        result.report(tmp_path / "page.docx")


def test_a_result_opens_as_a_page(result: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    page = result.show()
    assert opened == [page.as_uri()]
    assert page.read_text().startswith("<!doctype html>")
    sealed = audit(bundled_pairs(300, 1), measures=("label_balance",), out=tmp_path / "run")
    assert sealed.show() == tmp_path / "run" / "report.html"


@pytest.mark.parametrize("name", ["label_balanc", "lable_balance"])
def test_a_finding_with_a_wrong_name_offers_the_nearest(result: Audit, name: str) -> None:
    with pytest.raises(MeasureInputError, match="did you mean 'label_balance'"):
        result.finding(name)


def test_a_finding_that_was_not_asked_for_names_those_there_are(result: Audit) -> None:
    with pytest.raises(MeasureInputError, match="expected: one of 'label_balance', 'give_away_words'"):
        result.finding("duplicates")


def test_a_wrong_parameter_offers_the_nearest() -> None:
    wrong: dict[str, Any] = {"mesures": ["label_balance"]}
    with pytest.raises(OptionError, match="no parameter 'mesures'") as caught:
        audit(bundled_pairs(300, 1), **wrong)
    assert caught.value.remedy == "did you mean measures=?"


@pytest.mark.parametrize(
    ("job", "wrong", "meant"),
    [
        (compare, "levle", "level"),
        (gate, "requires", "require"),
        (card, "polcy", "policy"),
        (downsample, "seeed", "seed"),
        (probe, "pergroup", "per_group"),
    ],
)
def test_the_parameter_that_may_have_been_meant_is_one_of_all(
    job: Callable[..., Any], wrong: str, meant: str
) -> None:
    with pytest.raises(OptionError, match=f"no parameter '{wrong}'") as caught:
        job(**{wrong: 1})
    assert caught.value.remedy == f"did you mean {meant}=?"


def test_what_is_no_data_and_no_model_is_said_to_be_none() -> None:
    with pytest.raises(UsageError, match=r"^data of type int: 42 \[RR001\]\n  expected: a path or name"):
        audit(42)
    wrong: Any = 42
    with pytest.raises(UsageError, match=r"^a model of type int \[RR001\]\n  expected: KIND:NAME"):
        probe(wrong)
