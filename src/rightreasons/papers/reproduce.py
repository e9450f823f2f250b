"""Do the figures of a paper come out? Each printed figure beside ours, with the difference and a verdict."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

from rightreasons.errors import FileMissingError, UnreadableFileError
from rightreasons.jobs.datasets import described, versions, whole_set
from rightreasons.jobs.outcome import Outcome
from rightreasons.keywords import ReproduceKeywords
from rightreasons.options import divided, options_shown
from rightreasons.papers import PAPERS
from rightreasons.papers.answers.sources import NO_MODELS, ModelSources, ReadAnswers, answers_of
from rightreasons.papers.compared.item_findings import cells_frame, item_finding
from rightreasons.papers.compared.reproduction import Reproduction
from rightreasons.papers.compared.summary import OfPaper, summary_finding
from rightreasons.papers.inputs import ReproductionInputs
from rightreasons.papers.options import ReproduceOptions
from rightreasons.papers.paper import Reproduced as ReproducedItems
from rightreasons.papers.paper import reproduce_items
from rightreasons.papers.possible import Possible, possible
from rightreasons.papers.printed import PrintedPaper
from rightreasons.papers.selection import Selection, folder_of, selection
from rightreasons.runs.claims import one_writer
from rightreasons.runs.manifest import Manifest, manifest_from
from rightreasons.runs.workspace import Workspace, finished_run
from rightreasons.sentences.templates import fill

JOB = "reproduce"
MARKDOWN = "reproduction.md"


@dataclass(frozen=True)
class Reproduced(Outcome):
    """The result of a reproduction: one finding an item, and every cell behind it.

    Parameters
    ----------
    rows
        Every printed figure beside ours.
    missing
        Files that are not there and that would answer more.
    broken
        Why files that are there cannot be read.
    """

    rows: tuple[Reproduction, ...] = ()
    missing: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()

    def check_complete(self) -> None:
        """Make sure that no published file was missing or broken.

        Raises
        ------
        FileMissingError
            With the name of every file that was missing.
        UnreadableFileError
            If one was broken; with those that were missing.
        """
        missing = f"{len(self.missing)} files are missing: {', '.join(self.missing)}" if self.missing else ""
        found = "; ".join(filter(None, (*self.broken, missing)))
        error = UnreadableFileError if self.broken else FileMissingError
        if found:
            expected = "the published files, whole, in one folder"
            raise error(found, expected, "name it with --data; the rest was reproduced")


def listing(data: str | Path | None = None) -> Mapping[str, tuple[Possible, ...]]:
    """Return what can be reproduced of every paper, by item."""
    materials = ReproductionInputs(folder_of(data))
    return {name: tuple(possible(PAPERS.load(name), materials)) for name in PAPERS}


@options_shown(ReproduceOptions)
@one_writer
def reproduce(
    paper: str,
    *,
    models: ModelSources = NO_MODELS,
    out: str | Path | None = None,
    **options: Unpack[ReproduceKeywords],
) -> Reproduced:
    """Put the figures of a paper beside ours.

    Parameters
    ----------
    paper
        Its name, e.g. ``mccoy-2019``.
    models
        Where figures of trained models come from.
    out
        Folder of the run.
    **options
        Fields of `ReproduceOptions`; ``items`` are such as ``table-3``, ``figure-2``, none: all.

    Raises
    ------
    OptionError
        For an item, model, version or scale that is not known, or a definition that reads none of the items.
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
    (chosen,) = divided(options, ReproduceOptions)
    selected = selection(paper, chosen)
    read = answers_of(replace(models, results=models.results or chosen.results), selected)
    result = _beside(selected, read, models)
    return result if out is None else written(result, Path(out))


def _beside(selected: Selection, read: ReadAnswers, models: ModelSources) -> Reproduced:
    """Return the printed figures beside those of the data and of the models."""
    materials, trained = replace(selected.materials, runs=read.figures), models.trained
    printed = selected.paper.printed
    found = reproduce_items(selected.paper, selected.items, materials, selected.definition)
    findings = tuple(
        item_finding(printed, item, [row for row in found.rows if row.cell.item == item])
        for item in selected.items
    )
    if len(selected.items) > 1:
        findings = (summary_finding([OfPaper(printed, found.rows)]), *findings)
    manifest = _manifest(selected, found, materials, read.sources)
    missing, broken = (trained.missing, trained.broken) if trained is not None else ((), ())
    return Reproduced(
        manifest
        if trained is None
        else manifest_from(manifest.to_json() | {"trained": dict(trained.options)}),
        findings if trained is None else (*findings, *trained.findings),
        (),
        cells_frame(printed, found.rows),
        rows=found.rows,
        missing=tuple(dict.fromkeys((*found.missing, *missing))),
        broken=tuple(dict.fromkeys((*found.broken, *broken))),
    )


def written(result: Reproduced, out: Path) -> Reproduced:
    """Write a reproduction, its tables also as Markdown, into a run folder."""
    from rightreasons.papers.markdown import reproduction_markdown

    if finished_run(out, result.manifest) is not None:
        return result
    workspace = Workspace(out, result.manifest)
    workspace.write_text(MARKDOWN, reproduction_markdown(result, result.missing))
    return result.sealed(workspace)


def _manifest(
    selected: Selection,
    found: ReproducedItems,
    materials: ReproductionInputs,
    answers_from: Sequence[Mapping[str, Any]],
) -> Manifest:
    printed = selected.paper.printed
    payload = {
        "job": JOB,
        "paper": printed.name,
        "data": [_printed_figures(printed, found, materials), *map(described, materials.tables)],
        "answers_from": [dict(source) for source in answers_from],
        "options": {
            "items": list(selected.items),
            "scale": materials.scale,
            "seed": materials.seed,
            "definition": selected.definition or "the paper's",
            "paper-version": selected.version,
        },
        "versions": versions(),
    }
    return manifest_from(payload)


def _printed_figures(
    printed: PrintedPaper, found: ReproducedItems, materials: ReproductionInputs
) -> dict[str, Any]:
    """Return the printed figures as a set of a manifest: its rows are the cells, its labels the verdicts."""
    rows = found.rows
    verdicts = Counter(row.verdict for row in rows)
    return whole_set(printed.name, len(rows), printed.checksum, verdicts) | {
        "files": [
            {"name": name, "format": "as published", "sha256": checksum}
            for name, checksum in materials.checksums().items()
        ],
        "notes": [
            printed.citation,
            *(fill("reproduced_by.not_published", files=file) for file in found.foreign),
        ],
    }
