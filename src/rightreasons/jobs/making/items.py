"""What `make items` does: write the pairs that have to be predicted, so that any system can be probed."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.controls import CONTROLS as CONTROLLED
from rightreasons.challenges.controls import controlled
from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.jobs.datasets import described, versions
from rightreasons.jobs.options import ProbeOptions
from rightreasons.jobs.probing.challenges import CONTROLS, challenges_named, controlled_among, is_named
from rightreasons.pairs import PAIR_HASH, PairTable, pair_hashes
from rightreasons.printable import printable
from rightreasons.runs.made_files import made_file

FORMATS = (".csv", ".jsonl", ".parquet")


def make_items(
    out: Path, on: Sequence[Any], options: ProbeOptions, train: PairTable | None = None
) -> Mapping[str, Any]:
    """Write every distinct pair of some challenges, without gold labels, and a manifest beside it.

    Parameters
    ----------
    out
        A file whose suffix is one of `FORMATS`; columns ``pair_hash``, ``premise``, ``hypothesis``.
        Predictions of it, by ``pair_hash`` or by sentences, are scored by ``probe FILE --on ...`` with the
        same challenges.
    on, options, train
        As of `rightreasons.probe`.

    Returns
    -------
    Mapping
        The manifest, with the number of items by challenge.

    Raises
    ------
    OptionError
        If the format is unknown, or a challenge has no sentences.
    RunExistsError
        If the file is there.
    """
    if out.suffix not in FORMATS:
        raise OptionError(
            f"'{printable(out.name)}'", f"a file called ...{', ...'.join(FORMATS)}", "choose another -o"
        )
    challenges = challenges_named(list(on) or ["hans"], options, train)
    tables = _tables(challenges, controls=is_named(CONTROLS, on), seed=options.seed)
    work = {
        "job": "make items",
        "data": [described(table) for table in tables],
        "options": {"on": [each.name for each in challenges], "controls": is_named(CONTROLS, on)},
        "versions": versions(),
    }
    items = distinct_pairs(tables)

    def write(path: Path) -> Mapping[str, Any]:
        _WRITERS[out.suffix](items, path)
        return {"items": items.height, "rows": {table.name: len(table) for table in tables}}

    return made_file(out, work, write)


def distinct_pairs(tables: Sequence[PairTable]) -> pl.DataFrame:
    """Return the distinct pairs of sentences of some tables, with their hash in front."""
    frames = [table.frame.select("premise", "hypothesis") for table in tables]
    pairs = pl.concat(frames).unique(maintain_order=True)
    hashes = pl.Series(PAIR_HASH, pair_hashes(pairs["premise"], pairs["hypothesis"]), dtype=pl.String)
    return pairs.insert_column(0, hashes)


def _tables(challenges: Sequence[Challenge], *, controls: bool, seed: int) -> list[PairTable]:
    tables = [each.with_text() for each in challenges]
    for base in controlled_among(challenges) if controls else ():
        tables.append(base.with_text())
        for name in CONTROLLED:
            try:
                tables.append(controlled(base.with_text(), name, seed))
            except MeasureInputError:
                continue  # the probe leaves it out too, and says why
    return tables


_WRITERS: Mapping[str, Callable[[pl.DataFrame, Path], object]] = {
    ".csv": pl.DataFrame.write_csv,
    ".jsonl": pl.DataFrame.write_ndjson,
    ".parquet": pl.DataFrame.write_parquet,
}
