"""What a key leads to: a record elsewhere in the document, a row or line of another file of the folder."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

import polars as pl

from rightreasons.errors import RightReasonsError
from rightreasons.pairs import SourceFile
from rightreasons.sources.formats.text_lines import read_lines
from rightreasons.sources.opening.folders import is_data, size_of
from rightreasons.sources.opening.sniffing import data_endings, suffix_of
from rightreasons.sources.proposals.contents import Leaf, joined, leaves_of
from rightreasons.sources.proposals.words import parts_of
from rightreasons.sources.raw import Beside, Content, RawTable

_MOST_FILES = 12
_MOST_KEYS = 4
_MOST_CHARACTERS = 20_000_000
_FEWEST = 2
_ID_WORDS = 3
_FEWEST_LINES = 5
_MOSTLY = 0.9
_FILE_NAME = r"([^/.]+)[^/]*$"
"""What a folder calls a file: its name without folders and ending."""
_NOT_LINES = ("readme", "license", "licence")


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
    named = {part.removesuffix("s") for part in parts_of(_stem(file))} | _own_parts(keys)
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


def own_tables(parts: Sequence[tuple[RawTable, Any]]) -> list[tuple[RawTable, Any]]:
    """Return tables without files that are a text each, in a folder of such, if any are left."""
    beside = parts[0][0].beside if parts else None
    folders = [name for name in line_files(beside) if name.endswith("/")] if beside else []
    kept = [part for part in parts if not any(part[0].name.startswith(folder) for folder in folders)]
    return kept or list(parts)


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
    found = {name: _table(raw.beside, name) for name in _others(raw, raw.beside)}
    tables = {name: each for name, each in found.items() if each and set(each.columns) != set(raw.columns)}
    own = [leaf for leaf in leaves if leaf.is_column or leaf.level]
    first = {name: list(_by_key(name, other, own)) for name, other in tables.items()}
    ids = {name: [leaf for leaf in each if _is_id(leaf)] for name, each in first.items()}
    for name, other in tables.items():
        before = [leaf for file, each in ids.items() if file != name for leaf in each]
        reached = (*first[name], *_by_key(name, other, before))
        leaves += [leaf for leaf in reached if leaf.kind in ("text", "category")]
    keys = [*own, *(leaf for each in ids.values() for leaf in each)]
    for name in line_files(raw.beside):
        if name.endswith("/") and name not in files.values():
            leaves += list(_by_file_name(name, raw.beside, keys))
    return leaves


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


def looks_elsewhere(recipe: Any) -> bool:
    """Return whether a recipe, or a part of it, looks into other files."""
    if isinstance(recipe, Mapping):
        return bool({"in_file", "row_of"} & recipe.keys()) or any(map(looks_elsewhere, recipe.values()))
    return isinstance(recipe, list) and any(map(looks_elsewhere, recipe))


def _others(raw: RawTable, beside: Beside) -> list[str]:
    """Return the names of other files that may hold data, if they are few."""
    names = [
        name
        for name in beside.names
        if name != raw.name and (is_data(name) or name.startswith(raw.name.rpartition("/")[0]))
    ]
    return names if len(names) <= _MOST_FILES else []


def _table(beside: Beside, name: str) -> RawTable | None:
    try:
        return beside.table(beside.load[name]())
    except RightReasonsError:
        return None


def _by_key(name: str, other: RawTable, leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield what stands in the rows of another table that values of this one name."""
    theirs = leaves_of(other)
    plain = [leaf for leaf in theirs if leaf.path in other.columns and leaf.size < _ID_WORDS]
    rows = other.parsed.frame.height
    every = {leaf.path: set(other.parsed.frame[leaf.path].cast(pl.String, strict=False)) for leaf in plain}
    keys = [leaf for leaf in plain if len(every[leaf.path]) == rows > 1]
    for key in keys[:_MOST_KEYS]:
        for own in leaves:
            named = own.size < _ID_WORDS and len(own.counts) >= _FEWEST and set(own.counts) <= every[key.path]
            if named and not _are_others(own, key, name):
                yield from (_from_row(name, key, own, leaf, rows) for leaf in _whole(theirs, key))


def _whole(leaves: Sequence[Leaf], key: Leaf) -> list[Leaf]:
    """Return what a row has one of, lists of texts as one text."""
    lists = [joined(leaf) for leaf in leaves if leaf.level.endswith("[]")]
    every = [leaf for leaf in (*leaves, *lists) if not leaf.level and leaf is not key and not leaf.make]
    return [leaf for leaf in every if leaf.kind != "nothing" and isinstance(leaf.value, str)]


def _from_row(name: str, key: Leaf, own: Leaf, leaf: Leaf, key_rows: int) -> Leaf:
    found = dict(zip(key.at, key.values, strict=True))
    texts = {found[at]: text for at, text in zip(leaf.at, leaf.values, strict=True) if at in found}
    written = {"look_up": own.value, "in_file": name, "by": key.path, "take": leaf.value}
    path = f"{own.path}.{_stem(name)}.{leaf.path}"
    there = [(at, texts[text]) for at, text in zip(own.at, own.values, strict=True) if text in texts]
    part = len(key.values) < key_rows
    rows = {at[0] for at, _ in there}
    return replace(
        own,
        path=path,
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


def of_lines(beside: Beside) -> Iterator[RawTable]:
    """Yield a file of lines as a table, for each number of lines that several files have."""
    seen = set[int]()
    for name in line_files(beside):
        texts = [] if name.endswith("/") else lines_of(beside, name)
        if texts and len(texts) not in seen:
            seen.add(len(texts))
            content = Content(name, "\n".join(texts).encode())
            yield RawTable(name, read_lines(content), (SourceFile(name, None, "lines"),), beside=beside)


def line_files(beside: Beside) -> list[str]:
    """Return files that may be lines, and folders of files that may be a text each, if these are few."""
    folders: dict[str, list[str]] = {}
    for name in beside.names:
        folders.setdefault(name.rpartition("/")[0], []).append(name)
    many = [f"{folder}/" for folder, names in folders.items() if folder and _are_texts(names)]
    files = [name for folder, names in folders.items() if f"{folder}/" not in many for name in names]
    tables = data_endings() - {".txt"}
    plain = [
        name
        for name in files
        if not name.rpartition("/")[2].lower().startswith(_NOT_LINES) and suffix_of(name) not in tables
    ]
    return [*plain, *many] if len(plain) + len(many) <= _MOST_FILES else []


def _are_texts(names: Sequence[str]) -> bool:
    """Whether many files of one folder may be a text each."""
    return len(names) >= _FEWEST_LINES and not any(
        suffix_of(name) in data_endings() - {".txt"} for name in names
    )


def lines_of(beside: Beside, name: str) -> list[str]:
    """Return the lines of a file, or the files of a folder; none of what is no text, or too long."""
    if (
        sum(size_of(loader) for file, loader in beside.load.items() if file.startswith(name))
        > _MOST_CHARACTERS
    ):
        return []
    try:
        texts = beside.lines(name) or []
    except (RightReasonsError, TypeError, AttributeError):
        return []
    return texts if sum(map(len, texts)) <= _MOST_CHARACTERS and len(texts) >= _FEWEST_LINES else []
