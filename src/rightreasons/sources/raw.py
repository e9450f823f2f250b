"""What a format reader returns: columns as they are in the file, and the rows it could not read."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

import polars as pl

from rightreasons.errors import ColumnError, UnreadableFileError
from rightreasons.pairs import SourceFile
from rightreasons.printable import in_unicode, printable, quoted

ROW = "__row__"
LINE = "__line__"
HIDDEN = (ROW, LINE)
DOCUMENT = "json"
"""The column by which a recipe reads a JSON document that is no table: ``rows: json.train.*``."""


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
    counted_notes
        Notes with a number in them: each a text with ``{}`` for the number, which blocks of a file add up.
    cause
        Why rows are malformed, as far as it shows.
    reads_all
        The option by which none is; empty where there is none.
    reads_more
        Options by which far fewer are, where none reads all; else empty.
    asked
        What was asked in a column of a survey, by column.
    repeated
        Names that the header has more than once: column of `frame` to its name in the header.
    no_table
        What JSON of no table's shape holds; `frame` then has it as text in the column `DOCUMENT`, a
        document in one row, JSON lines in one each, so that a recipe reaches rows wherever they are.
        Empty where it is a table.
    remarks
        Comments above the rows of a text, which may say what values mean.
    """

    frame: pl.DataFrame
    malformed: Sequence[BadRow] = ()
    class_names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    counted_notes: Mapping[str, int] = field(default_factory=dict)
    cause: str = ""
    reads_all: str = ""
    reads_more: str = ""
    asked: Mapping[str, str] = field(default_factory=dict)
    repeated: Mapping[str, str] = field(default_factory=dict)
    no_table: str = ""
    remarks: str = ""

    @property
    def all_notes(self) -> tuple[str, ...]:
        """The notes, those with a number among them."""
        return (*self.notes, *(note.format(f"{n:,}") for note, n in self.counted_notes.items()))


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


@dataclass(frozen=True)
class Beside:
    """The files of one folder or archive, for what a table of it refers to.

    Parameters
    ----------
    load
        How each is loaded, by its name.
    table
        Reads one as a table.
    text
        Reads one as text.
    """

    load: Mapping[str, Callable[[], Content]]
    table: Callable[[Content], "RawTable"]
    text: Callable[[Content], str]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all files."""
        return tuple(self.load)

    def rows(self, name: str, by: str = "file") -> pl.DataFrame | None:
        """Return the columns of a file; None if there is no such file.

        A folder is a table of its files: ``file``, its name without the ending, and ``text``; or the rows of
        all its files, where they are to be found by another column.
        """
        if name.endswith("/") and by not in ("file", "text"):
            frames = [self.table(self.load[each]()).parsed.frame.drop(HIDDEN) for each in self._inside(name)]
            return pl.concat(frames, how="diagonal_relaxed") if frames else None
        if name.endswith("/"):
            texts = {each: self.text(self.load[each]()).strip() for each in self._inside(name)}
            stems = [PurePosixPath(each).name.partition(".")[0] for each in texts]
            return pl.DataFrame({"file": stems, "text": list(texts.values())}) if texts else None
        found = self._named(name)
        return None if found is None else self.table(self.load[found]()).parsed.frame.drop(HIDDEN)

    def lines(self, name: str) -> list[str] | None:
        """Return the lines of a file, or the texts of the files of a folder in the order of their names."""
        if name.endswith("/"):
            return [self.text(self.load[each]()).strip() for each in self._inside(name)] or None
        found = self._named(name)
        return None if found is None else self.text(self.load[found]()).removesuffix("\n").split("\n")

    def _inside(self, folder: str) -> list[str]:
        """Return the files right in a folder, in the order of their names, numbers in them by their value."""
        inside = [each for each in self.load if f"/{each}".rpartition("/")[0].endswith(f"/{folder[:-1]}")]
        return sorted(inside, key=natural_key)

    def _named(self, name: str) -> str | None:
        """Return the file of a name, which may leave out the folders above it."""
        ends = [each for each in self.load if f"/{each}".endswith(f"/{name}")]
        return name if name in self.load else ends[0] if len(ends) == 1 else None


def natural_key(name: str) -> tuple[tuple[int, str], ...]:
    """Return the key by which names are sorted: numbers in them by their value."""
    parts = re.findall(r"\d{1,300}|\D+", name)
    return tuple((int(part), "") if part.isdecimal() and part.isascii() else (-1, part) for part in parts)


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
    beside
        The files of the folder or archive that it was found in; None if it was named by itself.
    """

    name: str
    parsed: Parsed
    files: tuple[SourceFile, ...]
    split: str | None = None
    beside: Beside | None = None

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


def check_names(names: Iterable[str], file: str = "the data") -> None:
    """Make sure that no column of a source is called as one of our own.

    Raises
    ------
    ColumnError
        If one is.
    """
    if taken := sorted(set(names) & set(HIDDEN)):
        raise ColumnError(
            f"{printable(file)} has the column {quoted(tuple(taken))}", "another name", "rename it"
        )


def numbered(frame: pl.DataFrame) -> pl.DataFrame:
    """Return `frame` with its rows numbered from 0 and no lines; errors are those of `check_names`."""
    check_names(frame.columns)
    return frame.with_columns(
        pl.int_range(pl.len(), dtype=pl.Int64).alias(ROW), pl.lit(None, dtype=pl.Int64).alias(LINE)
    )


def documents(texts: Sequence[str], lines: Sequence[int | None], no_table: str) -> Parsed:
    """Return JSON of no table's shape, a text a row.

    Parameters
    ----------
    texts
        The JSON texts.
    lines
        The line that each begins on, counted from 1; None where it is the whole file.
    no_table
        What they hold.
    """
    columns = [
        pl.Series(DOCUMENT, texts, dtype=pl.String),
        pl.Series(ROW, range(len(texts)), dtype=pl.Int64),
        pl.Series(LINE, lines, dtype=pl.Int64),
    ]
    return Parsed(pl.DataFrame(columns), no_table=no_table)


def refuse_no_table(raw: RawTable) -> None:
    """Refuse JSON of no table's shape, where no recipe says where its rows are.

    Raises
    ------
    UnreadableFileError
        If it is such.
    """
    if raw.parsed.no_table:
        raise UnreadableFileError(
            f"{printable(raw.name)} holds {raw.parsed.no_table}",
            "a list of objects, or an object of columns of one length",
            f"say by a recipe where its rows are (rows: {DOCUMENT}...[]), or convert it to JSON lines with "
            "one object a line",
        )


def place(row: int, line: int | None) -> str:
    """Return ``line 468`` or, where there are no lines, ``row 467``."""
    return f"row {row}" if line is None else f"line {line}"
