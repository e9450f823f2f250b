"""What draws charts: the program that goes into a page, and pictures for files."""

import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Literal

from rightreasons.charts import Chart
from rightreasons.errors import BusyError
from rightreasons.runs.claims import claimed
from rightreasons.runs.folder import write_text

Picture = Literal["svg", "png"]
WIDTH = 720
_SCALE = 2


@cache
def vega_program() -> str:
    """Return Vega, Vega-Lite and Vega-Embed as one script.

    Putting it together takes seconds, so it is kept in the user's cache folder by the version of vl-convert.
    """
    from importlib.metadata import version

    import vl_convert

    kept = cache_folder() / f"vega-{version('vl-convert-python')}.js"
    try:
        return kept.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        pass
    program: str = vl_convert.javascript_bundle()  # type: ignore[call-arg] # its stub lacks the default
    with suppress(OSError, BusyError), claimed(kept):  # no place to keep it: the next page takes longer
        write_text(kept, program)
    return program


def picture(chart: Chart, form: Picture) -> bytes:
    """Return a chart as a picture on white, with a width of its own."""
    import vl_convert

    spec = standing_alone(chart)
    if form == "png":
        drawn: bytes = vl_convert.vegalite_to_png(spec, scale=_SCALE)
        return drawn
    return str(vl_convert.vegalite_to_svg(spec)).replace("currentColor", "#1b1d21").encode()


def standing_alone(chart: Chart) -> dict[str, Any]:
    """Return the spec of a chart that has no page around it."""
    config: Mapping[str, Any] = chart.spec["config"]
    return {
        **chart.spec,
        "width": WIDTH,
        "title": {"text": chart.title, "anchor": "start"},
        "config": {**config, "background": "white"},
    }


def cache_folder() -> Path:
    """Return the folder in which what is dear to make is kept for the user; it may be removed."""
    root = os.environ.get("XDG_CACHE_HOME")
    return (Path(root) if root else Path.home() / ".cache") / "rightreasons"
