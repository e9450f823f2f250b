"""What one measure says of one subject: figures, tables of them, tests, and the rows behind all of it."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

import polars as pl

from rightreasons.columns import view_roles, written_as
from rightreasons.figures import Condition, Figure, Figures, Rows, Written, containing, holding, where
from rightreasons.issues import verdict_schema
from rightreasons.labels import Label
from rightreasons.printable import printable
from rightreasons.references import SCORE, FigureRef, NotTested, Scope, called, dotted
from rightreasons.sentences.sentence import Text
from rightreasons.statistics.results import Estimate, TestResult

SCHEMA_VERSION = 4
Cell = str | int | float | bool | None
Role = Literal["score", "measure", "comparison", "proof"]
"""What a finding is: how often a model is right on a set; what one measure says of data or of a model; what
it says of runs beside each other; or whether the order of a model's labels is proved."""


def bounded(*names: str) -> dict[str, tuple[str, str]]:
    """Return `View.bounds` of columns that ``NAME_low`` and ``NAME_high`` bound."""
    return {name: (f"{name}_low", f"{name}_high") for name in names}


@dataclass(frozen=True, repr=False)
class View:
    """Figures as a table: what makes a line, which quantities are its columns, which rows a line is about.

    Parameters
    ----------
    title
        What the table shows.
    columns
        Column names, distinct.
    lines
        One tuple a line, as long as `columns`; numbers stay numbers, a missing number is None.
    by
        The columns that make a line what it is: set, group, label.
    bounds
        Columns of the lower and the upper bound, by the column that they bound.
    rows
        The rows of ``items.parquet`` that the whole view is about; None where lines lead nowhere.
    items
        Column of the items by the column of `by` that holds its values, which says what the lines are grouped
        by; with `rows` these are the rows of a line. Of cells that are words or patterns they are the rows
        whose sentence there holds them.
    line_rows
        The rows of each line, where `rows` and `items` cannot tell them; as many as lines, or none.
    roles
        The quantity or the role of each column, as ``{"normal": "accuracy"}``. Of bounds it is that of what
        they bound; what else is not given is as `columns.view_roles` says.

    Raises
    ------
    UndeclaredColumnError
        If nothing says what a column holds.
    """

    title: Text
    columns: tuple[str, ...]
    lines: tuple[tuple[Cell, ...], ...]
    by: tuple[str, ...] = ()
    bounds: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    rows: Rows | None = None
    items: Mapping[str, str] = field(default_factory=dict)
    line_rows: tuple[Rows | None, ...] = ()
    roles: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.line_rows and len(self.line_rows) != len(self.lines):
            raise ValueError(f"rows of {len(self.line_rows)} lines in a view of {len(self.lines)}")
        for line in self.lines:
            if len(line) != len(self.columns):
                raise ValueError(f"a line of {len(line)} cells in a view of {len(self.columns)} columns")
            if any(isinstance(cell, float) and not math.isfinite(cell) for cell in line):
                raise ValueError("a view holds no NaN: put None")
        ends = {end for bounds in self.bounds.values() for end in bounds}
        named = {*self.by, *self.items, *self.roles, *self.bounds, *ends}
        if unknown := named - set(self.columns):
            raise ValueError(f"a view without the columns {sorted(unknown)}")
        known = view_roles([name for name in self.columns if name not in ends], self.roles, self.by)
        of_ends = {end: known[name] for name, bounds in self.bounds.items() for end in bounds}
        object.__setattr__(self, "roles", {name: (known | of_ends)[name] for name in self.columns})
        for place, name in enumerate(self.columns):
            held = (line[place] for line in self.lines)
            if self.written(name) != "text" and any(isinstance(cell, str | bool) for cell in held):
                raise ValueError(f"texts in the column '{name}', which is of numbers: {self.roles[name]}")

    @classmethod
    def from_frame(cls, title: str, frame: pl.DataFrame, **more: Any) -> "View":
        """Return a frame as a view; NaN and infinities become None.

        Parameters
        ----------
        title, frame
            What it shows.
        **more
            Other fields of the view.
        """
        lines = tuple(tuple(_cell(value) for value in row) for row in frame.iter_rows())
        return cls(title, tuple(frame.columns), lines, **more)

    @property
    def plain_columns(self) -> tuple[str, ...]:
        """The columns that bound no other."""
        ends = {end for bounds in self.bounds.values() for end in bounds}
        return tuple(name for name in self.columns if name not in ends)

    def cells(self, line: int) -> dict[str, Cell]:
        """Return the cells of a line by column."""
        return dict(zip(self.columns, self.lines[line], strict=True))

    def records(self) -> list[dict[str, Cell]]:
        """Return the cells of every line by column."""
        return [self.cells(line) for line in range(len(self.lines))]

    def frame(self) -> pl.DataFrame:
        """Return the table as a polars frame; numbers stay numbers, a missing one is null."""
        cells = {name: [line[at] for line in self.lines] for at, name in enumerate(self.columns)}
        frame = pl.DataFrame(cells, strict=False)
        empty = [name for name, kind in frame.schema.items() if kind == pl.Null]
        return frame.cast({name: pl.String if self.written(name) == "text" else pl.Float64 for name in empty})

    def __repr__(self) -> str:
        return f"<table '{printable(self.title)}': {len(self.lines):,} lines of {', '.join(self.columns)}>"

    def written(self, column: str) -> Written | Literal["text"]:
        """Return how the values of a column are read: as those of its quantity or role."""
        return written_as(self.roles[column])

    def rows_of(self, line: int) -> Rows | None:
        """Return the rows that a line is about, or None."""
        if self.line_rows:
            return self.line_rows[line]
        if self.rows is None:
            return None
        cells = self.cells(line)
        return self.rows.also(*(self._condition(name, cells[name]) for name in self.items if cells[name]))

    def _condition(self, name: str, value: Cell) -> Condition:
        """Return what holds of the rows of a cell."""
        column = self.items[name]
        if self.roles[name] in {"word", "pattern"}:
            is_text = column in ("premise", "hypothesis")
            return holding(str(value), column) if is_text else containing(column, str(value))
        is_label = self.roles[name] == "label" and value == Label.NON_ENTAILMENT
        return where(**{column: Label.NON_ENTAILMENT if is_label else str(value)}).where[0]


