"""The commands `rightreasons make ...`: a file or a folder of files from data."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from rightreasons.cli import make_challenges, make_items, make_sheet, options
from rightreasons.printable import printable

if TYPE_CHECKING:
    from rightreasons.artifacts.patterns.origin import SentenceRole
    from rightreasons.artifacts.patterns.settings import GapReading
    from rightreasons.debiasing.downsampling import Mode
    from rightreasons.jobs.make import Notion, PatternOptions

app = typer.Typer(
    no_args_is_help=True,
    help="Make data: HANS, its human study, swap sets, subsets, down-sampled sets, patterns.",
)
app.command("hans")(make_challenges.hans)
app.command("human-study")(make_sheet.human_study)
app.command("items")(make_items.items)
app.command("predictions")(make_items.predictions)
app.command("onnx")(make_items.onnx)
app.command("swaps")(make_challenges.swaps)
app.command("changes")(make_challenges.changes)
app.add_typer(make_sheet.app, name="sheet")

Train = Annotated[str, typer.Option("--train", help="The data that patterns are mined from.")]
On = Annotated[str, typer.Option("--on", help="The data that are divided.")]
Lambda = Annotated[
    float, typer.Option("--lambda", min=0, max=1, help="Patterns with p(label | pattern) above this count.")
]
MaxWords = Annotated[int, typer.Option(min=1, help="The most words of a pattern.")]
MaxGap = Annotated[int, typer.Option(min=0, help="The largest distance between neighbouring words.")]
MinCount = Annotated[int, typer.Option(min=1, help="Instances that must hold a pattern.")]
ReadingName = Annotated[
    str, typer.Option(help="Distance: tokens skipped, or index (difference of positions).")
]
Tokenisation = Annotated[str | None, typer.Option(help="parse, treebank, word-punct or whitespace.")]
NotionName = Annotated[str, typer.Option(help="Easy and hard by patterns, or by a hypothesis-only model.")]
ModeName = Annotated[str, typer.Option(help="debias, or rand: the same size at random.")]
UntilClean = Annotated[bool, typer.Option("--until-clean", help="Repeat until no pattern is left.")]
SideName = Annotated[str, typer.Option(help="hypothesis, or premise: the control.")]
Folder = Annotated[Path, typer.Option("-o", "--out", help="Write to this folder.")]
File = Annotated[Path, typer.Option("-o", "--out", help="Write to this Parquet file.")]


@app.command("easy-hard")
def easy_hard(
    train: Train,
    on: On,
    out: Folder,
    threshold: Lambda = 0.8,
    max_words: MaxWords = 3,
    max_gap: MaxGap = 3,
    min_count: MinCount = 50,
    reading: ReadingName = "skipped",
    tokenisation: Tokenisation = None,
    notion: NotionName = "patterns",
    columns: options.Columns = None,
    label_map: options.LabelMap = None,
    format: options.Format = None,  # noqa: A002 - the option is called --format
    on_missing_gold: options.OnMissingGold = "drop",
    on_malformed: options.OnMalformed = "error",
    on_duplicate: options.OnDuplicate = "keep",
    limit: options.Limit = None,
    gold: options.Gold = None,
    premise_join: options.PremiseJoin = None,
    encoding: options.Encoding = None,
    quoting: options.Quoting = "auto",
    seed: options.Seed = 2018,
    as_json: options.AsJson = False,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Divide data into easy and hard instances, by the artifacts of training data."""
    from rightreasons.jobs.make import make_easy_hard
    from rightreasons.sources.read import read_pairs

    said = options.reading(
        columns,
        label_map,
        format,
        on_missing_gold,
        on_malformed,
        on_duplicate,
        limit,
        gold,
        premise_join,
        encoding,
        quoting,
    )
    mining = _mining(threshold, max_words, max_gap, min_count, reading, tokenisation)
    made = make_easy_hard(
        read_pairs(train, **said), read_pairs(on), out, mining, cast("Notion", notion), seed
    )
    _show(out, made, as_json=as_json)


