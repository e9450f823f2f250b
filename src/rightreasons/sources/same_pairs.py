"""Files of one folder that hold the same pairs: several annotators, or one set written twice."""

import json
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import polars as pl

from rightreasons.errors import ColumnError, InputError, RightReasonsError
from rightreasons.pairs import ANNOTATORS, PairTable
from rightreasons.printable import printable
from rightreasons.sources.opening.names import inside
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.raw import HIDDEN, RawTable

FILE = "file"
"""What a recipe names in ``together`` to put rows of several files together."""
_LEAST_ROWS = 5
_SAME = 0.9
_MOST_LINES = 3
Parts = Sequence[tuple[RawTable, ReadOptions]]


def by_file(parts: Parts) -> Parts:
    """Return tables as one, with the name of the file in a column, where a recipe puts their rows together.

    Parameters
    ----------
    parts
        The tables, each with the options that it is read by, resolved.
    """
    recipe = parts[0][1].stated_recipe if len(parts) > 1 else None
    known = any(FILE in raw.columns for raw, _ in parts)
    if recipe is None or recipe.together is None or recipe.together.names != FILE or known:
        return parts
    first, options = parts[0]
    frames = [raw.parsed.frame.with_columns(pl.lit(raw.name).alias(FILE)) for raw, _ in parts]
    try:
        whole = pl.concat(frames, how="diagonal_relaxed")
    except pl.exceptions.PolarsError:
        whole = pl.concat(
            [frame.with_columns(pl.exclude(HIDDEN).cast(pl.String)) for frame in frames], how="diagonal"
        )
    numbers = pl.int_range(pl.len(), dtype=pl.Int64)
    whole = whole.with_columns(numbers.alias(HIDDEN[0]))
    malformed = tuple(row for raw, _ in parts for row in raw.parsed.malformed)
    files = tuple(file for raw, _ in parts for file in raw.files)
    one = replace(first, parsed=replace(first.parsed, frame=whole, malformed=malformed), files=files)
    return [(one, options)]


def refuse_same_pairs(tables: Sequence[PairTable], parts: Parts, data: str | None) -> None:
    """Refuse files of which two hold nearly all of the same pairs: rows would count twice.

    Parameters
    ----------
    tables, parts
        The pairs of each file, and what they were read from.
    data
        What the user called the folder or archive.

    Raises
    ------
    ColumnError
        If two do; with the lines that read one of them, or put their labels together as votes.
    """
    counts = [Counter(table.frame.select("premise", "hypothesis").iter_rows()) for table in tables]
    for one, other in combinations(range(len(tables)), 2):
        most = max(len(tables[one]), len(tables[other]))
        if abs(len(tables[one]) - len(tables[other])) > (1 - _SAME) * most or most < _LEAST_ROWS:
            continue
        both = sum((counts[one] & counts[other]).values())
        if both >= _SAME * most:
            alike = [at for at in range(len(tables)) if _is_same(counts[one], counts[at])]
            raise _refusal([parts[at] for at in alike], both, most, data, [tables[at] for at in alike])


def _is_same(one: Counter[Any], other: Counter[Any]) -> bool:
    return sum((one & other).values()) >= _SAME * max(one.total(), other.total())


def _refusal(parts: Parts, both: int, most: int, data: str | None, tables: Sequence[PairTable]) -> InputError:
    from rightreasons.sources.proposals.pasting import Proposal, pasted

    names = [raw.name for raw, _ in parts]
    error = ColumnError(
        f"'{printable(names[0])}' and '{printable(names[1])}' hold the same pairs ({both:,} of {most:,})",
        "every pair once, or labels of several annotators put together",
        "name one of the files, or put them together by a recipe",
    )
    ways = [Proposal(options, because=because) for options, because in _votes(parts, tables)]
    single = [
        Proposal("", because=f"'{printable(name)}' alone", data=inside(data, name)) for name in names if data
    ]
    return pasted(error, [*ways, *single][:_MOST_LINES], data) if data else error


def _votes(parts: Parts, tables: Sequence[PairTable]) -> Iterator[tuple[str, str]]:
    """Yield the recipe by which the labels of the files are votes, where they differ and one reading fits."""
    from rightreasons.sources.normalized import settle

    rows = [Counter(table.frame.select("premise", "hypothesis", "label").iter_rows()) for table in tables]
    if all(each == rows[0] for each in rows[1:]):
        return
    try:
        columns = settle(*parts[0]).columns
    except RightReasonsError:
        return
    by = _common_id(parts, columns)
    if by is None or not columns.keys() >= {"premise", "hypothesis", "label"}:
        return
    recipe: dict[str, Any] = {
        "together": {"by": by, "names": FILE, "values": columns["label"]},
        "columns": {
            "premise": columns["premise"],
            "hypothesis": columns["hypothesis"],
            ANNOTATORS: [raw.name for raw, _ in parts],
        },
        "gold": "majority",
    }
    stated = parts[0][1].stated_recipe
    meant = parts[0][1].label_map if stated is None or stated.label_map is None else stated.label_map
    if meant is not None:
        recipe["label_map"] = {found: "-" if to is None else str(to) for found, to in meant.items()}
    because = (
        f"{len(parts)} files hold the same pairs and other labels: a vote each, joined by '{printable(by)}'"
    )
    yield f"--recipe {shlex.quote(json.dumps(recipe, ensure_ascii=False))}", because


def _common_id(parts: Parts, columns: Any) -> str | None:
    """Return the column whose values name the same pair in every file, each once."""
    texts = [columns["premise"], columns["hypothesis"]]
    first = parts[0][0].parsed.frame
    if any(set(raw.columns) != set(parts[0][0].columns) for raw, _ in parts):
        return None
    for by in parts[0][0].columns:
        if by == columns["label"] or first.schema[by].is_nested():
            continue
        frames = [raw.parsed.frame.select(pl.col(by, *texts).cast(pl.String)) for raw, _ in parts]
        once = all(frame[by].is_unique().all() for frame in frames)
        if once and pl.concat(frames).group_by(by).agg(pl.struct(texts).n_unique())[texts[0]].max() == 1:
            return by
    return None
