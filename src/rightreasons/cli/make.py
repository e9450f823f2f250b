"""The commands `rightreasons make ...`: a file or a folder of files from data."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rightreasons.artifacts.patterns.settings import PatternOptions, SentenceRole
from rightreasons.challenges.swaps.options import SwapOptions, SwapRelation
from rightreasons.cli.generated import Argument
from rightreasons.cli.output import AsJson, Folder, shown_progress, write_json, write_lines, write_result
from rightreasons.errors import OptionError
from rightreasons.jobs.options import (
    ChangeOptions,
    DownsampleOptions,
    EasyHardOptions,
    HansOptions,
    ProbeOptions,
    SampleOptions,
)
from rightreasons.options import Option
from rightreasons.predictors.options import CheckpointOptions, ModelOptions
from rightreasons.printable import printable
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.readings import DataReader

if TYPE_CHECKING:
    import polars as pl

Train = Annotated[str, Option("The labelled data that it is made from.", data=True)]
On = Annotated[str, Option("The data that are divided.", data=True)]
EASY_HARD, DOWNSAMPLED, MINED = (PatternOptions(threshold=each) for each in (0.8, 0.7, 0.5))


def easy_hard(
    train: Train,
    on: On,
    out: Folder,
    options: EasyHardOptions,
    reader: DataReader,
    shown: AsJson,
    patterns: PatternOptions = EASY_HARD,
) -> None:
    """Divide data into easy and hard instances, by the artifacts of training data."""
    from rightreasons.jobs.making.patterns import make_easy_hard

    tables = reader.read(train, "train"), reader.read(on, "on")
    _show(out, make_easy_hard(*tables, out, patterns, options), as_json=shown.as_json)


def downsampled(
    train: Train,
    out: Folder,
    options: DownsampleOptions,
    reader: DataReader,
    shown: AsJson,
    patterns: PatternOptions = DOWNSAMPLED,
) -> None:
    """Take the instances that hold an artificial pattern out of training data, and balance the labels."""
    from rightreasons.jobs.making.patterns import make_downsampled

    made = make_downsampled(reader.read(train, "train"), out, patterns, options)
    _show(out, made, as_json=shown.as_json)


Parquet = Annotated[Path, Option("Write to this Parquet file.", name="out", short="-o")]
Side = Annotated[SentenceRole, Option("What is mined; premises are the control.")]


def patterns(
    train: Train,
    out: Parquet,
    reader: DataReader,
    shown: AsJson,
    patterns: PatternOptions = MINED,
    side: Side = "hypothesis",
) -> None:
    """Mine the patterns of hypotheses, or of premises, that go with one label."""
    from rightreasons.jobs.making.patterns import make_patterns

    made = make_patterns(reader.read(train, "train"), out, patterns, side)
    counts = {
        "frequent": made.origin.frequent,
        "patterns": len(made),
        "compact": len(made.compact()),
        "highest_p": made.origin.highest,
    }
    _show(out, {"origin": made.origin.as_dict(), "counts": counts}, as_json=shown.as_json)


def _show(out: Path, made: Mapping[str, Any], *, as_json: bool) -> None:
    counts = (f"{name.replace('_', ' '):<18}  {_shown(count)}" for name, count in made["counts"].items())
    write_result(made, *counts, _written(out), as_json=as_json)


def _written(out: Path) -> str:
    return f"written to {printable(str(out), 300)}"


def _shown(count: Any) -> str:
    if isinstance(count, Mapping):
        return ", ".join(f"{name} {_shown(each)}" for name, each in count.items())
    if isinstance(count, list):
        return ", ".join(map(_shown, count))
    return f"{count:,}" if isinstance(count, int) else f"{count:.4f}" if isinstance(count, float) else "–"


# A HANS set, or the verbs that a corpus attests.


HansFile = Annotated[Path | None, Option("Write to this file.", name="out", short="-o")]
HansFormat = Annotated[str | None, Option("tsv, jsonl or parquet; by default as FILE ends.")]
DisjointFrom = Annotated[str | None, Option("Pairs of this file must not occur.")]
Attest = Annotated[
    tuple[str, ...], Option("Make nothing: count the verbs in this parsed corpus; may be given again.")
]
Minimum = Annotated[int, Option("How often a verb must occur in a frame.", name="min", least=1)]


def hans(
    options: HansOptions,
    shown: AsJson,
    out: HansFile = None,
    format: HansFormat = None,  # noqa: A002 - the option is called --format
    disjoint_from: DisjointFrom = None,
    attest: Attest = (),
    minimum: Minimum = 50,
) -> None:
    """Make a HANS set from its templates, or count a vocabulary's verbs in a parsed corpus (--attest)."""
    from rightreasons.jobs.making.hans import attest_verbs, make_hans
    from rightreasons.sources.read import read_pairs

    if attest:
        tables = [read_pairs(name, on_missing_gold="keep") for name in attest]
        counted = attest_verbs(tables, options.vocabulary, minimum, out)
        if shown.as_json:
            write_json({"minimum": minimum, "verbs": counted.to_dicts()})
        else:
            _show_short(counted, minimum)
        return
    if out is None:
        raise OptionError("no -o", "a file to write to", "give -o FILE, or --attest FILE")
    apart = read_pairs(disjoint_from, on_missing_gold="keep") if disjoint_from else None
    made = make_hans(out, options, apart, format)
    counts, what = made["counts"], made["set"]
    origin = f"seed {what['seed']}, {what['quirks']} quirks, vocabulary {what['vocabulary']}"
    line = f"{counts['pairs']:,} pairs of {counts['subcases']} subcases, {origin}"
    write_result(made, line, _written(out), as_json=shown.as_json)