@app.command("downsampled")
def downsampled(
    train: Train,
    out: Folder,
    threshold: Lambda = 0.7,
    mode: ModeName = "debias",
    until_clean: UntilClean = False,
    max_words: MaxWords = 3,
    max_gap: MaxGap = 3,
    min_count: MinCount = 50,
    reading: ReadingName = "skipped",
    tokenisation: Tokenisation = None,
    columns: options.Columns = None,
    label_map: options.LabelMap = None,
    format: options.Format = None,  # noqa: A002 - the option is called --format
    on_missing_gold: options.OnMissingGold = "drop",
    on_malformed: options.OnMalformed = "error",
    on_duplicate: options.OnDuplicate = "keep",
    limit: options.Limit = None,
    gold: options.Gold = None,
    premise_join: options.PremiseJoin = None,
    encoding: options.Encoding = None,
    quoting: options.Quoting = "auto",
    seed: options.Seed = 2018,
    as_json: options.AsJson = False,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Take the instances that hold an artificial pattern out of training data, and balance the labels."""
    from rightreasons.jobs.make import make_downsampled
    from rightreasons.sources.read import read_pairs

    said = options.reading(
        columns,
        label_map,
        format,
        on_missing_gold,
        on_malformed,
        on_duplicate,
        limit,
        gold,
        premise_join,
        encoding,
        quoting,
    )
    mining = _mining(threshold, max_words, max_gap, min_count, reading, tokenisation)
    pairs = read_pairs(train, **said)
    made = make_downsampled(pairs, out, mining, cast("Mode", mode), seed, until_clean=until_clean)
    _show(out, made, as_json=as_json)


@app.command("patterns")
def patterns(
    train: Train,
    out: File,
    threshold: Lambda = 0.5,
    side: SideName = "hypothesis",
    max_words: MaxWords = 3,
    max_gap: MaxGap = 3,
    min_count: MinCount = 50,
    reading: ReadingName = "skipped",
    tokenisation: Tokenisation = None,
    columns: options.Columns = None,
    label_map: options.LabelMap = None,
    format: options.Format = None,  # noqa: A002 - the option is called --format
    on_missing_gold: options.OnMissingGold = "drop",
    on_malformed: options.OnMalformed = "error",
    on_duplicate: options.OnDuplicate = "keep",
    limit: options.Limit = None,
    gold: options.Gold = None,
    premise_join: options.PremiseJoin = None,
    encoding: options.Encoding = None,
    quoting: options.Quoting = "auto",
    as_json: options.AsJson = False,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Mine the patterns of hypotheses, or of premises, that go with one label."""
    from rightreasons.jobs.make import make_patterns
    from rightreasons.sources.read import read_pairs

    said = options.reading(
        columns,
        label_map,
        format,
        on_missing_gold,
        on_malformed,
        on_duplicate,
        limit,
        gold,
        premise_join,
        encoding,
        quoting,
    )
    mining = _mining(threshold, max_words, max_gap, min_count, reading, tokenisation)
    made = make_patterns(read_pairs(train, **said), out, mining, cast("SentenceRole", side))
    counts = {
        "frequent": made.origin.frequent,
        "patterns": len(made),
        "compact": len(made.compact()),
        "highest_p": made.origin.highest,
    }
    _show(out, {"origin": made.origin.as_dict(), "counts": counts}, as_json=as_json)


def _mining(
    threshold: float,
    max_words: int,
    max_gap: int,
    min_count: int,
    reading: str,
    tokenisation: str | None,
) -> "PatternOptions":
    from rightreasons.jobs.make import PatternOptions

    distance = cast("GapReading", reading)
    return PatternOptions(threshold, max_words, max_gap, min_count, distance, tokenisation)


def _show(out: Path, made: Mapping[str, Any], *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps(made, ensure_ascii=True, allow_nan=False, indent=1) + "\n")
        return
    for name, count in made["counts"].items():
        sys.stdout.write(f"{name.replace('_', ' '):<18}  {_shown(count)}\n")
    sys.stdout.write(f"written to {printable(str(out), 300)}\n")


def _shown(count: Any) -> str:
    if isinstance(count, Mapping):
        return ", ".join(f"{name} {_shown(each)}" for name, each in count.items())
    if isinstance(count, list):
        return ", ".join(map(_shown, count))
    return f"{count:,}" if isinstance(count, int) else f"{count:.4f}" if isinstance(count, float) else "–"
