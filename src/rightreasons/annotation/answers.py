"""What people answered on sheets: files of a page, or CSV."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import polars as pl

from rightreasons.errors import AnswersError, FileMissingError
from rightreasons.pairs import SourceFile
from rightreasons.printable import may_be_formula, printable, quoted
from rightreasons.sources.opening.paths import open_path
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.raw import RawTable, place
from rightreasons.sources.text_columns import text_column

_NEEDED = ("sheet", "item", "answer")
_OPTIONAL = ("participant", "seconds")


def answer_files(paths: Sequence[str | Path]) -> list[Path]:
    """Return the files meant: each path itself, or the CSV files of a folder in the order of their names.

    Raises
    ------
    FileMissingError
        If there is none.
    """
    found = [
        path
        for each in map(Path, paths)
        for path in (sorted(each.glob("*.csv")) if each.is_dir() else [each])
    ]
    missing = [path for path in found if not path.is_file()]
    if missing or not found:
        shown = printable(str(missing[0] if missing else paths[0])) if paths else "nothing"
        raise FileMissingError(f"no file of answers: '{shown}'", "CSV files", "correct --answers")
    return found


def read_answers(
    paths: Sequence[str | Path], choices: Mapping[str, str]
) -> tuple[pl.DataFrame, tuple[SourceFile, ...]]:
    """Read answers.

    Parameters
    ----------
    paths
        Files, or folders of CSV files. Columns ``sheet``, ``item``, ``answer``, and if there are any
        ``participant`` (otherwise the name of the file tells people apart) and ``seconds``; others are left.
    choices
        Wording by value of the answers that could be given; either may stand in the file.

    Returns
    -------
    tuple
        One row an item and person: ``participant``, ``sheet``, ``id`` (of the item), ``answer`` (a value of
        `choices`, null where none was given), ``seconds`` (null if not known); and the files.

    Raises
    ------
    FileMissingError
        If a file is not there; other errors of reading are those of any table.
    AnswersError
        If a column is missing, an answer is none of the choices, seconds are no number from 0, or a person
        answers an item twice.
    """
    raws = [raw for path in answer_files(paths) for raw, _ in open_path(path, ReadOptions()).parts]
    frame = pl.concat([_answers(raw, choices) for raw in raws])
    twice = frame.filter(pl.struct("participant", "sheet", "id").is_duplicated())
    if twice.height:
        who, _, item = twice.row(0)[:3]
        raise AnswersError(
            f"'{printable(who)}' answers '{printable(item)}' more than once",
            "one answer of each person to an item",
            "give people different codes, or leave the second file out",
        )
    return frame, tuple(file for raw in raws for file in raw.files)


def _answers(raw: RawTable, choices: Mapping[str, str]) -> pl.DataFrame:
    columns = {name.strip().lower(): name for name in raw.columns}
    missing = tuple(name for name in _NEEDED if name not in columns)
    if missing or raw.parsed.malformed:
        bad = raw.parsed.malformed[0] if raw.parsed.malformed else None
        problem = f"{place(bad.row, bad.line)} {bad.problem}" if bad else f"has no column {quoted(missing)}"
        raise AnswersError(
            f"'{printable(raw.name)}' {printable(problem)}",
            f"the columns {', '.join(_NEEDED)}, {', '.join(_OPTIONAL)}",
            "hand in the file that the page saved, or the filled-in CSV sheet",
        )
    found = {
        name: _cells(text_column(raw, columns[name], name)).alias(name)
        if name in columns
        else pl.Series(name, [None] * raw.parsed.frame.height, dtype=pl.String)
        for name in (*_NEEDED, *_OPTIONAL)
    }
    file = Path(raw.name).stem
    return pl.DataFrame(
        {
            "participant": found["participant"].fill_null(file),
            "sheet": found["sheet"],
            "id": found["item"],
            "answer": _values(found["answer"], choices, raw.name),
            "seconds": _seconds(found["seconds"], raw.name),
        }
    )


def _cells(column: pl.Series) -> pl.Series:
    """Return stripped cells, without the apostrophe that kept one from being a formula; empty is null."""
    cells = (cell and cell.strip() for cell in column)
    plain = [cell[1:] if cell and cell[0] == "'" and may_be_formula(cell[1:]) else cell for cell in cells]
    text = pl.Series(column.name, plain, dtype=pl.String)
    return text.set(text == "", None)


def _values(answers: pl.Series, choices: Mapping[str, str], name: str) -> pl.Series:
    values = {wording.lower(): value for value, wording in choices.items()}
    values |= {value.lower(): value for value in choices}
    lowered = answers.str.to_lowercase()
    unknown = lowered.filter(~lowered.is_in(list(values)) & lowered.is_not_null()).unique(maintain_order=True)
    if len(unknown):
        raise AnswersError(
            f"'{printable(name)}' has the answers {quoted(tuple(unknown))}",
            f"one of {', '.join(choices)}",
            "correct them; leave out what was not answered",
        )
    return lowered.replace_strict(values, return_dtype=pl.String)


def _seconds(column: pl.Series, name: str) -> pl.Series:
    numbers = column.cast(pl.Float64, strict=False)
    wrong = column.is_not_null() & ~(numbers.is_finite() & (numbers >= 0)).fill_null(value=False)
    if wrong.any():
        raise AnswersError(
            f"'{printable(name)}' has the seconds '{printable(column.filter(wrong)[0])}'",
            "a number from 0, or nothing",
            "correct them",
        )
    return numbers
