"""A sealed run shown again: its page, its tables and its charts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.printable import printable
from rightreasons.reports.charts import charts_of, check_can_draw
from rightreasons.reports.charts.captions import caption
from rightreasons.reports.charts.pictures import PICTURES, Size, picture
from rightreasons.reports.formats import written
from rightreasons.reports.parts import file_name
from rightreasons.runs.claims import one_writer
from rightreasons.runs.folder import Run, read_run
from rightreasons.runs.made_files import write_once
from rightreasons.runs.made_folders import made_folder
from rightreasons.verdicts import VerdictSettings, judge

CAPTIONS = "captions.txt"


@one_writer
def report(
    run: str | Path | Run,
    out: str | Path,
    *,
    format: str = "html",  # noqa: A002 - as the option
    policy: str | Path | None = None,
    allow: Sequence[str] = (),
) -> Path:
    """Write a run as a page, or its figures and tables as text.

    Parameters
    ----------
    run
        A sealed run, or its folder.
    out
        A file that is not there; a folder for what has several, such as ``"csv"`` with one file a table.
    format
        ``"html"``, ``"md"``, ``"json"`` or ``"csv"``, or what a plug-in calls its own.
    policy, allow
        Judge the stored figures anew: by this policy, with these issues waived.

    Returns
    -------
    Path
        What was written.

    Raises
    ------
    UnknownNameError, OptionError
        For another format, or one of a plug-in that gives no text.
    RunExistsError
        If something else is at `out`.
    RightReasonsError
        For a folder that is not a run.
    """
    read, place = rejudged(run, policy, allow), Path(out)
    found = written(read, format)
    if not isinstance(found, str):
        return _folder(read, place, {"format": format}, {name: text.encode() for name, text in found.items()})
    write_once(place, found)
    return place


@one_writer
def charts(
    run: str | Path | Run,
    out: str | Path,
    *,
    format: str = "svg",  # noqa: A002 - as the option
    style: str | None = None,
    width: str | None = None,
    policy: str | Path | None = None,
    allow: Sequence[str] = (),
) -> Path:
    """Write every chart of a run as a picture into a folder, with their captions as text.

    Parameters
    ----------
    run, out, policy, allow
        As of `report`.
    format
        ``"svg"``, ``"pdf"`` or ``"png"``.
    style
        ``"paper"`` (letters of 9 points) or ``"slides"`` (16): in inches, without title, in colours that
        differ in grey. None: as on the page, unless there is a width, which is then one of a paper.
    width
        As ``"3.3in"``, ``"84mm"`` or ``"240pt"``; None: 3.3 inches in a paper, 8 on slides.

    Raises
    ------
    OptionError
        For another format or style, or a width that texts do not fit into.
    MissingExtraError
        If what draws charts is not installed.
    MeasureInputError
        If the run has no charts.
    RightReasonsError
        As of `report`.
    """
    form = next((each for each in PICTURES if each == format), None)
    if form is None:
        raise OptionError(
            f"'{printable(format)}' for --charts", f"one of {', '.join(PICTURES)}", "correct it"
        )
    size = Size.of(style, width)
    check_can_draw()
    read = rejudged(run, policy, allow)
    nouns = read.manifest.nouns
    drawn = {
        file_name(place, finding, chart.name, form): (finding, chart)
        for place, finding in enumerate(read.findings, 1)
        for chart in charts_of(finding, read.verdict, nouns)
    }
    if not drawn:
        raise MeasureInputError(
            f"no finding of '{printable(read.path.name)}' has a chart",
            "a run with charts",
            "see --format csv",
        )
    files = {name: picture(chart, form, size) for name, (_, chart) in drawn.items()}
    texts = (f"{name}\n{caption(finding, chart, nouns)}\n" for name, (finding, chart) in drawn.items())
    files[CAPTIONS] = "\n".join(texts).encode()
    asked = {"charts": form} | ({} if size is None else {"style": style or "paper", "width": size.inches})
    return _folder(read, Path(out), asked, files)


def rejudged(run: str | Path | Run, policy: str | Path | None, allow: Sequence[str]) -> Run:
    """Return a run with the verdict of another policy or with issues waived; as stored without these."""
    read = run if isinstance(run, Run) else read_run(run)
    if policy is None and not allow:
        return read
    return replace(read, verdict=judge(read, VerdictSettings.of(policy, allow)))


def _folder(run: Run, out: Path, options: Mapping[str, Any], files: Mapping[str, bytes]) -> Path:
    def fill(folder: Path) -> Mapping[str, Any]:
        for name, content in files.items():
            (folder / name).write_bytes(content)
        return {}

    made_folder(out, {"job": "report", "run": run.manifest.work_key, "options": dict(options)}, fill)
    return out
