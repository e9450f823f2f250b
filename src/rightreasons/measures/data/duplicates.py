"""Hypotheses and pairs that occur again, that carry different labels, or that leak between splits."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.means import percent
from rightreasons.engine.memory import frame_key, remembered
from rightreasons.figures import Figure, Figures, Rows, where
from rightreasons.findings import Finding, View
from rightreasons.pairs import SENTENCES, PairTable
from rightreasons.printable import printable
from rightreasons.statistics.results import Estimate

ADDS = {"measure": ["duplicates"]}

# Counting equal texts: within a set of pairs, and between two.


WHATS = ("hypothesis", "premise", "pair")
READINGS = ("exact", "normalised")


def coded(splits: Mapping[str, PairTable]) -> dict[str, dict[str, pl.DataFrame]]:
    """Replace texts by whole numbers that are equal where the texts are, within and between splits.

    Returns
    -------
    dict
        By reading (``exact``: the same characters; ``normalised``: the same up to case and white space), then
        by split: ``id``, ``label``, ``premise``, ``hypothesis``, ``pair``.
    """
    key = tuple((name, frame_key(table.frame)) for name, table in splits.items())
    return remembered("coded texts", key, lambda: _coded(splits), entries=1)


def _coded(splits: Mapping[str, PairTable]) -> dict[str, dict[str, pl.DataFrame]]:
    columns: dict[str, dict[str, pl.Series]] = {reading: {} for reading in READINGS}
    for side in SENTENCES:
        texts = pl.concat([table.frame[side] for table in splits.values()])
        exact, distinct = _numbered(texts)
        normalised, _ = _numbered(_normalised(distinct))
        columns["exact"][side] = exact
        columns["normalised"][side] = normalised.gather(exact)
    return {reading: _by_split(splits, pl.DataFrame(numbers)) for reading, numbers in columns.items()}


def numbered_texts(pairs: PairTable, side: str) -> npt.NDArray[np.int64]:
    """Return the number of every text of one side, from 0; equal up to case and white space is equal."""

    def made() -> npt.NDArray[np.int64]:
        exact, distinct = _numbered(pairs.frame[side])
        normalised, _ = _numbered(_normalised(distinct))
        return normalised.gather(exact).to_numpy().astype(np.int64)

    return remembered("numbered texts", (frame_key(pairs.frame), side), made, entries=2)


def _by_split(splits: Mapping[str, PairTable], numbers: pl.DataFrame) -> dict[str, pl.DataFrame]:
    numbers = numbers.with_columns(pair=pl.col("premise").cast(pl.Int64) * 2**32 + pl.col("hypothesis"))
    ends = np.cumsum([len(table) for table in splits.values()]).tolist()
    return {
        name: table.frame.select("id", "label").hstack(numbers[end - len(table) : end])
        for (name, table), end in zip(splits.items(), ends, strict=True)
    }


def _numbered(texts: pl.Series) -> tuple[pl.Series, pl.Series]:
    """Return the number of every text, and the distinct texts in the order of their numbers."""
    distinct = texts.unique(maintain_order=True)
    index = pl.DataFrame({"text": distinct}).with_row_index("number")
    numbers = pl.DataFrame({"text": texts}).join(index, on="text", how="left", maintain_order="left")
    return numbers["number"], distinct


def _normalised(texts: pl.Series) -> pl.Series:
    # Matches only what changes (a single space stays), which is several times as fast as \s+.
    return texts.str.to_lowercase().str.replace_all(r"\s{2,}|[^\S ]", " ").str.strip_chars(" ")


def repeats(frame: pl.DataFrame, what: str) -> tuple[int, ...]:
    """Count rows, distinct texts, repeated texts and their rows, conflicting texts and their rows."""
    texts = frame.group_by(what).agg(copies=pl.len(), conflict=_conflict())
    repeated, conflict = pl.col("copies") > 1, pl.col("conflict")
    counted = texts.select(
        rows=pl.col("copies").sum(),
        distinct=pl.len(),
        repeated=repeated.sum(),
        rows_repeated=pl.col("copies").filter(repeated).sum(),
        conflicting=conflict.sum(),
        rows_conflicting=pl.col("copies").filter(conflict).sum(),
    ).row(0)
    return tuple(int(count) for count in counted)


def rows_with_repeats(frame: pl.DataFrame) -> pl.DataFrame:
    """Return, for every row, how many share its hypothesis and its pair, and whether their labels differ."""
    rows = frame
    for what in ("hypothesis", "pair"):
        texts = frame.group_by(what).agg(
            _conflict().alias(f"{what}_conflict"), pl.len().alias(f"{what}_copies")
        )
        rows = rows.join(texts, on=what, how="left", maintain_order="left")
    return rows.select(
        "id",
        *(
            each
            for what in ("hypothesis", "pair")
            for each in (
                pl.col(f"{what}_copies"),
                (pl.col(f"{what}_copies") > 1).alias(f"{what}_repeated"),
                pl.col(f"{what}_conflict"),
            )
        ),
    )


def in_common(
    first: pl.DataFrame, second: pl.DataFrame, what: str
) -> tuple[int, int, float | None, int, float | None]:
    """Count the texts that two frames have in common.

    Parameters
    ----------
    first, second
        Frames with the column `what`.
    what
        The column compared.

    Returns
    -------
    tuple
        Distinct common texts; the rows of `first` that have one, and their share (None of no rows); the same
        of `second`.
    """
    of_first = first.select(what).join(second, on=what, how="semi")
    of_second = second.select(what).join(first, on=what, how="semi")
    return (
        of_first.n_unique(),
        of_first.height,
        of_first.height / first.height if first.height else None,
        of_second.height,
        of_second.height / second.height if second.height else None,
    )


def _conflict() -> pl.Expr:
    codes = pl.col("label").to_physical()
    return (codes.min() != codes.max()).fill_null(value=False)


# Hypotheses and pairs that occur again, that carry different labels, or that leak between splits.


DEFINITION = (
    "Repeated: rows whose hypothesis (or premise and hypothesis) occurs in another row of the same split."
    " Conflicting: such rows where not all copies have the same gold label. Leaked: rows whose "
    "hypothesis, premise or pair also occurs in the other split. Exact: the same characters; normalised: "
    "the same up to case and white space."
)
ITEM_COLUMNS: Mapping[str, str] = {
    "hypothesis_copies": "int: Rows of the audited set with the same hypothesis, this one among them.",
    "hypothesis_repeated": "bool: Whether another row of the audited set has the same hypothesis.",
    "hypothesis_conflict": "bool: Whether rows with this hypothesis have different gold labels.",
    "pair_copies": "int: Rows of the audited set with the same premise and hypothesis, this one among them.",
    "pair_repeated": "bool: Whether another row of the audited set has the same premise and hypothesis.",
    "pair_conflict": "bool: Whether rows with this premise and hypothesis have different gold labels.",
    "leaked_hypothesis": "bool: Of a row of another set, whether its hypothesis is in the audited set.",
    "leaked_premise": "bool: Of a row of another set, whether its premise is in the audited set.",
    "leaked_pair": "bool: Of a row of another set, whether its premise and hypothesis are one of its pairs.",
}
_SIDE_BY_SIDE: Mapping[str, tuple[str, ...]] = {
    "hypothesis": ("hypothesis", "label"),
    "pair": ("premise", "hypothesis", "label"),
}
_WHOLE = "counted in all rows: a description of these data, not an estimate from a sample"


def duplicates(splits: Mapping[str, PairTable]) -> Finding:
    """Count what occurs more than once, within each split and between any two.

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
        definition=DEFINITION,
        headline=_headline(figures, audited, others),
        figures=figures,
        views={"between": _between(frames), **within} if others else within,
        settings={"normalised": "lower case, runs of white space as one space"},
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
    return View("What occurs again within a split", columns + conflicts, tuple(rows), by=key)


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
        "What occurs in two splits",
        columns + counts,
        tuple(rows),
        by=("split", "other_split", "what", "reading"),
        quantities={"share_of_other": "share"},
    )


