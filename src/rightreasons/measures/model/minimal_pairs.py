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
from rightreasons.labels import Label, collapse
from rightreasons.pairs import SENTENCES, PairTable
from rightreasons.predictions import Predictions
from rightreasons.sentences.templates import fill
from rightreasons.shortcuts.predicates.classes import listed_words
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate
from rightreasons.text.changed_words import CHANGES, named_change
from rightreasons.text.tokenisations import tokenise

ADDS = {"model_measure": ["minimal_pairs"]}
TITLES = {"minimal_pairs": "Minimal pairs"}
MEASURE = "minimal_pairs"
ITEM_COLUMNS: Mapping[str, str] = {
    "minimal_group": "text group: The group of items with different gold labels that the row belongs to: its "
    "kind and a number; null where there is none.",
    "group_consistent": "bool truth: Whether the model is right on every item of that group.",
}
COLUMN = "minimal_pair"
"""Data that have this column state their groups: rows of one value belong together."""
KINDS = ("stated", "same_hypothesis", "contrast", "same_premise")
"""As the data state; one hypothesis with other premises; a word or two changed; one premise."""
EDITED = ("stated", "contrast")
"""Kinds whose pairs differ by a change that can be named."""
_TOKENISATION = "word-punct"
_NAMES = ("consistency", "independent", "accuracy", "flipped")
LEAST_GROUPS = 20
MOST_MEMBERS = 8
"""Larger groups are no minimal pairs, unless the data say so, but a hypothesis that fits many premises."""

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class _Group:
    """Rows that belong together, as positions."""

    kind: str
    rows: tuple[int, ...]


