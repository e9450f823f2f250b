"""Data read with one label only: the readings of the same data that give two or more."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.errors import InputError, OneClassError, RightReasonsError
from rightreasons.numbers import count
from rightreasons.pairs import PairTable
from rightreasons.printable import printable, quoted
from rightreasons.sources.labelled import labelled, meaning_of
from rightreasons.sources.normalized import settle
from rightreasons.sources.opening.folders import is_data
from rightreasons.sources.opening.names import parse_name
from rightreasons.sources.options import GOLD_RULES, ReadOptions
from rightreasons.sources.proposals.contents import leaves_of
from rightreasons.sources.proposals.labelling import labellings
from rightreasons.sources.proposals.lines import Parts, Proposal, counted, known_ways, pasted, proposals
from rightreasons.sources.proposals.stated import written
from rightreasons.sources.read import open_data, read_pairs

_LIKELY = 2.0
_MOST_SHOWN = 3
_MOST_BYTES = 50_000_000
_MOST_FILES = 20


def one_label_error(
    pairs: PairTable,
    data: Any = None,
    options: ReadOptions | None = None,
    others: Mapping[str, PairTable] | None = None,
) -> OneClassError:
    """Return the error for data with one label, with the lines that would read two, or that there are none.

    Parameters
    ----------
    pairs
        The pairs as they were read.
    data
        What they were read from; None where that is not known.
    options
        What they were read by.
    others
        Other sets of the same command, by what they are called in it.
    """
    lost = "".join(f"; {count(each.rows)} left out: {each.reason}" for each in pairs.account.dropped)
    found = (
        f"only the label {quoted(pairs.labels)} in all {count(len(pairs))} rows of "
        f"'{printable(pairs.name)}'{printable(lost, 300)}"
    )
    expected = "at least two labels"
    if data is None or isinstance(data, PairTable):
        return OneClassError(found, expected, "check where these rows come from")
    ways = _ways(pairs, data, options or ReadOptions(), others or {})
    if not ways:
        remedy = "no other column or reading has two: add rows of the other labels (a folder of files)"
        return OneClassError(found, expected, remedy)
    error = OneClassError(found, expected, "read what has the others too")
    named: OneClassError = pasted(error, ways, str(data) if isinstance(data, (str, Path)) else None)
    return named


def _ways(
    pairs: PairTable, data: Any, options: ReadOptions, others: Mapping[str, PairTable]
) -> list[Proposal]:
    found = [
        counted(written(options), f"'{printable(name, 60)}' has more than one label", [table], name)
        for name, table in others.items()
        if len(table.labels) > 1
    ]
    for way in _every_way(pairs, data, options):
        if (way.data, way.options) not in {(each.data, each.options) for each in found}:
            found.append(way)
        if len(found) >= _MOST_SHOWN:
            break
    return found[:_MOST_SHOWN]


def _every_way(pairs: PairTable, data: Any, options: ReadOptions) -> Iterator[Proposal]:
    """Yield readings with two labels: of more rows, by other options, of other columns, of other files."""
    try:
        yield from _of_more_rows(data, options)
        opened, resolved = open_data(data, options.resolved())
        yield from _by_other_options(opened.parts, options, resolved)
        yield from _of_other_columns(pairs, opened.parts)
        yield from _of_other_files(data, options)
    except (RightReasonsError, OSError):
        return  # what the data are has been said; where nothing can be proposed nothing is


def _of_more_rows(data: Any, options: ReadOptions) -> Iterator[Proposal]:
    if options.limit is not None:
        because = f"the first {options.limit:,} rows have one label, all rows together"
        yield from _retried(data, replace(options, limit=None), because)
    if not isinstance(data, str):
        return
    split = parse_name(data)[1]
    if split is None:
        return
    whole = data.rpartition(":")[0]
    because = f"the split '{printable(split)}' has one label, all splits together"
    yield from _retried(whole, replace(options, split=None), because)


def _retried(data: Any, options: ReadOptions, because: str) -> Iterator[Proposal]:
    """Yield the reading of data by options, if it gives two labels."""
    try:
        read = read_pairs(data, options)
    except InputError:
        return
    if len(read.labels) > 1:
        name = str(data) if isinstance(data, (str, Path)) else ""
        yield counted(written(options), because, [read], name)


def _by_other_options(parts: Parts, written_as: ReadOptions, options: ReadOptions) -> Iterator[Proposal]:
    """Yield readings without the label map, by a rule of gold, by another recipe of the catalogue."""
    if written_as.label_map is not None:
        changed, own = (replace(each, label_map=None) for each in (options, written_as))
        yield from _changed(parts, changed, own, "the labels without --label-map")
    for rule in GOLD_RULES:
        if rule != options.gold:
            columns = {role: name for role, name in options.columns.items() if role != "label"}
            changed = replace(options, gold=rule, columns=columns)
            own = replace(written_as, gold=rule, columns=columns)
            yield from _changed(parts, changed, own, f"of several labels a row the one by '{rule}'")
    for way in known_ways(parts):
        name = way.options.rpartition(" ")[2]
        own = replace(written_as, recipe=name, columns={}, label_map=None)
        yield from _changed(parts, own.resolved(), own, way.because)


def _changed(parts: Parts, options: ReadOptions, own: ReadOptions, because: str) -> Iterator[Proposal]:
    try:
        settled = [settle(raw, options) for raw, _ in parts if raw.read]
        meanings = meaning_of(settled)
        tables = [labelled(one, meaning, options) for one, meaning in zip(settled, meanings, strict=True)]
    except (RightReasonsError, pl.exceptions.PolarsError):
        return
    if len({label for table in tables for label in table.labels}) > 1:
        yield counted(written(own), because, tables)


def _of_other_columns(pairs: PairTable, parts: Parts) -> Iterator[Proposal]:
    """Yield readings of another column whose name or words are those of labels; no score cut in two."""
    roles = pairs.provenance.columns
    texts = {role: roles[role] for role in ("premise", "hypothesis") if role in roles}
    plain = [(raw, replace(each, label_map=None, recipe=None, columns={})) for raw, each in parts]
    raw = max(parts, key=lambda part: part[0].parsed.frame.height)[0]
    for each in labellings(leaves_of(raw)):
        likely = each.leaf.kind == "category" and (each.score >= _LIKELY or each.leaf.says_labels)
        if likely and each.leaf.path != roles.get("label"):
            yield from proposals(plain, {**texts, "label": each.leaf.path})


def _of_other_files(data: Any, options: ReadOptions) -> Iterator[Proposal]:
    """Yield the reading of the whole folder that a file is in, if its files have the other labels."""
    if not isinstance(data, (str, Path)):
        return
    where, _ = parse_name(str(data))
    if not isinstance(where, Path) or not where.is_file():
        return
    beside = [each for each in where.parent.iterdir() if each.is_file() and is_data(each.name)]
    alike = all(each.suffixes[-2:] == where.suffixes[-2:] for each in beside)
    if not alike or not 1 < len(beside) <= _MOST_FILES:
        return
    if sum(each.stat().st_size for each in beside) <= _MOST_BYTES:
        because = f"the {len(beside)} files of the folder together"
        yield from _retried(str(where.parent), options, because)
