"""One block of a file: where it begins and ends, and its rows as the reader of its format reads them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import polars as pl

from rightreasons.engine.objects import is_object, object_opened
from rightreasons.engine.quiet import natively_quiet
from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.delimited.comma_separated import read_csv
from rightreasons.sources.formats.delimited.plain_fields import split_lines
from rightreasons.sources.formats.delimited.separators import separator_of
from rightreasons.sources.formats.delimited.tab_separated import read_tsv
from rightreasons.sources.formats.json_lines import read_jsonl
from rightreasons.sources.formats.parquet import binary_error
from rightreasons.sources.opening.partitions import with_partitions
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.raw import HIDDEN, LINE, ROW, Content, Parsed, numbered
from rightreasons.streams.files import file_opened


@dataclass(frozen=True, slots=True)
class Cut:
    """What is needed to read one block of a file, wherever it is read.

    Parameters
    ----------
    path
        Where its bytes lie: the file or object, or what was decompressed of it.
    name
        What messages call the file.
    format
        ``jsonl``, ``csv``, ``tsv`` or ``parquet``.
    start, end
        Bytes of text, rows of Parquet; the end is exclusive.
    line
        The line on which the block begins, counted from 1.
    row
        How many rows of the file, malformed ones counted, stand before it.
    header
        What stands before each block of delimited text but the first, so that its columns have names.
    marked
        Whether there is a quotation mark anywhere in the file.
    class_names
        Names of the values of columns, as Parquet states them.
    """

    path: str
    name: str
    format: str
    start: int
    end: int
    line: int = 1
    row: int = 0
    header: bytes = b""
    marked: bool = False
    class_names: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def parsed(self, options: ReadOptions) -> Parsed:
        """Return the rows of the block, numbered as in the whole file.

        Raises
        ------
        InputError
            For what is wrong with its bytes.
        """
        found = self._of_parquet() if self.format == "parquet" else self._of_text(options)
        return replace(found, frame=with_partitions(found.frame, self.name))

    def _of_parquet(self) -> Parsed:
        try:
            with natively_quiet():
                frame = self._row_groups().slice(self.start, self.end - self.start).collect()
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError) as error:
            unreadable = binary_error(Content(self.name, b""), "Parquet", error)
            raise (self._changed() if self._is_gone() else unreadable) from None
        if frame.height < self.end - self.start:
            raise self._changed()
        frame = numbered(frame.drop(HIDDEN, strict=False)).with_columns(pl.col(ROW) + self.start)
        return Parsed(frame, class_names=self.class_names)

    def _row_groups(self) -> pl.LazyFrame:
        if not is_object(self.path):
            return pl.scan_parquet(self.path, glob=False, hive_partitioning=False, low_memory=True)
        with object_opened(self.path) as stored:
            return pl.read_parquet(stored, hive_partitioning=False).lazy()

    def _of_text(self, options: ReadOptions) -> Parsed:
        content = Content(self.name, self.header + self._bytes())
        parsed = _read(content, self, options)
        lines = self.line - 1 - self.header.count(b"\n")
        return replace(
            parsed,
            frame=parsed.frame.with_columns(pl.col(ROW) + self.row, pl.col(LINE) + lines),
            malformed=tuple(
                replace(bad, row=bad.row + self.row, line=None if bad.line is None else bad.line + lines)
                for bad in parsed.malformed
            ),
        )

    def _bytes(self) -> bytes:
        if self._is_gone():
            raise self._changed()
        with object_opened(self.path) if is_object(self.path) else file_opened(Path(self.path)) as file:
            file.seek(self.start)
            found = file.read(self.end - self.start)
        if len(found) < self.end - self.start:
            raise self._changed()
        return found

    def _is_gone(self) -> bool:
        return not is_object(self.path) and not Path(self.path).is_file()

    def _changed(self) -> UnreadableFileError:
        return UnreadableFileError(
            f"{printable(self.name)} is gone, or shorter than when it was first read",
            "data that stay as they are while they are read",
            "run the command again when nothing writes to them",
        )


def _read(content: Content, cut: Cut, options: ReadOptions) -> Parsed:
    if cut.format == "jsonl":
        return read_jsonl(content)
    if is_quoted(cut.format, options):
        return read_csv(content, headerless=options.headerless, marked=cut.marked)
    if cut.format == "tsv":
        return read_tsv(content, headerless=options.headerless)
    return split_lines(content, separator_of(content), headerless=options.headerless)


def is_quoted(name: str, options: ReadOptions) -> bool:
    """Return whether quotation marks enclose cells of delimited text."""
    return options.quoting == "on" or (name == "csv" and options.quoting == "auto")
