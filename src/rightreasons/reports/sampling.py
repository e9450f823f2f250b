"""Which rows of a run a page holds: all of a small one; of a large one the evidence and an even sample."""

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from rightreasons.findings import Finding

MOST_ROWS = 4_000
EVIDENCE_A_FIGURE = 20
A_NAMED_CAUSE = 5
SEED = 0
CAUSES = ("give_away_word", "pattern")
"""Columns that say what gives a row away; every cause that a table names gets some rows."""

_ROW, _RANK = "__row", "__rank"


def chosen_rows(items: pl.DataFrame, findings: Sequence[Finding], strata: Sequence[str]) -> pl.DataFrame:
    """Return the rows that a page holds, in their order, at most `MOST_ROWS` of them.

    Parameters
    ----------
    items
        All rows, with a column ``id``.
    findings
        Those whose evidence, and whose words and patterns, come first.
    strata
        Columns over which the rest is drawn evenly, without replacement, by a fixed seed.
    """
    if items.height <= MOST_ROWS:
        return items
    order = np.random.default_rng(SEED).permutation(items.height)
    numbered = items.with_row_index(_ROW).with_columns(pl.Series("__draw", order))
    first = pl.concat([_evidence(numbered, findings), *_caused(numbered, findings)]).unique(
        maintain_order=True
    )
    by = [name for name in strata if name in items.columns]
    drawn = numbered.select(_ROW, "__draw", *by).sort("__draw")
    ranked = drawn.with_columns(pl.int_range(pl.len()).over(by).alias(_RANK)) if by else drawn
    rest = ranked.sort(_RANK if by else "__draw", "__draw")[_ROW]
    kept = pl.concat([first, rest]).unique(maintain_order=True).head(MOST_ROWS)
    return items[kept.sort()]


def evidence_ids(findings: Sequence[Finding]) -> Mapping[str, tuple[str, ...]]:
    """Return the ids behind figures, by ``MEASURE/FIGURE``; findings of one measure are put together."""
    found: dict[str, tuple[str, ...]] = {}
    for finding in findings:
        for figure, ids in finding.evidence.items():
            key = evidence_key(finding, figure)
            found[key] = (*found.get(key, ()), *ids[:EVIDENCE_A_FIGURE])
    return found


def evidence_key(finding: Finding, figure: str) -> str:
    """Return what the evidence of a figure is called on a page."""
    return f"{finding.measure}/{figure}"


def _evidence(numbered: pl.DataFrame, findings: Sequence[Finding]) -> pl.Series:
    ids = [each for group in evidence_ids(findings).values() for each in group]
    return numbered.filter(pl.col("id").is_in(ids))[_ROW].head(MOST_ROWS // 2)


def _caused(numbered: pl.DataFrame, findings: Sequence[Finding]) -> list[pl.Series]:
    """Return the first rows drawn of every word and pattern that a table names."""
    found = []
    for column in CAUSES:
        if column not in numbered.columns:
            continue
        named = _named(findings, column.removeprefix("give_away_"))
        held = numbered.filter(pl.col(column).is_in(named)).sort("__draw")
        found.append(
            held.group_by(column, maintain_order=True).head(A_NAMED_CAUSE)[_ROW].head(MOST_ROWS // 4)
        )
    return found


def _named(findings: Sequence[Finding], column: str) -> list[str]:
    tables = [table for finding in findings for table in finding.views.values() if column in table.columns]
    return sorted({str(row[table.columns.index(column)]) for table in tables for row in table.rows})
