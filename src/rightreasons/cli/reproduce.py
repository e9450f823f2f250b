"""The command `rightreasons reproduce [PAPER]`."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rightreasons.cli import options

if TYPE_CHECKING:
    from rightreasons.papers.possible import Possible

Paper = Annotated[str | None, typer.Argument(help="mccoy-2019, ...; none: what is possible of each.")]
TableNumber = Annotated[int | None, typer.Option("--table", min=1, help="One table only.")]
FigureNumber = Annotated[int | None, typer.Option("--figure", min=1, help="One figure only.")]
Data = Annotated[
    Path | None,
    typer.Option(envvar="RIGHTREASONS_DATA", help="Folder of the published files, in any arrangement."),
]
From = Annotated[
    list[str] | None,
    typer.Option("--from", help="MODEL=RUN: the run of train or probe that answers for a model."),
]
Scale = Annotated[
    str, typer.Option(help="paper, or small: also what the public part of the data gives, marked so.")
]
Definition = Annotated[
    str | None, typer.Option(help="Another reading than the paper's, by name; a wrong name lists them.")
]
Version = Annotated[int | None, typer.Option("--paper-version", help="By whose numbering.")]


def reproduce(
    paper: Paper = None,
    table: TableNumber = None,
    figure: FigureNumber = None,
    data: Data = None,
    runs: From = None,
    scale: Scale = "paper",
    seed: options.Seed = 0,
    paper_version: Version = None,
    definition: Definition = None,
    as_json: options.AsJson = False,
    out: options.Out = None,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Put the printed figures of a paper beside ours; exit code 3 where published files are missing."""
    from rightreasons.jobs.reproduce import listing
    from rightreasons.jobs.reproduce import reproduce as job
    from rightreasons.jobs.reproduce_answers import ModelSources
    from rightreasons.jobs.reproduce_wanted import Reading

    if paper is None:
        _show_possible(listing(data), as_json=as_json)
        return
    numbers = (("table", table), ("figure", figure))
    items = [f"{kind}-{number}" for kind, number in numbers if number is not None]
    done = job(
        paper,
        items=items,
        data=data,
        models=ModelSources(runs or ()),
        scale=scale,
        seed=seed,
        reading=Reading(paper_version, definition),
        out=out,
    )
    if as_json:
        _write_json({"schema_version": 1, "missing": list(done.missing), "reproductions": [done.to_json()]})
    else:
        from rightreasons.reports.reproduce_terminal import print_reproduction

        print_reproduction(done, done.rows)
    done.check_complete()


def _show_possible(papers: "Mapping[str, Sequence[Possible]]", *, as_json: bool) -> None:
    from dataclasses import asdict

    if as_json:
        rows = {name: [asdict(item) for item in items] for name, items in papers.items()}
        _write_json({"schema_version": 1, "papers": rows})
        return
    from rightreasons.reports.reproduce_terminal import print_possible

    print_possible(papers)


def _write_json(payload: object) -> None:
    sys.stdout.write(json.dumps(payload, ensure_ascii=True, allow_nan=False, indent=1) + "\n")
