"""How a figure is shown among the numbers to read first: its value, with its interval and n beneath."""

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import KeyFigure
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.record import high, low


def shown_share(
    finding: Finding, figure: Figure, caption: str, detail: str = "", **named: str | int
) -> KeyFigure:
    """Return a share with what it is of; beneath it `detail`, otherwise its interval and n."""
    shown = detail or (interval_of(figure) if figure.interval is not None else "")
    return KeyFigure(
        fill(caption, **named),
        fill("key_figures.share", value=figure),
        shown,
        finding.ref(figure.name),
    )


def shown_points(finding: Finding, figure: Figure, caption: str, **named: str) -> KeyFigure:
    """Return the difference of two runs in points, with its interval and n."""
    runs = {which: str(finding.settings.get(which, which)) for which in ("candidate", "baseline")}
    return KeyFigure(
        fill(caption, **runs, **named),
        fill("key_figures.points", value=figure),
        fill("key_figures.interval_of_points", value=figure) if figure.interval is not None else "",
        finding.ref(figure.name),
    )


def shown_gap(finding: Finding, figure: Figure, caption: str, detail: str = "", **named: str) -> KeyFigure:
    """Return the gap of one run in points; beneath it `detail`, otherwise its interval and n."""
    with_n = fill("key_figures.interval_of_points", value=figure) if figure.interval is not None else ""
    return KeyFigure(
        fill(caption, **named),
        fill("key_figures.points", value=figure),
        detail or with_n,
        finding.ref(figure.name),
    )


def interval_of(figure: Figure) -> str:
    """Return the interval of a figure and its n, in words."""
    if figure.interval is not None and figure.interval.covers == "seeds":
        return fill("key_figures.interval_of_seeds", value=figure)
    if figure.n and low(figure) <= high(figure):
        return fill("key_figures.interval_n", value=figure)
    return fill("key_figures.interval", value=figure)
