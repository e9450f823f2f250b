"""From three labels to two: which rule can be applied to predictions, and what each makes of them."""

import polars as pl

from rightreasons.challenges.matching import Matched
from rightreasons.errors import PredictionError
from rightreasons.labels import CollapseRule, Label
from rightreasons.pairs import LABEL_TYPE

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
