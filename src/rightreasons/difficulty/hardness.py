"""Published easy and hard instances: a CSV of row number, pair id and hardness, matched with a set by id."""

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import polars as pl

from rightreasons.errors import ColumnError, FileMissingError, UnreadableFileError
from rightreasons.printable import printable, quoted
from rightreasons.streams.files import file_bytes

COLUMNS = ("idx", "pairID", "hardness")
_MARKS = {"0": "easy", "1": "hard"}


@dataclass(frozen=True)
class Hardness:
    """What such a file says.

    Parameters
    ----------
    name
        The file without its ending.
    frame
        Columns ``idx`` (number of the row in the published set, from 0), ``pairID`` (null where the file has
        none) and ``mark`` (``easy`` or ``hard``), all text.
    checksum
        SHA-256 of the file.
    """

    name: str
    frame: pl.DataFrame = field(repr=False)
    checksum: str

    def __len__(self) -> int:
        return self.frame.height


@dataclass(frozen=True)
class HardnessOf:
    """What a file says of one set.

    Parameters
    ----------
    frame
        Columns ``id`` and ``mark``: the pairs of which it says something.
    by
        ``pairID`` or ``idx``: what they were matched by.
    named
        Pairs that the file names; the others have the mark of all rows without pair id.
    unmatched
        Pairs of which it says nothing.
    unused
        Rows of the file that are of no pair of the set.
    """

    frame: pl.DataFrame = field(repr=False)
    by: str
    named: int
    unmatched: int
    unused: int

    def __str__(self) -> str:
        rest = self.frame.height - self.named
        others = f", {rest:,} not named, as its rows without pair id" if rest else ""
        return (
            f"{self.frame.height:,} pairs by {self.by}{others}; {self.unmatched:,} pairs without a mark, "
            f"{self.unused:,} rows of the file without a pair"
        )


def read_hardness(path: str | Path) -> Hardness:
    """Read a file of `COLUMNS`; hardness is 1 (hard) or 0 (easy).

    Raises
    ------
    FileMissingError
        If it is not there.
    UnreadableFileError
        If it is no CSV.
    ColumnError
        If a column is missing, a hardness is something else, or two rows have the same number or pair id.
    """
    file = Path(path)
    shown = printable(file.name)
    if not file.is_file():
        raise FileMissingError(f"no file '{shown}'", "a CSV of published marks", "check --marks")
    content = file_bytes(file)
    try:
        read = pl.read_csv(content, infer_schema=False)
    except pl.exceptions.PolarsError as error:
        raise UnreadableFileError(
            f"'{shown}' ({printable(str(error), 120)})", f"a CSV of {', '.join(COLUMNS)}", "check --marks"
        ) from error
    missing = [name for name in COLUMNS if name not in read.columns]
    if missing:
        raise ColumnError(f"no column {quoted(missing)} in '{shown}'", ", ".join(COLUMNS), "check --marks")
    _check(read, shown)
    mark = pl.col("hardness").replace_strict(_MARKS).alias("mark")
    return Hardness(file.stem, read.select("idx", "pairID", mark), sha256(content).hexdigest())


def _check(read: pl.DataFrame, shown: str) -> None:
    other = read.filter(~pl.col("hardness").is_in(list(_MARKS)).fill_null(value=False))["hardness"]
    if len(other):
        raise ColumnError(
            f"hardness '{printable(str(other[0]))}' in '{shown}'", "1 (hard) or 0 (easy)", "correct the file"
        )
    for name in ("idx", "pairID"):
        twice = read[name].drop_nulls()
        if twice.is_duplicated().any():
            again = printable(str(twice.filter(twice.is_duplicated())[0]))
            raise ColumnError(f"{name} '{again}' twice in '{shown}'", "each once", "correct the file")


def hardness_of(published: Hardness, ids: pl.Series, rows: int) -> HardnessOf | None:
    """Return what a file says of a set; None where it is about another.

    Pairs are matched by pair id. A file may name the hard pairs only, as that of SNLI does: where all rows
    without pair id are easy, and there are enough of them for all pairs not named, these are easy. A set
    whose ids are row numbers, and that has as many rows as the file, is matched by row number.

    Parameters
    ----------
    published
        The file.
    ids
        Ids of the pairs of the set.
    rows
        Rows that the set had as a file, those without gold label among them.
    """
    frame = pl.DataFrame({"id": ids})
    by_id = published.frame.drop_nulls("pairID").select(id="pairID", mark="mark")
    if ids.is_in(by_id["id"].implode()).any():
        return _by_pair_id(published, frame, by_id)
    by_row = published.frame.drop_nulls("idx").select(id="idx", mark="mark")
    if len(published) != rows or not ids.is_in(by_row["id"].implode()).all():
        return None
    return _found(published, frame.join(by_row, on="id", how="left", maintain_order="left"), "idx")


def _by_pair_id(published: Hardness, frame: pl.DataFrame, by_id: pl.DataFrame) -> HardnessOf:
    joined = frame.join(by_id, on="id", how="left", maintain_order="left")
    bare = published.frame.filter(pl.col("pairID").is_null())["mark"]
    named = joined["mark"].count()
    if bare.n_unique() == 1 and joined["mark"].null_count() <= len(bare):
        joined = joined.with_columns(pl.col("mark").fill_null(bare[0]))
    return _found(published, joined, "pairID", named)


def _found(published: Hardness, joined: pl.DataFrame, by: str, named: int | None = None) -> HardnessOf:
    marked = joined.drop_nulls("mark")
    return HardnessOf(
        marked,
        by,
        marked.height if named is None else named,
        joined.height - marked.height,
        len(published) - marked.height,
    )
