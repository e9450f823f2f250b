"""Rows behind the figures: `items.parquet`, with what each measure says of a row, and the evidence."""

from collections.abc import Mapping, Sequence

import polars as pl

from rightreasons.findings import Finding
from rightreasons.jobs.datasets import AuditData
from rightreasons.pairs import CORE_COLUMNS, PairTable

KEY = ("set", "id")
SENTENCES = ("premise", "hypothesis", "label")


def all_items(data: AuditData, findings: Sequence[Finding]) -> pl.DataFrame:
    """Return every row of every set with what each measure says of it.

    Returns
    -------
    pl.DataFrame
        Columns ``set``, ``id``, ``premise``, ``hypothesis``, ``label``, the groups of the audited set, then
        those of the measures; null where a measure says nothing of a row.
    """
    tables = (data.train, *data.tests.values())
    items = pl.concat([base_items(table, data.train.groups) for table in tables], how="diagonal_relaxed")
    return with_items_of(items, findings, data.train.name)


def with_items_of(items: pl.DataFrame, findings: Sequence[Finding], usual: str = "") -> pl.DataFrame:
    """Return items with what findings say of them.

    Parameters
    ----------
    items
        Columns ``set``, ``id`` and others.
    findings
        Those with items of their own add their columns.
    usual
        The set of the items of a finding that says of none which it is, and is not on one.
    """
    for finding in findings:
        if finding.items is not None:
            items = _joined(items, _keyed(finding.items, finding.on or usual))
    return items


def evidence_rows(
    items: pl.DataFrame, findings: Sequence[Finding], limit: int, quantity: str | None = None
) -> tuple[Mapping[str, str | None], ...]:
    """Return up to `limit` rows of `items` for each figure that is about some, ready to be written.

    Parameters
    ----------
    items, findings, limit
        The rows of the run, what was found, and how many rows a figure gets.
    quantity
        Only figures of this quantity; None: all.

    Returns
    -------
    tuple of mappings
        ``measure``, ``subject``, ``figure``, then ``set``, ``id``, ``premise``, ``hypothesis``, ``label``.
    """
    if not limit or not items.height:
        return ()
    found: list[Mapping[str, str | None]] = []
    for finding in findings:
        for name, figure in finding.figures.items():
            if figure.rows is None or not figure.rows.where or quantity not in (None, figure.quantity):
                continue
            named = {"measure": finding.name, "subject": finding.subject, "figure": name}
            rows = figure.rows.of(items).head(limit).select(*KEY, *SENTENCES)
            found += [{**named, **row} for row in rows.cast(pl.String).iter_rows(named=True)]
    return tuple(found)


def base_items(table: PairTable, groups: Sequence[str]) -> pl.DataFrame:
    """Return the rows of a set without what measures say of them: set, id, texts, label and groups."""
    group_columns = [name for name in groups if name in table.frame.columns and name not in KEY]
    frame = table.frame.select(*CORE_COLUMNS, *group_columns).cast({"label": pl.String})
    return frame.select(pl.lit(table.name).alias("set"), pl.all())


def _keyed(items: pl.DataFrame, name: str) -> pl.DataFrame:
    if "set" in items.columns:
        return items
    return items.with_columns(pl.lit(name).alias("set"))


def _joined(items: pl.DataFrame, more: pl.DataFrame) -> pl.DataFrame:
    """Join the columns of a measure; where a column is there already (one finding a test), fill its gaps."""
    new = items.join(more, on=list(KEY), how="left", maintain_order="left", suffix="__more")
    doubled = [name for name in more.columns if f"{name}__more" in new.columns]
    filled = [pl.coalesce(name, f"{name}__more").alias(name) for name in doubled]
    return new.with_columns(filled).drop([f"{name}__more" for name in doubled])
