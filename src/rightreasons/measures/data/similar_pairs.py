"""Pairs that occur in two sets, or again in one: equal, in other spelling, near, with exchanged roles."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from operator import add

import numpy as np
import polars as pl

from rightreasons.artifacts.occurring_rows import occurring_rows
from rightreasons.artifacts.paired_rows import PairedRows
from rightreasons.artifacts.row_tables import MadeRows, Places, RowTable, Table
from rightreasons.artifacts.similar_pairs import KINDS, LEAKED, SHARES, occurring
from rightreasons.engine.row_columns import put_aside
from rightreasons.figures import Figure, Figures, containing, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.measures.blocks import Blocks
from rightreasons.measures.side_by_side import ReadRows, reading, side_by_side
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.results import Estimate

ADDS = {"measure": ["similar_pairs"]}

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
    sets = _Sets(
        {name: table.name for name, table in splits.items()},
        {name: reading(table) for name, table in splits.items()},
        lambda name, other: occurring(splits[name], None if other is None else splits[other]),
    )
    finding, found = _found_in(sets)
    ids = {name: table.frame["id"] for name, table in splits.items()}
    items = [
        ids[name]
        .to_frame()
        .select(pl.lit(name).alias("set"), "id")
        .hstack(_columns(rows, ids[sets.audited].gather(rows["partner"]), _in_tests(sets, name, rows.height)))
        for name, rows in found.items()
    ]
    return replace(finding, items=pl.concat(items))


def hashed(train: PairTable) -> PairedRows:
    """Return what some rows of a set come to."""
    return PairedRows.of(train)


def finished(
    splits: Mapping[str, PairedRows], read: Mapping[str, ReadRows]
) -> tuple[Finding, Mapping[str, Table]]:
    """Return the finding of `similar_pairs` without items, and the columns of the rows of each set."""
    kept: dict[tuple[str, str | None], pl.DataFrame] = {}
    audited = next(iter(splits))

    def occurs(name: str, other: str | None) -> pl.DataFrame:
        if (name, other) not in kept:
            rows = occurring_rows(splits[name], None if other is None else splits[other])
            if name == audited and other is not None:  # asked for once, and as long as the data
                return rows
            kept[name, other] = rows
        return kept[name, other]

    sets = _Sets({name: each.name for name, each in splits.items()}, read, occurs)
    finding, found = _found_in(sets)
    return finding, {name: _kept_columns(sets, splits[audited], name, rows) for name, rows in found.items()}


BLOCKS = Blocks(hashed, add, finished, ordered=True)


@dataclass(frozen=True)
class _Sets:
    """The sets that pairs are looked for in, the audited one first.

    Parameters
    ----------
    names
        What each is called.
    read
        What gives rows of each.
    occurs
        How the pairs of one occur in another, or (None) again in their own.
    """

    names: Mapping[str, str]
    read: Mapping[str, ReadRows]
    occurs: Callable[[str, str | None], pl.DataFrame]

    @property
    def audited(self) -> str:
        """The audited set."""
        return next(iter(self.names))

    @property
    def tests(self) -> tuple[str, ...]:
        """The other sets."""
        return tuple(self.names)[1:]


def _found_in(sets: _Sets) -> tuple[Finding, dict[str, pl.DataFrame]]:
    """Return the finding without items, and how the rows of each set occur in the audited one."""
    audited, others = sets.audited, sets.tests
    again = sets.occurs(audited, None)
    found = {name: sets.occurs(name, audited) for name in others}
    figures = Figures(
        [
            *_figures(again, audited, None),
            *(figure for name, rows in found.items() for figure in _figures(rows, name, name)),
            *_shared(sets),
        ]
    )
    of_tests = {"examples_of_tests": _examples_of_tests(sets)} if len(others) > 1 else {}
    shown = {name: (sets.read[name], rows) for name, rows in {**found, audited: again}.items()}
    finding = Finding(
        measure="similar_pairs",
        subject=" / ".join(sets.names.values()),
        definition=fill("similar.definition"),
        headline=_headline(figures, audited, others),
        figures=figures,
        views={
            "between": _between(sets),
            "examples": side_by_side(shown, sets.read[audited]),
            **of_tests,
        },
    )
    return finding, {audited: again, **found}


def _kept_columns(sets: _Sets, audited: PairedRows, name: str, rows: pl.DataFrame) -> MadeRows:
    """Return the columns of the rows of a set, made where they are looked at."""
    is_test, count = name in sets.tests, rows.height
    in_tests = _in_tests(sets, name, rows.height if is_test else 1)
    numbers = {
        "kind": rows["kind"].to_physical().fill_null(len(KINDS)).cast(pl.UInt8),
        "partner": rows["partner"].fill_null(0),
        "conflict": rows["conflict"],
    }
    aside = RowTable({of: put_aside(values.to_numpy()) for of, values in numbers.items()})
    kinds = pl.col("kind").replace_strict(dict(enumerate(KINDS)), default=None, return_dtype=pl.Enum(KINDS))

    def made(places: Places) -> pl.DataFrame:
        some = aside.at(places).with_columns(
            kinds, pl.when(pl.col("kind") < len(KINDS)).then("partner").alias("partner")
        )
        partners = some["partner"].drop_nulls()
        ids = audited.ids.at(partners.to_numpy().astype(np.int64))
        similar_to = pl.Series([None], dtype=pl.String).new_from_index(0, len(some))
        similar_to = similar_to.scatter(some["partner"].is_not_null().arg_true(), ids)
        tests = in_tests[places] if is_test else in_tests.new_from_index(0, len(some))
        return _columns(some, similar_to, tests)

    return MadeRows(count, made)


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


def _shared(sets: _Sets) -> Iterator[Figure]:
    """Yield the share of the pairs of every test set that each other test set has."""
    for name, other in permutations(sets.tests, 2):
        rows = where(set=name).also(containing(IN_TESTS, other))
        share = _share(_is_shared(sets.occurs(name, other)))
        yield Figure("share", share, {"other": other}, set=name, rows=rows, what="shared_pairs")


def _is_shared(rows: pl.DataFrame) -> pl.Series:
    return rows["kind"].is_in(LEAKED).fill_null(value=False)


def _in_tests(sets: _Sets, name: str, rows: int) -> pl.Series:
    """Return for every row of a set the other test sets that have its pair."""
    elsewhere = [other for other in sets.tests if name in sets.tests and other != name]
    if not elsewhere:
        return pl.Series(IN_TESTS, [[]], dtype=pl.List(pl.String)).new_from_index(0, rows)
    held = pl.DataFrame({other: _is_shared(sets.occurs(name, other)) for other in elsewhere})
    named = [pl.when(pl.col(other)).then(pl.lit(other)) for other in elsewhere]
    return held.select(pl.concat_list(named).list.drop_nulls().alias(IN_TESTS)).to_series()


def _examples_of_tests(sets: _Sets) -> View:
    """Return pairs of every two test sets side by side."""
    lines: list[tuple[Cell, ...]] = []
    for name, other in combinations(sets.tests, 2):
        view = side_by_side({name: (sets.read[name], sets.occurs(name, other))}, sets.read[other])
        lines += [(line[0], other, *line[1:]) for line in view.lines]
    return replace(view, columns=(view.columns[0], "other_split", *view.columns[1:]), lines=tuple(lines))


def _share(holds: pl.Series) -> Estimate:
    if not len(holds):
        return Estimate(None, "proportion", 0, reason="no rows")
    return Estimate(int(holds.sum()) / len(holds), "proportion", len(holds), reason=_WHOLE)


def _columns(rows: pl.DataFrame, similar_to: pl.Series, in_tests: pl.Series) -> pl.DataFrame:
    """Return what is said of rows: `ITEM_COLUMNS`."""
    return rows.select(
        similar_pair=pl.col("kind").cast(pl.String),
        similar_to=similar_to,
        pair_conflict_normalised="conflict",
        pair_in_tests=in_tests,
    )


def _between(sets: _Sets) -> View:
    """Return how many rows of every set occur in each other set, and again in their own, by kind."""
    names = (sets.audited, *sets.tests)
    ways = [*((name, name) for name in names), *permutations(names, 2)]
    lines: list[tuple[Cell, ...]] = []
    for name, other in ways:
        rows = sets.occurs(name, None if name == other else other)
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
