"""What is said of discovered rules: the definition, and the headline, with or without a rule that holds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import polars as pl

from rightreasons.discovery.beside_gold import BesideGold
from rightreasons.discovery.detectable import smallest_gap, smallest_share
from rightreasons.discovery.discovered import Discovery, Found
from rightreasons.labels import Label
from rightreasons.sentences.sentence import Sentence
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.results import Estimate

_SHOWN_SHARE = 0.01


class Labelled(Protocol):
    """Pairs as far as figures of rules go: a table of them, or data in blocks."""

    @property
    def name(self) -> str:
        """What to call the data."""
        ...

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that occur."""
        ...

    @property
    def gold(self) -> pl.Series:
        """Gold label of every row."""
        ...


@dataclass(frozen=True)
class Beside:
    """What a model and its training say of each rule that was carried.

    Parameters
    ----------
    model
        Name of the model.
    gold
        The model beside gold on the tested rows.
    train
        By name of the training data, of each rule the share of its label there where it holds, and elsewhere.
    errors
        Share of the rows on which model and gold differ.
    """

    model: str
    gold: tuple[BesideGold, ...]
    train: Mapping[str, tuple[tuple[Estimate, Estimate], ...]] = field(default_factory=dict)
    errors: float = 1.0


def definition_of(
    pairs: Labelled,
    discovery: Discovery,
    held: Mapping[str, Found],
    beside: Beside | None,
    *,
    beyond_hypothesis: bool,
) -> Sentence:
    """Return what the figures of rules mean, and where no rule holds, the smallest effect that is found."""
    definition = _definition(beside, beyond_hypothesis=beyond_hypothesis)
    least = None if held else _smallest(pairs, discovery, beside, beyond_hypothesis=beyond_hypothesis)
    return definition if least is None else joined((definition, least), " ")


def _definition(beside: Beside | None, *, beyond_hypothesis: bool) -> Sentence:
    if beside is not None:
        return fill("rules.definition_of_model")
    if beyond_hypothesis:
        return fill("rules.definition_beyond_hypothesis")
    return fill("rules.definition")


def headline_of(
    pairs: Labelled,
    discovery: Discovery,
    held: Mapping[str, Found],
    numbered: Mapping[str, Found],
    beside: Beside | None,
    *,
    beyond_hypothesis: bool,
) -> Sentence:
    """Return how many rules hold and what the first says, or what would have been found."""
    if held:
        name, first = next(iter(held.items()))
        given = {
            "held": len(held),
            "tested": len(numbered),
            "rule": first.candidate.rule.sentence,
            "label": first.candidate.rule.label.value,
        }
        if beside is None and beyond_hypothesis:
            return fill(
                "rules.headline_beyond_hypothesis",
                **given,
                share=first.proof.inside,
                other=first.proof.expected,
            )
        if beside is None:
            return fill("rules.headline", **given, share=first.proof.inside, other=first.proof.outside)
        own = beside.gold[list(numbered).index(name)]
        return fill("rules.headline_of_model", **given, share=own.model, other=own.gold)
    rows = _shown_rows(discovery)
    if _smallest(pairs, discovery, beside, beyond_hypothesis=beyond_hypothesis) is None:
        return fill("rules.none_small", tested=len(numbered), rows=rows)
    if beside is not None:
        return fill("rules.none_of_model", tested=len(numbered))
    kind = "none_beyond_hypothesis" if beyond_hypothesis else "none"
    return fill(f"rules.{kind}", tested=len(numbered))


def _shown_rows(discovery: Discovery) -> int:
    """Return how many searched rows the rule covers for which the smallest effect is told."""
    return max(discovery.least, round(_SHOWN_SHARE * int(discovery.searched.sum())))


def _smallest(
    pairs: Labelled, discovery: Discovery, beside: Beside | None, *, beyond_hypothesis: bool
) -> Sentence | None:
    """Return the smallest effect that is found in four of five cases; None where no effect is."""
    rows = _shown_rows(discovery)
    if int(discovery.searched.sum()) < 2 * discovery.least:  # a rule holds of some and not of others
        return None
    if beside is not None:
        gap = smallest_gap(rows, beside.errors, discovery.predicates)
        return None if gap is None else fill("rules.least_of_model", rows=rows, share=gap)
    base = max(pairs.gold.drop_nulls().value_counts(normalize=True)["proportion"])
    share = smallest_share(rows, float(base), discovery.predicates)
    if share is None:
        return None
    if beyond_hypothesis:
        return fill("rules.least_beyond_hypothesis", rows=rows, share=share, expected=float(base))
    return fill("rules.least", rows=rows, share=share)
