"""The command `rightreasons make hans`: a HANS set, or the verbs that a corpus attests."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rightreasons.cli.make.counts import written_to
from rightreasons.cli.output import AsJson, write_json, write_lines, write_result
from rightreasons.errors import OptionError
from rightreasons.jobs.options import HansOptions
from rightreasons.options import Option

if TYPE_CHECKING:
    import polars as pl


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
    """Make a HANS set, or count verbs in a corpus (--attest)."""
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
    write_result(made, line, written_to(out), as_json=shown.as_json)


def _show_short(counted: "pl.DataFrame", minimum: int) -> None:
    short = counted.filter("falls_short")
    write_lines(
        f"{short.height} of {counted.height} verbs in frames occur fewer than {minimum} times; count in any "
        "form, then as written"
    )
    for row in short.sort("frame", "count", "verb").iter_rows(named=True):
        counts = f"{row['count']:>5}{row['count_as_written']:>5}"
        write_lines(f"{row['frame']:<13}  {row['verb']:<14}{counts}  {', '.join(row['needed_by'])}")
