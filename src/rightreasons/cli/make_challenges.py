"""The commands `rightreasons make hans` and `make swaps`: challenges from templates, data and word pairs."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from rightreasons.cli import options
from rightreasons.errors import OptionError
from rightreasons.printable import printable

if TYPE_CHECKING:
    import polars as pl

    from rightreasons.challenges.hans.generate import Ids
    from rightreasons.challenges.hans.templates import Quirks
    from rightreasons.challenges.swaps.drafts import Side
    from rightreasons.challenges.swaps.swap_set import SwapRelation

# The command `rightreasons make hans`: a HANS set, or the verbs that a corpus attests.


PerSubcase = Annotated[int, typer.Option(help="Pairs in each subcase.")]
Seed = Annotated[int | None, typer.Option(help="The same seed gives the same file; default 1.")]
QuirksName = Annotated[str, typer.Option(help="official: as published, faults included; fixed: mended.")]
Subcases = Annotated[str | None, typer.Option(help="Make only these, e.g. ln_passive,sn_NP/Z.")]
Without = Annotated[str | None, typer.Option(help="Leave these subcases out.")]
DisjointFrom = Annotated[str | None, typer.Option(help="Pairs of this file must not occur.")]
VocabularyName = Annotated[str, typer.Option(help="hans, harbour, or a YAML file of your own words.")]
RecipeName = Annotated[str | None, typer.Option(help="evaluation, augmentation, withheld-1 to withheld-5.")]
IdsName = Annotated[str, typer.Option(help="ours: say seed and template; official: ex0, ex1, ...")]
FormatName = Annotated[
    str | None, typer.Option("--format", help="tsv, jsonl or parquet; by default as FILE ends.")
]
Attest = Annotated[
    list[str] | None,
    typer.Option(help="Make nothing: count the verbs in this parsed corpus; may be given again."),
]
Minimum = Annotated[int, typer.Option("--min", min=1, help="How often a verb must occur in a frame.")]
File = Annotated[Path | None, typer.Option("-o", "--out", help="Write to this file.")]


def hans(
    out: File = None,
    per_subcase: PerSubcase = 1000,
    seed: Seed = None,
    quirks: QuirksName = "official",
    subcases: Subcases = None,
    without: Without = None,
    disjoint_from: DisjointFrom = None,
    vocabulary: VocabularyName = "hans",
    recipe: RecipeName = None,
    ids: IdsName = "ours",
    format: FormatName = None,  # noqa: A002 - the option is called --format
    attest: Attest = None,
    minimum: Minimum = 50,
    as_json: options.AsJson = False,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Make a HANS set from its templates, or count a vocabulary's verbs in a parsed corpus (--attest)."""
    if attest:
        _attest(attest, vocabulary, minimum, out, as_json=as_json)
        return
    if out is None:
        raise OptionError("no -o", "a file to write to", "give -o FILE, or --attest FILE")
    from rightreasons.jobs.make_hans import HansOptions, make_hans
    from rightreasons.sources.read import read_pairs

    chosen = HansOptions(
        per_subcase,
        seed,
        cast("Quirks", quirks),
        options.names(subcases),
        options.names(without),
        cast("Ids", ids),
        vocabulary,
        recipe,
    )
    apart = read_pairs(disjoint_from, on_missing_gold="keep") if disjoint_from else None
    made = make_hans(out, chosen, apart, format)
    if as_json:
        _json(made)
        return
    counts, what = made["counts"], made["set"]
    sys.stdout.write(f"{counts['pairs']:,} pairs of {counts['subcases']} subcases, {_origin(what)}\n")
    sys.stdout.write(f"written to {printable(str(out), 300)}\n")


def _origin(what: Mapping[str, Any]) -> str:
    return f"seed {what['seed']}, {what['quirks']} quirks, vocabulary {what['vocabulary']}"


def _attest(files: list[str], vocabulary: str, minimum: int, out: Path | None, *, as_json: bool) -> None:
    from rightreasons.jobs.make_hans import attest_verbs
    from rightreasons.sources.read import read_pairs

    tables = [read_pairs(name, on_missing_gold="keep") for name in files]
    counted = attest_verbs(tables, vocabulary, minimum, out)
    if as_json:
        _json({"minimum": minimum, "verbs": counted.to_dicts()})
        return
    _show_short(counted, minimum)


def _show_short(counted: "pl.DataFrame", minimum: int) -> None:
    short = counted.filter("falls_short")
    sys.stdout.write(
        f"{short.height} of {counted.height} verbs in frames occur fewer than {minimum} times; count in any "
        "form, then as written\n"
    )
    for row in short.sort("frame", "count", "verb").iter_rows(named=True):
        needed = ", ".join(row["needed_by"])
        sys.stdout.write(
            f"{row['frame']:<13}  {row['verb']:<14}{row['count']:>5}{row['count_as_written']:>5}  {needed}\n"
        )


def _json(value: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=True, allow_nan=False, indent=1) + "\n")


# The command `rightreasons make swaps`: the sets of behaviour analysis, from data and word pairs.


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
    from rightreasons.cli.options import shown_progress
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


# The command `rightreasons make changes`: supported claims with one minimal change each.


Kinds = Annotated[
    list[str] | None,
    typer.Option("--change", help="argument-swap, number-change, name-change or negation; again: another."),
]
ChangeItems = Annotated[int | None, typer.Option("--items", min=1, help="The most claims of each change.")]


def changes(
    train: Train,
    out: Folder,
    kinds: Kinds = None,
    items: ChangeItems = None,
    columns: options.Columns = None,
    label_map: options.LabelMap = None,
    gold: options.Gold = None,
    seed: options.Seed = 2018,
    as_json: options.AsJson = False,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Change supported claims so that they are supported no more: number, name, arguments, negation."""
    from rightreasons.jobs.make_changes import make_changes
    from rightreasons.sources.read import read_pairs

    said = options.reading(columns, label_map, None, "drop", "error", "keep", None, gold)
    made = make_changes(read_pairs(train, **said), out, kinds or (), seed, items)
    if as_json:
        _json(made)
        return
    for kind, counts in made["counts"].items():
        of = f" of {counts['of']:,} supported claims" if counts["changed"] else f": {counts['reason']}"
        sys.stdout.write(printable(f"{kind:<15}{counts['changed']:>7,}{of}", 400) + "\n")
        for reason, rows in counts.get("left_out", {}).items():
            sys.stdout.write(f"{rows:>22,}  {reason}\n")
    sys.stdout.write(f"written to {printable(str(out), 300)}\n")
