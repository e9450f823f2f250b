"""What a format reader returns: columns as they are in the file, and the rows it could not read."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any

import polars as pl

from rightreasons.errors import ColumnError
from rightreasons.pairs import ANNOTATORS, Count, SourceFile
from rightreasons.printable import in_unicode, printable

ROW = "__row__"
LINE = "__line__"
HIDDEN = (ROW, LINE)


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of one file, already decompressed.

    Parameters
    ----------
    name
        Its name as a reader of messages knows it; for a member of an archive ``archive/member``.
    data
        Its bytes.
    sha256
        Checksum of the file as it lies on disk (of the archive, for a member).
    encoding
        What its text was in before it was made UTF-8; None if it was UTF-8, or is no text.
    """

    name: str
    data: bytes
    sha256: str | None = None
    encoding: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", in_unicode(self.name))


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that could not be read.

    Parameters
    ----------
    row
        Its number in the file, counted from 0.
    line
        The physical line it begins on, counted from 1; None where the format has no lines.
    problem
        What is wrong, as it follows the place in a sentence, e.g. ``"has 9 of 10 fields"``.
    """

    row: int
    line: int | None
    problem: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a format reader makes of one file.

    Parameters
    ----------
    frame
        The columns of the file, with `ROW` (number in the file, from 0, malformed rows counted) and `LINE`
        (physical line, from 1; null where the format has none).
    malformed
        Rows that are not in `frame`.
    class_names
        Names of the values 0, 1, ... of a column, where the file states them.
    notes
        What a reader should know.
    cause
        Why rows are malformed, as far as it shows.
    reads_all
        The option by which none is; empty where there is none.
    """

    frame: pl.DataFrame
    malformed: Sequence[BadRow] = ()
    class_names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    cause: str = ""
    reads_all: str = ""


@dataclass(frozen=True)
class Format:
    """How files of one format are read, and how they are told from others.

    Parameters
    ----------
    read
        ``(content, *, headerless) -> Parsed``.
    endings
        Of their names, in lower case, without that of compression.
    magic
        How a binary format begins, in one way or another.
    is_binary
        Whether it is no text.
    matches
        ``(content, first, ending) -> bool`` of text: the first line that is not blank, and the ending, empty
        where no format has it. None: the ending decides.
    """

    read: Callable[..., Parsed]
    endings: tuple[str, ...] = ()
    magic: tuple[bytes, ...] = ()
    is_binary: bool = False
    matches: Callable[[Content, str, str], bool] | None = None

    def is_of(self, content: Content, first: str, ending: str) -> bool:
        """Return whether a text is of this format."""
        return ending in self.endings if self.matches is None else self.matches(content, first, ending)


@dataclass(frozen=True, slots=True)
class RawTable:
    """One table before anything is known of the meaning of its columns.

    Parameters
    ----------
    name
        What messages call it.
    parsed
        Its rows.
    files
        The files they came from: one, or three for a line-aligned triple.
    split
        The split that the name of the file tells, if it does.
    """

    name: str
    parsed: Parsed
    files: tuple[SourceFile, ...]
    split: str | None = None

    @property
    def columns(self) -> list[str]:
        """The columns of the source."""
        return [name for name in self.parsed.frame.columns if name not in HIDDEN]

    def replaced(self, column: pl.Series) -> "RawTable":
        """Return the table with `column` in place of the one of its name."""
        return replace(self, parsed=replace(self.parsed, frame=self.parsed.frame.with_columns(column)))

    def filtered(self, keep: pl.Series) -> "RawTable":
        """Return the table with the rows of `keep` only."""
        return replace(self, parsed=replace(self.parsed, frame=self.parsed.frame.filter(keep)))

    @property
    def read(self) -> int:
        """Rows in the source, malformed ones counted."""
        return self.parsed.frame.height + len(self.parsed.malformed)


def numbered(frame: pl.DataFrame) -> pl.DataFrame:
    """Return `frame` with its rows numbered from 0 and no lines."""
    return frame.with_columns(
        pl.int_range(pl.len(), dtype=pl.Int64).alias(ROW), pl.lit(None, dtype=pl.Int64).alias(LINE)
    )


def place(row: int, line: int | None) -> str:
    """Return ``line 468`` or, where there are no lines, ``row 467``."""
    return f"row {row}" if line is None else f"line {line}"


# Columns from Python values, as JSON files and lists of dictionaries hold them.


_PRIMITIVES: dict[type, type[pl.DataType]] = {
    str: pl.String,
    bool: pl.Boolean,
    int: pl.Int64,
    float: pl.Float64,
}


