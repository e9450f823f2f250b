"""Polarity: predictions that go with the label that training data mostly give to the pair of words."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np
import polars as pl

from rightreasons.challenges.swaps.swap_set import NONE
from rightreasons.figures import Figure
from rightreasons.findings import View
from rightreasons.labels import Label
from rightreasons.measures.model.swap_behaviour.cross_tables import (
    Counts,
    CrossTable,
    Items,
    Tested,
    counted,
)
from rightreasons.measures.model.swap_behaviour.cross_tables import tested as tested_table
from rightreasons.measures.model.swap_behaviour.definitions import Definition
from rightreasons.measures.model.swap_behaviour.family import Family
from rightreasons.measures.model.swap_behaviour.judged import Judged
from rightreasons.sentences.templates import fill
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.sign_flips import clustered_independence
from rightreasons.statistics.stratified import stratified_independence

MEASURE = "polarity"
FACTOR = "polarity"
BY_GOLD = "polarity_by_gold"
CLUSTERED_BY_GOLD = "clustered_by_gold"
POLARITIES = (
    *("-".join(tied) for size in range(1, len(Label) + 1) for tied in combinations(Label, size)),
    NONE,
)
"""Every polarity, in the order in which tables show them."""


def figures(judged: Judged) -> Iterator[Figure]:
    """Return ``SET.follows`` of every set; its rows: those that follow the polarity first."""
    for name in judged.sets:
        follows = judged.of(name)["follows_polarity"].drop_nulls()
        rows = judged.rows(name, follows_polarity=("true", "false")).ordered_by("-follows_polarity")
        share = proportion(int(follows.sum()), len(follows))
        yield Figure("share", share, set=name, rows=rows, what="follows")


def tested(judged: Judged, definition: Definition, seed: int) -> list[Tested]:
    """Test on every set whether predictions go with polarity; where gold varies, also within gold labels."""
    return [each for name in judged.sets for each in _tests(judged, name, definition, seed)]


def _tests(judged: Judged, name: str, definition: Definition, seed: int) -> Iterator[Tested]:
    rows = judged.of(name).cast({"answer": pl.String, "label": pl.String})
    order = _present(rows), tuple(label.value for label in judged.labels)
    whole = CrossTable(fill("polarity.predicted", data=name), FACTOR, *order, _counts(rows, order))
    items = Items(rows["polarity"], rows["answer"], rows["pair"])
    found = tested_table(whole.occupied(), items, (name, FACTOR), definition, seed)
    # Which figures there are must not depend on how many polarities a set happens to hold.
    effects = {"cramers_v": found.effects["cramers_v"]}
    yield replace(found, views={name: whole.view()}, effects=effects)
    golds = [label.value for label in judged.labels if (rows["label"] == label.value).any()]
    if len(golds) > 1:
        strata = [_counts(rows.filter(label=gold), order) for gold in golds]
        tests = {
            "by_gold": stratified_independence(np.stack(strata)),
            CLUSTERED_BY_GOLD: clustered_independence(
                items.rows, items.columns, items.clusters, seed, strata=rows["label"]
            ),
        }
        decisive = CLUSTERED_BY_GOLD if definition.clustered else "by_gold"
        view = _by_gold(name, golds, strata, order)
        yield Tested(name, BY_GOLD, decisive, tests, views={f"{name}.by_gold": view})


def _present(rows: pl.DataFrame) -> tuple[str, ...]:
    found = set(rows["polarity"].unique().to_list())
    return tuple(name for name in POLARITIES if name in found)


def _counts(rows: pl.DataFrame, order: tuple[tuple[str, ...], tuple[str, ...]]) -> Counts:
    return counted(rows, ("polarity", "answer"), *order)


def _by_gold(
    name: str, golds: list[str], strata: list[Counts], order: tuple[tuple[str, ...], tuple[str, ...]]
) -> View:
    rows = tuple(
        (gold, polarity, *counts.tolist(), int(counts.sum()))
        for gold, stratum in zip(golds, strata, strict=True)
        for polarity, counts in zip(order[0], stratum, strict=True)
        if counts.sum()
    )
    title, columns = fill("polarity.by_gold", data=name), ("gold", FACTOR, *order[1], "all")
    counted = dict.fromkeys(order[1], "count")
    return View(title, columns, rows, by=("gold", FACTOR), roles=counted)


def headline(judged: Judged, family: Family, definition: Definition) -> str:
    """Return one sentence: where predictions go with polarity beyond what gold does."""
    decided = {}
    for name in judged.sets:
        several = judged.of(name)["label"].n_unique() > 1
        decided[name] = family.row(name, BY_GOLD if several else FACTOR).get("below_level")
    yes, no, untold = ([name for name in decided if decided[name] is which] for which in (True, False, None))
    said = {
        "adjusted": fill("polarity.adjusted") if definition.adjust == "holm" else "",
        "level": family.level,
        "unvaried": fill("polarity.unvaried", sets=", ".join(untold)) if untold else "",
    }
    if not yes:
        return fill("polarity.goes_not", **said)
    others = fill("polarity.others", sets=", ".join(no)) if no else ""
    return fill("polarity.goes", **said, sets=", ".join(yes), others=others)
