"""A comparison as it is read on a page: rows of two rules on 40 pairs, counted by hand."""

import re

import jinja2
import polars as pl
import pytest

from rightreasons.findings import Finding
from rightreasons.jobs.compare import compare
from rightreasons.jobs.probe import probe
from rightreasons.reports.compared_sets import ComparedSet, compared_sets

ROWS = [("A man sleeps.", "A man sleeps.", "entailment"), ("A man sleeps.", "Dogs.", "neutral")] * 20


@pytest.fixture(scope="module")
def finding(tmp_path_factory: pytest.TempPathFactory) -> Finding:
    folder = tmp_path_factory.mktemp("runs")
    pl.DataFrame(ROWS, schema=["premise", "hypothesis", "label"], orient="row").write_csv(folder / "p.csv")
    for rule in ("always-entailment", "lexical-overlap"):
        probe(f"rule:{rule}", str(folder / "p.csv"), out=folder / rule)
    (found,) = compare(folder / "always-entailment", folder / "lexical-overlap").findings
    return found


@pytest.fixture(scope="module")
def compared(finding: Finding) -> ComparedSet:
    (found,) = compared_sets(finding)
    return found


def test_a_row_says_how_often_each_is_right_and_who_alone(compared: ComparedSet) -> None:
    rows = {row.cell: row for row in compared.rows}
    overall, entailed = rows["accuracy"], rows["all.entailment"]
    assert (overall.n, overall.first, overall.second) == (40, 0.5, 1.0)
    assert (overall.only_first, overall.only_second) == (0, 20)
    assert (entailed.n, entailed.only_first, entailed.only_second) == (20, 0, 0)
    assert compared.level == 95
    assert (compared.first, compared.second) == ("always-entailment", "lexical-overlap")


def test_what_differs_after_holm_is_marked(compared: ComparedSet) -> None:
    """Exact McNemar with 20 of 20 is p = 2 / 2**20, below .05 however it is adjusted; with none it is 1."""
    rows = {row.cell: row for row in compared.rows}
    assert rows["accuracy"].p == pytest.approx(2 / 2**20)
    assert rows["accuracy"].differs
    assert not rows["all.entailment"].differs
    assert rows["all.entailment"].p_holm == 1


def test_differences_are_drawn_to_scale_with_none_in_the_middle(compared: ComparedSet) -> None:
    rows = {row.cell: row for row in compared.rows}
    overall, entailed = rows["accuracy"].whisker, rows["all.entailment"].whisker
    assert overall is not None
    assert entailed is not None
    assert compared.scale == 100
    assert overall.at == 75
    assert overall.low < 75 < overall.high <= 100
    assert entailed.at == 50
    assert entailed.low < 50 < entailed.high


def test_findings_of_other_measures_have_no_sets() -> None:
    assert compared_sets(Finding("hans", "m", "d", "h")) == ()


def test_any_page_can_take_the_part_in(finding: Finding) -> None:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("rightreasons.reports"), autoescape=True, undefined=jinja2.StrictUndefined
    )
    environment.filters |= {"compared": compared_sets, "text": str, "cell": str}
    page = environment.get_template("comparison.html").render(finding=finding)
    cells = re.sub(r"<[^>]+>", " ", page[page.index("<tbody>") :])
    assert re.search(r"accuracy\s+\+50\.0 \(\+\d.*?\)\s+differ .*?\s+40\s+50\.0 %\s+100\.0 %", cells)
    assert "style=" not in page
    assert "<script" not in page
