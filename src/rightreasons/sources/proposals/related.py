"""What a key leads to: a record elsewhere in the document, a row or line of another file of the folder."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

import polars as pl

from rightreasons.errors import RightReasonsError
from rightreasons.sources.opening.folders import is_data
from rightreasons.sources.proposals.contents import Leaf, joined, leaves_of
from rightreasons.sources.proposals.folder_tables import (
    FEWEST_LINES,
    MOST_FILES,
    folders_of,
    line_files,
    lines_of,
    table_in,
    table_of,
)
from rightreasons.sources.proposals.items_named import items_named, of_several_keys
from rightreasons.sources.proposals.words import likely_role, parts_of
from rightreasons.sources.raw import Beside, RawTable

_MOST_KEYS = 4
_FEWEST = 2
_ID_WORDS = 3
_MOSTLY = 0.9
_FILE_NAME = r"([^/.]+)[^/]*$"
"""What a folder calls a file: its name without folders and ending."""


def within(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield what keys lead to in the same document or row: records by their key, or items by a field.

    Parameters
    ----------
    leaves
        What stands in the table.
    """
    for found, inside, by, keys in _dictionaries(leaves):
        own = [
            key
            for key in leaves
            if not _lies_in(key.level, inside) and key is not keys and _refers(key, keys)
        ]
        for key in own:
            for leaf in _under(leaves, inside, keys):
                made = _looked_up(key, keys, leaf, found, by)
                name = f"{key.path}.{leaf.path.rpartition('.')[2]}"
                yield made if len(own) == 1 else replace(made, path=name)  # of several what the key is called


