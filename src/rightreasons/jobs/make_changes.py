"""What `make changes` does: supported claims with one minimal change each, and what was left out."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.challenges.changes import CHANGES
from rightreasons.challenges.changes.made import CHANGED, SEED, VERSION, changed_claims
from rightreasons.errors import EmptyDataError, FileMissingError
from rightreasons.jobs.datasets import described, versions
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.runs.products import made_folder


def make_changes(
    train: PairTable, out: Path, kinds: Sequence[str] = (), seed: int = SEED, items: int | None = None
) -> Mapping[str, Any]:
    """Write the changed claims of some data, one file a kind.

    Parameters
    ----------
    train
        Labelled pairs; only those with gold entailment are used.
    out
        A folder: ``KIND.jsonl`` (original and changed claim, one after the other) and ``manifest.json``.
    kinds
        Names of `rightreasons.challenges.changes.CHANGES`; none: all of them.
    seed, items
        See `rightreasons.challenges.changes.made.changed_claims`.

    Returns
    -------
    Mapping
        The manifest; ``counts`` has for each kind how many claims were changed, of how many, and what was
        left out by reason.

    Raises
    ------
    EmptyDataError
        If no claim can be changed in any of these ways.
    UnknownNameError, RunExistsError
        If there is no such change, or `out` holds something else.
    """
    chosen = tuple(kinds) or tuple(CHANGES)
    for kind in chosen:
        CHANGES.load(kind)
    work = {
        "job": "make changes",
        "data": described(train),
        "options": {"kinds": list(chosen), "seed": seed, "items": items},
        "versions": versions(),
    }

    def fill(folder: Path) -> Mapping[str, Any]:
        counts: dict[str, Any] = {}
        for kind in chosen:
            try:
                made = changed_claims(train, kind, seed, items)
            except EmptyDataError as error:
                counts[kind] = {"changed": 0, "reason": str(error)}
                continue
            made.pairs.frame.write_ndjson(folder / f"{kind}.jsonl")
            counts[kind] = {"changed": made.changed, "of": made.supported, "left_out": dict(made.left_out)}
        if not any(each["changed"] for each in counts.values()):
            raise EmptyDataError(
                f"no claim of '{printable(train.name)}' can be changed", "supported claims", "name other data"
            )
        return {"counts": counts}

    return made_folder(out, work, fill)


def changed_rows(folder: Path) -> pl.DataFrame:
    """Return the changed claims of a folder of `make_changes`, with their kind before the id.

    Raises
    ------
    FileMissingError
        If there are none.
    """
    found = {kind: folder / f"{kind}.jsonl" for kind in CHANGES if (folder / f"{kind}.jsonl").is_file()}
    if not found:
        raise FileMissingError(
            f"no changed claims in '{printable(str(folder))}'",
            "the folder that `make changes` wrote",
            "check it",
        )
    frames = [
        pl.read_ndjson(path, infer_schema_length=None)
        .filter(pl.col(VERSION) == CHANGED)
        .select(
            pl.format("{}:{}", pl.lit(kind), "id").alias("id"),
            pl.lit(kind).alias("change"),
            pl.col("label").alias("gold"),
            "premise",
            "hypothesis",
        )
        for kind, path in found.items()
    ]
    return pl.concat(frames)
