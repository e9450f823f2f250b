"""Options that leave no row, or that these rows cannot follow: the lines by which there are some."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.errors import EmptyDataError, InputError, MissingGoldError, RightReasonsError
from rightreasons.numbers import count
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.sources.opening.names import parse_name
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.known_columns import tables_by
from rightreasons.sources.proposals.lines import MOST_SHOWN, Parts, proposals
from rightreasons.sources.proposals.pasting import Proposal, counted, pasted
from rightreasons.sources.proposals.stated import written
from rightreasons.sources.splits import same_split

_WORD = re.compile(r"[^\W_]+")
Read = Callable[[Any, ReadOptions], PairTable]


def with_gold(error: InputError, data: str | None, parts: Parts) -> InputError:
    """Return the error of rows that a rule of gold, or of rows without gold, cannot be applied to.

    Parameters
    ----------
    error
        Why nothing was read.
    data
        What the user called the data; None if they are in memory.
    parts
        The tables, each with the options that it was to be read by.
    """
    if isinstance(error, MissingGoldError):
        ways = list(_changed(parts, "drop", "rows without a gold label are left out, and counted"))
    else:
        ways = [*_with_votes(parts), *_changed(parts, None, "without --gold, by the one label a row")]
    return pasted(error, ways[:MOST_SHOWN], data) if ways else error


def _changed(parts: Parts, missing: str | None, because: str) -> Iterator[Proposal]:
    """Yield the line that drops rows without gold, or else the one without a rule of gold."""
    change: dict[str, Any] = {"on_missing_gold": missing} if missing else {"gold": None}
    changed = [(raw, replace(options, **change)) for raw, options in parts]
    tables = tables_by(changed)
    if len({label for table in tables for label in table.labels}) > 1:
        own = written(changed[0][1])
        yield counted(f"{own} --on-missing-gold {missing}".strip() if missing else own, because, tables)


def _with_votes(parts: Parts) -> list[Proposal]:
    """Return the readings of columns of votes."""
    plain = [(raw, replace(options, gold=None)) for raw, options in parts]
    return [way for way in proposals(plain) if "gold" in way.recipe]


def with_splits(error: InputError, data: Any, options: ReadOptions, read: Read) -> InputError:
    """Return the error of data without a row of the split that was asked for; it names the splits there are.

    Parameters
    ----------
    error
        Why nothing was read.
    data
        As of `rightreasons.sources.read.read_pairs`.
    options
        What they were to be read by, the split among them where the name does not have it.
    read
        Reads data by options, also to a table without rows.
    """
    named = parse_name(data)[1] if isinstance(data, str) else None
    split = named or options.split
    if split is None:
        return error
    name = data.rpartition(":")[0] if named else str(data)
    try:
        whole = read(name if named else data, replace(options, split=None))
    except RightReasonsError:
        return error
    splits = _splits(whole)
    if any(same_split(each, split) for each in splits):
        return error
    ways = [] if not isinstance(data, str | Path) else list(_ways(whole, splits, split, name))
    made = _no_split(error, whole, splits, split)
    return pasted(made, ways, str(data)) if ways else made


def _splits(pairs: PairTable) -> dict[str, int]:
    if "split" not in pairs.frame.columns:
        return {}
    found = pairs.frame["split"].cast(pl.String).drop_nulls().value_counts(sort=True)
    return dict(found.iter_rows())


def _no_split(error: InputError, whole: PairTable, splits: dict[str, int], split: str) -> InputError:
    if not splits:
        return error
    there = ", ".join(f"'{printable(name, 40)}' ({count(rows)})" for name, rows in splits.items())
    near = _near(splits, split)
    return EmptyDataError(
        f"no row of '{printable(whole.name)}' is of the split '{printable(split)}'",
        f"one of {printable(there, 400)}",
        f"did you mean '{printable(near[0])}'?" if near else "name one of them, or none for all rows",
    )


def _near(splits: dict[str, int], split: str) -> list[str]:
    """Return splits of which the name, or a word in it, is spelled alike."""
    words = {name: [name.lower(), *_WORD.findall(name.lower())] for name in splits}
    return [name for name in splits if get_close_matches(split.lower(), words[name], 1)]


def _ways(whole: PairTable, splits: dict[str, int], split: str, name: str) -> Iterator[Proposal]:
    for each in list(dict.fromkeys((*_near(splits, split), *splits)))[: MOST_SHOWN - 1]:
        part = whole.where(pl.col("split") == each, "in another split")
        yield replace(counted("", f"the split '{printable(each)}'", [part], f"{name}:{each}"), instead=())
    yield replace(counted("", "all rows, of whatever split", [whole], name), instead=())
