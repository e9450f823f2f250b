"""Pairs that occur in two sets, or again in one: equal, in other spelling, near, with exchanged roles."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations

import polars as pl

from rightreasons.artifacts.similar_pairs import KINDS, LEAKED, SHARES, occurring
from rightreasons.figures import Figure, Figures, containing, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.measures.side_by_side import side_by_side
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.results import Estimate

ADDS = {"measure": ["similar_pairs"]}
BLOCKS = "Pairs of all blocks, and of other sets, must meet."

ITEM_COLUMNS: Mapping[str, str] = {
    "similar_pair": "text mark: How the pair occurs in the audited set (of its own rows: again): exact, "
    "normalised, near, exchanged or contrast.",
    "similar_to": "text id of pair: The id of such a pair in the audited set.",
    "pair_conflict_normalised": "bool truth: Whether a pair equal but for spelling has another gold label in "
    "the audited set.",
    "pair_in_tests": "list set: The other test sets that have such a pair.",
}
IN_TESTS = "pair_in_tests"
_WHOLE = "counted in all rows: a description of these data, not an estimate from a sample"

_SAID = {
    "equal": "similar_pairs.equal",
    "near": "similar_pairs.near",
    "exchanged": "similar_pairs.exchanged",
    "contrast": "similar_pairs.contrast",
}
"""Kinds of similar pairs, and how a share of them is said."""


def similar_pairs(splits: Mapping[str, PairTable]) -> Finding:
    """Find pairs of one set that also occur in another, or repeatedly in their own, with small changes.

    Parameters
    ----------
    splits
        Every set given, the audited one first.

    Returns
    -------
    Finding
        Shares of the rows of the audited set that occur again in it: ``equal_pairs`` (exact or normalised),
        ``near_pairs``, ``exchanged_pairs``, ``similar_pairs`` (any of these), ``contrast_pairs``, and
        ``conflicting_pairs`` (equal, with another gold label). The same for every other set, whose rows are
        looked for in the audited one: ``SET.equal_pairs`` and so on. Of each two test sets the shares of
        either that are (any of these) in the other, ``SET.OTHER.shared_pairs``. View ``between``: every set
        in every other; ``examples``: pairs side by side; ``examples_of_tests``: the same of two test sets.
        Items: `ITEM_COLUMNS`.
    """
    audited, *others = splits
    train = splits[audited]
    again = occurring(train)
    found = {name: occurring(splits[name], train) for name in others}
    figures = Figures(
        [
            *_figures(again, audited, None),
            *(figure for name, rows in found.items() for figure in _figures(rows, name, name)),
            *_shared(splits, others),
        ]
    )
    of_tests = {"examples_of_tests": _examples_of_tests(splits, others)} if len(others) > 1 else {}
    return Finding(
        measure="similar_pairs",
        subject=" / ".join(table.name for table in splits.values()),
        definition=fill("similar.definition"),
        headline=_headline(figures, audited, others),
        figures=figures,
        views={
            "between": _between(splits),
            "examples": side_by_side(
                {name: (splits[name], rows) for name, rows in {**found, audited: again}.items()}, train
            ),
            **of_tests,
        },
        items=pl.concat(
            [
                _items(rows, train, name).with_columns(_in_tests(splits, name, others).alias(IN_TESTS))
                for name, rows in [(audited, again), *found.items()]
            ]
        ),
    )


def _figures(rows: pl.DataFrame, name: str, of: str | None) -> Iterator[Figure]:
    for what, kinds in SHARES.items():
        holds = rows["kind"].is_in(kinds).fill_null(value=False)
        yield Figure(
            "share",
            _share(holds),
            set=of,
            rows=where(set=name, similar_pair=kinds).ordered_by("similar_to"),
            what=what,
        )
    conflict = where(set=name, pair_conflict_normalised=True).ordered_by("similar_to")
    yield Figure("share", _share(rows["conflict"]), set=of, rows=conflict, what="conflicting_pairs")


def _shared(splits: Mapping[str, PairTable], others: Sequence[str]) -> Iterator[Figure]:
    """Yield the share of the pairs of every test set that each other test set has."""
    for name, other in permutations(others, 2):
        rows = where(set=name).also(containing(IN_TESTS, other))
        share = _share(_is_shared(splits[name], splits[other]))
        yield Figure("share", share, {"other": other}, set=name, rows=rows, what="shared_pairs")


def _is_shared(table: PairTable, other: PairTable) -> pl.Series:
    return occurring(table, other)["kind"].is_in(LEAKED).fill_null(value=False)


def _in_tests(splits: Mapping[str, PairTable], name: str, others: Sequence[str]) -> pl.Series:
    """Return for every row of a set the other test sets that have its pair."""
    elsewhere = [other for other in others if name in others and other != name]
    held = pl.DataFrame({other: _is_shared(splits[name], splits[other]) for other in elsewhere})
    if not elsewhere:
        return pl.Series(IN_TESTS, [[]], dtype=pl.List(pl.String)).new_from_index(0, len(splits[name]))
    named = [pl.when(pl.col(other)).then(pl.lit(other)) for other in elsewhere]
    return held.select(pl.concat_list(named).list.drop_nulls()).to_series()


def _examples_of_tests(splits: Mapping[str, PairTable], others: Sequence[str]) -> View:
    """Return pairs of every two test sets side by side."""
    lines: list[tuple[Cell, ...]] = []
    for name, other in combinations(others, 2):
        view = side_by_side({name: (splits[name], occurring(splits[name], splits[other]))}, splits[other])
        lines += [(line[0], other, *line[1:]) for line in view.lines]
    return replace(view, columns=(view.columns[0], "other_split", *view.columns[1:]), lines=tuple(lines))


def _share(holds: pl.Series) -> Estimate:
    if not len(holds):
        return Estimate(None, "proportion", 0, reason="no rows")
    return Estimate(int(holds.sum()) / len(holds), "proportion", len(holds), reason=_WHOLE)


def _items(rows: pl.DataFrame, reference: PairTable, name: str) -> pl.DataFrame:
    return rows.select(
        pl.lit(name).alias("set"),
        "id",
        similar_pair=pl.col("kind").cast(pl.String),
        similar_to=reference.frame["id"].gather(rows["partner"]),
        pair_conflict_normalised="conflict",
    )


def _between(splits: Mapping[str, PairTable]) -> View:
    """Return how many rows of every set occur in each other set, and again in their own, by kind."""
    ways = [*((name, name) for name in splits), *permutations(splits, 2)]
    lines: list[tuple[Cell, ...]] = []
    for name, other in ways:
        rows = occurring(splits[name], None if name == other else splits[other])
        counts = dict(rows.group_by("kind").len().iter_rows())
        lines += [
            (name, other, kind, found, found / rows.height) for kind in KINDS if (found := counts.get(kind))
        ]
    return View(
        fill("similar_pairs.between"),
        ("set", "other_split", "kind", "rows", "share"),
        tuple(lines),
        by=("set", "other_split", "kind"),
    )


def _headline(figures: Figures, audited: str, others: Sequence[str]) -> str:
    of_others = [
        fill("similar_pairs.elsewhere", other=other, audited=audited, found=_found(figures, f"{other}."))
        for other in others
    ]
    return joined([*of_others, fill("similar_pairs.again", audited=audited, found=_found(figures))], " ")


def _found(figures: Figures, prefix: str = "") -> str:
    """Return the shares of the kinds of similar pairs that there are."""
    shares = {what: figures[f"{prefix}{what}_pairs"] for what in _SAID}
    found = [fill(_SAID[what], share=share) for what, share in shares.items() if share.value]
    return joined(found) if found else fill("similar_pairs.none")
