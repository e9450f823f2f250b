"""Items that belong together and have different gold labels: how often a model is right on all of a group."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.shared_texts import normalised_texts
from rightreasons.artifacts.similar_pairs import occurring
from rightreasons.challenges.challenge import Challenge
from rightreasons.errors import NotApplicableError
from rightreasons.figures import WRONG_FIRST, Figure, Figures, where
from rightreasons.findings import Cell, Finding, View, bounded
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.sentences.templates import fill
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

ADDS = {"model_measure": ["minimal_pairs"]}
TITLES = {"minimal_pairs": "Consistency over minimal pairs"}
MEASURE = "minimal_pairs"
ITEM_COLUMNS: Mapping[str, str] = {
    "minimal_group": "text group: The group of items with different gold labels that the row belongs to: its "
    "kind and a number; null where there is none.",
    "group_consistent": "bool truth: Whether the model is right on every item of that group.",
}
KINDS = ("same_hypothesis", "contrast")
"""Same hypothesis with other premises; or one text the same, or nearly, and a word or two changed."""
LEAST_GROUPS = 20
MOST_MEMBERS = 8
"""Larger groups are no minimal pairs, but a hypothesis that fits many premises."""

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class _Group:
    """Rows that belong together, as positions."""

    kind: str
    rows: tuple[int, ...]


@dataclass(frozen=True)
class _Answered:
    """The items with gold and an answer."""

    table: PairTable
    gold: npt.NDArray[np.str_]
    predicted: npt.NDArray[np.str_]
    correct: Flags

    def consistent(self, group: _Group) -> bool:
        """Whether every item of a group is right."""
        return bool(self.correct[list(group.rows)].all())


def minimal_pairs(
    challenge: Challenge,
    pairs: PairTable,
    predictions: Predictions,
    answered: pl.DataFrame,
    model: str = "the model",
) -> Finding:
    """Measure how often a model is correct on every item of a group whose gold labels differ.

    A model that never sees what differs answers all items of a group alike: it has no consistency.

    Parameters
    ----------
    challenge, pairs, predictions
        What was asked, its sentences with gold labels, and what the model said.
    answered
        Columns ``id`` and ``correct`` (boolean), of the ids with an answer.
    model
        What to call the model.

    Returns
    -------
    Finding
        For each kind of `KINDS` with 20 groups at least: ``KIND.consistency`` (share of groups with every
        item right), ``KIND.accuracy`` (of their items), ``KIND.independent`` (consistency if items were right
        independently of each other), ``KIND.flipped`` (share of pairs of items with different gold labels
        that get different answers). View ``by_kind``. Items: `ITEM_COLUMNS`.

    Raises
    ------
    NotApplicableError
        Of samples, of challenges that test shortcuts, and of sets with fewer than 20 such groups.

    References
    ----------
    Gardner et al. (2020), "Evaluating models' local decision boundaries via contrast sets", section 2.3
    (consistency); Schuster et al. (2019), "Towards debiasing fact verification models", section 4.
    """
    if challenge.strata is not None or challenge.tests_shortcuts:
        raise NotApplicableError("a sample, or a challenge", "ordinary data", "nothing is to be done")
    items = _answered(pairs, predictions, answered)
    groups = [each for kind in (_same_hypothesis, _contrast) for each in _enough(kind(items))]
    if not groups:
        raise NotApplicableError(
            "few groups of items with different gold labels", "20", "nothing is to be done"
        )
    kinds = [kind for kind in KINDS if any(each.kind == kind for each in groups)]
    figures = Figures([figure for kind in kinds for figure in _figures(items, groups, kind)])
    return Finding(
        measure=MEASURE,
        subject=f"{model} on {pairs.name}",
        definition=fill("minimal_pairs.definition"),
        headline=_headline(figures, kinds[0], model),
        figures=figures,
        views={"by_kind": _by_kind(figures, kinds)},
        settings={"least_groups": LEAST_GROUPS, "most_members": MOST_MEMBERS},
        on=pairs.name,
        items=_items(items, groups),
    )


def _headline(figures: Figures, kind: str, model: str) -> str:
    return fill(
        f"minimal_pairs.{kind}",
        model=model,
        consistency=figures[f"{kind}.consistency"],
        independent=figures[f"{kind}.independent"],
    )


def _answered(pairs: PairTable, predictions: Predictions, answered: pl.DataFrame) -> _Answered:
    labelled = pairs.with_gold()
    table = labelled.where(labelled.frame["id"].is_in(answered["id"].implode()), "answered")
    said = predictions.frame.select("id", predicted=pl.col("label").cast(pl.String))
    frame = (
        table.frame.select("id", pl.col("label").cast(pl.String))
        .join(said, on="id", how="left", maintain_order="left")
        .join(answered.select("id", "correct"), on="id", how="left", maintain_order="left")
    )
    gold, predicted = (
        frame[name].fill_null("").to_numpy().astype(np.str_) for name in ("label", "predicted")
    )
    correct = frame["correct"].fill_null(value=False).to_numpy().astype(np.bool_)
    return _Answered(table.named(pairs.name), gold, predicted, correct)


def _enough(groups: Sequence[_Group]) -> Sequence[_Group]:
    return groups if len(groups) >= LEAST_GROUPS else ()


def _same_hypothesis(items: _Answered) -> list[_Group]:
    """Return rows with one hypothesis, different premises and at least two gold labels."""
    _, premise, hypothesis = normalised_texts(items.table)
    frame = pl.DataFrame({"hypothesis": hypothesis, "premise": premise, "gold": items.gold}).with_row_index()
    found = (
        frame.group_by("hypothesis", maintain_order=True)
        .agg(pl.col("index"), labels=pl.col("gold").n_unique(), premises=pl.col("premise").n_unique())
        .filter(
            (pl.col("labels") > 1)
            & (pl.col("premises") == pl.col("index").list.len())
            & (pl.col("index").list.len() <= MOST_MEMBERS)
        )
    )
    return [_Group(KINDS[0], tuple(rows)) for rows in found["index"].to_list()]


def _contrast(items: _Answered) -> list[_Group]:
    """Return pairs of rows with a word or two changed with different gold labels, each row in one at most."""
    kinds = occurring(items.table).select("kind", "partner")
    taken: set[int] = set()
    groups = []
    for row, (kind, partner) in enumerate(kinds.iter_rows()):
        if kind != "contrast" or partner is None or {row, partner} & taken:
            continue
        taken |= {row, partner}
        groups.append(_Group(KINDS[1], (row, int(partner))))
    return groups


def _figures(items: _Answered, groups: Sequence[_Group], kind: str) -> Iterator[Figure]:
    own = [each for each in groups if each.kind == kind]
    members = np.concatenate([np.array(each.rows) for each in own])
    rows = where(set=items.table.name, group_consistent=("true", "false")).ordered_by(*WRONG_FIRST)
    group = {"kind": kind}
    consistent = proportion(sum(items.consistent(each) for each in own), len(own))
    yield Figure("share", consistent, group, rows=rows, what="consistency")
    right = proportion(int(items.correct[members].sum()), len(members))
    yield Figure("accuracy", right, group, rows=rows)
    share = float(items.correct[members].mean())
    alone = Estimate(float(np.mean([share ** len(each.rows) for each in own])), "proportion", len(own))
    yield Figure("share", alone, group, what="independent")
    differing = [
        items.predicted[one] != items.predicted[other]
        for each in own
        for one, other in combinations(each.rows, 2)
        if items.gold[one] != items.gold[other]
    ]
    yield Figure("changed", proportion(sum(differing), len(differing)), group, rows=rows, what="flipped")


def _by_kind(figures: Figures, kinds: Sequence[str]) -> View:
    lines: list[tuple[Cell, ...]] = []
    for kind in kinds:
        consistency, flipped = figures[f"{kind}.consistency"], figures[f"{kind}.flipped"]
        others = (figures[f"{kind}.{name}"].value for name in ("independent", "accuracy"))
        lines.append(
            (
                kind.replace("_", " "),
                consistency.n,
                consistency.value,
                *consistency.estimate.bounds,
                *others,
                flipped.value,
            )
        )
    return View(
        fill("minimal_pairs.by_kind"),
        (
            *("kind", "groups", "consistency", "consistency_low", "consistency_high"),
            *("independent", "accuracy", "flipped"),
        ),
        tuple(lines),
        by=("kind",),
        bounds=bounded("consistency"),
        roles={
            "kind": "text",
            "groups": "count",
            "consistency": "share",
            "independent": "share",
            "flipped": "changed",
        },
    )


def _items(items: _Answered, groups: Sequence[_Group]) -> pl.DataFrame:
    named: list[str | None] = [None] * len(items.gold)
    right: list[bool | None] = [None] * len(items.gold)
    for number, group in enumerate(groups):
        for row in group.rows:
            if named[row] is None:
                named[row], right[row] = f"{group.kind} {number}", items.consistent(group)
    return pl.DataFrame(
        {
            "id": items.table.frame["id"],
            "minimal_group": pl.Series(named, dtype=pl.String),
            "group_consistent": pl.Series(right, dtype=pl.Boolean),
        }
    )
