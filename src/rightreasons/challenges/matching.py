"""Predictions beside the items of a challenge: joined by id, and collapsed from three labels to two."""

from dataclasses import dataclass

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.errors import PredictionError
from rightreasons.labels import CollapseRule, Label
from rightreasons.pairs import LABEL_TYPE
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
    predicted = predictions.frame.rename({"label": "predicted"})
    found = challenge.items.select("id").join(predicted, on="id", how="inner", maintain_order="left")
    missing = challenge.items.join(predicted, on="id", how="anti", maintain_order="left")["id"]
    unknown = predicted.join(challenge.items, on="id", how="anti", maintain_order="left")["id"]
    if not found.height or ((len(missing) or len(unknown)) and not allow_partial):
        raise _unmatched(challenge, predictions, missing, unknown)
    items = challenge.items.join(found, on="id", how="inner", maintain_order="left")
    columns = [*challenge.items.columns, "predicted"]
    return Matched(items.select(columns), found.drop("id", "predicted"), len(missing), len(unknown))


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
        return "ids such as ex0 are those of the published set: score them on 'hans-2019'"
    return "check that the predictions are of this challenge"


# From three labels to two: which rule can be applied to predictions, and what each makes of them.


RULES = {
    "argmax": "the predicted label; neutral and contradiction are then non-entailment "
    "(McCoy et al. 2019, section 4)",
    "sum": "entailment where it is more probable than all other labels together "
    "(McCoy et al. 2019, section 4, the alternative)",
}
_ROUNDED = 0.01 + 1e-9  # probabilities may be printed with few digits


def collapsed(matched: Matched, rule: CollapseRule) -> pl.Series:
    """Return the two-way label of every item, as `LABEL_TYPE`.

    Parameters
    ----------
    matched
        Predictions beside their items.
    rule
        A name of `RULES`. For ``"argmax"`` the label that was stated counts, which settles ties.

    Raises
    ------
    PredictionError
        For ``"sum"`` where the probabilities do not allow it.
    """
    if rule == "argmax":
        return _two_way(matched.frame["predicted"] == Label.ENTAILMENT)
    reason = why_not_sum(matched)
    if reason:
        raise PredictionError(
            f"predictions for the rule 'sum': {reason}",
            "a probability for every label",
            "add probabilities, or collapse by argmax",
        )
    entailed = matched.probabilities[Label.ENTAILMENT]
    others = matched.probabilities.drop(Label.ENTAILMENT).sum_horizontal()
    return _two_way(entailed > others)


def why_not_sum(matched: Matched) -> str | None:
    """Return why the probabilities of the labels cannot be summed, or None if they can."""
    columns = matched.probabilities.columns
    if not columns:
        return "there are no probabilities"
    if Label.ENTAILMENT not in columns or len(columns) < 2:
        return "the probabilities are not those of entailment and of what is not entailed"
    off = probabilities_off(matched)
    return f"in {off.sum():,} rows they do not sum to 1" if off.any() else None


def probabilities_off(matched: Matched) -> pl.Series:
    """Return whether the probabilities of each item sum to something further than 0.01 from 1, shape (n,).

    False where there are none, or one label's only.
    """
    probabilities = matched.probabilities
    if probabilities.width < 2:
        return pl.repeat(value=False, n=matched.frame.height, dtype=pl.Boolean, eager=True)
    return (probabilities.sum_horizontal() - 1).abs() > _ROUNDED


def _two_way(entailed: pl.Series) -> pl.Series:
    names = pl.Series([Label.NON_ENTAILMENT.value, Label.ENTAILMENT.value], dtype=LABEL_TYPE)
    return names.gather(entailed.cast(pl.UInt32)).alias("collapsed")
