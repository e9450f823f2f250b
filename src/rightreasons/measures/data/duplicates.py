"""Hypotheses and pairs that occur again, that carry different labels, or that leak between splits."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import polars as pl

from rightreasons.artifacts.equal_rows import HashedRows, copies_of, counts_of, in_common, is_among
from rightreasons.artifacts.equal_texts import READINGS, WHATS
from rightreasons.artifacts.row_tables import RowTable
from rightreasons.engine.row_columns import put_aside
from rightreasons.figures import Figure, Figures, Rows, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.measures.blocks import Blocks
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.results import Estimate

ADDS = {"measure": ["duplicates"]}
ITEM_COLUMNS: Mapping[str, str] = {
    "hypothesis_copies": "int count: Rows of the audited set with the same hypothesis, this one among them.",
    "hypothesis_repeated": "bool truth: Whether another row of the audited set has the same hypothesis.",
    "hypothesis_conflict": "bool truth: Whether rows with this hypothesis have different gold labels.",
    "pair_copies": "int count: Rows of the audited set with the same premise and hypothesis, this one among "
    "them.",
    "pair_repeated": "bool truth: Whether another row of the audited set has the same premise and "
    "hypothesis.",
    "pair_conflict": "bool truth: Whether rows with this premise and hypothesis have different gold labels.",
    "leaked_hypothesis": "bool truth: Of a row of another set, whether its hypothesis is in the audited set.",
    "leaked_premise": "bool truth: Of a row of another set, whether its premise is in the audited set.",
    "leaked_pair": "bool truth: Of a row of another set, whether its premise and hypothesis are one "
    "of its pairs.",
}
_SIDE_BY_SIDE: Mapping[str, tuple[str, ...]] = {
    "hypothesis": ("hypothesis", "label"),
    "pair": ("premise", "hypothesis", "label"),
}
_REPEATED = ("hypothesis", "pair")
_READING = "exact"
"""What the figures and the columns of the rows count as equal."""
_WHOLE = "counted in all rows: a description of these data, not an estimate from a sample"


def duplicates(splits: Mapping[str, PairTable]) -> Finding:
    """Count repeated texts and pairs, within each split and between any two.

    Parameters
    ----------
    splits
        Every set given, the audited one first. Rows without gold label count as copies, but in no conflict.

    Returns
    -------
    Finding
        Figures are shares of rows under the exact reading: of the first split (``repeated_hypotheses``,
        ``conflicting_hypotheses``, ``repeated_pairs``, ``conflicting_pairs``), and for every other split the
        share of its rows that leak from the first (``leaked_pairs.SPLIT``, ...). Views ``between`` and
        ``within`` hold both readings and all splits. Items: `ITEM_COLUMNS`.
    """
    parts = {name: hashed(table) for name, table in splits.items()}
    finding, columns = _found(parts)
    audited, *others = splits
    ids = {name: table.frame.select(pl.lit(name).alias("set"), "id") for name, table in splits.items()}
    items = [ids[name].hstack(columns[name]) for name in (audited, *others)]
    return replace(finding, items=pl.concat(items, how="diagonal"))


@dataclass(frozen=True)
class DuplicatePart:
    """What some rows of a set come to.

    Parameters
    ----------
    name
        The set.
    rows
        Hashes of their texts, and labels.
    """

    name: str
    rows: HashedRows


def hashed(train: PairTable) -> DuplicatePart:
    """Return what some rows of a set come to."""
    return DuplicatePart(train.name, HashedRows.of(train))


def merged(one: DuplicatePart, other: DuplicatePart) -> DuplicatePart:
    """Return what both come to together; columns of rows are in the order of the parts."""
    return DuplicatePart(one.name, one.rows + other.rows)


def finished(splits: Mapping[str, DuplicatePart]) -> tuple[Finding, Mapping[str, RowTable]]:
    """Return the finding of `duplicates` without items, and the columns of the rows of each set."""
    finding, columns = _found(splits)
    return finding, {
        name: RowTable({of: put_aside(frame[of].to_numpy()) for of in frame.columns})
        for name, frame in columns.items()
    }


BLOCKS = Blocks(hashed, merged, finished)


def _found(parts: Mapping[str, DuplicatePart]) -> tuple[Finding, dict[str, pl.DataFrame]]:
    audited, *others = parts
    own, of_audited = _own_columns(parts[audited].rows)
    counts = {
        (name, what, reading): of_audited[what]
        if (name, reading) == (audited, _READING)
        else counts_of(part.rows, reading, what)
        for reading in READINGS
        for name, part in parts.items()
        for what in _REPEATED
    }
    leaks = {other: _leaked(parts[audited].rows, parts[other].rows) for other in others}
    figures = Figures(
        [
            *_within_figures(own, audited),
            *(figure for other, rows in leaks.items() for figure in _leak_figures(rows, other)),
        ]
    )
    within = {"within": _within(counts)}
    finding = Finding(
        measure="duplicates",
        subject=" / ".join(parts),
        definition=fill("duplicates.definition"),
        headline=_headline(figures, audited, others),
        figures=figures,
        views={"between": _between(parts), **within} if others else within,
        settings={"normalised": "NFKC, lower case, words with one space between, nothing without width"},
    )
    return finding, {audited: own, **leaks}


def _own_columns(rows: HashedRows) -> tuple[pl.DataFrame, dict[str, tuple[int, ...]]]:
    """Return what repeats say of each row, and what they come to."""
    columns, counts = {}, {}
    for what in _REPEATED:
        found = copies_of(rows, _READING, what)
        columns[f"{what}_copies"] = pl.Series(found.copies)
        columns[f"{what}_repeated"] = pl.Series(found.copies > 1)
        columns[f"{what}_conflict"] = pl.Series(found.conflict)
        counts[what] = found.counts
    return pl.DataFrame(columns), counts


def _within(counts: Mapping[tuple[str, str, str], tuple[int, ...]]) -> View:
    rows: list[tuple[Cell, ...]] = [(*key, *found) for key, found in counts.items()]
    columns = ("split", "what", "reading", "rows", "distinct", "repeated", "rows_repeated")
    conflicts = ("conflicting", "rows_conflicting")
    key = ("split", "what", "reading")
    return View(fill("duplicates.within"), columns + conflicts, tuple(rows), by=key)


def _between(parts: Mapping[str, DuplicatePart]) -> View:
    rows = [
        (
            first,
            second,
            what,
            reading,
            *in_common(*(parts[each].rows.rows(reading, what) for each in (first, second))),
        )
        for reading in READINGS
        for first, second in combinations(parts, 2)
        for what in WHATS
    ]
    columns = ("split", "other_split", "what", "reading", "texts_in_both")
    counts = ("rows", "share", "rows_of_other", "share_of_other")
    return View(
        fill("duplicates.between"),
        columns + counts,
        tuple(rows),
        by=("split", "other_split", "what", "reading"),
    )


def _within_figures(items: pl.DataFrame, audited: str) -> Iterator[Figure]:
    for what in ("hypothesis", "pair"):
        for kind, column in (("repeated", f"{what}_repeated"), ("conflicting", f"{what}_conflict")):
            # Sorted by text, so that the copies stand beside each other.
            rows = where(set=audited, **{column: True}).ordered_by(*_SIDE_BY_SIDE[what])
            yield _share(f"{kind}_{_plural(what)}", items[column], rows)


def _leaked(audited: HashedRows, other: HashedRows) -> pl.DataFrame:
    """Return, for every row of another set, whether its hypothesis, premise and pair are in the audited."""
    return pl.DataFrame(
        {
            f"leaked_{what}": is_among(other.rows(_READING, what), audited.rows(_READING, what))
            for what in WHATS
        }
    )


def _leak_figures(items: pl.DataFrame, other: str) -> Iterator[Figure]:
    for what in WHATS:
        column = f"leaked_{what}"
        rows = where(set=other, **{column: True})
        yield _share(f"leaked_{_plural(what)}", items[column], rows, other)


def _headline(figures: Figures, audited: str, others: Sequence[str]) -> str:
    again = fill(
        "duplicates.again",
        repeated=figures["repeated_hypotheses"],
        conflicting=figures["conflicting_pairs"],
    )
    parts = [*(_in_audited(figures, audited, other) for other in others), again]
    return fill("duplicates.headline", parts=joined(parts, "; "))


def _in_audited(figures: Figures, audited: str, other: str) -> str:
    return fill(
        "duplicates.in_audited",
        audited=audited,
        other=other,
        pairs=figures[f"leaked_pairs.{other}"],
        same_hypotheses=figures[f"leaked_hypotheses.{other}"],
        same_premises=figures[f"leaked_premises.{other}"],
    )


def _share(what: str, holds: pl.Series, rows: Rows, of: str | None = None) -> Figure:
    total = len(holds)
    if not total:
        return Figure("share", Estimate(None, "proportion", 0, reason="no rows"), set=of, what=what)
    share = Estimate(int(holds.sum()) / total, "proportion", total, reason=_WHOLE)
    return Figure("share", share, set=of, rows=rows, what=what)


def _plural(what: str) -> str:
    return {"hypothesis": "hypotheses", "premise": "premises", "pair": "pairs"}[what]
