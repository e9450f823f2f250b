"""The search: one rule after the other, each by what the ones before do not cover."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from rightreasons.discovery.bits import Layout, Words
from rightreasons.discovery.counts import count_each, rows_by_place
from rightreasons.discovery.outcomes import Outcomes
from rightreasons.discovery.turn import Alike, Parts, Turn, TurnSettings
from rightreasons.discovery.wording import as_earlier
from rightreasons.labels import Label
from rightreasons.shortcuts.predicates.predicate import Predicate
from rightreasons.shortcuts.predicates.vocabulary import FAMILIES, Column
from rightreasons.shortcuts.rule import Literal, Rule

Array: TypeAlias = npt.NDArray[Any]
_MOST_SAME = 2


@dataclass(frozen=True)
class SearchSettings:
    """How rules are searched.

    Parameters
    ----------
    least
        Searched rows that a rule holds of at least.
    most_share
        Share of them that it holds of at most.
    beam
        Pairs to which a third predicate is sought.
    most_rules
        Rules that are carried to the test at most.
    most_columns
        Predicates that are searched at most, those of the most rows.
    """

    least: int
    most_share: float = 0.6
    beam: int = 5_000
    most_rules: int = 20
    most_columns: int = 3_000


@dataclass(frozen=True)
class Candidate:
    """A rule as it was found.

    Parameters
    ----------
    rule
        The rule.
    gain
        In log-likelihood over the base model, on the searched rows that the rules before do not cover.
    rows
        Searched rows that the rules before do not cover and of which it holds.
    same
        Sentences of other rules, no longer, that hold of nearly the same rows.
    """

    rule: Rule
    gain: float
    rows: int
    same: tuple[str, ...] = ()


def distinct(columns: Sequence[Column], layout: Layout, most: int) -> tuple[list[Predicate], Words]:
    """Return the predicates that differ on the searched rows, the simplest of equal ones, with their bits.

    Above `most`, those of the fewest searched rows are left out.
    """
    bits = layout.all_bits([each.rows for each in columns])
    first: dict[bytes, int] = {}
    for place, row in enumerate(bits):
        first.setdefault(row.tobytes(), place)
    kept = np.fromiter(first.values(), dtype=np.int64, count=len(first))
    if len(kept) > most:
        sizes = count_each(bits[kept], np.array([0, layout.words])).sum(axis=1)
        kept = np.sort(kept[np.argsort(-sizes, kind="stable")[:most]])
    return [columns[place].predicate for place in kept], bits[kept]


def searched(
    columns: Sequence[Column],
    outcomes: Outcomes,
    counted: npt.NDArray[np.bool_],
    strata: npt.NDArray[np.int64],
    settings: SearchSettings,
) -> Iterator[Candidate]:
    """Return rules, the one that explains the most first, each by what the ones before do not cover.

    One that differs from an earlier one in a single word, if one of its parts is exchanged for one of that
    rule's, is said so, where both wordings hold of nearly the same searched rows.

    Parameters
    ----------
    columns
        The predicates, the simplest first.
    outcomes
        What is to be explained.
    counted
        The rows that are searched, shape (rows,).
    strata
        Rows that the base model takes for alike, numbered from 0; shape (rows,).
    settings
        How it is searched.
    """
    k = outcomes.values.shape[1]
    n_strata = int(strata.max(initial=0)) + 1
    layout = Layout.of(strata * k + outcomes.classes, counted, n_strata * k)
    predicates, bits = distinct(columns, layout, settings.most_columns)
    families = list(FAMILIES)
    kinds = [families.index(each.family) for each in predicates]
    valid, whole = layout.bits(np.flatnonzero(counted)), bits.copy()
    own = TurnSettings(settings.least, settings.most_share, settings.beam, n_strata)
    pool: tuple[list[Parts], float] | None = None
    earlier: list[Alike] = []
    rows, by_row = partial(rows_of, whole, valid), rows_by_place(bits)

    def said(alike: Alike) -> Rule:
        return _rule(alike.parts, predicates, outcomes.labels[alike.label])

    for _ in range(settings.most_rules):
        turn = Turn(bits, valid, layout.starts, outcomes, kinds, own, by_row)
        best = turn.best_of(*pool) if pool else None
        if best is None:
            best = turn.best()
            pool = turn.pool
        if best is None:
            return
        near = as_earlier(best, earlier, said, rows)
        best = (turn.said_as(best, near) if near else None) or best
        earlier.append(best)
        yield _candidate(best, predicates, outcomes.labels)
        valid = valid & ~rows_of(whole, valid, best.parts)
        bits &= valid


def rows_of(bits: Words, valid: Words, parts: Parts) -> Words:
    """Return the rows of a conjunction among those that count, as bits."""
    found = valid.copy()
    for place, negated in parts:
        found &= ~bits[place] if negated else bits[place]
    return found


def _candidate(best: Alike, predicates: Sequence[Predicate], labels: Sequence[Label]) -> Candidate:
    label = labels[best.label]
    plain = [each for each in best.others if len(each) <= len(best.parts)][:_MOST_SAME]
    same = tuple(_rule(each, predicates, label).sentence for each in plain)
    return Candidate(_rule(best.parts, predicates, label), best.gain, best.rows, same)


def _rule(parts: Parts, predicates: Sequence[Predicate], label: Label) -> Rule:
    return Rule(tuple(Literal(predicates[place], bool(negated)) for place, negated in parts), label)
