"""Charts as pictures in inches, for a paper or for slides: on white, with colours that differ in grey too."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

from rightreasons.charts import ACCENT, BEHIND, LABELS, RIGHT, WRONG, Chart
from rightreasons.errors import OptionError
from rightreasons.numbers import decimals
from rightreasons.printable import printable
from rightreasons.reports.charts import standing_alone

Picture = Literal["svg", "pdf", "png"]
PICTURES: tuple[Picture, ...] = ("svg", "pdf", "png")
INK = "#1b1d21"
_POINTS, _DOTS = 72, 300  # of an inch: points of a PDF, dots of a PNG
_SCREEN = 2  # dots of a PNG for one pixel, where no size is asked for
_WIDTH = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(in|cm|mm|pt)\s*")
_INCHES = {"in": 1.0, "cm": 1 / 2.54, "mm": 1 / 25.4, "pt": 1 / 72}
_NARROWEST, _WIDEST = 290, 2_000  # pixels
_SIZE = re.compile(r'width="(\d+(?:\.\d+)?)" height="(\d+(?:\.\d+)?)"')
PRINTED: Mapping[str, str] = {
    ACCENT: "#0b4a8f",
    BEHIND: "#83878f",
    RIGHT: "#0f6b57",
    WRONG: "#e08a6d",
    LABELS["neutral"]: "#c99a1a",
    LABELS["contradiction"]: "#c8453a",
    "currentColor": INK,
}
"""Colours on paper; their greys lie further apart than those of a page that is light or dark."""


@dataclass(frozen=True)
class Style:
    """What a picture is for.

    Parameters
    ----------
    inches
        Its width where none is asked for.
    pixels
        Of an inch: the fewer, the larger are letters, which have 12 of them.
    """

    inches: float
    pixels: int


STYLES: Mapping[str, Style] = {"paper": Style(3.3, 96), "slides": Style(8.0, 54)}
"""Letters of 9 points in a paper, of 16 on slides."""


@dataclass(frozen=True)
class Size:
    """How large a picture is.

    Parameters
    ----------
    inches
        Its width.
    pixels
        Of an inch.
    """

    inches: float
    pixels: int

    @classmethod
    def of(cls, style: str | None, width: str | None) -> "Size | None":
        """Return the size that is asked for; None where neither style nor width is.

        Raises
        ------
        OptionError
            For a style or a width that is none, or a width that letters do not fit into.
        """
        if style is None and width is None:
            return None
        chosen = STYLES.get(style or "paper")
        if chosen is None:
            raise OptionError(
                f"'{printable(style or '')}' for --style", f"one of {', '.join(STYLES)}", "correct it"
            )
        inches = chosen.inches if width is None else _inches(width)
        if not _NARROWEST <= inches * chosen.pixels <= _WIDEST:
            least, most = (f"{decimals(pixels / chosen.pixels, 1)}in" for pixels in (_NARROWEST, _WIDEST))
            raise OptionError(
                f"a picture of '{printable(width or '')}'",
                f"{least} to {most}, so that its texts can be read",
                f"write --width {chosen.inches}in",
            )
        return cls(inches, chosen.pixels)


def picture(chart: Chart, form: Picture, size: Size | None = None) -> bytes:
    """Return a chart as a picture on white.

    Parameters
    ----------
    chart
        The chart.
    form
        How it is stored.
    size
        Without its title, which is the caption's, in colours for paper; None: as on a page, with its title.
    """
    import vl_convert

    spec = _with_legends_on_the_right(standing_alone(chart) if size is None else _sized(chart, size))
    if form == "png":
        scale = _SCREEN if size is None else _POINTS / size.pixels
        dots = _POINTS if size is None else _DOTS
        drawn: bytes = vl_convert.vegalite_to_png(spec, scale=scale, ppi=dots)
        return drawn
    svg = str(vl_convert.vegalite_to_svg(spec)).replace("currentColor", INK)
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{escape(chart.in_place)}" ', 1)
    pixels = 96 if size is None else size.pixels
    if form == "pdf":
        paper: bytes = vl_convert.svg_to_pdf(_resized(svg, _POINTS / pixels, ""))
        return paper
    return (svg if size is None else _resized(svg, 1 / pixels, "in")).encode()


def _with_legends_on_the_right(spec: Mapping[str, Any]) -> dict[str, Any]:
    """Return a spec whose legends end on the right, since names of lines leave room on the left only.

    Vega draws it so; the schema of Vega-Lite does not have it, and so it is not in the chart itself.
    """
    legend = {**spec["config"]["legend"], "layout": {"top": {"anchor": "end"}}}
    return {**spec, "config": {**spec["config"], "legend": legend}}


def _inches(width: str) -> float:
    found = _WIDTH.fullmatch(width)
    if found is None:
        raise OptionError(f"'{printable(width)}' for --width", "a length: 3.3in, 84mm, 240pt", "correct it")
    return float(found[1]) * _INCHES[found[2]]


def _sized(chart: Chart, size: Size) -> dict[str, Any]:
    spec = {**standing_alone(chart), "width": round(size.inches * size.pixels)}
    del spec["title"]
    recoloured: dict[str, Any] = _recoloured(spec)
    return recoloured


def _recoloured(spec: Any) -> Any:
    """Return a spec with the colours of paper; data are not looked at."""
    if isinstance(spec, str):
        return PRINTED.get(spec, spec)
    if isinstance(spec, list):
        return [_recoloured(each) for each in spec]
    if not isinstance(spec, Mapping):
        return spec
    return {key: each if key in {"values", "datasets"} else _recoloured(each) for key, each in spec.items()}


def _resized(svg: str, scale: float, unit: str) -> str:
    """Return a drawing whose width and height are stated in another unit; what is in it scales with them."""
    return _SIZE.sub(
        lambda found: f'width="{float(found[1]) * scale:g}{unit}" height="{float(found[2]) * scale:g}{unit}"',
        svg,
        count=1,
    )