def _show_short(counted: "pl.DataFrame", minimum: int) -> None:
    short = counted.filter("falls_short")
    write_lines(
        f"{short.height} of {counted.height} verbs in frames occur fewer than {minimum} times; count in any "
        "form, then as written"
    )
    for row in short.sort("frame", "count", "verb").iter_rows(named=True):
        counts = f"{row['count']:>5}{row['count_as_written']:>5}"
        write_lines(f"{row['frame']:<13}  {row['verb']:<14}{counts}  {', '.join(row['needed_by'])}")


# The sets of behaviour analysis, from data and word pairs.


Relation = Annotated[SwapRelation, Option("Of the words that are swapped.")]
Pairs = Annotated[tuple[str, ...], Option("wordnet, or a file of two columns; may be given again.")]


def swaps(
    train: Train,
    relation: Relation,
    out: Folder,
    options: SwapOptions,
    reader: DataReader,
    shown: AsJson,
    pairs: Pairs = ("wordnet",),
) -> None:
    """Swap word pairs between premise and hypothesis: the sets of behaviour analysis."""
    from rightreasons.jobs.making.sets import make_swaps

    with shown_progress() as progress:
        made = make_swaps(reader.read(train, "train"), out, relation, pairs, options, progress)
    counts = made["counts"]
    lines = [line for name in counts if name != "open" for line in _set_lines(name, counts[name])]
    lines.append(f"open, until people label them: {_shown(counts['open']) or 'none'}")
    write_result(made, *lines, _written(out), as_json=shown.as_json)


def _set_lines(name: str, counts: Mapping[str, Any]) -> list[str]:
    rest = f"gold changed {counts['gold_changed']:,}, pair unseen {counts['unseen']:,}"
    head = f"{name:<6}{counts['kept']:>7,} of {counts['of']:,}: {_shown(counts['labels'])}; {rest}"
    return [head, *(f"{rows:>13,}  {reason}" for reason, rows in counts["refused"].items())]


# Supported claims with one minimal change each.


def changes(train: Train, out: Folder, options: ChangeOptions, reader: DataReader, shown: AsJson) -> None:
    """Change supported claims so that they are supported no more: number, name, arguments, negation."""
    from rightreasons.jobs.making.sets import make_changes

    made = make_changes(reader.read(train, "train"), out, options.kinds, options.seed, options.items)
    lines = [line for kind, counts in made["counts"].items() for line in _change_lines(kind, counts)]
    write_result(made, *lines, _written(out), as_json=shown.as_json)


def _change_lines(kind: str, counts: Mapping[str, Any]) -> list[str]:
    of = f" of {counts['of']:,} supported claims" if counts["changed"] else f": {counts['reason']}"
    left_out = counts.get("left_out", {}).items()
    head = printable(f"{kind:<15}{counts['changed']:>7,}{of}", 400)
    return [head, *(f"{rows:>22,}  {reason}" for reason, rows in left_out)]


# What is to be predicted, what was, and a model as ONNX.


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
    """Write the pairs that a probe asks for, so that any system anywhere can predict them."""
    from rightreasons.jobs.making.items import make_items
    from rightreasons.jobs.probing.challenges import read_among

    table = None if train is None else reader.read(train, "train").with_gold()
    made = make_items(out, read_among(on, reader), ProbeOptions(**options.keywords()), table)
    write_result(made, f"{printable(str(out))}: {made['items']:,} pairs", as_json=shown.as_json)


Source = Annotated[Path, Argument("SOURCE", "The folder of a probe, or a store.")]
ModelName = Annotated[str | None, Option("Fingerprint, where there are several.")]


def predictions(source: Source, out: Parquet, shown: AsJson, model: ModelName = None) -> None:
    """Write what a model answered in a probe as Parquet, by the hash of the pair."""
    from rightreasons.jobs.making.predictions import make_predictions

    made = make_predictions(source, out, model)
    line = f"{printable(str(out))}: predictions of {printable(made['model']['name'])}"
    write_result(made, line, as_json=shown.as_json)


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
    """Write a Hugging Face model as ONNX; the file is kept only if it answers as the model does."""
    from rightreasons.jobs.making.onnx import make_onnx

    pairs = reader.read(on, "on") if on else None
    made = make_onnx(model, out, pairs, int8=int8, options=ModelOptions(**options.keywords()))
    lines = (
        f"{name}: {proof['same_label']} of {proof['pairs']} labels as before, "
        f"probabilities within {proof['largest_difference']:.1g}"
        for name, proof in made["proof"].items()
    )
    write_result(made, *lines, _written(out), as_json=shown.as_json)
