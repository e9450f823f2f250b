"""The commands `rightreasons make easy-hard`, `downsampled` and `patterns`: data by their artifacts."""

from typing import Annotated

from rightreasons.artifacts.patterns.settings import PatternOptions, SentenceRole
from rightreasons.cli.make.arguments import Parquet, Train
from rightreasons.cli.make.counts import show_made
from rightreasons.cli.output import AsJson, Folder
from rightreasons.jobs.options import DownsampleOptions, EasyHardOptions
from rightreasons.options import Option
from rightreasons.sources.readings import DataReader

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
    show_made(out, make_easy_hard(*tables, out, patterns, options), as_json=shown.as_json)


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
    """Mine the patterns of hypotheses, or of premises, that go with one label."""
    from rightreasons.jobs.making.patterns import make_patterns

    made = make_patterns(reader.read(train, "train"), out, patterns, side)
    counts = {
        "frequent": made.origin.frequent,
        "patterns": len(made),
        "compact": len(made.compact()),
        "highest_p": made.origin.highest,
    }
    show_made(out, {"origin": made.origin.as_dict(), "counts": counts}, as_json=shown.as_json)
