"""Score predictions on a challenge: accuracy by group and gold label, and what a reader must know of it."""

from dataclasses import dataclass

import polars as pl

from rightreasons.challenges.cells import (
    beside,
    cells,
    estimates,
    expected_cells,
    table_of,
    with_cluster_intervals,
)
from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.collapsing import RULES, collapsed, why_not_sum
from rightreasons.challenges.matching import Matched, matched
from rightreasons.challenges.remarks import headline, notes
from rightreasons.errors import OptionError
from rightreasons.findings import Finding, Table
from rightreasons.labels import CollapseRule, Label
from rightreasons.labels import collapse as two_way_label
from rightreasons.pairs import LABEL_TYPE
from rightreasons.predictions import Predictions
from rightreasons.printable import printable
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

DEFINITION = (
    "Accuracy: share of items of a group and gold label whose predicted label is right. Where gold or "
    "prediction only tells entailment from non-entailment, both are collapsed to these two first. "
    "Bounds: Wilson's, 95 %; those that resample whole templates, where the template is known."
)
SEED = 2019
_EVIDENCE = 10


@dataclass(frozen=True)
class Scored:
    """Items with what was said of them and whether it was right.

    Parameters
    ----------
    frame
        Columns of the challenge, ``predicted``, ``answer`` (what was compared with gold), ``correct``.
    matched
        The predictions beside their items.
    rule
        The rule by which three labels became two; None where they did not.
    """

    frame: pl.DataFrame
    matched: Matched
    rule: CollapseRule | None


def score(
    challenge: Challenge,
    predictions: Predictions,
    collapse: CollapseRule = "argmax",
    *,
    allow_partial: bool = False,
    seed: int = SEED,
) -> Finding:
    """Score predictions on a challenge.

    Parameters
    ----------
    challenge, predictions
        What was asked, and what a model said; joined by id.
    collapse
        How three labels become two, a name of `RULES`.
    allow_partial
        Whether items may lack a prediction and predictions an item; such are left out and counted.
    seed
        For the intervals that resample clusters.

    Returns
    -------
    Finding
        Measure: the name of the challenge. Figures ``GROUP.LABEL`` for named groups, ``all.LABEL``,
        ``accuracy``, ``one_label_above_half`` (share of items with a label above 50 %), with probabilities
        ``collapse_rules_differ``. Tables ``by_GROUP``, ``raw_labels``, and ``collapse_rules`` where the
        rules differ. Items: ``predicted``, ``answer``, ``correct``.

    Raises
    ------
    PredictionError
        If ids are missing or unknown, or the rule needs probabilities that are not there; OptionError if
        there is no such rule.
    """
    _check(collapse)
    scored = judged(challenge, matched(challenge, predictions, allow_partial=allow_partial), collapse)
    figures = _figures(challenge, scored)
    return Finding(
        measure=challenge.name,
        subject=predictions.name,
        definition=DEFINITION,
        headline=headline(challenge, scored.frame, figures),
        figures=figures,
        tables=_tables(challenge, scored, seed),
        evidence=_wrong(challenge, scored.frame),
        settings={"collapse": scored.rule, "seed": seed, "items": len(challenge)},
        notes=(
            *notes(challenge, scored.matched, scored.frame, scored.rule),
            *predictions.provenance.notes,
        ),
        items=scored.frame.select("id", "predicted", "answer", "correct"),
    )


def _check(rule: str) -> None:
    if rule not in RULES:
        raise OptionError(f"collapse rule '{printable(rule)}'", " or ".join(RULES), "correct the name")


def judged(challenge: Challenge, found: Matched, rule: CollapseRule) -> Scored:
    """Say of every predicted item whether the answer is right.

    Two labels are compared where the challenge or the predictions have non-entailment, otherwise all.
    """
    frame = found.frame
    said = {*challenge.labels, *frame["predicted"].unique().to_list(), *found.probabilities.columns}
    if Label.NON_ENTAILMENT not in said:
        answered = frame.with_columns(answer=pl.col("predicted"))
        return Scored(answered.with_columns(correct=pl.col("answer") == pl.col("label")), found, None)
    answered = _two_way_gold(frame).with_columns(answer=collapsed(found, rule))
    return Scored(answered.with_columns(correct=pl.col("answer") == pl.col("label")), found, rule)


