"""What `make subset` does: training rows that a training found ambiguous, hard or easy, or rows at random."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from rightreasons.errors import MeasureInputError
from rightreasons.jobs.datasets import described, versions
from rightreasons.jobs.making.rows import write_rows
from rightreasons.jobs.making.subset_options import SubsetOptions
from rightreasons.measures.training.dynamics import mean_of_seeds
from rightreasons.numbers import count
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.runs.folder import read_frame, read_run
from rightreasons.runs.made_files import made_file

_DYNAMICS = re.compile(r"dynamics-seed-\d+\.parquet")
_ORDERS = {"ambiguous": ("variability", True), "hard": ("confidence", False), "easy": ("confidence", True)}
"""By which value rows come first, and whether the largest does (Swayamdipta et al. 2020, section 3)."""


def make_subset(run: Path, train: PairTable, out: Path, options: SubsetOptions) -> Mapping[str, Any]:
    """Write a share of the training rows of a run, chosen by its training dynamics, and a manifest.

    Parameters
    ----------
    run
        The folder of a training; of several seeds the means count.
    train
        The data that it was trained on; rows without gold are left out.
    out
        A file of JSON lines: whole rows in the order of the data.
    options
        By what they are chosen, how many, and the seed of what is at random (all rows, or equal values).

    Returns
    -------
    Mapping
        The manifest: ``counts`` of rows read and kept, and of the kept by label; ``means`` of confidence,
        variability and correctness of the rows kept.

    Raises
    ------
    FileMissingError, RunUnreadableError, RunChangedError
        As of `rightreasons.runs.folder.read_run`.
    MeasureInputError
        If the run keeps no training dynamics, or not those of these rows.
    RunExistsError
        If the file is there.
    """
    pairs = train.with_gold()
    dynamics = _of_rows(_kept(run), pairs, run)
    work = {
        "job": "make subset",
        "run": run.name,
        "data": {"train": described(pairs)},
        "options": options.recorded(),
        "versions": versions(),
    }

    def write(path: Path) -> Mapping[str, Any]:
        chosen = _chosen(dynamics, options)
        subset = replace(pairs, frame=pairs.frame.filter(pl.Series(chosen)))
        write_rows(subset, path)
        labels = {str(label): rows for label, rows in subset.counts().items()}
        means = dynamics.filter(pl.Series(chosen)).select("confidence", "variability", "correctness").mean()
        return {
            "counts": {"read": len(pairs), "kept": len(subset), "labels": labels},
            "means": means.row(0, named=True),
        }

    return made_file(out, work, write)


def _kept(run: Path) -> pl.DataFrame:
    """Return the training dynamics of a run, the mean of its seeds."""
    read_run(run)  # whole and unchanged
    files = sorted(path for path in run.iterdir() if _DYNAMICS.fullmatch(path.name))
    if not files:
        raise MeasureInputError(
            f"'{printable(str(run), 200)}' keeps no training dynamics",
            "the folder of a training whose loss asks the model about every row",
            "train with `rightreasons train` and -o, without a method or with another",
        )
    return mean_of_seeds([read_frame(path) for path in files])


def _of_rows(dynamics: pl.DataFrame, pairs: PairTable, run: Path) -> pl.DataFrame:
    """Return the dynamics of every row, in the order of the rows; of rows trained on twice the mean."""
    once = dynamics.group_by("id").agg(pl.exclude("id", "label").mean())
    joined = pairs.frame.select("id").join(once, on="id", how="left", maintain_order="left")
    missing = joined["confidence"].null_count()
    if missing:
        raise MeasureInputError(
            f"{count(missing)} of {count(len(pairs))} rows of '{printable(pairs.name)}' were not "
            f"trained on in '{printable(str(run), 200)}'",
            "the data of that training, with the same ids",
            "give the --train of that run",
        )
    return joined


def _chosen(dynamics: pl.DataFrame, options: SubsetOptions) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return which rows are kept; rows of equal value are drawn."""
    n = len(dynamics)
    lots = np.random.default_rng(options.seed).permutation(n)
    order = lots
    if options.by in _ORDERS:
        name, largest = _ORDERS[options.by]
        values = dynamics[name].to_numpy()
        order = np.lexsort((lots, -values if largest else values))
    chosen = np.zeros(n, dtype=np.bool_)
    chosen[order[: max(1, round(options.share * n))]] = True
    return chosen
