"""The commands `rightreasons make items` and `make predictions`: what is to be predicted, and what was."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from rightreasons.cli import options
from rightreasons.printable import printable

On = Annotated[
    list[str] | None,
    typer.Option("--on", help="A challenge or labelled data; may be given again."),
]
Train = Annotated[str | None, typer.Option(help="The data that word swaps are made from.")]
PerGroup = Annotated[int | None, typer.Option(min=1, help="Draw so many items of every group.")]
By = Annotated[list[str] | None, typer.Option(help="Group column of labelled data; may be given again.")]
Pairs = Annotated[
    list[str] | None, typer.Option(help="Word pairs of swaps: wordnet, or a file; may be given again.")
]
Items = Annotated[Path, typer.Option("-o", "--out", help="Write to this file: .csv, .jsonl or .parquet.")]
Source = Annotated[Path, typer.Argument(help="The folder of a probe, or a store.")]
ModelName = Annotated[str | None, typer.Option("--model", help="Fingerprint, where there are several.")]
Predictions = Annotated[Path, typer.Option("-o", "--out", help="Write to this Parquet file.")]


def items(
    out: Items,
    on: On = None,
    train: Train = None,
    per_group: PerGroup = None,
    by: By = None,
    pairs: Pairs = None,
    seed: options.Seed = 2019,
    as_json: options.AsJson = False,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Write the pairs that a probe asks for, so that any system anywhere can predict them."""
    from rightreasons.jobs.make_items import make_items
    from rightreasons.jobs.probing.challenges import read_labelled
    from rightreasons.jobs.probing.options import ProbeOptions

    chosen = ProbeOptions(
        per_group=per_group, by=tuple(by or ()), pairs=tuple(pairs or ("wordnet",)), seed=seed
    )
    made = make_items(out, on or (), chosen, None if train is None else read_labelled(train))
    _show(out, made, f"{made['items']:,} pairs", as_json=as_json)


def predictions(
    source: Source,
    out: Predictions,
    model: ModelName = None,
    as_json: options.AsJson = False,
) -> None:
    """Write what a model said in a probe as Parquet, by the hash of the pair."""
    from rightreasons.jobs.make_predictions import make_predictions

    made = make_predictions(source, out, model)
    _show(out, made, f"predictions of {printable(made['model']['name'])}", as_json=as_json)


def _show(out: Path, made: Mapping[str, Any], what: str, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps(made, ensure_ascii=True, indent=1) + "\n")
    else:
        sys.stdout.write(f"{printable(str(out))}: {what}\n")
