"""Predictions beside the items of a challenge: joined by id, and collapsed from three labels to two."""

from dataclasses import dataclass

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.errors import PredictionError
from rightreasons.predictions import Predictions
from rightreasons.printable import printable, quoted


@dataclass(frozen=True)
class Matched:
    """The items of a challenge that were predicted.

    Parameters
    ----------
    frame
        Items in the order of the challenge: its columns, then ``predicted`` (`LABEL_TYPE`).
    probabilities
        Probability of each label, a row an item as in `frame`; without columns if there are none.
    missing
        Items without a prediction; they are left out.
    unknown
        Predictions whose id the challenge does not have; they are left out.
    """

    frame: pl.DataFrame
    probabilities: pl.DataFrame
    missing: int = 0
    unknown: int = 0


def matched(challenge: Challenge, predictions: Predictions, *, allow_partial: bool = False) -> Matched:
    """Join predictions to the items of a challenge.

    Parameters
    ----------
    challenge, predictions
        What is joined, by ``id``.
    allow_partial
        Whether items may lack a prediction and predictions an item; both are counted.

    Raises
    ------
    PredictionError
        If ids are missing or unknown and `allow_partial` is false; if no id is known in any case.
    """
    predicted = _of_items(challenge, predictions.frame).rename({"label": "predicted"})
    found = challenge.items.select("id").join(predicted, on="id", how="inner", maintain_order="left")
    missing = challenge.items.join(predicted, on="id", how="anti", maintain_order="left")["id"]
    unknown = predicted.join(challenge.items, on="id", how="anti", maintain_order="left")["id"]
    if not found.height or ((len(missing) or len(unknown)) and not allow_partial):
        raise _unmatched(challenge, predictions, missing, unknown)
    items = challenge.items.join(found, on="id", how="inner", maintain_order="left")
    columns = [*challenge.items.columns, "predicted"]
    return Matched(items.select(columns), found.drop("id", "predicted"), len(missing), len(unknown))


def _of_items(challenge: Challenge, predicted: pl.DataFrame) -> pl.DataFrame:
    """Return the predictions but for rows that are no items: of several right labels, or without gold."""
    pairs = challenge.pairs
    several = None if pairs is None or pairs.several is None else pairs.several["id"]
    unlabelled = None if pairs is None else pairs.unlabelled
    left_out = [each.to_frame("id") for each in (several, unlabelled) if each is not None]
    return predicted.join(pl.concat(left_out), on="id", how="anti") if left_out else predicted


def _unmatched(
    challenge: Challenge, predictions: Predictions, missing: pl.Series, unknown: pl.Series
) -> PredictionError:
    problems = []
    if len(missing):
        problems.append(f"{len(missing):,} items unpredicted ({quoted(tuple(missing.head(3)))}, ...)")
    if len(unknown):
        problems.append(f"{len(unknown):,} ids unknown ({quoted(tuple(unknown.head(3)))}, ...)")
    return PredictionError(
        f"'{printable(predictions.name)}' on '{challenge.name}': {', '.join(problems)}",
        f"one prediction for each of its {len(challenge):,} ids",
        _remedy(challenge, missing, unknown),
    )


def _remedy(challenge: Challenge, missing: pl.Series, unknown: pl.Series) -> str:
    if len(missing) < len(challenge):
        return "predict every item, or score what is there with --allow-partial"
    if len(unknown) and unknown.str.contains(r"^ex\d+$").all():
        return "ids such as ex0 are those of the published set, hans-2019: name that with --on"
    return "check that the predictions are of this challenge"