@dataclass(frozen=True)
class _Answered:
    """The items with gold and an answer; `table` has their sentences."""

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
        that get different answers). The same as ``KIND.CHANGE.…`` for each of
        `rightreasons.text.changed_words.CHANGES`, of pairs of which one sentence was changed. Views
        ``by_kind`` and ``by_change``. Items: `ITEM_COLUMNS`.

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
    groups = _groups(items)
    kinds = [kind for kind in KINDS if any(each.kind == kind for each in groups)]
    changes = _by_change(items, groups)
    figures = Figures([*_of_kinds(items, groups, kinds), *_of_changes(items, changes)])
    return Finding(
        measure=MEASURE,
        subject=f"{model} on {pairs.name}",
        definition=fill("minimal_pairs.definition"),
        headline=_headline(figures, kinds[0], model),
        figures=figures,
        views=_views(figures, kinds, list(changes)),
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
    gold = pl.col("label").cast(pl.String)
    if Label.NON_ENTAILMENT in predictions.labels:  # a change from neutral to contradiction is none to it
        gold = gold.replace({each.value: collapse(each).value for each in Label})
    frame = (
        table.frame.select("id", gold)
        .join(said, on="id", how="left", maintain_order="left")
        .join(answered.select("id", "correct"), on="id", how="left", maintain_order="left")
    )
    golds, predicted = (
        frame[name].fill_null("").to_numpy().astype(np.str_) for name in ("label", "predicted")
    )
    correct = frame["correct"].fill_null(value=False).to_numpy().astype(np.bool_)
    return _Answered(table.named(pairs.name), golds, predicted, correct)


def _groups(items: _Answered) -> Sequence[_Group]:
    ways = (_stated, _same_hypothesis, _contrast, _same_premise)
    groups = [each for way in ways for each in _enough(way(items))]
    if not groups:
        raise NotApplicableError(
            "few groups of items with different gold labels", "20", "nothing is to be done"
        )
    return groups


def _enough(groups: Sequence[_Group]) -> Sequence[_Group]:
    return groups if len(groups) >= LEAST_GROUPS else ()


def _stated(items: _Answered) -> list[_Group]:
    """Return rows that the data say belong together."""
    if COLUMN not in items.table.frame.columns:
        return []
    stated = items.table.frame[COLUMN].cast(pl.String)
    row = pl.int_range(len(stated), eager=True)
    frame = pl.DataFrame({"shared": stated, "differs": row, "gold": items.gold})
    return _sharing("stated", frame, most=len(stated))


def _same_hypothesis(items: _Answered) -> list[_Group]:
    """Return rows with one hypothesis, different premises and at least two gold labels."""
    _, premise, hypothesis = normalised_texts(items.table)
    frame = pl.DataFrame({"shared": hypothesis, "differs": premise, "gold": items.gold})
    return _sharing("same_hypothesis", frame)


def _same_premise(items: _Answered) -> list[_Group]:
    """Return rows with one premise, different hypotheses and at least two gold labels."""
    _, premise, hypothesis = normalised_texts(items.table)
    frame = pl.DataFrame({"shared": premise, "differs": hypothesis, "gold": items.gold})
    return _sharing("same_premise", frame)


def _sharing(kind: str, rows: pl.DataFrame, most: int = MOST_MEMBERS) -> list[_Group]:
    """Return groups of rows alike in ``shared``, all different in ``differs``, with two gold labels."""
    members = pl.col("index").list.len()
    found = (
        rows.with_row_index()
        .drop_nulls("shared")
        .group_by("shared", maintain_order=True)
        .agg(pl.col("index"), labels=pl.col("gold").n_unique(), different=pl.col("differs").n_unique())
        .filter((pl.col("labels") > 1) & (pl.col("different") == members) & (members <= most))
    )
    return [_Group(kind, tuple(rows)) for rows in found["index"].to_list()]


def _contrast(items: _Answered) -> list[_Group]:
    """Return pairs of rows with a word or two changed with different gold labels, each row in one at most."""
    kinds = occurring(items.table).select("kind", "partner")
    taken: set[int] = set()
    groups = []
    for row, (kind, partner) in enumerate(kinds.iter_rows()):
        if kind != "contrast" or partner is None or {row, partner} & taken:
            continue
        if items.gold[row] == items.gold[partner]:
            continue
        taken |= {row, partner}
        groups.append(_Group("contrast", (row, int(partner))))
    return groups


def _by_change(items: _Answered, groups: Sequence[_Group]) -> dict[tuple[str, str], list[_Group]]:
    """Return pairs with one sentence changed by kind and by what was changed, where there are enough."""
    found: dict[tuple[str, str], list[_Group]] = {(kind, each): [] for kind in EDITED for each in CHANGES}
    for group, change in _changes(items, [each for each in groups if each.kind in EDITED]):
        found[group.kind, change].append(group)
    return {key: own for key, own in found.items() if len(own) >= LEAST_GROUPS}


def _changes(items: _Answered, groups: Sequence[_Group]) -> Iterator[tuple[_Group, str]]:
    """Yield each group of two rows of which one sentence differs, with what differs."""
    classes = [frozenset(listed_words(each)) for each in ("number", "negation")]
    texts = [
        tokenise(items.table.frame[each].str.to_lowercase(), _TOKENISATION).to_list() for each in SENTENCES
    ]
    for group in groups:
        if len(group.rows) != 2:
            continue
        changed = [named_change(*(side[row] for row in group.rows), *classes) for side in texts]
        if changed.count(None) == 1:
            yield group, next(each for each in changed if each is not None)


def _of_kinds(items: _Answered, groups: Sequence[_Group], kinds: Sequence[str]) -> Iterator[Figure]:
    for kind in kinds:
        yield from _figures(items, [each for each in groups if each.kind == kind], {"kind": kind})


def _of_changes(items: _Answered, changes: Mapping[tuple[str, str], Sequence[_Group]]) -> Iterator[Figure]:
    for (kind, change), own in changes.items():
        yield from _figures(items, own, {"kind": kind, "change": change})


def _figures(items: _Answered, own: Sequence[_Group], group: Mapping[str, str]) -> Iterator[Figure]:
    members = np.concatenate([np.array(each.rows) for each in own])
    rows = where(set=items.table.name, group_consistent=("true", "false")).ordered_by(*WRONG_FIRST)
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


def _views(figures: Figures, kinds: Sequence[str], changes: Sequence[tuple[str, str]]) -> Mapping[str, View]:
    by_kind = _view(figures, fill("minimal_pairs.by_kind"), ("kind",), [(kind,) for kind in kinds])
    if not changes:
        return {"by_kind": by_kind}
    by_change = _view(figures, fill("minimal_pairs.by_change"), ("kind", "change"), changes)
    return {"by_kind": by_kind, "by_change": by_change}


def _view(figures: Figures, title: str, by: tuple[str, ...], groups: Sequence[tuple[str, ...]]) -> View:
    lines: list[tuple[Cell, ...]] = []
    for group in groups:
        named = {name: figures[".".join((*group, name))] for name in _NAMES}
        consistency = named["consistency"]
        shown = (consistency.n, consistency.value, *consistency.estimate.bounds)
        others = (named[name].value for name in _NAMES[1:])
        lines.append((*(each.replace("_", " ") for each in group), *shown, *others))
    return View(
        title,
        (*by, "groups", "consistency", "consistency_low", "consistency_high", *_NAMES[1:]),
        tuple(lines),
        by=by,
        bounds=bounded("consistency"),
        roles={
            **dict.fromkeys(by, "text"),
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
