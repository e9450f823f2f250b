"""The commands `rightreasons make items`, `lm-eval-task`, `predictions`, `suspects` and `onnx`."""

from pathlib import Path
from typing import Annotated

from rightreasons.cli.generated import Argument
from rightreasons.cli.make.arguments import Parquet
from rightreasons.cli.make.counts import written_to
from rightreasons.cli.output import AsJson, Folder, write_result
from rightreasons.jobs.options import ProbeOptions, SampleOptions
from rightreasons.numbers import significant
from rightreasons.options import Option
from rightreasons.predictors.options import CheckpointOptions, ModelOptions
from rightreasons.printable import printable
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.readings import DataReader

ItemsOn = Annotated[tuple[str, ...], Option("A challenge or labelled data; may be given again.", data=True)]
ItemsTrain = Annotated[str | None, Option("The data that word swaps are made from.", data=True)]
Items = Annotated[Path, Option("Write to this file: .csv, .jsonl or .parquet.", name="out", short="-o")]


def items(
    out: Items,
    options: SampleOptions,
    reader: DataReader,
    shown: AsJson,
    on: ItemsOn = (),
    train: ItemsTrain = None,
) -> None:
    """Write the pairs of a probe, for prediction by another system."""
    from rightreasons.jobs.making.items import make_items
    from rightreasons.jobs.probing.challenges import read_among

    table = None if train is None else reader.read(train, "train").with_gold()
    made = make_items(out, read_among(on, reader), ProbeOptions(**options.keywords()), table)
    write_result(made, f"{printable(str(out))}: {made['items']:,} pairs", as_json=shown.as_json)


TaskOf = Annotated[
    tuple[str, ...], Argument("SET...", "hans, controls, a challenge of swaps, or labelled data.", data=True)
]


def lm_eval_task(
    on: TaskOf,
    out: Folder,
    options: SampleOptions,
    reader: DataReader,
    shown: AsJson,
    train: ItemsTrain = None,
) -> None:
    """Write tasks that lm-evaluation-harness runs as they are."""
    from rightreasons.jobs.making.lm_eval import make_lm_eval_task
    from rightreasons.jobs.probing.challenges import read_among

    table = None if train is None else reader.read(train, "train").with_gold()
    made = make_lm_eval_task(out, read_among(on, reader), ProbeOptions(**options.keywords()), table)
    lines = [f"{name}: {count:,} items" for name, count in made["counts"].items()]
    write_result(made, *lines, written_to(out), as_json=shown.as_json)


Source = Annotated[Path, Argument("SOURCE", "The folder of a probe, or a store.")]
ModelName = Annotated[str | None, Option("Fingerprint, where there are several.")]


def predictions(source: Source, out: Parquet, shown: AsJson, model: ModelName = None) -> None:
    """Write the predictions of a probe as Parquet, by pair hash."""
    from rightreasons.jobs.making.predictions import make_predictions

    made = make_predictions(source, out, model)
    line = f"{printable(str(out))}: predictions of {printable(made['model']['name'])}"
    write_result(made, line, as_json=shown.as_json)


Probe = Annotated[Path, Argument("RUN", "The folder of a probe with probabilities.")]


def suspects(run: Probe, out: Items, shown: AsJson) -> None:
    """Write the items of a probe whose gold label may be an error."""
    from rightreasons.jobs.making.suspects import make_suspects

    made = make_suspects(run, out)
    line = f"{printable(str(out))}: {made['suspects']:,} items, the least probable gold label first"
    write_result(made, line, as_json=shown.as_json)


RuleFile = Annotated[Path, Option("A YAML file of rules, as `discover` writes it.", metavar="FILE")]
From = Annotated[str, Option("Labelled data that the rows come from.", name="from", data=True)]
ChallengeSeed = Annotated[int, Option("Decides which rows are taken.", name="seed")]


def challenge(
    rule: RuleFile, data: From, out: Items, reader: DataReader, shown: AsJson, seed: ChallengeSeed = 1
) -> None:
    """Write the rows that refute a rule, and as many that follow it."""
    from rightreasons.jobs.making.challenge import make_challenge

    made = make_challenge(rule, reader.read(data).with_gold(), out, seed)
    write_result(made, f"{printable(str(out))}: {made['rows']:,} pairs, half against", as_json=shown.as_json)


Model = Annotated[str, Argument("MODEL", "hf:NAME, or a folder with safetensors.", loads=True)]
Int8 = Annotated[bool, Option("Write an int8 graph, too: faster, some labels change.")]
OnnxOn = Annotated[str | None, Option("Pairs to prove on; 120 of the bundled corpus by default.", data=True)]
ONNX_READING = DataReader(ReadOptions(on_missing_gold="keep", limit=500))


def onnx(
    model: Model,
    out: Folder,
    options: CheckpointOptions,
    shown: AsJson,
    reader: DataReader = ONNX_READING,
    on: OnnxOn = None,
    int8: Int8 = False,
) -> None:
    """Convert a Hugging Face model to ONNX and verify the result."""
    from rightreasons.jobs.making.onnx import make_onnx

    pairs = reader.read(on, "on") if on else None
    made = make_onnx(model, out, pairs, int8=int8, options=ModelOptions(**options.keywords()))
    lines = (
        f"{name}: {proof['same_label']} of {proof['pairs']} labels as before, "
        f"probabilities within {significant(proof['largest_difference'], 1)}"
        for name, proof in made["proof"].items()
    )
    write_result(made, *lines, written_to(out), as_json=shown.as_json)
