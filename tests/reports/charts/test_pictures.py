"""Pictures in inches: as wide as asked for in every form, with captions that have n and intervals."""

import re
import struct
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest

from rightreasons import audit
from rightreasons.charts import Chart
from rightreasons.errors import OptionError
from rightreasons.jobs.auditing.taking import Audit
from rightreasons.jobs.report import CAPTIONS, charts
from rightreasons.pairs import Nouns
from rightreasons.reports.charts import charts_of
from rightreasons.reports.charts.captions import caption
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
        f"n {figure.n:,}, accuracy % {100 * figure.value:.1f} ({100 * low:.1f} to {100 * high:.1f})" in text
    )


def test_a_folder_of_charts_has_their_captions_as_text(audited: Audit, tmp_path: Path) -> None:
    assert audited.run is not None
    for form in PICTURES:
        folder = charts(audited.run, tmp_path / form, format=form, style="paper", width="3.3in")
        pictures = sorted(path.name for path in folder.glob(f"*.{form}"))
        captions = (folder / CAPTIONS).read_text(encoding="utf-8").split("\n\n")
        assert [text.partition("\n")[0] for text in captions] == pictures
    assert get_args(Picture) == PICTURES
