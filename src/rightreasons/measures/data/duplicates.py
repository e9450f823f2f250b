"""Hypotheses and pairs that occur again, that carry different labels, or that leak between splits."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import polars as pl

from rightreasons.artifacts.equal_texts import WHATS, coded, in_common, repeats, rows_with_repeats
from rightreasons.figures import Figure, Figures, Rows, where
from rightreasons.findings import Finding, View
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.results import Estimate

ADDS = {"measure": ["duplicates"]}
BLOCKS = "Equal texts of all blocks, and of other sets, must meet."

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
    audited, *others = splits
    frames = coded(splits)
    exact = frames["exact"]
    own = rows_with_repeats(exact[audited]).select(pl.lit(audited).alias("set"), pl.all())
    leaks = {other: _leaked(exact[audited], exact[other], other) for other in others}
    figures = Figures(
        [
            *_within_figures(own, audited),
            *(figure for other, rows in leaks.items() for figure in _leak_figures(rows, other)),
        ]
    )
    within = {"within": _within(frames)}
    return Finding(
        measure="duplicates",
        subject=" / ".join(table.name for table in splits.values()),
        definition=fill("duplicates.definition"),
        headline=_headline(figures, audited, others),
        figures=figures,
        views={"between": _between(frames), **within} if others else within,
        settings={"normalised": "NFKC, lower case, words with one space between, nothing without width"},
        items=pl.concat([own, *leaks.values()], how="diagonal"),
    )


def _within(frames: Mapping[str, Mapping[str, pl.DataFrame]]) -> View:
    rows = [
        (split, what, reading, *repeats(frame, what))
        for reading, of_splits in frames.items()
        for split, frame in of_splits.items()
        for what in ("hypothesis", "pair")
    ]
    columns = ("split", "what", "reading", "rows", "distinct", "repeated", "rows_repeated")
    conflicts = ("conflicting", "rows_conflicting")
    key = ("split", "what", "reading")
    return View(fill("duplicates.within"), columns + conflicts, tuple(rows), by=key)


def _between(frames: Mapping[str, Mapping[str, pl.DataFrame]]) -> View:
    rows = [
        (first, second, what, reading, *in_common(of_splits[first], of_splits[second], what))
        for reading, of_splits in frames.items()
        for first, second in combinations(of_splits, 2)
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


def _leaked(audited: pl.DataFrame, other: pl.DataFrame, name: str) -> pl.DataFrame:
    """Return, for every row of another set, whether its hypothesis, premise and pair are in the audited."""
    return other.select(
        pl.lit(name).alias("set"),
        "id",
        *(pl.col(what).is_in(audited[what].unique().implode()).alias(f"leaked_{what}") for what in WHATS),
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
