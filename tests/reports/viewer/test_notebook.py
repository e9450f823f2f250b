"""What a notebook shows of results: every figure, and hostile names as text."""

from pathlib import Path

from tests.reports.viewer.runs import HOSTILE, Seal, estimate, finding

from rightreasons import compare, read_run


def test_a_run_that_is_read_shows_its_figures(seal: Seal, tmp_path: Path) -> None:
    figures = {"accuracy": estimate(0.67, 9824)}
    shown = read_run(
        seal(tmp_path / "run", "audit", finding("hypothesis_only", figures=figures))
    )._repr_html_()
    assert "<h3>hypothesis_only</h3>" in shown
    assert "<td>0.67</td><td>0.66 to 0.68</td><td>9824</td>" in shown


def test_a_comparison_shows_its_tables(probed: Path) -> None:
    shown = compare(probed / "always-entailment", probed / "lexical-overlap")._repr_html_()
    assert "first is always-entailment, second is lexical-overlap" in shown


def test_names_that_somebody_made_up_stay_text(seal: Seal, tmp_path: Path) -> None:
    hostile = finding(HOSTILE, HOSTILE, HOSTILE, {HOSTILE: estimate(0.5, 9)})
    shown = read_run(seal(tmp_path / "run", "audit", hostile))._repr_html_()
    assert "<img" not in shown
    assert "\u202e" not in shown
