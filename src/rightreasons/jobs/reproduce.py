"""Do the figures of a paper come out? Each printed figure beside ours, with the difference and a verdict."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from rightreasons.errors import FileMissingError, OptionError, UnknownNameError
from rightreasons.jobs.datasets import described, versions
from rightreasons.jobs.outcome import Outcome
from rightreasons.jobs.reproduce_findings import cells_frame, item_finding
from rightreasons.papers import PAPERS
from rightreasons.papers.materials import Materials, Scale
from rightreasons.papers.paper import Paper, reproduce_items
from rightreasons.papers.possible import Possible, possible
from rightreasons.papers.printed import PrintedPaper
from rightreasons.papers.reproduction import Reproduction
from rightreasons.printable import printable, quoted
from rightreasons.runs.folder import Run, read_run
from rightreasons.runs.workspace import Workspace, finished_run
from rightreasons.statistics.results import Estimate

MARKDOWN = "reproduction.md"


@dataclass(frozen=True)
class Reading:
    """How a paper is read.

    Parameters
    ----------
    version
        Version of the paper that items are numbered by; None: as in ``papers/data``.
    definition
        Another reading of some items than the paper's, by name, e.g. ``recommended``; None: the paper's.
    """

    version: int | None = None
    definition: str | None = None


AS_PRINTED = Reading()


@dataclass(frozen=True)
class Reproduced(Outcome):
    """The result of a reproduction: one finding an item, and every cell behind it.

    Parameters
    ----------
    rows
        Every printed figure beside ours.
    missing
        Files that are not there and that would answer more.
    """

    rows: tuple[Reproduction, ...] = ()
    missing: tuple[str, ...] = ()

    def check_complete(self) -> None:
        """Make sure that no published file was missing.

        Raises
        ------
        FileMissingError
            With the name of every file that was.
        """
        if self.missing:
            raise FileMissingError(
                f"{len(self.missing)} files are missing: {', '.join(self.missing)}",
                "the published files, in one folder",
                "name it with --data; the rest was reproduced",
            )


def listing(data: str | Path | None = None) -> Mapping[str, tuple[Possible, ...]]:
    """Return what can be reproduced of every paper, by item."""
    materials = Materials(_folder(data))
    return {name: tuple(possible(PAPERS.load(name), materials)) for name in PAPERS}


def reproduce(
    paper: str,
    *,
    items: Sequence[str] = (),
    data: str | Path | None = None,
    runs: Sequence[str] = (),
    scale: str = "paper",
    seed: int = 0,
    reading: Reading = AS_PRINTED,
    out: str | Path | None = None,
) -> Reproduced:
    """Put the figures of a paper beside ours.

    Parameters
    ----------
    paper
        Its name, e.g. ``mccoy-2019``.
    items
        Such as ``table-3``, ``figure-2``; none: all.
    data
        Folder of the published files, in any arrangement.
    runs
        ``MODEL=RUN``: the run of `train` or `probe` that answers for a model of the paper; ``RUN`` alone
        where the items are of one model.
    scale
        ``small`` also takes figures from the public part of the data where the whole is not at hand.
    seed
        For whatever is drawn.
    reading
        By which version `items` are numbered, and by which definition they are read.
    out
        Folder of the run.

    Raises
    ------
    OptionError
        For an item, model or scale that is not known.
    UnknownNameError
        For a definition that the paper's items do not have.
    InputError
        If a file or a run is broken. Missing files are no error here: see `Reproduced.check_complete`.

    Examples
    --------
    >>> found = reproduce("sanchez-2018", items=["table-3"])
    >>> [str(row.cell.printed) for row in found.rows if row.verdict == "adds up"]
    ['74.16']
    """
    at_scale = next((each for each in get_args(Scale) if each == scale), None)
    if at_scale is None:
        raise OptionError(f"scale '{printable(scale)}'", " or ".join(get_args(Scale)), "choose one of them")
    known: Paper = PAPERS.load(paper)
    chosen, definition = _chosen(known.printed, items, reading.version), _definition(known.printed, reading)
    models = {cell.model: None for item in chosen for cell in known.printed.of(item) if cell.model}
    read = dict(_named_run(each, tuple(models)) for each in runs)
    figures = {model: _figures(run) for model, run in read.items()}
    materials = Materials(_folder(data), at_scale, figures, seed)
    found = reproduce_items(known, chosen, materials, definition)
    findings = tuple(
        item_finding(known.printed, item, [row for row in found.rows if row.cell.item == item])
        for item in chosen
    )
    manifest = _manifest(known.printed, found.rows, materials, read, chosen, definition)
    result = Reproduced(
        manifest, findings, {}, cells_frame(found.rows), rows=found.rows, missing=found.missing
    )
    return result if out is None else _written(result, Path(out))


def _written(result: Reproduced, out: Path) -> Reproduced:
    from rightreasons.reports.markdown import rendered

    if finished_run(out, result.manifest) is not None:
        return result
    workspace = Workspace(out, result.manifest)
    name = str(result.manifest["data"][0]["name"])
    text = rendered("reproduction.md", name=name, findings=result.findings, missing=result.missing)
    workspace.write_text(MARKDOWN, text)
    return result.sealed(workspace)


def _folder(data: str | Path | None) -> Path | None:
    if data is None:
        return None
    if not Path(data).is_dir():
        raise FileMissingError(f"no folder '{printable(str(data))}'", "a folder of data", "check --data")
    return Path(data)


def _chosen(printed: PrintedPaper, items: Sequence[str], version: int | None) -> tuple[str, ...]:
    if version is not None and version not in printed.numbering:
        raise OptionError(
            f"version {version} of {printed.name}", f"one of {sorted(printed.numbering)}", "leave it out"
        )
    renamed = printed.numbering[version] if version is not None else {}
    chosen = [renamed.get(item, item) for item in items] or list(printed.items)
    unknown = [item for item in chosen if item not in printed.items]
    if unknown:
        raise OptionError(
            f"{quoted(unknown)} of {printed.name}", f"one of {', '.join(printed.items)}", "correct it"
        )
    return tuple(dict.fromkeys(chosen))


def _definition(printed: PrintedPaper, reading: Reading) -> str:
    definition = reading.definition
    if definition is not None and definition not in printed.definitions:
        raise UnknownNameError(
            f"definition '{printable(definition)}' of {printed.name}",
            f"one of {', '.join(printed.definitions)}",
            "correct --definition, or leave it out for the paper's own",
        )
    return definition or ""


def _named_run(text: str, models: Sequence[str]) -> tuple[str, Run]:
    model, separator, path = text.partition("=")
    if separator and model in models:
        return model, read_run(path)
    if not separator and len(models) == 1:
        return models[0], read_run(text)
    raise OptionError(
        f"run '{printable(text)}'",
        f"MODEL=RUN with a model of these items: {', '.join(models) or 'they have none'}",
        "name the model, or choose another table",
    )


def _figures(run: Run) -> Mapping[str, Estimate]:
    """Return the figures of a run by dotted name; what stands there for several sets is left out."""
    names = Counter(f"{finding.measure}.{name}" for finding in run.findings for name in finding.figures)
    return {
        f"{finding.measure}.{name}": figure
        for finding in run.findings
        for name, figure in finding.figures.items()
        if names[f"{finding.measure}.{name}"] == 1
    }


def _manifest(
    printed: PrintedPaper,
    rows: Sequence[Reproduction],
    materials: Materials,
    runs: Mapping[str, Run],
    items: Sequence[str],
    definition: str,
) -> dict[str, Any]:
    return {
        "job": "reproduce",
        "paper": printed.name,
        "data": [_printed_figures(printed, rows, materials), *map(described, materials.tables)],
        "answers_from": [
            {"model": model, "work_key": run.manifest.get("work_key")} for model, run in runs.items()
        ],
        "options": {
            "items": list(items),
            "scale": materials.scale,
            "seed": materials.seed,
            "definition": definition or "the paper's",
        },
        "versions": versions(),
    }


def _printed_figures(
    printed: PrintedPaper, rows: Sequence[Reproduction], materials: Materials
) -> dict[str, Any]:
    """Return the printed figures as a set of a manifest: its rows are the cells, its labels the verdicts."""
    return {
        "name": printed.name,
        "rows": len(rows),
        "content_sha256": printed.checksum,
        "labels": dict(Counter(row.verdict for row in rows)),
        "account": {"read": len(rows), "kept": len(rows), "dropped": [], "cleaned": []},
        "files": [
            {"name": name, "format": "as published", "sha256": checksum}
            for name, checksum in materials.checksums().items()
        ],
        "notes": [printed.citation],
    }
