"""The commands `rightreasons make items`, `make predictions` and `make onnx`: files for other systems."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from rightreasons.cli import options
from rightreasons.printable import printable

# The commands `rightreasons make items` and `make predictions`: what is to be predicted, and what was.


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
    from rightreasons.jobs.make_items import make_predictions

    made = make_predictions(source, out, model)
    _show(out, made, f"predictions of {printable(made['model']['name'])}", as_json=as_json)


def _show(out: Path, made: Mapping[str, Any], what: str, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps(made, ensure_ascii=True, indent=1) + "\n")
    else:
        sys.stdout.write(f"{printable(str(out))}: {what}\n")


# The command `rightreasons make onnx`: a Hugging Face model as ONNX, proved to say the same.


Model = Annotated[str, typer.Argument(help="hf:NAME, or a folder with safetensors.")]
Folder = Annotated[Path, typer.Option("-o", "--out", help="Write to this folder.")]
Int8 = Annotated[bool, typer.Option("--int8", help="Write an int8 graph, too: faster, some labels change.")]
OnnxOn = Annotated[str | None, typer.Option(help="Pairs to prove on; 120 of the bundled corpus by default.")]
OnnxPairs = Annotated[int, typer.Option("--limit", min=1, help="Prove on the first rows of DATA.")]
Revision = Annotated[str | None, typer.Option(help="Of a hub model.")]
TrustRemoteCode = Annotated[
    bool, typer.Option("--trust-remote-code", help="Let code that comes with the model run.")
]


def onnx(
    model: Model,
    out: Folder,
    int8: Int8 = False,
    on: OnnxOn = None,
    columns: options.Columns = None,
    label_map: options.LabelMap = None,
    format: options.Format = None,  # noqa: A002 - the option is called --format
    on_missing_gold: options.OnMissingGold = "keep",
    on_malformed: options.OnMalformed = "error",
    on_duplicate: options.OnDuplicate = "keep",
    limit: OnnxPairs = 500,
    revision: Revision = None,
    trust_remote_code: TrustRemoteCode = False,
    as_json: options.AsJson = False,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Write a Hugging Face model as ONNX; the file is kept only if it says what the model says."""
    from rightreasons.jobs.make_items import make_onnx
    from rightreasons.predictors.options import ModelOptions
    from rightreasons.sources.read import read_pairs

    said = options.reading(columns, label_map, format, on_missing_gold, on_malformed, on_duplicate, limit)
    pairs = read_pairs(on, **said) if on else None
    chosen = ModelOptions(revision=revision, trust_remote_code=trust_remote_code)
    made = make_onnx(model, out, pairs, int8=int8, options=chosen)
    if as_json:
        sys.stdout.write(json.dumps(made, ensure_ascii=True, allow_nan=False, indent=1) + "\n")
        return
    for name, proof in made["proof"].items():
        sys.stdout.write(
            f"{name}: {proof['same_label']} of {proof['pairs']} labels as before, "
            f"probabilities within {proof['largest_difference']:.1g}\n"
        )
    sys.stdout.write(f"written to {printable(str(out), 300)}\n")
