"""Writes a HANS set to a file: TSV in the official layout, JSONL or Parquet with everything that is known."""

from collections.abc import Callable, Mapping
from pathlib import Path

import polars as pl

from rightreasons.challenges.hans.hans_set import OFFICIAL_COLUMNS, HansSet


def write_tsv(made: HansSet, path: Path) -> None:
    """Write the official columns under one header line, as the published file has them.

    There is no column for seed and quirks: unless the ids are official ones, they say both.
    """
    made.frame.select(OFFICIAL_COLUMNS).write_csv(path, separator="\t", quote_style="never")


def write_jsonl(made: HansSet, path: Path) -> None:
    """Write one JSON object a pair, with variant, category, seed, quirks and vocabulary."""
    _with_origin(made).write_ndjson(path)


def write_parquet(made: HansSet, path: Path) -> None:
    """Write a Parquet file with the columns of `write_jsonl`."""
    _with_origin(made).write_parquet(path)


WRITERS: Mapping[str, Callable[[HansSet, Path], None]] = {
    "tsv": write_tsv,
    "jsonl": write_jsonl,
    "parquet": write_parquet,
}


def _with_origin(made: HansSet) -> pl.DataFrame:
    return made.frame.with_columns(
        seed=pl.lit(made.seed), quirks=pl.lit(made.quirks), vocabulary=pl.lit(made.vocabulary)
    )
