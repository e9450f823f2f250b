"""The commands `rightreasons make swaps`, `changes` and `example`: sets made by changing words, or anew."""

from collections.abc import Mapping
from typing import Annotated, Any

from rightreasons.challenges.swaps.options import SwapOptions, SwapRelation
from rightreasons.cli.make.arguments import Train
from rightreasons.cli.make.counts import counts_in_words, show_made, written_to
from rightreasons.cli.output import AsJson, Folder, shown_progress, write_result
from rightreasons.jobs.options import ChangeOptions
from rightreasons.options import Option
from rightreasons.printable import printable
from rightreasons.sources.readings import DataReader

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
    """Make swap sets: word pairs swapped between the two texts."""
    from rightreasons.jobs.making.sets import make_swaps

    with shown_progress() as progress:
        made = make_swaps(reader.read(train, "train"), out, relation, pairs, options, progress)
    counts = made["counts"]
    lines = [line for name in counts if name != "open" for line in _set_lines(name, counts[name])]
    lines.append(f"open, until people label them: {counts_in_words(counts['open']) or 'none'}")
    write_result(made, *lines, written_to(out), as_json=shown.as_json)


def _set_lines(name: str, counts: Mapping[str, Any]) -> list[str]:
    rest = f"gold changed {counts['gold_changed']:,}, pair unseen {counts['unseen']:,}"
    head = f"{name:<6}{counts['kept']:>7,} of {counts['of']:,}: {counts_in_words(counts['labels'])}; {rest}"
    return [head, *(f"{rows:>13,}  {reason}" for reason, rows in counts["refused"].items())]


def changes(train: Train, out: Folder, options: ChangeOptions, reader: DataReader, shown: AsJson) -> None:
    """Make unsupported claims from supported ones."""
    from rightreasons.jobs.making.sets import make_changes

    made = make_changes(reader.read(train, "train"), out, options.kinds, options.seed, options.items)
    lines = [line for kind, counts in made["counts"].items() for line in _change_lines(kind, counts)]
    write_result(made, *lines, written_to(out), as_json=shown.as_json)


def _change_lines(kind: str, counts: Mapping[str, Any]) -> list[str]:
    of = f" of {counts['of']:,} supported claims" if counts["changed"] else f": {counts['reason']}"
    left_out = counts.get("left_out", {}).items()
    head = printable(f"{kind:<15}{counts['changed']:>7,}{of}", 400)
    return [head, *(f"{rows:>22,}  {reason}" for reason, rows in left_out)]


Seed = Annotated[int, Option("Random seed.", name="seed", least=0)]


def example(out: Folder, shown: AsJson, seed: Seed = 1) -> None:
    """Write example data, and the answers of two models to its test set."""
    from rightreasons.jobs.making.example import make_example

    show_made(out, make_example(out, seed), as_json=shown.as_json)