@dataclass(frozen=True, init=False, repr=False)
class Finding:
    """What one measure says of one subject.

    Parameters
    ----------
    measure
        Name of the measure; ``"score"`` of a score.
    subject
        What was measured: the name of the data, or ``"TRAIN -> TEST"``.
    definition
        What the figures mean, with paper and section.
    headline
        One sentence in plain words with the figure that matters.
    figures
        The figures, with different names.
    views
        Tables by name; the first is the one that is shown where there is room for one.
    tests
        Test by name.
    settings
        Whatever changes the result: tokenisation, seed, folds, smoothing.
    notes
        What a reader has to know to read the figures rightly.
    on
        The name of the set that the figures are of; None where they are of no one set. A score has one.
    items
        One row an id with what the measure says of it: column ``id``, then columns of the measure. Goes to
        ``items.parquet``, not to JSON.
    role
        What it is; of the measure `score`, and of no other, ``"score"``.
    tests_shortcuts
        Whether its figures show if a model takes shortcuts, and not only how often it is right. Its measure
        says so, of a score its challenge.
    fitted_to_train
        Whether its figures are of a model that was fitted to the training rows, so that test pairs which are
        among these leave no result.
    """

    measure: str
    subject: str
    definition: str
    headline: str
    figures: Figures
    views: Mapping[str, View]
    tests: Mapping[str, TestResult]
    settings: Mapping[str, Cell]
    notes: tuple[str, ...]
    on: str | None
    items: pl.DataFrame | None = field(default=None, compare=False, repr=False)
    role: Role = "measure"
    tests_shortcuts: bool = False
    fitted_to_train: bool = False

    def __init__(  # noqa: PLR0913, PLR0917 - these are its fields, as every dataclass has them
        self,
        measure: str,
        subject: str,
        definition: str,
        headline: str,
        figures: Figures | Iterable[Figure] = (),
        views: Mapping[str, View] | None = None,
        tests: Mapping[str, TestResult] | None = None,
        settings: Mapping[str, Cell] | None = None,
        notes: tuple[str, ...] = (),
        on: str | None = None,
        items: pl.DataFrame | None = None,
        role: Role = "measure",
        *,
        tests_shortcuts: bool = False,
        fitted_to_train: bool = False,
    ) -> None:
        if (role == "score") != (measure == SCORE) or (role == "score" and on is None):
            raise ValueError(
                f"a finding of '{measure}' on {on!r} as a {role}: a score is of '{SCORE}', on a set"
            )
        by_name = figures if isinstance(figures, Figures) else Figures(figures)
        given = (measure, subject, definition, headline, by_name, views or {}, tests or {}, settings or {})
        values = (*given, notes, on, items, role, tests_shortcuts, fitted_to_train)
        for name, value in zip(self.__dataclass_fields__, values, strict=True):
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        return f"<{printable(self.name)} of {printable(self.subject)}: {self.headline}>"

    @property
    def scope(self) -> Scope:
        """What was measured, on which set."""
        return Scope(self.measure, self.on)

    @property
    def name(self) -> str:
        """What its figures are called after: the set of a score, otherwise the measure."""
        return called(self.measure, self.on)

    def dotted(self, figure: str) -> str:
        """Return the full name of one of its figures, which never changes."""
        return dotted(self.measure, self.on, figure)

    def ref(self, figure: str) -> FigureRef:
        """Return what stands for one of its figures in an issue."""
        return FigureRef(self.measure, self.on, figure)

    def to_json(self) -> dict[str, Any]:
        """Return the finding as plain JSON values, without `items`."""
        return dict(_record_type().dump_python(_record(self), mode="json"))


