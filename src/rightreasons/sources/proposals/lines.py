"""Readings as lines to paste, each tried before it is shown."""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import polars as pl

from rightreasons.errors import InputError, MalformedRowError, RightReasonsError
from rightreasons.labels import label_map_text
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.sources.catalogue.recognition import alternatives, recognise_table
from rightreasons.sources.labelled import labelled, meaning_of
from rightreasons.sources.normalized import settle
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.composing import Reading
from rightreasons.sources.proposals.contents import Leaf, leaves_of
from rightreasons.sources.proposals.readings import readings_of
from rightreasons.sources.proposals.stated import written
from rightreasons.sources.raw import HIDDEN, LINE, ROW, RawTable

MOST_SHOWN = 3
_MOST_TRIED = 20_000
_LEAST_LABELLED = 0.5
_TWO = 2
Parts = Sequence[tuple[RawTable, ReadOptions]]
Refusal = TypeVar("Refusal", bound=InputError)


@dataclass(frozen=True)
class Proposal:
    """A reading that works, as options to paste.

    Parameters
    ----------
    options
        As they stand on a command line.
    recipe
        The same as a recipe; empty where the options say it all.
    because
        What speaks for it.
    rows
        Pairs that it gives, of the rows that were tried; 0 where it was not tried.
    labels
        Pairs by label.
    data
        What is read instead of what the user named; empty: the same.
    """

    options: str
    recipe: Mapping[str, Any] = field(default_factory=dict)
    because: str = ""
    rows: int = 0
    labels: Mapping[str, int] = field(default_factory=dict)
    data: str = ""


def proposals(parts: Parts, stated: Mapping[str, str] | None = None) -> list[Proposal]:
    """Return the likeliest readings of tables, the likeliest first.

    Parameters
    ----------
    parts
        The tables, each with the options that it is read by.
    stated
        Role to column, as far as it is known.
    """
    found: list[Proposal] = []
    for tables in (_without_header(parts), parts):
        for reading in _readings(tables, stated or {}):
            made = _tried(reading, tables)
            if made is not None and made.options not in {each.options for each in found}:
                found.append(made)
            if len(found) == MOST_SHOWN:
                break
        if found:
            break
    return found


def counted(options: str, because: str, tables: Sequence[PairTable], data: str = "") -> Proposal:
    """Return a line with what the tables that it reads hold, by label."""
    counts: dict[str, int] = {}
    for table in tables:
        for label, rows in table.counts().items():
            counts[label.value] = counts.get(label.value, 0) + rows
    shown = ", ".join(f"{rows:,} {label}" for label, rows in counts.items())
    return Proposal(options, {}, f"{because}: {shown}", sum(counts.values()), counts, data)


def command(options: str, data: str, verb: str = "audit") -> str:
    """Return the whole line to paste."""
    return f"rightreasons {verb} {shlex.quote(data)} {options}".rstrip()


def _readings(parts: Parts, stated: Mapping[str, str]) -> list[Reading]:
    if not parts:
        return []
    raw, options = max(parts, key=lambda part: part[0].parsed.frame.height)
    columns = set(raw.parsed.frame.columns)
    known = {role: column for role, column in stated.items() if column in columns}
    alike = [each.name for each, _ in parts if set(each.columns) == set(raw.columns)]
    files = alike if len(alike) == len(parts) else []
    found = readings_of(_distinct(leaves_of(raw), raw), known, files)
    if options.label_map is None:
        return found
    return [replace(each, recipe={**each.recipe, "label_map": None}) for each in found]


def _distinct(leaves: Sequence[Leaf], raw: RawTable) -> list[Leaf]:
    """Return leaves without the columns of no name of their own that hold what an earlier one holds."""
    kept: list[Leaf] = []
    for leaf in leaves:
        nameless = leaf.path.isdecimal() or leaf.path in raw.parsed.repeated
        if not (nameless and any((each.at, each.values) == (leaf.at, leaf.values) for each in kept)):
            kept.append(leaf)
    return kept


def _tried(reading: Reading, parts: Parts) -> Proposal | None:
    """Return a reading as options, with what it gives; None if it gives none or few pairs."""
    recipe = {key: value for key, value in reading.recipe.items() if value is not None}
    try:
        tables = list(_read(recipe, parts))
    except (RightReasonsError, pl.exceptions.PolarsError):
        return None
    rows, kept = sum(table.account.read for table in tables), sum(map(len, tables))
    counts: dict[str, int] = {}
    for table in tables:
        for label, count in table.counts().items():
            counts[label.value] = counts.get(label.value, 0) + count
    if len([count for count in counts.values() if count]) < 2 or kept < _LEAST_LABELLED * rows:
        return None
    return Proposal(as_options(recipe), recipe, reading.because, kept, counts)


def _read(recipe: Mapping[str, Any], parts: Parts) -> Iterator[PairTable]:
    together = []
    for raw, options in parts:
        own = replace(options, columns={}, gold=None, label_map=options.label_map, recipe=recipe)
        head = replace(
            raw, parsed=replace(raw.parsed, frame=raw.parsed.frame.head(_MOST_TRIED), malformed=())
        )
        resolved = replace(own, on_malformed="drop").resolved()
        together.append((settle(head, resolved), resolved))
    tables = [table for table, _ in together]
    for (table, options), meaning in zip(together, meaning_of(tables), strict=True):
        yield labelled(table, meaning, options)


