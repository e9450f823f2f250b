"""The commands `rightreasons make easy-hard`, `downsampled`, `split`, `subset` and `patterns`."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from rightreasons.artifacts.patterns.settings import PatternOptions, SentenceRole
from rightreasons.cli.generated import Argument
from rightreasons.cli.make.arguments import Parquet, Train
from rightreasons.cli.make.counts import show_made, show_split
from rightreasons.cli.output import AsJson, Folder, shown_progress
from rightreasons.jobs.making.subset_options import SubsetOptions
from rightreasons.jobs.options import DownsampleOptions, EasyHardOptions, SplitOptions
from rightreasons.options import Option
from rightreasons.sources.readings import DataReader

On = Annotated[str, Option("The data that are divided.", data=True)]
Data = Annotated[
    tuple[str, ...], Argument("DATA...", "Labelled data; several are split together.", data=True)
]
OneSet = Annotated[str, Argument("DATA", "Labelled data.", data=True)]
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
    """Divide data into easy and hard instances."""
    from rightreasons.jobs.making.patterns import make_easy_hard

    tables = reader.read(train, "train"), reader.read(on, "on")
    show_made(out, make_easy_hard(*tables, out, patterns, options), as_json=shown.as_json)


def downsampled(
    data: OneSet,
    out: Folder,
    options: DownsampleOptions,
    reader: DataReader,
    shown: AsJson,
    patterns: PatternOptions = DOWNSAMPLED,
) -> None:
    """Remove training instances with an artificial pattern."""
    from rightreasons.jobs.making.patterns import make_downsampled

    table = reader.read(data, "train")
    with shown_progress() as progress:
        made = make_downsampled(table, out, patterns, options, progress)
    show_made(out, made, as_json=shown.as_json)


def split(data: Data, out: Folder, options: SplitOptions, reader: DataReader, shown: AsJson) -> None:
    """Split data into train, dev and test without shared texts."""
    from rightreasons.jobs.making.joined import joined_pairs
    from rightreasons.jobs.making.split import make_split
    from rightreasons.jobs.making.split_notes import line_to_paste
    from rightreasons.sources.proposals.commands import typed_data

    table = joined_pairs([reader.read(each) for each in data])
    typed = " ".join(typed_data(each, reader.options_for(each)) for each in data)
    with shown_progress() as progress:
        made = make_split(table, out, options, typed, progress)
    others = {line_to_paste(replace(options, by=each["by"]), typed): each["note"] for each in made["instead"]}
    show_split(out, made, others, as_json=shown.as_json)


Trained = Annotated[Path, Argument("RUN", "The folder of a training.")]
SubsetTrain = Annotated[str, Option("The data that it was trained on.", data=True)]
Lines = Annotated[Path, Option("Write to this file of JSON lines.", name="out", short="-o")]


def subset(
    run: Trained, train: SubsetTrain, out: Lines, options: SubsetOptions, reader: DataReader, shown: AsJson
) -> None:
    """Write the rows that a training found ambiguous, hard or easy."""
    from rightreasons.jobs.making.subset import make_subset

    made = make_subset(run, reader.read(train, "train"), out, options)
    show_made(out, made, as_json=shown.as_json)


Side = Annotated[SentenceRole, Option("What is mined; premises are the control.")]


def patterns(
    train: Train,
    out: Parquet,
    reader: DataReader,
    shown: AsJson,
    patterns: PatternOptions = MINED,
    side: Side = "hypothesis",
) -> None:
    """Mine patterns that point to one label."""
    from rightreasons.jobs.making.patterns import make_patterns

    made = make_patterns(reader.read(train, "train"), out, patterns, side)
    counts = {
        "frequent": made.origin.frequent,
        "patterns": len(made),
        "compact": len(made.compact()),
        "highest_p": made.origin.highest,
    }
    show_made(out, {"origin": made.origin.as_dict(), "counts": counts}, as_json=shown.as_json)