@dataclass(frozen=True)
class FigureRecord:
    """A `Figure` as it is stored: with its name, which must be the one that its parts make."""

    name: str
    quantity: str
    estimate: Estimate
    group: dict[str, str]
    label: str | None
    set: str | None
    subject: str | None
    rows: Rows | None
    what: str | None


@dataclass(frozen=True)
class FindingRecord:
    """A `Finding` as it is stored: everything but the items."""

    measure: str
    subject: str
    definition: Text
    headline: Text
    figures: tuple[FigureRecord, ...]
    views: dict[str, View]
    tests: dict[str, TestResult]
    settings: dict[str, Cell]
    notes: tuple[Text, ...]
    on: str | None
    role: Role
    tests_shortcuts: bool
    fitted_to_train: bool


def finding_from_json(payload: Mapping[str, Any], items: pl.DataFrame | None = None) -> Finding:
    """Return the finding that `Finding.to_json` wrote.

    Raises
    ------
    ValueError
        If the payload breaks the schema, or a figure is called otherwise than its parts say.
    """
    record: FindingRecord = _record_type().validate_python(dict(payload))
    parts = {name: getattr(record, name) for name in record.__dataclass_fields__}
    return Finding(**{**parts, "figures": [_figure(each) for each in record.figures]}, items=items)


def findings_schema() -> dict[str, Any]:
    """Return the JSON Schema of ``findings.json``."""
    schema: dict[str, Any] = _record_type().json_schema(mode="serialization")
    verdict, missing = verdict_schema(), _not_tested_type().json_schema(mode="serialization")
    definitions = {
        key: each for of in (schema, verdict, missing) for key, each in of.pop("$defs", {}).items()
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "rightreasons findings",
        "type": "object",
        "required": ["schema_version", "findings", "not_measured"],
        "additionalProperties": False,
        "properties": {
            "schema_version": {"const": SCHEMA_VERSION},
            "findings": {"type": "array", "items": schema},
            "not_measured": missing,
            "verdict": verdict,
        },
        "$defs": definitions,
    }


def not_measured_from_json(payload: Any) -> tuple[NotTested, ...]:
    """Return what `findings_payload` wrote of what could not be measured; ValueError where it did not."""
    found: tuple[NotTested, ...] = _not_tested_type().validate_python(payload)
    return found


def findings_payload(findings: Sequence[Finding], not_measured: Sequence[NotTested]) -> dict[str, Any]:
    """Return what goes into ``findings.json``: the findings, and the reason for every one that is missing."""
    return {
        "schema_version": SCHEMA_VERSION,
        "findings": [finding.to_json() for finding in findings],
        "not_measured": _not_tested_type().dump_python(tuple(not_measured), mode="json"),
    }


@cache
def _record_type() -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(FindingRecord)


@cache
def _not_tested_type() -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(tuple[NotTested, ...])


def _record(finding: Finding) -> FindingRecord:
    parts = {name: getattr(finding, name) for name in FindingRecord.__dataclass_fields__}
    figures = tuple(map(_figure_record, finding.figures.values()))
    by_name = {name: dict(parts[name]) for name in ("views", "tests", "settings")}
    return FindingRecord(**{**parts, **by_name, "figures": figures})


def _figure_record(figure: Figure) -> FigureRecord:
    parts = {name: getattr(figure, name) for name in FigureRecord.__dataclass_fields__}
    return FigureRecord(**{**parts, "group": dict(figure.group)})


def _figure(record: FigureRecord) -> Figure:
    figure = Figure(
        record.quantity,
        record.estimate,
        record.group,
        None if record.label is None else Label(record.label),
        record.set,
        record.subject,
        record.rows,
        record.what,
    )
    if figure.name != record.name:
        raise ValueError(f"a figure called '{record.name}' whose parts make '{figure.name}'")
    return figure


def _cell(value: Any) -> Cell:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, str | int | bool):
        return value
    return str(value)