def _figures(challenge: Challenge, scored: Scored) -> dict[str, Estimate]:
    frame = scored.frame
    known = challenge.items if scored.rule is None else _two_way_gold(challenge.items)
    figures = {"accuracy": proportion(int(frame["correct"].sum()), frame.height)}
    figures |= expected_cells(known, challenge.named)
    for group in challenge.named:
        figures |= estimates(cells(frame, group), group)
    figures |= estimates(cells(frame.with_columns(all=pl.lit("all")), "all"), "all")
    figures["one_label_above_half"] = _above_half(scored.matched)
    if scored.rule is not None and why_not_sum(scored.matched) is None:
        differ = collapsed(scored.matched, "argmax") != collapsed(scored.matched, "sum")
        figures["collapse_rules_differ"] = proportion(int(differ.sum()), frame.height)
    return figures


def _two_way_gold(items: pl.DataFrame) -> pl.DataFrame:
    names = {label.value: two_way_label(label).value for label in Label}
    return items.with_columns(pl.col("label").cast(pl.String).replace_strict(names, return_dtype=LABEL_TYPE))


def _above_half(found: Matched) -> Estimate:
    if not found.probabilities.width:
        return Estimate(None, "proportion", found.frame.height, reason="there are no probabilities")
    above = found.probabilities.max_horizontal() > 0.5
    return proportion(int(above.sum()), found.frame.height)


def _tables(challenge: Challenge, scored: Scored, seed: int) -> dict[str, Table]:
    tables = {f"by_{group}": _by_group(challenge, scored.frame, group, seed) for group in challenge.groups}
    tables["raw_labels"] = _raw_labels(scored.frame)
    if scored.rule is not None and challenge.groups and why_not_sum(scored.matched) is None:
        rules = _rules_compared(challenge, scored)
        if rules is not None:
            tables["collapse_rules"] = rules
    return tables


def _by_group(challenge: Challenge, frame: pl.DataFrame, group: str, seed: int) -> Table:
    counted = cells(frame, group)
    if challenge.clusters is not None and group in challenge.named:
        counted = with_cluster_intervals(counted, frame, group, challenge.clusters, seed)
    return table_of(beside(counted, group, challenge.references.get(group)), group)


def _raw_labels(frame: pl.DataFrame) -> Table:
    counts = frame.group_by(pl.col("label").alias("gold"), "predicted").len("items").sort("gold", "predicted")
    return Table.from_frame("Labels as predicted, before any collapse", counts)


def _rules_compared(challenge: Challenge, scored: Scored) -> Table | None:
    """Return accuracy under both rules by the first group, or None where they agree on every item."""
    answers = {name: collapsed(scored.matched, name) for name in ("argmax", "sum")}
    if (answers["argmax"] == answers["sum"]).all():
        return None
    group = challenge.groups[0]
    right = [(answer == scored.frame["label"]).alias(name) for name, answer in answers.items()]
    differ = (answers["argmax"] != answers["sum"]).alias("differ")
    frame = scored.frame.select(group, "label").with_columns(*right, differ)
    compared = frame.group_by(group, "label", maintain_order=True).agg(
        n=pl.len(), argmax=pl.col("argmax").mean(), sum=pl.col("sum").mean(), differ=pl.col("differ").sum()
    )
    return Table.from_frame(f"Accuracy by {group} under both collapse rules", compared)


def _wrong(challenge: Challenge, frame: pl.DataFrame) -> dict[str, tuple[str, ...]]:
    if challenge.pairs is None or not challenge.groups:
        return {}
    group = challenge.groups[0]
    wrong = frame.filter(~pl.col("correct")).group_by(group, "label", maintain_order=True)
    kept = wrong.agg(pl.col("id").head(_EVIDENCE))
    return {f"{value}.{label}": tuple(ids) for value, label, ids in kept.iter_rows()}
