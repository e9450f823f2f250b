"""Pictures in inches: as wide as asked for in every form, with captions that have n and intervals."""

import re
import struct
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest

from rightreasons import audit
from rightreasons.charts import Chart
from rightreasons.errors import OptionError
from rightreasons.findings import Finding, View, bounded
from rightreasons.jobs.auditing.taking import Audit
from rightreasons.jobs.report import CAPTIONS, charts
from rightreasons.pairs import Nouns
from rightreasons.reports.charts import charts_of
from rightreasons.reports.charts.captions import caption, in_place_of
from rightreasons.reports.charts.pictures import PICTURES, PRINTED, Picture, Size, picture


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    out = tmp_path_factory.mktemp("pictures") / "run"
    return audit(limit=1_500, measures=["artificial_patterns", "hypothesis_only"], out=out)


@pytest.fixture(scope="module")
def chart(audited: Audit) -> Chart:
    return charts_of(audited.finding("artificial_patterns"))[0]


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(("asked", "inches"), [("3.3in", 3.3), ("84mm", 84 / 25.4), ("10.5cm", 10.5 / 2.54)])
def test_every_form_is_as_wide_as_asked_for(chart: Chart, asked: str, inches: float) -> None:
    size = Size.of("paper", asked)
    svg = picture(chart, "svg", size).decode()
    (width,) = re.findall(r'^<svg[^>]* width="([\d.]+)in"', svg)
    assert float(width) == pytest.approx(inches, abs=0.02)
    png = picture(chart, "png", size)
    pixels, _ = struct.unpack(">II", png[16:24])
    assert pixels / 300 == pytest.approx(inches, abs=0.02)
    (box,) = re.findall(rb"/MediaBox ?\[0 0 ([\d.]+) [\d.]+\]", picture(chart, "pdf", size))
    assert float(box) / 72 == pytest.approx(inches, abs=0.02)


def test_letters_are_larger_on_slides_than_in_a_paper(chart: Chart) -> None:
    points = {}
    for style in ("paper", "slides"):
        size = Size.of(style, "8in")
        assert size is not None
        svg = picture(chart, "svg", size).decode()
        letters = [float(each) for each in re.findall(r'font-size="([\d.]+)px"', svg)]
        points[style] = min(letters) / size.pixels * 72
    assert points["paper"] == pytest.approx(9)
    assert points["slides"] >= 16


@pytest.mark.parametrize(
    ("style", "width"),
    [("poster", None), ("paper", "wide"), ("paper", "1in"), ("paper", "90in"), (None, "3")],
)
def test_a_style_or_a_width_that_is_none_is_an_error(style: str | None, width: str | None) -> None:
    with pytest.raises(OptionError):
        Size.of(style, width)


def test_colours_of_labels_and_of_right_and_wrong_differ_in_grey() -> None:
    from rightreasons.charts import ACCENT, LABELS, RIGHT, WRONG

    for group in ((ACCENT, LABELS["neutral"], LABELS["contradiction"]), (RIGHT, WRONG)):
        greys = sorted(luminance(PRINTED[colour]) for colour in group)
        assert all((high + 0.05) / (low + 0.05) >= 1.8 for low, high in pairwise(greys))


def test_a_picture_has_no_colour_of_the_page_and_no_title_of_its_own(chart: Chart) -> None:
    svg = picture(chart, "svg", Size.of("paper", None)).decode()
    assert not re.findall("|".join(PRINTED), svg)
    assert chart.title not in re.sub(r'aria-label="[^"]*"', "", svg)
    assert chart.title in picture(chart, "svg").decode()


def test_a_caption_has_title_how_to_read_it_and_figures_with_interval_and_n(audited: Audit) -> None:
    finding = audited.finding("hypothesis_only")
    found = {chart.name: caption(finding, chart, Nouns()) for chart in charts_of(finding)}
    text = found["baseline"]
    assert text.startswith("Accuracy from the hypothesis alone. ")
    figure = finding.figures["accuracy"]
    assert figure.value is not None
    low, high = figure.bounds
    assert low is not None
    assert high is not None
    assert (
        f"n {figure.n:,}, accuracy {100 * figure.value:.1f} % ({100 * low:.1f} to {100 * high:.1f})" in text
    )


def view_of_lines(lines: int) -> View:
    """Return a view of so many lines with a score that grows from line to line, from 0 on."""
    rows = tuple((f"line {place}", 100, place / 100, place / 200, place / 50) for place in range(lines))
    columns = ("group", "n", "accuracy", "accuracy_low", "accuracy_high")
    return View("", columns, rows, by=("group",), bounds=bounded("accuracy"))


def said(chart: Chart, view: View, subject: str = "a model") -> str:
    """Return what stands for a chart of a view in a finding without figures."""
    finding = Finding("some", subject, "defined", "What was found.", (), {})
    return in_place_of(finding, replace(chart, view=view), Nouns())


def test_what_stands_for_a_chart_says_every_line_of_a_few(chart: Chart) -> None:
    text = said(chart, view_of_lines(3))
    assert text.startswith(f"{chart.title}. ")
    for line in (
        "line 0: n 100, accuracy 0.0 % (0.0 to 0.0)",
        "line 1: n 100, accuracy 1.0 % (0.5 to 2.0)",
        "line 2: n 100, accuracy 2.0 % (1.0 to 4.0)",
    ):
        assert line in text


def test_what_stands_for_a_chart_of_many_lines_says_the_ends_and_the_line_of_the_subject(
    chart: Chart,
) -> None:
    text = said(chart, view_of_lines(50), subject="line 20")
    assert "line 20: n 100, accuracy 20.0 % (10.0 to 40.0)" in text
    assert "highest of 50: line 49: n 100, accuracy 49.0 %" in text
    assert "lowest: line 0: n 100, accuracy 0.0 %" in text
    assert "line 21" not in text


def test_what_stands_for_a_chart_without_intervals_says_the_figures_of_the_finding_or_its_sentence(
    audited: Audit, chart: Chart
) -> None:
    curve = View("", ("group", "n"), (("one", 3),), by=("group",))
    assert "What was found." in said(chart, curve)
    finding = audited.finding("hypothesis_only")
    accuracy = finding.figures["accuracy"]
    assert accuracy.value is not None
    text = in_place_of(finding, replace(chart, view=curve), Nouns())
    assert f"accuracy {100 * accuracy.value:.1f} % (" in text
    assert f"n = {accuracy.n:,}" in text


def test_a_drawing_says_what_it_shows_where_it_is_not_seen(audited: Audit) -> None:
    for chart in charts_of(audited.finding("hypothesis_only")):
        svg = picture(chart, "svg", Size.of("paper", None)).decode()
        root = ElementTree.fromstring(svg)  # noqa: S314 - our own
        assert root.get("role") == "img"
        assert root.get("aria-label") == chart.in_place
        assert chart.title in chart.in_place
        assert re.search(r"n \d", chart.in_place)


def test_a_folder_of_charts_has_their_captions_as_text(audited: Audit, tmp_path: Path) -> None:
    assert audited.run is not None
    for form in PICTURES:
        folder = charts(audited.run, tmp_path / form, format=form, style="paper", width="3.3in")
        pictures = sorted(path.name for path in folder.glob(f"*.{form}"))
        captions = (folder / CAPTIONS).read_text(encoding="utf-8").split("\n\n")
        assert [text.partition("\n")[0] for text in captions] == pictures
    assert get_args(Picture) == PICTURES