def _within_figures(items: pl.DataFrame, audited: str) -> Iterator[Figure]:
    for what in ("hypothesis", "pair"):
        for kind, column in (("repeated", f"{what}_repeated"), ("conflicting", f"{what}_conflict")):
            # Sorted by text, so that the copies stand beside each other.
            rows = where(set=audited, **{column: True}).ordered_by(*_SIDE_BY_SIDE[what])
            yield _share(f"{kind}_{_plural(what)}", items[column], audited, rows)


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
        yield _share(f"leaked_{_plural(what)}.{{set}}", items[column], other, rows)


def _headline(figures: Figures, audited: str, others: Sequence[str]) -> str:
    repeated, conflicting = figures["repeated_hypotheses"].value or 0, figures["conflicting_pairs"].value or 0
    within = (
        f"{percent(repeated)} of rows have a hypothesis that occurs again; "
        f"{percent(conflicting, 2)} have a pair that also occurs with another label"
    )
    return "; ".join([*(_in_audited(figures, audited, other) for other in others), within]) + "."


def _in_audited(figures: Figures, audited: str, other: str) -> str:
    shares = [
        f"{percent(figures[f'leaked_{name}.{other}'].value or 0, 2)} of the {name}"
        for name in (_plural("pair"), _plural("hypothesis"), _plural("premise"))
    ]
    return f"In '{printable(audited, 60)}' too: {', '.join(shares)} of '{printable(other, 60)}'"


def _share(form: str, holds: pl.Series, of: str, rows: Rows) -> Figure:
    total = len(holds)
    if not total:
        return Figure("share", Estimate(None, "proportion", 0, reason="no rows"), set=of, form=form)
    share = Estimate(int(holds.sum()) / total, "proportion", total, reason=_WHOLE)
    return Figure("share", share, set=of, rows=rows, form=form)


def _plural(what: str) -> str:
    return {"hypothesis": "hypotheses", "premise": "premises", "pair": "pairs"}[what]