def as_options(recipe: Mapping[str, Any]) -> str:
    """Return a recipe as options: by names of columns where these say it, else as a recipe in one line."""
    columns = recipe["columns"]
    plain = all(isinstance(each, str) and _is_plain(each) for each in columns.values())
    if not plain or set(recipe) - {"columns", "label_map", "gold"}:
        return f"--recipe {shlex.quote(json.dumps(recipe, ensure_ascii=False))}"
    named = ",".join(f"{role}={column}" for role, column in columns.items())
    options = [f"--columns {shlex.quote(named)}"]
    if "label_map" in recipe:
        options.append(f"--label-map {shlex.quote(label_map_text(recipe['label_map']))}")
    if "gold" in recipe:
        options.append(f"--gold {recipe['gold']}")
    return " ".join(options)


def _is_plain(path: str) -> bool:
    return not any(mark in path for mark in ",=[]*:") and path == path.strip() == printable(path)


def _without_header(parts: Parts) -> Parts:
    """Return tables whose first line is taken for a row, where it looks like one; else none."""
    return [
        (_with_first_row(raw), options) for raw, options in parts if all(_is_row(raw) for raw, _ in parts)
    ]


def _is_row(raw: RawTable) -> bool:
    """Whether names of columns are values: long, or found again in their columns."""
    text = all(kind == pl.String for kind in raw.parsed.frame.drop(HIDDEN).schema.values())
    long = any(len(name.split()) > 4 for name in raw.columns)
    again = any(name in raw.parsed.frame[name].to_list() for name in raw.columns if text)
    return text and (long or again)


def _with_first_row(raw: RawTable) -> RawTable:
    frame = raw.parsed.frame.drop(HIDDEN)
    places = [str(at) for at in range(frame.width)]
    header = [raw.parsed.repeated.get(name, name) for name in frame.columns]
    first = pl.DataFrame([header], schema=places, orient="row")
    whole = pl.concat([first, frame.rename(dict(zip(frame.columns, places, strict=True)))])
    numbers = pl.int_range(whole.height, dtype=pl.Int64)
    whole = whole.with_columns(numbers.alias(ROW), pl.select(numbers + 1).to_series().alias(LINE))
    return replace(raw, parsed=replace(raw.parsed, frame=whole, repeated={}))


def with_proposals(
    error: InputError, data: str | None, parts: Parts, stated: Mapping[str, str]
) -> InputError:
    """Return an error whose remedy holds the lines that would read the data.

    Parameters
    ----------
    error
        Why nothing was read.
    data
        What the user called the data; None if they are in memory.
    parts
        The tables, each with the options that it was to be read by.
    stated
        Role to column, as far as it is known.
    """
    ways = _whole_readings(error, parts) or _without_malformed(error, parts)
    if not ways and not isinstance(error, MalformedRowError):
        ways = known_ways(parts) or proposals(parts, stated)
    return pasted(error, ways, data) if ways else error


def pasted(error: Refusal, ways: Sequence[Proposal], data: str | None) -> Refusal:
    """Return an error whose remedy ends in lines to paste.

    Parameters
    ----------
    error
        The error.
    ways
        The lines, at least one.
    data
        What the user called the data; None if they are in memory.
    """
    shown = [f"\n    {_line(way, way.data or data)}\n        {way.because}" for way in ways]
    which = "if it says what was meant" if len(ways) == 1 else "the one that says what was meant"
    made = type(error)(error.found, error.expected, f"{error.remedy}; paste {which}:{''.join(shown)}")
    made.ways = tuple(ways)
    return made


def _line(way: Proposal, data: str | None) -> str:
    return command(way.options, data) if data else way.options


def _whole_readings(error: InputError, parts: Parts) -> list[Proposal]:
    """Return the option by which no row is malformed, of a file some of whose rows are."""
    if not isinstance(error, MalformedRowError):
        return []
    found = {raw.parsed.reads_all: raw.parsed.cause for raw, _ in parts if raw.parsed.reads_all}
    return [Proposal(option, because=cause) for option, cause in list(found.items())[:1]]


def _without_malformed(error: InputError, parts: Parts) -> list[Proposal]:
    """Return the option that leaves malformed rows out, where most rows are whole and have two labels."""
    if not isinstance(error, MalformedRowError):
        return []
    resolved = [(raw, replace(options, on_malformed="drop")) for raw, options in parts]
    try:
        settled = [settle(raw, options) for raw, options in resolved]
        every = zip(settled, meaning_of(settled), resolved, strict=True)
        tables = [labelled(table, meaning, options) for table, meaning, (_, options) in every]
    except (RightReasonsError, pl.exceptions.PolarsError):
        return []
    lost, rows = sum(len(table.malformed) for table in settled), sum(table.read for table in settled)
    if len({label for table in tables for label in table.labels}) < _TWO or lost > _LEAST_LABELLED * rows:
        return []
    because = f"{lost:,} of {rows:,} rows are left out, and counted; the others are whole"
    return [counted(f"{written(parts[0][1])} --on-malformed drop".strip(), because, tables)]


def known_ways(parts: Parts) -> list[Proposal]:
    """Return the recipes of a dataset of the catalogue that can be read in several ways."""
    raw = parts[0][0]
    known = recognise_table(raw)
    ways = alternatives(known, raw.columns) if known else {}
    return [Proposal(f"--recipe {name}", because=about) for name, about in ways.items()]
