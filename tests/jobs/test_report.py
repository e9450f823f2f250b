"""A sealed run is shown again from its folder alone, in every form, and nothing is written over."""

import csv
import json
from importlib.util import find_spec
from pathlib import Path

import polars as pl
import pytest

from rightreasons import audit, read_run
from rightreasons.errors import (
    MeasureInputError,
    MissingExtraError,
    OptionError,
    RunExistsError,
    UnknownNameError,
)
from rightreasons.jobs.report import charts, report
from rightreasons.runs.folder import REPORT, Run

HOSTILE = "=cmd|'/c calc'!A1 <script>alert(1)</script> | `x`"
ROWS = [("A man sleeps.", f"{HOSTILE} {n}", label) for n in range(20) for label in ("entailment", "neutral")]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("report")
    source = folder / "pairs.csv"
    pl.DataFrame(ROWS, schema=["premise", "hypothesis", "label"], orient="row").write_csv(source)
    done = audit(str(source), measures=["label_balance", "give_away_words", "duplicates"], out=folder / "run")
    source.unlink()
    assert done.run is not None
    return done.run


def test_the_page_is_rebuilt_from_the_folder_alone(run: Run, tmp_path: Path) -> None:
    made = report(run.path, tmp_path / "new" / "page.html")
    assert made.read_text(encoding="utf-8") == (run.path / REPORT).read_text(encoding="utf-8")


def test_csv_has_every_figure_and_table_and_no_formula(run: Run, tmp_path: Path) -> None:
    folder = report(run, tmp_path / "csv", format="csv")
    with (folder / "figures.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    expected = [
        (finding.measure, name, figure.n)
        for finding in read_run(run.path).findings
        for name, figure in finding.figures.items()
    ]
    assert [(row["measure"], row["figure"], int(row["n"])) for row in rows] == expected
    tables = sum(len(finding.views) for finding in run.findings)
    assert len(list(folder.glob("*.csv"))) == tables + 2
    for path in folder.glob("*.csv"):
        with path.open(encoding="utf-8") as file:
            assert not any(cell.startswith(("=", "+", "@")) for row in csv.reader(file) for cell in row)


def test_json_is_what_the_run_holds(run: Run, tmp_path: Path) -> None:
    payload = json.loads(report(run, tmp_path / "run.json", format="json").read_text(encoding="utf-8"))
    stored = json.loads((run.path / "findings.json").read_text(encoding="utf-8"))
    assert payload["findings"] == stored["findings"]
    assert payload["manifest"]["job"] == "audit"


def test_markdown_has_the_verdict_every_table_and_no_markup_of_the_data(run: Run, tmp_path: Path) -> None:
    text = report(run, tmp_path / "run.md", format="md").read_text(encoding="utf-8")
    assert text.index(run.verdict.title) < 200
    assert text.count("\n### ") == sum(len(finding.views) for finding in run.findings)
    assert "<script>" not in text
    for block in text.split("\n\n"):
        lines = block.split("\n")
        if lines[0].startswith("| ") and len(lines) > 2:
            bars = [line.replace("\\|", "").count("|") for line in lines]
            assert set(bars) == {bars[0]}


def test_nothing_is_written_over_and_unknown_forms_are_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("mine", encoding="utf-8")
    for form in ("html", "csv"):
        with pytest.raises(RunExistsError):
            report(run, tmp_path / "there", format=form)
    assert (tmp_path / "there").read_text(encoding="utf-8") == "mine"
    with pytest.raises(UnknownNameError):
        report(run, tmp_path / "a", format="pdf")
    with pytest.raises(OptionError):
        charts(run, tmp_path / "a", format="gif")


@pytest.mark.parametrize("form", ["html", "md", "json", "csv"])
def test_what_was_written_before_is_not_refused_unless_it_was_changed(
    form: str, run: Run, tmp_path: Path
) -> None:
    place = report(run, tmp_path / "out", format=form)
    before = place.stat().st_mtime_ns
    assert report(run, tmp_path / "out", format=form).stat().st_mtime_ns == before
    changed = place / "figures.csv" if form == "csv" else place
    changed.write_text("mine", encoding="utf-8")
    with pytest.raises(RunExistsError):
        report(run, tmp_path / "out", format=form)


def test_charts_are_pictures_one_a_file(run: Run, tmp_path: Path) -> None:
    folder = charts(run, tmp_path / "svg", format="svg")
    names = sorted(path.name for path in folder.glob("*.svg"))
    assert names == ["02-give_away_words.coverage.svg", "02-give_away_words.words.svg"]
    bare = Run(run.path, run.manifest, run.findings[:1], (), run.verdict)
    with pytest.raises(MeasureInputError):
        charts(bare, tmp_path / "none")


def test_without_the_extra_the_page_comes_without_charts_and_says_so(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert find_spec("vl_convert") is not None
    monkeypatch.setitem(__import__("sys").modules, "vl_convert", None)
    page = report(run, tmp_path / "page.html").read_text(encoding="utf-8")
    assert "This page has no charts" in page
    assert "rightreasons[report]" in page
    assert 'class="spec"' not in page
    assert len(page) < 200_000
    with pytest.raises(MissingExtraError):
        charts(run, tmp_path / "svg")
