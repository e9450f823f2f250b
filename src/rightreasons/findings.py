"""What one measure says of one subject: estimates, tables, tests, and the ids of the evidence."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import Any

import polars as pl

from rightreasons.printable import printable
from rightreasons.statistics.results import Estimate, TestResult

SCHEMA_VERSION = 1
_LONGEST_TEXT = 2_000
Cell = str | int | float | bool | None


@dataclass(frozen=True)
class Table:
    """A table that a person can read and a program can use.

    Parameters
    ----------
    title
        What the table shows.
    columns
        Column names, distinct.
    rows
        One tuple a row, as long as `columns`; numbers stay numbers, a missing number is None.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row of {len(row)} cells in a table of {len(self.columns)} columns")
            if any(isinstance(cell, float) and not math.isfinite(cell) for cell in row):
                raise ValueError("a table holds no NaN: put None")

    @classmethod
    def from_frame(cls, title: str, frame: pl.DataFrame) -> "Table":
        """Return the frame as a table; NaN and infinities become None."""
        rows = tuple(tuple(_cell(value) for value in row) for row in frame.iter_rows())
        return cls(title, tuple(frame.columns), rows)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{_safe(column)}</th>" for column in self.columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{_safe(_shown(cell))}</td>" for cell in row) + "</tr>" for row in self.rows
        )
        caption = f"<caption>{_safe(self.title)}</caption>"
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


@dataclass(frozen=True)
class Finding:
    """What one measure says of one subject.

    Parameters
    ----------
    measure
        Name of the measure; with the name of a figure it makes the dotted name that never changes.
    subject
        What was measured: the name of the data, or ``"TRAIN -> TEST"``.
    definition
        What the figures mean, with paper and section.
    headline
        One sentence in plain words with the figure that matters.
    figures
        Estimate by figure name.
    tables
        Table by name.
    tests
        Test by name.
    evidence
        Ids of the rows behind a figure or table, by its name.
    settings
        Whatever changes the result: tokenisation, seed, folds, smoothing.
    notes
        What a reader has to know to read the figures rightly.
    items
        One row an id with what the measure says of it: column ``id``, then columns of the measure. Goes to
        ``items.parquet``, not to JSON.
    """

    measure: str
    subject: str
    definition: str
    headline: str
    figures: Mapping[str, Estimate] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    tests: Mapping[str, TestResult] = field(default_factory=dict)
    evidence: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    settings: Mapping[str, Cell] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    items: pl.DataFrame | None = field(default=None, compare=False, repr=False)

    def to_json(self) -> dict[str, Any]:
        """Return the finding as plain JSON values, without `items`."""
        payload: dict[str, Any] = _record_type().dump_python(_record(self), mode="json")
        return payload

    def _repr_html_(self) -> str:
        rows = tuple(
            (f"{self.measure}.{name}", figure.value, _bounds(figure), figure.n, figure.unit)
            for name, figure in self.figures.items()
        )
        summary = Table(self.headline, ("figure", "value", "interval", "n", "unit"), rows)
        return summary._repr_html_() + "".join(table._repr_html_() for table in self.tables.values())


@dataclass(frozen=True)
class FindingRecord:
    """A finding as it is stored: everything but the items."""

    measure: str
    subject: str
    definition: str
    headline: str
    figures: dict[str, Estimate]
    tables: dict[str, Table]
    tests: dict[str, TestResult]
    evidence: dict[str, tuple[str, ...]]
    settings: dict[str, Cell]
    notes: tuple[str, ...]


def finding_from_json(payload: Mapping[str, Any], items: pl.DataFrame | None = None) -> Finding:
    """Return the finding that `Finding.to_json` wrote.

    Raises
    ------
    pydantic.ValidationError
        If the payload breaks the schema.
    """
    record: FindingRecord = _record_type().validate_python(dict(payload))
    return Finding(**{name: getattr(record, name) for name in record.__dataclass_fields__}, items=items)


def findings_schema() -> dict[str, Any]:
    """Return the JSON Schema of ``findings.json``."""
    schema: dict[str, Any] = _record_type().json_schema(mode="serialization")
    definitions = schema.pop("$defs", {})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "rightreasons findings",
        "type": "object",
        "required": ["schema_version", "findings", "not_measured"],
        "additionalProperties": False,
        "properties": {
            "schema_version": {"const": SCHEMA_VERSION},
            "findings": {"type": "array", "items": schema},
            "not_measured": {"type": "object", "additionalProperties": {"type": "string"}},
        },
        "$defs": definitions,
    }


def findings_payload(findings: Sequence[Finding], not_measured: Mapping[str, str]) -> dict[str, Any]:
    """Return what goes into ``findings.json``: the findings, and the reason for every one that is missing."""
    return {
        "schema_version": SCHEMA_VERSION,
        "findings": [finding.to_json() for finding in findings],
        "not_measured": dict(not_measured),
    }


def notebook_html(findings: Sequence[Finding]) -> str:
    """Return findings as a notebook shows them."""
    return "".join(f"<h3>{_safe(finding.measure)}</h3>{finding._repr_html_()}" for finding in findings)


@cache
def _record_type() -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(FindingRecord)


def _record(finding: Finding) -> FindingRecord:
    return FindingRecord(
        measure=finding.measure,
        subject=finding.subject,
        definition=finding.definition,
        headline=finding.headline,
        figures=dict(finding.figures),
        tables=dict(finding.tables),
        tests=dict(finding.tests),
        evidence=dict(finding.evidence),
        settings=dict(finding.settings),
        notes=finding.notes,
    )


def _cell(value: Any) -> Cell:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, str | int | bool):
        return value
    return str(value)


def _safe(text: str) -> str:
    return escape(printable(text, _LONGEST_TEXT))


def _shown(cell: Cell) -> str:
    if cell is None:
        return "–"
    return f"{cell:,.4g}" if isinstance(cell, float) else str(cell)


def _bounds(figure: Estimate) -> str:
    interval = figure.interval
    return "–" if interval is None else f"{interval.low:.4g} to {interval.high:.4g}"
