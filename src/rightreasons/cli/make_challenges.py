"""The command `rightreasons make hans`: a HANS set, or the verbs that a corpus attests."""

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
