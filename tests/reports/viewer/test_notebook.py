"""What a notebook shows of results: the verdict first, views, and hostile names as text."""

from pathlib import Path

from tests.reports.viewer.runs import HOSTILE, Seal, accuracy, finding

from rightreasons import compare, read_run
from rightreasons.issues import Verdict
from rightreasons.reports.pages.notebook import notebook_html


def test_a_run_that_is_read_shows_its_verdict_and_its_figures(seal: Seal, tmp_path: Path) -> None:
    found = finding("hypothesis_only", figures=[accuracy(0.67, 9824)])
    shown = notebook_html(read_run(seal(tmp_path / "run", "audit", found)))
    assert shown.index("It gives much away.") < shown.index("hypothesis_only.accuracy")
    assert "67.0 % (66.0 to 68.0)" in shown
    assert "9,824" in shown


def test_a_comparison_shows_its_views(probed: Path) -> None:
    shown = compare(probed / "always-entailment", probed / "lexical-overlap")._repr_html_()
    assert "+50.0 (" in shown
    assert "all.entailment" in shown


def test_names_that_somebody_made_up_stay_text(seal: Seal, tmp_path: Path) -> None:
    hostile = finding(HOSTILE, HOSTILE, HOSTILE, [accuracy(0.5, 9, set=HOSTILE)])
    run = seal(tmp_path / "run", "audit", hostile, verdict=Verdict(HOSTILE))
    shown = notebook_html(read_run(run))
    assert "<img" not in shown
    assert "\u202e" not in shown
