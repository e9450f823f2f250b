"""What `make suspects` does: write the items whose gold label may be an error, for people to read."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.jobs.datasets import versions
from rightreasons.printable import printable
from rightreasons.runs.folder import read_run
from rightreasons.runs.made_files import made_file

FORMATS = (".csv", ".jsonl", ".parquet")
COLUMNS = ("set", "id", "premise", "hypothesis", "label", "suspected_label", "gold_probability", "pvi")
FURTHER = ("pvi_hypothesis", "votes_against_gold")
"""Columns that not every run has."""


def make_suspects(run: Path, out: Path) -> Mapping[str, Any]:
    """Write the suspected label errors of a probe, the least probable gold label first, and a manifest.

    Parameters
    ----------
    run
        The folder of a probe with probabilities.
    out
        A file whose suffix is one of `FORMATS`; columns `COLUMNS`, and those of `FURTHER` that the run has.

    Returns
    -------
    Mapping
        The manifest, with the number of suspects.

    Raises
    ------
    FileMissingError, RunUnreadableError, RunChangedError
        As of `rightreasons.runs.folder.read_run`.
    MeasureInputError
        If the run has no suspected label errors measured.
    OptionError
        If the format is unknown.
    RunExistsError
        If the file is there.
    """
    if out.suffix not in FORMATS:
        raise OptionError(
            f"'{printable(out.name)}'", f"a file called ...{', ...'.join(FORMATS)}", "choose another -o"
        )
    items = read_run(run).items()
    if "suspected_label" not in items.columns:
        raise MeasureInputError(
            f"'{printable(str(run), 200)}' has no suspected label errors",
            "the folder of a probe of labelled data whose model gives probabilities",
            "probe the model, or its predictions with probabilities, with -o",
        )
    columns = [*COLUMNS, *(name for name in FURTHER if name in items.columns)]
    suspects = items.filter(pl.col("suspected_label").is_not_null()).select(columns).sort("gold_probability")

    def write(path: Path) -> Mapping[str, Any]:
        _WRITERS[out.suffix](suspects, path)
        return {"suspects": suspects.height}

    return made_file(out, {"job": "make suspects", "run": run.name, "versions": versions()}, write)


_WRITERS: Mapping[str, Callable[[pl.DataFrame, Path], object]] = {
    ".csv": pl.DataFrame.write_csv,
    ".jsonl": pl.DataFrame.write_ndjson,
    ".parquet": pl.DataFrame.write_parquet,
}
