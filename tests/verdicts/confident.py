"""Probes of saved probabilities, each as sure of its label as a test wants."""

from collections.abc import Sequence

import numpy as np
import polars as pl
from tests.verdicts.making import THREE, written
from tests.verdicts.situation import Command, Place


def confident(
    place: Place, data: pl.DataFrame, answers: Sequence[str], certainty: Sequence[float] | float = 0.9
) -> Command:
    """Return a probe of predictions that give each answer this probability, and the others alike."""
    sure = np.broadcast_to(np.asarray(certainty), (data.height,))
    shares = [np.where(np.equal(answers, label), sure, (1 - sure) / 2) for label in THREE]
    frame = data.select("id").with_columns(
        **{label: pl.Series(each) for label, each in zip(THREE, shares, strict=True)}
    )
    frame.write_csv(place.folder / "said.csv")
    return Command("probe", ("said.csv",), {"on": (written(place, "test.jsonl", data),)})
