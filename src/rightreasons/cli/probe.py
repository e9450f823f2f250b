"""The command `rightreasons probe MODEL [--on CHALLENGE|DATA ...]`."""

import json
import sys
from typing import Annotated

import typer

from rightreasons.cli import options
from rightreasons.cli.progress import shown_progress

Model = Annotated[str, typer.Argument(help="rule:NAME, or a file of predictions by id.")]
On = Annotated[
    list[str] | None,
    typer.Option(help="hans, hans-2019 (the published set, by id), or labelled data; may be given again."),
]
Collapse = Annotated[
    str, typer.Option(help="How three labels become two: argmax, or sum (needs probabilities).")
]
AllowPartial = Annotated[
    bool, typer.Option("--allow-partial", help="Score what is predicted; count the rest.")
]
Train = Annotated[
    str | None, typer.Option(help="Its patterns make instances easy or hard; accuracy is shown on both.")
]
Lambda = Annotated[
    float, typer.Option("--lambda", min=0, max=1, help="Patterns with p(label | pattern) above this count.")
]


def probe(
    model: Model,
    on: On = None,
    train: Train = None,
    threshold: Lambda = 0.8,
    collapse: Collapse = "argmax",
    allow_partial: AllowPartial = False,
    label_map: options.LabelMap = None,
    seed: options.Seed = 2019,
    as_json: options.AsJson = False,
    out: options.Out = None,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Tell which shortcuts a model takes."""
    from rightreasons.jobs.probe import probe as job
    from rightreasons.labels import parse_label_map

    said = parse_label_map(label_map) if label_map else None
    chosen = {"collapse": collapse, "allow_partial": allow_partial, "seed": seed, "threshold": threshold}
    with shown_progress() as progress:
        done = job(model, on or (), train=train, out=out, label_map=said, progress=progress, **chosen)
    if as_json:
        payload = {"schema_version": 1, "probes": [done.to_json()]}
        sys.stdout.write(json.dumps(payload, ensure_ascii=True, allow_nan=False, indent=1) + "\n")
        return
    from rightreasons.reports.probe_terminal import print_probe

    print_probe(done)
