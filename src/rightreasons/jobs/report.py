"""A sealed run shown again, without its data: the page, its tables, or its charts as pictures."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.printable import printable
from rightreasons.reports.charts import charts_of, check_can_draw
from rightreasons.reports.exported import as_csv, as_json, as_markdown, file_name
from rightreasons.runs.files import check_free
from rightreasons.runs.folder import ITEMS, Run, read_run, write_text
from rightreasons.runs.products import made_folder
from rightreasons.verdicts import Judge, judge

FORMATS = ("html", "md", "json", "csv")
PICTURES = ("svg", "png")


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
        A file that is not there; a folder for ``"csv"``, which has one file a table.
    format
        ``"html"``, ``"md"``, ``"json"`` or ``"csv"``.
    policy, allow
        Judge the stored figures anew: by this policy, with these issues waived.

    Returns
    -------
    Path
        What was written.

    Raises
    ------
    OptionError
        For another format.
    RunExistsError
        If something is at `out`.
    RightReasonsError
        For a folder that is not a run.
    """
    if format not in FORMATS:
        raise OptionError(f"'{printable(format)}' for --format", f"one of {', '.join(FORMATS)}", "correct it")
    read, place = judged_anew(run, policy, allow), Path(out)
    if format == "csv":
        return _folder(
            read, place, {"format": format}, {name: text.encode() for name, text in as_csv(read).items()}
        )
    check_free(place)
    place.parent.mkdir(parents=True, exist_ok=True)
    write_text(place, _text(read, format))
    return place


def charts(
    run: str | Path | Run,
    out: str | Path,
    *,
    format: str = "svg",  # noqa: A002 - as the option
    policy: str | Path | None = None,
    allow: Sequence[str] = (),
) -> Path:
    """Write every chart of a run as a picture into a folder.

    Parameters
    ----------
    run, out, policy, allow
        As of `report`.
    format
        ``"svg"`` or ``"png"``.

    Raises
    ------
    OptionError
        For another format.
    MissingExtraError
        If what draws charts is not installed.
    MeasureInputError
        If the run has no charts.
    RightReasonsError
        As of `report`.
    """
    if format not in PICTURES:
        raise OptionError(
            f"'{printable(format)}' for --charts", f"one of {', '.join(PICTURES)}", "correct it"
        )
    check_can_draw()
    from rightreasons.reports.charts.export import picture

    read = judged_anew(run, policy, allow)
    pictures = {
        file_name(place, finding, chart.name, format): picture(chart, "png" if format == "png" else "svg")
        for place, finding in enumerate(read.findings, 1)
        for chart in charts_of(finding, read.verdict)
    }
    if not pictures:
        raise MeasureInputError(
            f"no finding of '{printable(read.path.name)}' has a chart",
            "a run with charts",
            "see --format csv",
        )
    return _folder(read, Path(out), {"charts": format}, pictures)


def judged_anew(run: str | Path | Run, policy: str | Path | None, allow: Sequence[str]) -> Run:
    """Return a run with the verdict of another policy or with issues waived; as stored without these."""
    read = run if isinstance(run, Run) else read_run(run)
    if policy is None and not allow:
        return read
    return replace(read, verdict=judge(read, Judge.of(policy, allow)))


def _text(run: Run, form: str) -> str:
    if form == "md":
        return as_markdown(run)
    if form == "json":
        return as_json(run)
    from rightreasons.reports.page import report_page

    return report_page(run, run.items() if (run.path / ITEMS).is_file() else None)


def _folder(run: Run, out: Path, options: Mapping[str, Any], files: Mapping[str, bytes]) -> Path:
    def fill(folder: Path) -> Mapping[str, Any]:
        for name, content in files.items():
            (folder / name).write_bytes(content)
        return {}

    made_folder(out, {"job": "report", "run": run.manifest.work_key, "options": dict(options)}, fill)
    return out
