"""The measure `training_dynamics`: how the probability of the gold label of every training row went."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.figures import Figure, Figures
from rightreasons.findings import Cell, Finding, View
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate

MEASURE = "training_dynamics"
TRAIN = "train"
MEANS = ("confidence", "variability", "correctness")
CONFIDENCE_STEP, VARIABILITY_STEP = 0.05, 0.025
"""Width of the cells of the map."""
_ROLES = dict.fromkeys(MEANS, "mean") | {"forgotten": "share", "never_learned": "share"}


def dynamics_file(seed: int) -> str:
    """Return the name of the file in a run that keeps the training dynamics of a seed."""
    return f"dynamics-seed-{seed}.parquet"


def mean_of_seeds(tables: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Return the mean training dynamics of every row over seeds.

    Parameters
    ----------
    tables
        One a seed, of the same rows in the same order; see `rightreasons.training.gold_records`.

    Returns
    -------
    pl.DataFrame
        Columns ``id``, ``label``, ``confidence``, ``variability``, ``correctness``, ``forgotten`` (share of
        the seeds that forgot the row) and ``never_learned`` (share of the seeds that never had it right).
    """
    parts = {
        **{name: [table[name].cast(pl.Float64) for table in tables] for name in MEANS},
        "forgotten": [(table["forgotten"] > 0).cast(pl.Float64) for table in tables],
        "never_learned": [(~table["learned"]).cast(pl.Float64) for table in tables],
    }
    means = {name: pl.Series(np.mean([each.to_numpy() for each in of], axis=0)) for name, of in parts.items()}
    return tables[0].select("id", "label").with_columns(**means)


def dynamics_finding(name: str, tables: Sequence[pl.DataFrame]) -> Finding:
    """Return the map of the training rows and its means.

    Parameters
    ----------
    name
        What was trained.
    tables
        Training dynamics, one a seed.

    Returns
    -------
    Finding
        Figures: means of ``confidence``, ``variability`` and ``correctness``, shares of rows
        ``forgotten`` and ``never_learned``. Views ``map`` (rows by cell of variability and
        confidence) and ``by_label``.

    References
    ----------
    Swayamdipta et al. (2020), "Dataset cartography", section 2.
    """
    rows = mean_of_seeds(tables)
    epochs = [sum(column.startswith("probability_") for column in table.columns) for table in tables]
    kept = sum(2 * len(rows) * each for each in epochs)
    every = list(_figures(rows))
    said = {each.what: each for each in every if each.what is not None and each.what != "correctness"}
    return Finding(
        MEASURE,
        name,
        fill("training_dynamics.definition"),
        fill("training_dynamics.headline", **said, rows=len(rows)),
        Figures(every),
        {"map": _map(rows), "by_label": _by_label(rows)},
        settings={"epochs": max(epochs), "seeds": len(tables)},
        notes=(fill("training_dynamics.size", rows=len(rows), epochs=sum(epochs), megabytes=kept / 1e6),),
        on=TRAIN,
    )


def _figures(rows: pl.DataFrame) -> Iterator[Figure]:
    reason = fill("training_dynamics.whole")
    for what in (*MEANS, "forgotten", "never_learned"):
        estimate = Estimate(float(rows[what].to_numpy().mean()), "proportion", len(rows), reason=reason)
        yield Figure("mean" if what in MEANS else "share", estimate, set=TRAIN, what=what)


def _map(rows: pl.DataFrame) -> View:
    cells = (
        rows.with_columns(
            variability=_cell(rows["variability"], VARIABILITY_STEP),
            confidence=_cell(rows["confidence"], CONFIDENCE_STEP),
        )
        .group_by("variability", "confidence")
        .agg(pl.len().cast(pl.Int64).alias("n"), pl.col("correctness").mean())
        .sort("variability", "confidence")
    )
    return View.from_frame(
        fill("training_dynamics.map"), cells, by=("variability", "confidence"), roles=_of(cells.columns)
    )


def _cell(values: pl.Series, step: float) -> pl.Series:
    """Return the middle of the cell of every value."""
    given: npt.NDArray[np.float64] = values.to_numpy()
    return pl.Series(np.round((np.floor(given / step + 1e-9) + 0.5) * step, 6))


def _by_label(rows: pl.DataFrame) -> View:
    means = [pl.col(name).mean() for name in (*MEANS, "forgotten", "never_learned")]
    found = rows.group_by("label").agg(pl.len().cast(pl.Int64).alias("n"), *means).sort("label")
    lines: list[tuple[Cell, ...]] = list(found.iter_rows())
    return View(
        fill("training_dynamics.by_label"),
        tuple(found.columns),
        tuple(lines),
        by=("label",),
        roles=_of(found.columns),
    )


def _of(columns: Sequence[str]) -> dict[str, str]:
    return {name: role for name, role in _ROLES.items() if name in columns}
