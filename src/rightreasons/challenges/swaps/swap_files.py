"""Swap sets as a folder, as `make swaps` writes it: a JSON-lines file a set, and one for open labels."""

from io import BytesIO
from pathlib import Path

import polars as pl

from rightreasons.challenges.swaps.swap_set import COLUMNS, CONTROL_OF, OPEN, SETS
from rightreasons.errors import FileMissingError, MalformedRowError, MeasureInputError
from rightreasons.pairs import LABEL_TYPE
from rightreasons.printable import printable, quoted
from rightreasons.streams.files import file_bytes

OPEN_FILE = "open"


def write_swap_rows(folder: Path, rows: pl.DataFrame) -> None:
    """Write rows, ``SET.jsonl`` for each set and ``open.jsonl`` for those that are in none yet.

    Parameters
    ----------
    folder
        It is there.
    rows
        `COLUMNS`; those that `in_sets` leaves out go to ``open.jsonl``.
    """
    scored = in_sets(rows)["id"].implode()
    named = rows.with_columns(
        file=pl.when(pl.col("id").is_in(scored)).then("set").otherwise(pl.lit(OPEN_FILE))
    )
    for (name,), part in named.group_by(["file"], maintain_order=True):
        part.select(list(COLUMNS)).write_ndjson(folder / f"{name}.jsonl")


def in_sets(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the rows that make up the sets.

    Left out are rows without gold label or whose control instance has none, and control instances of which
    nothing else is made.
    """
    control = pl.col("set").replace(CONTROL_OF)
    labelled = rows.drop_nulls(["label", "control_label"]).filter(pl.col("gold_status") != OPEN)
    transformed = (pl.col("set") != control).any().over(control, "item")
    return labelled.filter(transformed)


def read_swap_rows(folder: Path) -> pl.DataFrame:
    """Read every row of a folder of swap sets.

    Returns
    -------
    pl.DataFrame
        `COLUMNS`, those of all files together, each row once.

    Raises
    ------
    FileMissingError
        If there is no such folder, or no set in it.
    MalformedRowError, MeasureInputError
        If a file cannot be read, or its rows are not those of a swap set.
    """
    named = (folder / f"{name}.jsonl" for name in (*SETS, OPEN_FILE))
    files = [file for file in named if file.is_file() and file.stat().st_size]
    if not files:
        raise FileMissingError(
            f"no swap sets in '{printable(str(folder))}'",
            "the folder that `rightreasons make swaps` wrote",
            "correct the path",
        )
    rows = pl.concat([_read(file) for file in files]).unique(maintain_order=True)
    if rows["id"].n_unique() != rows.height:
        raise MeasureInputError(
            f"rows of the same id that differ in '{printable(folder.name)}'",
            "an id for each",
            "build them anew",
        )
    return rows


def _read(file: Path) -> pl.DataFrame:
    text = {name: pl.String if kind == LABEL_TYPE else kind for name, kind in COLUMNS.items()}
    try:
        found = pl.read_ndjson(BytesIO(file_bytes(file)), infer_schema_length=None)
        missing = tuple(name for name in COLUMNS if name not in found.columns)
        if not missing:
            return found.select(list(COLUMNS)).cast(text).cast(COLUMNS)  # type: ignore[arg-type]
    except pl.exceptions.PolarsError as error:
        raise MalformedRowError(
            f"'{printable(file.name)}' is not one object a line with the values of a swap set",
            f"the columns {', '.join(COLUMNS)}",
            "build the sets anew",
        ) from error
    raise MeasureInputError(
        f"'{printable(file.name)}' has no columns {quoted(missing)}",
        "the rows of a swap set",
        "build them anew",
    )
