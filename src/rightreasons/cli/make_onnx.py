"""The command `rightreasons make onnx`: a Hugging Face model as ONNX, proved to say the same."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from rightreasons.cli import options
from rightreasons.printable import printable

Model = Annotated[str, typer.Argument(help="hf:NAME, or a folder with safetensors.")]
Folder = Annotated[Path, typer.Option("-o", "--out", help="Write to this folder.")]
Int8 = Annotated[bool, typer.Option("--int8", help="Write an int8 graph, too: faster, some labels change.")]
On = Annotated[str | None, typer.Option(help="Pairs to prove on; 120 of the bundled corpus by default.")]
Pairs = Annotated[int, typer.Option("--limit", min=1, help="Prove on the first rows of DATA.")]
Revision = Annotated[str | None, typer.Option(help="Of a hub model.")]
TrustRemoteCode = Annotated[
    bool, typer.Option("--trust-remote-code", help="Let code that comes with the model run.")
]


def onnx(
    model: Model,
    out: Folder,
    int8: Int8 = False,
    on: On = None,
    columns: options.Columns = None,
    label_map: options.LabelMap = None,
    format: options.Format = None,  # noqa: A002 - the option is called --format
    on_missing_gold: options.OnMissingGold = "keep",
    on_malformed: options.OnMalformed = "error",
    on_duplicate: options.OnDuplicate = "keep",
    limit: Pairs = 500,
    revision: Revision = None,
    trust_remote_code: TrustRemoteCode = False,
    as_json: options.AsJson = False,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Write a Hugging Face model as ONNX; the file is kept only if it says what the model says."""
    from rightreasons.jobs.make_onnx import make_onnx
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
