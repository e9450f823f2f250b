"""Seeded samples of a challenge, as many items of every cell, for models that cost money."""

from dataclasses import replace

import numpy as np
import polars as pl

from rightreasons.challenges.challenge import Challenge, Strata
from rightreasons.errors import OptionError
from rightreasons.sentences.templates import fill

COLUMN = "sampling_stratum"
SIZE = "sampling_stratum_size"
"""Items of the stratum before the draw."""


def sampled(challenge: Challenge, per_group: int, seed: int) -> Challenge:
    """Return a sample: `per_group` items of every cell of the finest named group and gold label.

    Without a named group whose values exclude each other the cells are the gold labels. Drawn without
    replacement; a cell with fewer items is taken whole, and a challenge of such cells is returned as it is.
    Figures that pool cells weigh each by its size (`Strata`).

    Parameters
    ----------
    challenge
        A challenge that is not a sample.
    per_group
        The most items of a cell.
    seed
        For the draw.

    Raises
    ------
    OptionError
        If `per_group` is less than one.
    """
    if per_group < 1:
        raise OptionError(f"{per_group} items a group", "at least one", "correct --per-group")
    if challenge.strata is not None:
        raise ValueError("a sample is drawn from a whole challenge, not from a sample")
    items = challenge.items.with_columns(_strata(challenge)).with_columns(pl.len().over(COLUMN).alias(SIZE))
    sizes = dict(items.group_by(COLUMN, maintain_order=True).len().iter_rows())
    if max(sizes.values(), default=0) <= per_group:
        return challenge
    lots = np.random.default_rng(seed).permutation(items.height)
    drawn = items.with_columns(_lot=lots).filter(pl.col("_lot").rank().over(COLUMN) <= per_group).drop("_lot")
    how = fill("sample.how", per_group=per_group, cell=_cell(challenge), seed=seed)
    return _sample(challenge, drawn, Strata(COLUMN, sizes), how)


def _sample(challenge: Challenge, drawn: pl.DataFrame, strata: Strata, how: str) -> Challenge:
    note = fill("sample.note", drawn=drawn.height, items=len(challenge), how=how)
    pairs = challenge.pairs
    if pairs is not None:
        chosen = pl.col("id").is_in(drawn["id"].implode())
        pairs = pairs.where(chosen, str(fill("sample.not_drawn", how=how)))
    notes = (*challenge.notes, note)
    return replace(
        challenge, items=drawn, pairs=pairs, strata=strata, notes=notes, drawn_from=challenge.pairs
    )


def _strata(challenge: Challenge) -> pl.Expr:
    """Return the name of every item's cell."""
    label = pl.col("label").cast(pl.String)
    group = _finest(challenge)
    if group is None:
        return label.alias(COLUMN)
    return pl.format("{}, {}", pl.col(group).cast(pl.String).fill_null("none"), label).alias(COLUMN)


def _finest(challenge: Challenge) -> str | None:
    """Return the last named group of which every item has one value."""
    types = challenge.items.schema
    single = [group for group in challenge.named if not isinstance(types[group], pl.List)]
    return single[-1] if single else None


def _cell(challenge: Challenge) -> str:
    group = _finest(challenge)
    return fill("sample.by_label") if group is None else fill("sample.by_group", group=group)