def by_field(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield what fields of a record hold that a list beside it names one by one, as texts by language.

    Parameters
    ----------
    leaves
        What stands in the table.
    """
    fields: dict[str, dict[str, Leaf]] = {}
    for leaf in leaves:
        record, _, name = leaf.path.rpartition(".")
        if leaf.is_column and record and leaf.kind == "text":
            fields.setdefault(record, {})[name] = leaf
    for record, named in fields.items():
        for key in leaves:
            if len(named) > 1 and key.level.endswith("[]") and set(key.counts) == set(named):
                held = {name: dict(zip(leaf.at, leaf.values, strict=True)) for name, leaf in named.items()}
                values = tuple(
                    held[name].get(at[:1], "") for at, name in zip(key.at, key.values, strict=True)
                )
                yield replace(key, path=record, values=values, written={"look_up": key.value, "in": record})


def _dictionaries(leaves: Sequence[Leaf]) -> Iterator[tuple[str, str, str, Leaf]]:
    """Yield where records stand that keys may lead to, their level, the field of the key, and the keys."""
    for leaf in leaves:
        if isinstance(leaf.written, Mapping) and "key" in leaf.written and len(leaf.at[0]) == _FEWEST:
            yield leaf.level.removesuffix(".*"), leaf.level, "", leaf
        elif leaf.written is None and leaf.level.endswith("[]") and leaf.path.startswith(f"{leaf.level}."):
            field = leaf.path.removeprefix(f"{leaf.level}.")
            own = len({(at[0], text) for at, text in zip(leaf.at, leaf.values, strict=True)}) == len(leaf.at)
            short = leaf.size < _ID_WORDS and len(leaf.at[0]) == _FEWEST
            if own and short and not set(field) & set(".[*"):
                yield leaf.level.removesuffix("[]"), leaf.level, field, leaf


def _lies_in(level: str, inside: str) -> bool:
    return level.startswith(inside)


def _refers(key: Leaf, keys: Leaf) -> bool:
    """Whether values are keys of the same row, several of them."""
    there: dict[int, set[str]] = {}
    for at, text in zip(keys.at, keys.values, strict=True):
        there.setdefault(at[0], set()).add(text)
    distinct = len(key.counts) >= _FEWEST and key.size < _ID_WORDS
    if all(map(str.isdecimal, keys.counts)) and not _own_parts(key) & _own_parts(keys):
        return False  # numbers are found again anywhere
    return distinct and all(text in there.get(at[0], ()) for at, text in zip(key.at, key.values, strict=True))


def _own_parts(leaf: Leaf) -> set[str]:
    """Return the parts of a path that say what it is about."""
    names = [leaf.path.rpartition(".")[2], leaf.level.removesuffix(".*").rpartition(".")[2]]
    parts = {part for name in names for part in parts_of(name)}
    return {part.removesuffix("s") for part in parts} - {"id", "idx", "key", "index", "number", "no", ""}


def _are_others(key: Leaf, keys: Leaf, file: str) -> bool:
    """Whether numbers are found again only because both count on: neither column nor file is called alike."""
    numbers = keys.numbers
    counts_on = bool(numbers) and min(numbers) in (0, 1) and max(numbers) - min(numbers) < len(numbers)
    named = _nouns(file) | _own_parts(keys)
    return counts_on and len(key.counts) < _MOSTLY * len(keys.counts) and not _own_parts(key) & named


def _stem(file: str) -> str:
    return PurePosixPath(file).name.partition(".")[0]


def _under(leaves: Sequence[Leaf], inside: str, keys: Leaf) -> list[Leaf]:
    """Return what stands in the records, lists of texts as one text."""
    own = [leaf for leaf in leaves if leaf.level == inside and leaf is not keys and leaf.written is None]
    lists = [
        joined(leaf)
        for leaf in leaves
        if leaf.level.startswith(inside) and leaf.level == f"{leaf.path}" != inside and leaf.written is None
    ]
    return [leaf for leaf in (*own, *lists) if leaf.level == inside and leaf.kind in ("text", "category")]


def _looked_up(key: Leaf, keys: Leaf, leaf: Leaf, found: str, by: str) -> Leaf:
    held = dict(zip(leaf.at, leaf.values, strict=True))
    by_key = {(at[0], text): held.get(at, "") for at, text in zip(keys.at, keys.values, strict=True)}
    take = leaf.path.removeprefix(keys.level).removeprefix(".")
    written: dict[str, Any] = {"look_up": key.value, "in": found}
    written |= {name: value for name, value in (("by", by), ("take", take)) if value}
    values = tuple(by_key.get((at[0], text), "") for at, text in zip(key.at, key.values, strict=True))
    return replace(key, path=leaf.path, values=values, written=written, make={})


def beside(raw: RawTable) -> list[Leaf]:
    """Return what stands in a table, and in other files of its folder: by a key, or in the same lines.

    A key may lead to a row that holds the key of another file, as from a judgement over a summary to its
    document.

    Parameters
    ----------
    raw
        The table.
    """
    if raw.beside is None:
        return []
    whole, files = _with_lines(raw, raw.beside)
    leaves = [
        replace(leaf, written={"row_of": files[leaf.path]}) if leaf.path in files else leaf
        for leaf in leaves_of(whole)
    ]
    folders = [name for name in folders_of(raw.beside) if not raw.name.startswith(name)]
    names = [name for name in _others(raw, raw.beside) if not name.startswith(tuple(folders))]
    found = {name: table_in(raw.beside, name) for name in names if len(names) <= MOST_FILES}
    found |= {name: table_of(raw.beside, name) for name in folders}
    tables = {name: each for name, each in found.items() if each and set(each.columns) != set(raw.columns)}
    own = [leaf for leaf in leaves if leaf.is_column or leaf.level]
    first = {name: list(_by_key(name, other, own)) for name, other in tables.items()}
    ids = {name: [leaf for leaf in each if _is_id(leaf)] for name, each in first.items()}
    for name, other in tables.items():
        leaves += items_named(name, other, _keys_into(other, name, own), own)
    for name, other in tables.items():
        before = [leaf for file, each in ids.items() if file != name for leaf in each]
        reached = _by_key(name, other, [*own, *before]) if before else first[name]
        leaves += [leaf for leaf in reached if leaf.kind in ("text", "category")]
    keys = [*own, *(leaf for each in ids.values() for leaf in each)]
    for name in line_files(raw.beside):
        found_by_name = list(_by_file_name(name, raw.beside, keys)) if name.endswith("/") else []
        leaves = [leaf for leaf in leaves if not found_by_name or leaf.written != {"row_of": name}]
        leaves += found_by_name
    return [*leaves, *of_several_keys(leaves)]


def _is_id(leaf: Leaf) -> bool:
    """Whether values may be names of something: short, several, and no labels."""
    short = leaf.kind not in ("text", "nothing") and leaf.size < _ID_WORDS
    return short and len(leaf.counts) >= _FEWEST and not leaf.says_labels


def _by_file_name(name: str, beside: Beside, leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield the texts of the files of a folder, which values of the table name."""
    try:
        frame = beside.rows(name)
    except RightReasonsError:
        return
    texts = dict(frame.iter_rows()) if frame is not None else {}
    stem = name.rstrip("/").rpartition("/")[2]
    for own in leaves:
        if own.size >= _ID_WORDS or len(own.counts) < _FEWEST:
            continue
        for pattern in ("", _FILE_NAME):
            found = [re.search(pattern, text) for text in own.values] if pattern else []
            keys = [match.group(1) if match else "" for match in found] if pattern else list(own.values)
            if set(keys) <= texts.keys():
                key = {"match": own.value, "pattern": pattern} if pattern else own.value
                written = {"look_up": key, "in_file": name, "by": "file", "take": "text"}
                values = tuple(texts[text] for text in keys)
                yield replace(own, path=f"{own.path}.{stem}.text", values=values, written=written, make={})
                break


def _others(raw: RawTable, beside: Beside) -> list[str]:
    """Return the names of other files that may hold data, if they are few."""
    return [
        name
        for name in beside.names
        if name != raw.name and (is_data(name) or name.startswith(raw.name.rpartition("/")[0]))
    ]


def _by_key(name: str, other: RawTable, leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield what stands in the rows of another table that values of this one name."""
    theirs = leaves_of(other)
    rows = other.parsed.frame.height
    for own, key in _keys_into(other, name, leaves):
        yield from (_from_row(name, key, own, leaf, rows) for leaf in _whole(theirs, key))


def _keys_into(other: RawTable, name: str, leaves: Sequence[Leaf]) -> list[tuple[Leaf, Leaf]]:
    """Return values of this table with the column of another of whose rows they are the names."""
    frame = other.parsed.frame
    plain = [leaf for leaf in leaves_of(other) if leaf.path in other.columns and leaf.size < _ID_WORDS]
    every = {leaf.path: set(frame[leaf.path].cast(pl.String, strict=False)) for leaf in plain}
    keys = [leaf for leaf in plain if len(every[leaf.path]) == frame.height > 1][:_MOST_KEYS]
    short = [own for own in leaves if own.size < _ID_WORDS and len(own.counts) >= _FEWEST]
    found = []
    for key in keys:
        fits = [own for own in short if _are_among(own, every[key.path]) and not _are_others(own, key, name)]
        named = [own for own in fits if _own_parts(own) & _nouns(name)]
        found += [(own, key) for own in named or fits]  # `claim_id` is of claims, whatever `id` counts
    return found


def _nouns(file: str) -> set[str]:
    return {part.removesuffix("s") for part in parts_of(_stem(file))}


def _are_among(own: Leaf, names: Collection[str | None]) -> bool:
    """Whether values are names of rows; of many that are no numbers some may be missing."""
    there = sum(text in names for text in own.counts)
    numbers = all(map(str.isdecimal, own.counts))
    return there == len(own.counts) or (not numbers and there >= max(FEWEST_LINES, _MOSTLY * len(own.counts)))


def _whole(leaves: Sequence[Leaf], key: Leaf) -> list[Leaf]:
    """Return what a row has one of, lists of texts as one text."""
    lists = [joined(leaf) for leaf in leaves if leaf.level.endswith("[]")]
    every = [leaf for leaf in (*leaves, *lists) if not leaf.level and leaf is not key and not leaf.make]
    return [
        leaf for leaf in every if leaf.kind != "nothing" and (isinstance(leaf.value, str) or _in_either(leaf))
    ]


def _in_either(leaf: Leaf) -> Sequence[str]:
    """Return the two paths of a text that stands under either."""
    return leaf.written.get("first", ()) if isinstance(leaf.written, Mapping) else ()


def _from_row(name: str, key: Leaf, own: Leaf, leaf: Leaf, key_rows: int) -> Leaf:
    found = dict(zip(key.at, key.values, strict=True))
    texts = {found[at]: text for at, text in zip(leaf.at, leaf.values, strict=True) if at in found}
    place = {"look_up": own.value, "in_file": name, "by": key.path}
    either = [{**place, "take": path} for path in _in_either(leaf)]
    written: dict[str, Any] = {"first": either} if either else {**place, "take": leaf.value}
    path = f"{own.path}.{_stem(name)}.{leaf.path}"
    there = [(at, texts[text]) for at, text in zip(own.at, own.values, strict=True) if text in texts]
    part = len(key.values) < key_rows
    rows = {at[0] for at, _ in there}
    labels = likely_role(leaf.name) is None and likely_role(own.name) == "label"
    return replace(
        own,
        path=path,
        called=own.name if labels else "",
        at=tuple(at for at, _ in there),
        values=tuple(text for _, text in there),
        height=len(rows) if part else own.height,
        written=written,
        make={},
    )


def _with_lines(raw: RawTable, beside: Beside) -> tuple[RawTable, dict[str, str]]:
    """Return a table with a column for each file that has as many lines as rows; the file of each column."""
    frame, files = raw.parsed.frame, dict[str, str]()
    for name in line_files(beside):
        stem = name.rstrip("/").rpartition("/")[2]
        texts = lines_of(beside, name) if name != raw.name and stem not in frame.columns else []
        if len(texts) == raw.parsed.frame.height:
            frame = frame.with_columns(pl.Series(stem, texts, dtype=pl.String))
            files[stem] = name
    return replace(raw, parsed=replace(raw.parsed, frame=frame)), files
