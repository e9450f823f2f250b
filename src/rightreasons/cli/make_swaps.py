"""The command `rightreasons make swaps`: the sets of behaviour analysis, from data and word pairs."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from rightreasons.cli import options
from rightreasons.printable import printable

if TYPE_CHECKING:
    from rightreasons.challenges.swaps.substitutes import Side
    from rightreasons.challenges.swaps.swap_set import SwapRelation

Train = Annotated[str, typer.Option("--train", help="The labelled data that instances come from.")]
RelationName = Annotated[str, typer.Option("--relation", help="antonym, antonym-substitute or hypernym.")]
Pairs = Annotated[
    list[str] | None,
    typer.Option("--pairs", help="wordnet, or a file of two columns; may be given again. [default: wordnet]"),
]
SideName = Annotated[
    str | None,
    typer.Option(
        "--side", help="Of antonym-substitute: hypothesis (I_TA2) or premise (I_TA3); default both."
    ),
]
MinCount = Annotated[int, typer.Option(min=1, help="How often a substitute must occur on its side.")]
PerPair = Annotated[int | None, typer.Option(min=1, help="The most items of one pair of words.")]
Items = Annotated[int | None, typer.Option(min=1, help="The most items in all.")]
Folder = Annotated[Path, typer.Option("-o", "--out", help="Write to this folder.")]


def swaps(
    train: Train,
    relation: RelationName,
    out: Folder,
    pairs: Pairs = None,
    side: SideName = None,
    min_count: MinCount = 10,
    per_pair: PerPair = None,
    items: Items = None,
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
    """Swap word pairs between premise and hypothesis: the sets of behaviour analysis."""
    from rightreasons.challenges.swaps.sets import SwapOptions
    from rightreasons.cli.progress import shown_progress
    from rightreasons.jobs.make_swaps import make_swaps
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
    chosen = SwapOptions(cast("Side | None", side), min_count, seed, per_pair, items)
    kind = cast("SwapRelation", relation)
    with shown_progress() as progress:
        made = make_swaps(
            read_pairs(train, **said), out, kind, tuple(pairs or ("wordnet",)), chosen, progress
        )
    if as_json:
        sys.stdout.write(json.dumps(made, ensure_ascii=True, allow_nan=False, indent=1) + "\n")
        return
    for name, counts in made["counts"].items():
        if name != "open":
            sys.stdout.write(_line(name, counts))
    sys.stdout.write(f"open, until people label them: {_listed(made['counts']['open']) or 'none'}\n")
    sys.stdout.write(f"written to {printable(str(out), 300)}\n")


def _line(name: str, counts: Mapping[str, Any]) -> str:
    head = f"{name:<6}{counts['kept']:>7,} of {counts['of']:,}: {_listed(counts['labels'])}; "
    told = f"gold changed {counts['gold_changed']:,}, pair unseen {counts['unseen']:,}\n"
    refused = "".join(f"{rows:>13,}  {reason}\n" for reason, rows in counts["refused"].items())
    return head + told + refused


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())