def frame_of(rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """Return a frame with every key that occurs; a key that a row lacks is null there."""
    names = dict.fromkeys(str(key) for row in rows for key in row)
    return pl.DataFrame([series_of(name, [row.get(name) for row in rows]) for name in names])


def series_of(name: str, values: Sequence[Any]) -> pl.Series:
    """Return a column: of one plain type if all values share it, lists and records as such, or text.

    Nested values of different kinds become lists of text.
    """
    kinds = {type(value) for value in values} - {type(None)}
    if not kinds:
        return pl.Series(name, values, dtype=pl.String)
    if len(kinds) == 1 and (plain := _PRIMITIVES.get(next(iter(kinds)))):
        try:
            return pl.Series(name, values, dtype=plain)
        except (OverflowError, TypeError):
            pass  # an integer beyond 64 bits: kept as its digits
    if any(issubclass(kind, (list, tuple, dict, set)) for kind in kinds):
        return _nested(name, values) if kinds <= {list} or kinds <= {dict} else text_lists(name, values)
    return pl.Series(name, [as_text(value) for value in values], dtype=pl.String)


def text_lists(name: str, values: Sequence[Any]) -> pl.Series:
    """Return nested values of any kind as lists of text."""
    return pl.Series(name, [_texts(value) for value in values], dtype=pl.List(pl.String))


def _nested(name: str, values: Sequence[Any]) -> pl.Series:
    """Return lists or records as polars reads them from JSON lines, or as lists of text if it does not."""
    try:
        lines = "\n".join(json.dumps({"value": value}) for value in values)
        series = pl.read_ndjson(BytesIO(lines.encode()), infer_schema_length=None)["value"]
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, ValueError, TypeError, RecursionError):
        return text_lists(name, values)
    same = series.dtype.is_nested() and len(series) == len(values)
    return series.alias(name) if same else text_lists(name, values)


def as_text(value: Any) -> str | None:
    """Return a value as text: ``true`` and ``1`` for booleans and integers, null for null and NaN."""
    if value is None or value != value:  # noqa: PLR0124 - only NaN differs from itself
        return None
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def _texts(value: Any) -> list[str | None] | None:
    if value is None:
        return None
    items = value if isinstance(value, (list, tuple)) else [value]
    return [as_text(item) for item in items]


# Columns as text: premise and hypothesis as they are, labels as they were found.


_LINE_BREAKS = "\r\n"


def text_column(raw: RawTable, column: str, role: str) -> pl.Series:
    """Return a column of `raw` as strings, content untouched.

    Raises
    ------
    ColumnError
        If it holds lists, records or bytes.
    """
    series = raw.parsed.frame[column]
    if not is_plain(series.dtype):
        raise ColumnError(
            f"{printable(raw.name)} column '{printable(column)}' for {role} holds {series.dtype}",
            "text or a number a row",
            "name another with --columns",
        )
    return series.cast(pl.String, strict=False)


def joined_text(raw: RawTable, columns: Sequence[str], role: str) -> pl.Series:
    """Return the columns of one role as one text a row, with spaces between them; null where one is null."""
    texts = [text_column(raw, column, role).alias(str(at)) for at, column in enumerate(columns)]
    return pl.DataFrame(texts).select(pl.concat_str(pl.all(), separator=" ").alias(role)).to_series()


def is_plain(kind: pl.DataType) -> bool:
    """Whether values of this type are one piece of text, a number or a truth value each."""
    return not kind.is_nested() and kind not in (pl.Binary, pl.Object)


def label_text(raw: RawTable, column: str, *, as_numbers: bool) -> pl.Series:
    """Return the labels as found: ``true`` for a boolean, ``1`` for 1 and 1.0, null for NaN.

    A list of labels is written as a JSON list.

    Parameters
    ----------
    raw
        The table.
    column
        Its label column.
    as_numbers
        Leave numbers as they are although the file states names for them.
    """
    series = raw.parsed.frame[column]
    if isinstance(series.dtype, pl.List) and series.dtype.inner == pl.String:
        series = _as_json_lists(raw, series)
    if series.dtype.is_float():
        series = series.fill_nan(None)
        whole = series.cast(pl.Int64, strict=False)
        series = whole if (whole == series).all() else series
    names = raw.parsed.class_names.get(column)
    if names is None or as_numbers or not series.dtype.is_integer():
        return text_column(raw.replaced(series), column, "label")
    by_number = {str(number): name for number, name in enumerate(names)}
    return series.cast(pl.String).replace(by_number)


def _as_json_lists(raw: RawTable, series: pl.Series) -> pl.Series:
    twice = series.list.n_unique() < series.list.len()
    if twice.any():
        row = raw.parsed.frame[ROW][int(twice.arg_true()[0])]
        raise ColumnError(
            f"{printable(raw.name)} column '{printable(series.name)}' holds a label twice in row {row}",
            "distinct labels in a list, or votes of annotators",
            f"if these are votes: --columns {ANNOTATORS}={printable(series.name)} --gold majority",
        )
    lists = [None if items is None else json.dumps(items, ensure_ascii=False) for items in series.to_list()]
    return pl.Series(series.name, lists, dtype=pl.String)


def without_line_breaks(
    frame: pl.DataFrame, columns: Sequence[str]
) -> tuple[pl.DataFrame, tuple[Count, ...]]:
    """Return the rows without line breaks at the end of `columns`, and how many rows had some."""
    has_some = pl.any_horizontal(pl.col(columns).str.contains(r"[\r\n]$"))
    rows = int(frame.select(has_some.sum()).item() or 0)
    if not rows:
        return frame, ()
    stripped = frame.with_columns(pl.col(columns).str.strip_chars_end(_LINE_BREAKS))
    return stripped, (Count("line break at the end of a text", rows),)
