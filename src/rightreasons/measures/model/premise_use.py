"""The measure `premise_use`: whether another premise beside a hypothesis changes what a model answers."""

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.errors import MeasureInputError, NotApplicableError
from rightreasons.figures import Figure, where
from rightreasons.findings import Finding
from rightreasons.numbers import count
from rightreasons.predictions import Predictions
from rightreasons.sentences.templates import fill
from rightreasons.statistics.proportions import proportion

ADDS = {"model_measure": ["premise_use"]}
MEASURE = "premise_use"
LEAST = 20
SAME = 1e-3
"""Probabilities that are nearer to each other than this come from one input, read in two batches."""


def premise_use(challenge: Challenge, saved_predictions: Predictions) -> Finding:
    """Count the items in which the premise changes the probabilities of a model.

    Parameters
    ----------
    challenge
        What was asked.
    saved_predictions
        What the model said, with probabilities; of one that can be asked again, controls tell more.

    Returns
    -------
    Finding
        Figure ``changed``.

    Raises
    ------
    NotApplicableError
        Without sentences or probabilities.
    MeasureInputError
        With fewer than `LEAST` items whose hypothesis stood before with another premise.
    """
    if challenge.pairs is None or not saved_predictions.has_probabilities:
        raise NotApplicableError("no sentences, or no probabilities", "both", "predict with probabilities")
    labels = [label.value for label in saved_predictions.labels]
    frame = challenge.pairs.frame.select("id", "premise", "hypothesis").join(
        saved_predictions.frame.select("id", *labels), on="id", how="inner", maintain_order="left"
    )
    frame = frame.unique(["premise", "hypothesis"], keep="first", maintain_order=True)
    moved = frame.with_columns(
        moved=pl.max_horizontal(
            (pl.col(name) - pl.col(name).first().over("hypothesis")).abs() for name in labels
        ),
        again=pl.int_range(pl.len()).over("hypothesis") > 0,
    ).filter("again")
    if moved.height < LEAST:
        items = "item has" if moved.height == 1 else "items have"
        few = f"{count(moved.height)} {items} a hypothesis that is also paired with another premise"
        raise MeasureInputError(
            few if moved.height else "needs the same hypothesis with different premises",
            f"{LEAST} or more",
            "probe the model itself with --on controls",
        )
    changed = int((moved["moved"].to_numpy() > SAME).sum())
    figure = Figure("changed", proportion(changed, moved.height), rows=where(set=challenge.name))
    return Finding(
        measure=MEASURE,
        subject=f"{saved_predictions.name} on {challenge.name}",
        definition=fill("premise_use.definition"),
        headline=fill("premise_use.headline", changed=figure, model=saved_predictions.name),
        figures=[figure],
        settings={"same": SAME},
        on=challenge.name,
        tests_shortcuts=True,
    )
