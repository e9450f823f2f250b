"""Hypotheses and pairs that occur again, that carry different labels, or that leak between splits."""

from collections.abc import Mapping
from itertools import combinations

import polars as pl

from rightreasons.artifacts.repeats import WHATS, coded, in_common, repeats, rows_with_repeats
from rightreasons.artifacts.wording import percent
from rightreasons.findings import Finding, View
from rightreasons.pairs import PairTable
from rightreasons.statistics.results import Estimate

DEFINITION = (
    "Repeated: rows whose hypothesis (or premise and hypothesis) occurs in another row of the same split."
    " Conflicting: such rows where not all copies have the same gold label. Leaked: rows whose "
    "hypothesis, premise or pair also occurs in the other split. Exact: the same characters; normalised: "
    "the same up to case and white space."
)
_WHOLE = "counted in all rows: a description of these data, not an estimate from a sample"


def duplicates(splits: Mapping[str, PairTable], evidence: int = 10) -> Finding:
    """Count what occurs more than once, within each split and between any two.

    Parameters
    ----------
    splits
        Every set given, the audited one first. Rows without gold label count as copies, but in no conflict.
    evidence
        The most ids kept for each figure.

    Returns
    -------
    Finding
        Figures are shares of rows under the exact reading: of the first split (``repeated_hypotheses``,
        ``conflicting_hypotheses``, ``repeated_pairs``, ``conflicting_pairs``), and for every other split the
        share of its rows that leak from the first (``leaked_pairs.SPLIT``, ...). Tables ``within`` and
        ``between`` hold both readings and all splits. Items: ``hypothesis_copies``, ``hypothesis_conflict``,
        ``pair_copies``, ``pair_conflict`` of every row of the first split.
    """
    audited, *others = splits
    frames = coded(splits)
    exact = frames["exact"]
    items = rows_with_repeats(exact[audited])
    leaks = {(what, other): _leaked(exact[audited], exact[other], what) for other in others for what in WHATS}
    figures = _within_figures(items) | {
        f"leaked_{_plural(what)}.{other}": _share(rows.height, len(splits[other]))
        for (what, other), rows in leaks.items()
    }
    return Finding(
        measure="duplicates",
        subject=" / ".join(table.name for table in splits.values()),
        definition=DEFINITION,
        headline=_headline(figures, others),
        figures=figures,
        views={"within": _within(frames), "between": _between(frames)},
        evidence=_evidence(items, exact[audited], leaks, evidence),
        settings={"normalised": "lower case, runs of white space as one space"},
        items=items,
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
    return View("What occurs again within a split", columns + conflicts, tuple(rows))


def _between(frames: Mapping[str, Mapping[str, pl.DataFrame]]) -> View:
    rows = [
        (first, second, what, reading, *in_common(of_splits[first], of_splits[second], what))
        for reading, of_splits in frames.items()
        for first, second in combinations(of_splits, 2)
        for what in WHATS
    ]
    columns = ("split", "other_split", "what", "reading", "texts_in_both")
    counts = ("rows", "share", "rows_of_other", "share_of_other")
    return View("What occurs in two splits", columns + counts, tuple(rows))


def _within_figures(items: pl.DataFrame) -> dict[str, Estimate]:
    return {
        f"{kind}_{_plural(what)}": _share(int(items.select(condition.sum()).item()), items.height)
        for what in ("hypothesis", "pair")
        for kind, condition in (
            ("repeated", pl.col(f"{what}_copies") > 1),
            ("conflicting", pl.col(f"{what}_conflict")),
        )
    }


def _leaked(first: pl.DataFrame, other: pl.DataFrame, what: str) -> pl.DataFrame:
    return other.join(first, on=what, how="semi", maintain_order="left")


def _evidence(
    items: pl.DataFrame, audited: pl.DataFrame, leaks: Mapping[tuple[str, str], pl.DataFrame], limit: int
) -> dict[str, tuple[str, ...]]:
    found = {f"leaked_{_plural(what)}.{other}": rows for (what, other), rows in leaks.items()}
    for what in ("hypothesis", "pair"):
        # Sorted by text, so that the copies that disagree stand beside each other.
        rows = audited.filter(items[f"{what}_conflict"]).sort(what, "label", maintain_order=True)
        found[f"conflicting_{_plural(what)}"] = rows
    return {name: tuple(rows["id"].head(limit)) for name, rows in found.items() if rows.height}


def _headline(figures: Mapping[str, Estimate], others: list[str]) -> str:
    repeated, conflicting = figures["repeated_hypotheses"].value or 0, figures["conflicting_pairs"].value or 0
    said = (
        f"{percent(repeated)} of rows have a hypothesis that occurs again; "
        f"{percent(conflicting, 2)} have a pair that also occurs with another label"
    )
    leaked = [f"{figures[f'leaked_pairs.{other}'].value or 0:.2%} of {other}" for other in others]
    return f"{said}; pairs that leak: {', '.join(leaked)}." if leaked else f"{said}."


def _share(rows: int, total: int) -> Estimate:
    if not total:
        return Estimate(None, "proportion", 0, reason="no rows")
    return Estimate(rows / total, "proportion", total, reason=_WHOLE)


def _plural(what: str) -> str:
    return {"hypothesis": "hypotheses", "premise": "premises", "pair": "pairs"}[what]
