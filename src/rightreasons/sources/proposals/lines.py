"""Readings as lines to paste, each tried before it is shown."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from rightreasons.errors import ColumnError, InputError, MalformedRowError
from rightreasons.sources.opening.folders import is_data
from rightreasons.sources.opening.names import inside
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.beforehand import Prepared, prepared, together, votes_together
from rightreasons.sources.proposals.composing import Reading
from rightreasons.sources.proposals.contents import MOST_ROWS, Leaf, leaves_of
from rightreasons.sources.proposals.enclosed import unquoted, with_quoting
from rightreasons.sources.proposals.events import events
from rightreasons.sources.proposals.first_lines import without_header
from rightreasons.sources.proposals.folder_tables import looks_elsewhere, of_lines, others_alike, own_tables
from rightreasons.sources.proposals.known_columns import (
    both_quotings,
    by_rule,
    known_ways,
    of_labelled_files,
    tables_by,
    whole_readings,
    without_malformed,
)
from rightreasons.sources.proposals.label_names import listed_beside
from rightreasons.sources.proposals.on_side import asks_in_names, on_their_side
from rightreasons.sources.proposals.pasting import Proposal, pasted
from rightreasons.sources.proposals.readings import readings_of
from rightreasons.sources.proposals.related import beside
from rightreasons.sources.proposals.to_fill import to_fill
from rightreasons.sources.proposals.trying import tried
from rightreasons.sources.proposals.views import is_prose, views
from rightreasons.sources.raw import Beside, RawTable
from rightreasons.sources.same_pairs import refuse_same_pairs

MOST_SHOWN = 3
_LEAST_LABELLED = 0.5
_SURE, _OTHER_VIEW = 5.0, 1.0
_TWO = 2
_MOST_BASES = 4
_LONGEST_NAME = 40
_LIKELIER = 0.5
Parts = Sequence[tuple[RawTable, ReadOptions]]


def proposals(
    parts: Parts, stated: Mapping[str, str] | None = None, data: str | None = None
) -> list[Proposal]:
    """Return the likeliest readings of tables, the likeliest first.

    Parameters
    ----------
    parts
        The tables, each with the options that it is read by.
    stated
        Role to column, as far as it is known.
    data
        What the user called the data, if other views of its files may be taken; None if not.
    """
    if bare := unquoted(parts):
        return with_quoting(proposals([(raw, replace(own, quoting="off")) for raw, own in bare], stated))
    found = _found(_tables(parts, stated or {}), parts, stated or {})
    prose = any(is_prose(raw) for raw, _ in parts)
    if found and found[0].score >= _SURE and "on_malformed" not in found[0].recipe and not prose:
        return found[:MOST_SHOWN]
    for view in views(data, parts):
        readings = [
            replace(each, score=each.score - _OTHER_VIEW + view.score)
            for each in _readings(view.parts, stated or {})
        ]
        seen = Prepared(view.parts, {"format": view.format}, view.because, readings=readings)
        others = _found([seen] if readings else [], view.parts, stated or {})
        better = bool(others) and (not found or prose or others[0].score > found[0].score)
        prose = prose and not others
        found = [*others, *found] if better else [*found, *others]
    return (found or _of_one_table(parts, stated or {}))[:MOST_SHOWN]


def _of_one_table(parts: Parts, stated: Mapping[str, str]) -> list[Proposal]:
    """Return the readings of one of several tables of other columns, as of a sheet beside guidelines."""
    if len({tuple(raw.columns) for raw, _ in parts}) < len(parts) or len(parts) < _TWO:
        return []
    for part in sorted(parts, key=lambda each: -each[0].parsed.frame.height)[:_MOST_BASES]:
        if found := _found(_tables([part], stated), [part], stated):
            return [replace(each, data=each.data or part[0].name) for each in found]
    return []


def _found(tables_as_meant: Iterable[Prepared], parts: Parts, stated: Mapping[str, str]) -> list[Proposal]:
    """Return the readings of tables as they may be meant that give pairs, of the first that has any."""
    found: list[Proposal] = []
    for tables in tables_as_meant:
        for reading in tables.readings or _readings(tables.parts, stated, tables.votes):
            steps = {**tables.steps, **reading.recipe}
            because = f"{tables.because}; {reading.because}" if tables.because else reading.because
            before = parts if tables.steps and not tables.readings else tables.parts
            made = tried(replace(reading, recipe=steps, because=because), before)
            if made is not None and tables.data:
                made = _of_folder(made, tables.parts[0]) or replace(made, data=tables.data)
            if made is not None and made.options not in {each.options for each in found}:
                found.append(made)
            if len(found) == MOST_SHOWN:
                break
        if found and not tables.votes:
            break
    return found


def _of_folder(made: Proposal, base: tuple[RawTable, ReadOptions]) -> Proposal | None:
    """Return a line about one file as one about its folder, where it reads all that is not looked into."""
    raw, options = base
    others = others_alike(raw, made.recipe)
    if others is None:
        return None
    reading = Reading(made.recipe, made.because, made.score)
    whole = tried(reading, [(raw, options), *((other, options) for other in others)])
    return whole if whole is not None and whole.rows >= made.rows else None


def _tables(parts: Parts, stated: Mapping[str, str]) -> Iterator[Prepared]:
    """Yield the tables as they may be meant, the likeliest first."""
    yield from on_their_side(parts) if asks_in_names(parts) else ()
    yield from _related(parts, stated)
    yield from (Prepared(each) for each in (without_header(parts),) if each)
    yield from prepared(parts)
    yield from votes_together(parts)
    yield from events(parts)
    yield Prepared(parts)
    yield from together(parts)
    yield from on_their_side(parts)


def _related(parts: Parts, stated: Mapping[str, str]) -> Iterator[Prepared]:
    """Yield the tables whose rows are pairs together with other files, where that is likelier."""
    found: list[tuple[float, Prepared]] = []
    for raw, options in [*parts, *_without_pairs(parts)][:_MOST_BASES]:
        plain = readings_of(leaves_of(raw), {}) if raw.beside else []
        alone = max((each.score for each in plain), default=0.0)
        stepped = list(votes_together([(raw, options)])) if raw.beside else []
        for tables in stepped:
            done = tables.parts[0][0]
            found += _with_others((raw, done), options, (tables.steps, tables.because), stated, alone)
        if not stepped:
            found += _with_others((raw, raw), options, ({}, ""), stated, alone)
    if not found and parts and (folder := parts[0][0].beside):
        for raw in of_lines(folder):
            found += _with_others((raw, raw), parts[0][1], ({"format": "lines"}, ""), stated, 0.0)
    found.sort(key=lambda each: -each[0])
    yield from (tables for _, tables in found[:_MOST_BASES])


def _without_pairs(parts: Parts) -> Iterator[tuple[RawTable, ReadOptions]]:
    """Yield the tables of a folder that were passed over, beside one without labels: perhaps judgements."""
    if parts and is_data(parts[0][0].name):
        read = {raw.name for raw, _ in parts}
        others = others_alike(parts[0][0], {}) or []
        yield from ((other, parts[0][1]) for other in others if other.name not in read)


def _with_others(
    raws: tuple[RawTable, RawTable],
    options: ReadOptions,
    steps: tuple[Mapping[str, Any], str],
    stated: Mapping[str, str],
    alone: float,
) -> list[tuple[float, Prepared]]:
    """Return the readings of a table that need other files, where they are likelier than without.

    Parameters
    ----------
    raws
        The table as it is, and after the first steps.
    options
        What it is read by.
    steps
        Those steps as a recipe writes them, and what speaks for them.
    stated
        Role to column, as far as it is known.
    alone
        How much speaks for the likeliest reading without other files.
    """
    raw, done = raws
    if raw.beside is None:
        return []
    votes = str(steps[0].get("together", {}).get("values", ""))
    every = readings_of(_of_votes(beside(done), votes), stated, (), listed_beside(raw))
    likely = [each for each in every if looks_elsewhere(each.recipe) and each.score > alone + _LIKELIER]
    tables = Prepared([(raw, options)], *steps, readings=likely, data=raw.name)
    return [(likely[0].score, tables)] if likely else []


def _of_votes(leaves: Sequence[Leaf], votes: str) -> list[Leaf]:
    """Return leaves of which those of a list of votes are the list, no single item of it."""
    items = [leaf for leaf in leaves if votes and leaf.path == f"{votes}[]"]
    return [leaf for leaf in leaves if not votes or not leaf.path.startswith(f"{votes}[")] + items


def _readings(parts: Parts, stated: Mapping[str, str], votes: str = "") -> list[Reading]:
    if not parts:
        return []
    raw, options = max(parts, key=lambda part: part[0].parsed.frame.height)
    raw = _together_with(raw, [each for each, _ in parts])
    columns = set(raw.parsed.frame.columns)
    known = {role: column for role, column in stated.items() if column in columns}
    alike = [each.name for each, _ in parts if set(each.columns) == set(raw.columns)]
    files = alike if len(alike) == len(parts) else []
    leaves = _of_votes(leaves_of(raw), votes)
    found = readings_of(_distinct(leaves, raw), known, files, listed_beside(raw))
    if options.label_map is None:
        return found
    return [replace(each, recipe={**each.recipe, "label_map": None}) for each in found]


def _together_with(raw: RawTable, others: Sequence[RawTable]) -> RawTable:
    """Return a table with the rows of others that have its columns, as far as it has few of its own."""
    alike = [each for each in others if each is not raw and each.columns == raw.columns]
    if raw.parsed.frame.height >= MOST_ROWS or not alike:
        return raw
    frames = [raw.parsed.frame, *(each.parsed.frame.head(MOST_ROWS // len(alike) + 1) for each in alike)]
    try:
        whole = pl.concat(frames, how="vertical_relaxed")
    except pl.exceptions.PolarsError:
        return raw
    return replace(raw, parsed=replace(raw.parsed, frame=whole))


def _distinct(leaves: Sequence[Leaf], raw: RawTable) -> list[Leaf]:
    """Return leaves without the columns of no name of their own that hold what an earlier one holds."""
    kept: list[Leaf] = []
    for leaf in leaves:
        nameless = leaf.path.isdecimal() or leaf.path in raw.parsed.repeated
        if not (nameless and any((each.at, each.values) == (leaf.at, leaf.values) for each in kept)):
            kept.append(_named_below(leaf) if leaf.path in raw.parsed.repeated else leaf)
    return kept


def _named_below(leaf: Leaf) -> Leaf:
    """Return a column of a name that others have too with what stands once below it, as a second header."""
    first = leaf.values[0] if leaf.values and leaf.is_column else ""
    once = leaf.counts.get(first, 0) == 1 and len(first) <= _LONGEST_NAME
    return replace(leaf, called=f"{leaf.path.partition(' (')[0]} {first}") if once else leaf


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
    parts = own_tables(parts)
    ways = both_quotings(parts) or by_rule(parts) or whole_readings(error, parts)
    ways = ways or _filled_cells(error, parts)
    few = ways or without_malformed(error, parts)
    ways = ways or of_labelled_files(parts)
    if not ways and not few:
        ways = known_ways(parts) or _in_place(proposals(parts, stated, data), data)
        ways = _of_several_people(ways, parts, data) or ways or to_fill(error, parts, stated)
    return pasted(error, ways or few, data) if ways or few else error


def _of_several_people(ways: Sequence[Proposal], parts: Parts, data: str | None) -> list[Proposal]:
    """Return the lines for files that by the first line hold the same pairs: of one each, or as votes."""
    if len(parts) < _TWO or not ways or ways[0].data or not ways[0].recipe:
        return []
    first = ways[0].recipe
    changed = [
        (raw, replace(options, columns={}, gold=None, label_map=None, recipe=first).resolved())
        for raw, options in parts
    ]
    try:
        refuse_same_pairs(tables_by(changed), changed, data)
    except ColumnError as error:
        return [replace(way, options=ways[0].options) if way.data else way for way in error.ways]
    return []


def _in_place(ways: Sequence[Proposal], data: str | None) -> list[Proposal]:
    """Return lines about one file of a folder, archive or database with where that stands."""
    if data is None:
        return [way for way in ways if not way.data]
    return [replace(way, data=inside(data, way.data)) if way.data else way for way in ways]


def with_lines(error: InputError, data: str, folder: Beside, options: ReadOptions) -> InputError:
    """Return the error of a folder in which no file looks like data, with the line that reads aligned files.

    Parameters
    ----------
    error
        Why nothing was read.
    data
        What the user called the folder.
    folder
        Its files.
    options
        What it was to be read by.
    """
    found = [
        tables
        for raw in of_lines(folder)
        for _, tables in _with_others((raw, raw), options, ({"format": "lines"}, ""), {}, 0.0)
    ]
    ways = [
        replace(made, data=tables.data)
        for tables in found
        for reading in tables.readings[:MOST_SHOWN]
        if (made := tried(replace(reading, recipe={**tables.steps, **reading.recipe}), tables.parts))
    ]
    return pasted(error, _in_place(ways[:MOST_SHOWN], data), data) if ways else error


def _filled_cells(error: InputError, parts: Parts) -> list[Proposal]:
    """Return the reading with merged cells filled, of rows that lack a text for want of it."""
    if not isinstance(error, MalformedRowError) or any(raw.parsed.malformed for raw, _ in parts):
        return []
    return [way for way in proposals(parts) if "fill" in way.recipe][:1]
