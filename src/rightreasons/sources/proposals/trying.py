"""Readings tried as they would be pasted: what a line would read, written as options."""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from rightreasons.errors import MalformedRowError, RightReasonsError
from rightreasons.labels import label_map_text
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.sources.labelled import labelled, meaning_of
from rightreasons.sources.normalized import settle
from rightreasons.sources.options import OnMalformed, ReadOptions
from rightreasons.sources.proposals.composing import Reading
from rightreasons.sources.proposals.pasting import Proposal
from rightreasons.sources.proposals.samples import number_within, some_of, some_rows
from rightreasons.sources.raw import DOCUMENT, RawTable

_MOST_TRIED = 20_000
_MOST_FILES = 30
_MOST_BYTES = 4_000_000
_LEAST_LABELLED = 0.5
_OF_LOST = 10.0
_WAYS: tuple[tuple[Mapping[str, Any], str], ...] = (
    ({}, ""),
    ({"only": {"hypothesis": "filled"}}, "rows without a hypothesis are left out, and counted"),
    ({"only": {"premise": "filled"}}, "rows without a premise are left out, and counted"),
)
Parts = Sequence[tuple[RawTable, ReadOptions]]


def tried(reading: Reading, parts: Parts) -> Proposal | None:
    """Return a reading as options, with what it gives; None if it gives none or few pairs.

    Where rows have no hypothesis, the reading leaves them out, and says so.

    Parameters
    ----------
    reading
        The reading.
    parts
        The tables, each with the options that it is read by.
    """
    recipe = {key: value for key, value in reading.recipe.items() if value is not None}
    parts = [*parts[:1], *some_of(parts[1:], _MOST_FILES)]  # the first may be a header
    for more, said in _WAYS:
        try:
            tables = list(_read({**recipe, **more}, parts, "error"))
        except MalformedRowError:
            continue
        except (RightReasonsError, pl.exceptions.PolarsError):
            return None
        return _made({**recipe, **more}, reading, tables, said)
    return _without_malformed(recipe, reading, parts)


def _without_malformed(recipe: Mapping[str, Any], reading: Reading, parts: Parts) -> Proposal | None:
    """Return a reading that leaves malformed rows out, as options."""
    try:
        tables = list(_read(recipe, parts, "drop"))
    except (RightReasonsError, pl.exceptions.PolarsError):
        return None
    said = "malformed rows are left out, and counted"
    return _made({**recipe, "on_malformed": "drop"}, reading, tables, said)


def _made(
    recipe: Mapping[str, Any], reading: Reading, tables: Sequence[PairTable], said: str
) -> Proposal | None:
    rows, kept = sum(map(_rows_meant, tables)), sum(map(len, tables))
    counts: dict[str, int] = {}
    for table in tables:
        for label, count in table.counts().items():
            counts[label.value] = counts.get(label.value, 0) + count
    if len([count for count in counts.values() if count]) < 2 or kept < _LEAST_LABELLED * rows:
        return None
    because = f"{reading.because}; {said}" if said else reading.because
    lost = 1 - kept / rows if said and rows else 0.0
    return Proposal(as_options(recipe), recipe, because, kept, counts, score=reading.score - _OF_LOST * lost)


def _rows_meant(table: PairTable) -> int:
    """Return how many rows were read but for those that the recipe leaves out by their values."""
    return table.account.read - sum(each.rows for each in table.account.dropped if each.chosen)


def _read(recipe: Mapping[str, Any], parts: Parts, malformed: OnMalformed) -> Iterator[PairTable]:
    settled = []
    for raw, options in parts:
        own = replace(options, columns={}, gold=None, label_map=options.label_map, recipe=recipe)
        frame = _some(raw.parsed.frame, recipe)
        some = replace(raw.parsed, frame=frame)
        stated = options.on_malformed
        resolved = replace(own, on_malformed="drop" if stated == "drop" else malformed).resolved()
        settled.append((settle(replace(raw, parsed=some), resolved), resolved))
    tables = [table for table, _ in settled]
    for (table, options), meaning in zip(settled, meaning_of(tables), strict=True):
        yield labelled(table, meaning, options)


def _some(frame: pl.DataFrame, recipe: Mapping[str, Any]) -> pl.DataFrame:
    """Return the rows by which a recipe is tried: the first where one depends on others, else some of all."""
    if {"sideways", "fill", "merge", "together"} & set(recipe):
        return frame.head(min(_MOST_TRIED, number_within(frame, _MOST_BYTES)))
    return some_rows(frame, _MOST_TRIED, _MOST_BYTES)


def as_options(recipe: Mapping[str, Any]) -> str:
    """Return a recipe as options: by names of columns where these say it, else as a recipe in one line."""
    columns = recipe["columns"]
    plain = all(isinstance(each, str) and _is_plain(each) for each in columns.values())
    if not plain or set(recipe) - {"columns", "label_map", "gold", "on_malformed"}:
        return f"--recipe {shlex.quote(json.dumps(recipe, ensure_ascii=False))}"
    named = ",".join(f"{role}={column}" for role, column in columns.items())
    options = [f"--columns {shlex.quote(named)}"]
    if "label_map" in recipe:
        options.append(f"--label-map {shlex.quote(label_map_text(recipe['label_map']))}")
    if "gold" in recipe:
        options.append(f"--gold {recipe['gold']}")
    if "on_malformed" in recipe:
        options.append(f"--on-malformed {recipe['on_malformed']}")
    return " ".join(options)


def _is_plain(path: str) -> bool:
    """Whether a path may stand for a column in ``--columns``, which does not go into a document."""
    if path.startswith(f"{DOCUMENT}."):
        return False
    return not any(mark in path for mark in ",=[]*:") and path == path.strip() == printable(path)
