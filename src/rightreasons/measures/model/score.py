"""Score predictions on a challenge: accuracy by group and gold label, and what a reader must know of it."""

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.collapse import RULES, collapsed, probabilities_off, why_not_sum
from rightreasons.challenges.group_accuracy import (
    beside,
    cell_figures,
    cell_rows,
    expected_figures,
    group_accuracy,
    label_figures,
    label_view,
    view_of,
    with_cluster_intervals,
)
from rightreasons.challenges.group_columns import by_value
from rightreasons.challenges.matching import Matched, matched
from rightreasons.challenges.pooling import Pooling
from rightreasons.errors import OptionError
from rightreasons.figures import WRONG_FIRST, Figure, Figures, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.labels import CollapseRule, Label
from rightreasons.labels import collapse as two_way_label
from rightreasons.measures.model.majority_label import majority_figures
from rightreasons.measures.model.score_in_words import headline, notes
from rightreasons.pairs import LABEL_TYPE
from rightreasons.predictions import Predictions
from rightreasons.printable import printable
from rightreasons.references import SCORE
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate

SEED = 2019


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
    order_known: bool = False,
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
    order_known
        Whether the order of the labels cannot be at fault, as with rules, which name theirs.

    Returns
    -------
    Finding
        The score, on the challenge. Figures ``GROUP.LABEL`` for named groups, ``all.LABEL``,
        ``accuracy``, those of `majority_figures`, ``one_label_above_half`` (share of items with a label above
        50 %), with probabilities ``collapse_rules_differ``, and ``probabilities_off`` (share of items whose
        probabilities do not add up to 1) where there are such. Views ``by_GROUP``, ``raw_labels``, and
        ``collapse_rules`` where the rules differ. Items: `ITEM_COLUMNS`.

    Raises
    ------
    PredictionError
        If ids are missing or unknown, or the rule needs probabilities that are not there; OptionError if
        there is no such rule.
    """
    _check(collapse)
    scored = judged(challenge, matched(challenge, predictions, allow_partial=allow_partial), collapse)
    # A group may have a value called as another figure, as "all": the later figure has the name.
    figures = Figures({figure.name: figure for figure in _figures(challenge, scored)}.values())
    return Finding(
        measure=SCORE,
        subject=predictions.name,
        definition=fill("score.definition"),
        headline=headline(challenge, scored.frame, figures),
        figures=figures,
        views=_views(challenge, scored),
        settings={"collapse": scored.rule, "items": len(challenge)} | _made_as(challenge),
        notes=(
            *notes(challenge, scored.matched, scored.frame, scored.rule, order_known=order_known),
            *predictions.provenance.notes,
        ),
        on=challenge.name,
        role="score",
        tests_shortcuts=challenge.tests_shortcuts,
        items=scored.frame.select("id", "predicted", "answer", "correct"),
    )


def _made_as(challenge: Challenge) -> dict[str, Cell]:
    """Return from how many items these were drawn, if they were, and by which design they were made."""
    drawn = {} if challenge.strata is None else {"sampled_from": sum(challenge.strata.sizes.values())}
    return drawn | ({"design": challenge.design} if challenge.design else {})


def _check(rule: str) -> None:
    if rule not in RULES:
        raise OptionError(f"collapse rule '{printable(rule)}'", " or ".join(RULES), "correct the name")


def judged(challenge: Challenge, found: Matched, rule: CollapseRule) -> Scored:
    """Say of every predicted item whether the answer is right.

    Two labels are compared where the challenge or the predictions have non-entailment, otherwise all.
    """
    frame = found.frame
    labels = {*challenge.labels, *frame["predicted"].unique().to_list(), *found.probabilities.columns}
    if Label.NON_ENTAILMENT not in labels:
        answered = frame.with_columns(answer=pl.col("predicted"))
        return Scored(answered.with_columns(correct=pl.col("answer") == pl.col("label")), found, None)
    answered = _two_way_gold(frame).with_columns(answer=collapsed(found, rule))
    return Scored(answered.with_columns(correct=pl.col("answer") == pl.col("label")), found, rule)


def _figures(challenge: Challenge, scored: Scored) -> Iterator[Figure]:
    frame, pooling = scored.frame, Pooling.of(challenge.strata, scored.frame)
    items = challenge.items if scored.rule is None else _two_way_gold(challenge.items)
    rows = where(set=challenge.name)
    yield Figure("accuracy", pooling.share(frame, "correct"), rows=rows.ordered_by(*WRONG_FIRST))
    yield from expected_figures(challenge, items)
    for group in challenge.named:
        yield from cell_figures(challenge, frame, group, pooling)
    yield from label_figures(challenge, frame, pooling)
    yield from majority_figures(frame, pooling, challenge.name)
    yield Figure("share", _above_half(scored.matched, pooling), rows=rows, what="one_label_above_half")
    off = probabilities_off(scored.matched)
    if off.any():
        share = pooling.share(frame.with_columns(off=off), "off")
        yield Figure("share", share, rows=rows, what="probabilities_off")
    if scored.rule is not None and why_not_sum(scored.matched) is None:
        differ = collapsed(scored.matched, "argmax") != collapsed(scored.matched, "sum")
        share = pooling.share(frame.with_columns(differ=differ), "differ")
        yield Figure("share", share, rows=rows, what="collapse_rules_differ")


def _two_way_gold(items: pl.DataFrame) -> pl.DataFrame:
    names = {label.value: two_way_label(label).value for label in Label}
    return items.with_columns(pl.col("label").cast(pl.String).replace_strict(names, return_dtype=LABEL_TYPE))


def _above_half(found: Matched, pooling: Pooling) -> Estimate:
    if not found.probabilities.width:
        return Estimate(None, "proportion", found.frame.height, reason="there are no probabilities")
    above = found.probabilities.max_horizontal() > 0.5
    return pooling.share(found.frame.with_columns(above=above), "above")


def _views(challenge: Challenge, scored: Scored) -> dict[str, View]:
    views = {f"by_{group}": _by_group(challenge, scored.frame, group) for group in challenge.groups}
    if not views:
        pooling = Pooling.of(challenge.strata, scored.frame)
        views["by_label"] = label_view(label_figures(challenge, scored.frame, pooling))
    views["raw_labels"] = _raw_labels(challenge, scored.frame)
    if scored.rule is not None and challenge.groups and why_not_sum(scored.matched) is None:
        rules = _rules_compared(challenge, scored)
        if rules is not None:
            views["collapse_rules"] = rules
    return views


def _by_group(challenge: Challenge, frame: pl.DataFrame, group: str) -> View:
    pooling, clusters = Pooling.of(challenge.strata, frame), challenge.clusters
    counted = group_accuracy(frame, group, pooling)
    if clusters is not None and group in challenge.named:
        clustered = _with_clusters(challenge, frame, clusters)
        counted = with_cluster_intervals(counted, clustered, group, clusters, pooling)
    return view_of(beside(counted, group, challenge.references.get(group)), challenge, group)


def _with_clusters(challenge: Challenge, frame: pl.DataFrame, clusters: str) -> pl.DataFrame:
    if clusters in frame.columns or challenge.pairs is None:
        return frame
    return frame.join(
        challenge.pairs.frame.select("id", clusters), on="id", how="left", maintain_order="left"
    )


def _raw_labels(challenge: Challenge, frame: pl.DataFrame) -> View:
    counts = frame.group_by(pl.col("label").alias("gold"), "predicted").len("items").sort("gold", "predicted")
    return View.from_frame(
        fill("score.raw_labels"),
        counts,
        by=("gold", "predicted"),
        rows=where(set=challenge.name),
        items={"gold": "label", "predicted": "predicted"},
    )


def _rules_compared(challenge: Challenge, scored: Scored) -> View | None:
    """Return accuracy under both rules by the first group, or None where they agree on every item."""
    answers = {name: collapsed(scored.matched, name) for name in ("argmax", "sum")}
    if (answers["argmax"] == answers["sum"]).all():
        return None
    group = challenge.groups[0]
    right = [(answer == scored.frame["label"]).alias(name) for name, answer in answers.items()]
    differ = (answers["argmax"] != answers["sum"]).alias("differ")
    weights = Pooling.of(challenge.strata, scored.frame).weights(scored.frame)
    weight = pl.lit(1.0) if weights is None else pl.Series(weights)
    items = scored.frame.select(group, "label").with_columns(*right, differ, weight=weight)
    frame = by_value(items, group)
    compared = frame.group_by(group, "label", maintain_order=True).agg(
        pl.len().alias("n"),
        *((pl.col(name) * pl.col("weight")).sum() / pl.col("weight").sum() for name in ("argmax", "sum")),
        pl.col("differ").sum(),
    )
    keys = compared.select(group, "label").iter_rows()
    return View.from_frame(
        fill("score.collapse_rules", group=group),
        compared,
        by=(group, "label"),
        line_rows=tuple(cell_rows(challenge, group, value, label) for value, label in keys),
    )
