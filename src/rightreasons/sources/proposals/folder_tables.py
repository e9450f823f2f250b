"""What the files of a folder may be beside a table: tables, one in parts, documents, lines, texts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from rightreasons.errors import RightReasonsError
from rightreasons.pairs import SourceFile
from rightreasons.sources.formats.text_lines import read_lines
from rightreasons.sources.opening.folders import is_data, size_of
from rightreasons.sources.opening.sniffing import data_endings, suffix_of
from rightreasons.sources.raw import Beside, Content, Parsed, RawTable
from rightreasons.sources.recipes.inside_text import decoded

MOST_FILES = 12
MOST_CHARACTERS = 20_000_000
FEWEST_LINES = 5
_FEWEST = 2
_MOST_NAMES = 100
_NOT_LINES = ("readme", "license", "licence")


def own_tables(parts: Sequence[tuple[RawTable, Any]]) -> list[tuple[RawTable, Any]]:
    """Return tables without files that are a text each, in a folder of such, if any are left."""
    beside = parts[0][0].beside if parts else None
    folders = [name for name in line_files(beside) if name.endswith("/")] if beside else []
    folders += [name for name in folders_of(beside) if _are_documents(name, beside)] if beside else []
    kept = [part for part in parts if not any(part[0].name.startswith(folder) for folder in folders)]
    return kept if any(not raw.parsed.no_table for raw, _ in kept) else list(parts)


def looks_elsewhere(recipe: Any) -> bool:
    """Return whether a recipe, or a part of it, looks into other files."""
    return bool(_looked_into(recipe))


def others_alike(raw: RawTable, recipe: Any) -> list[RawTable] | None:
    """Return the tables of a folder that are read beside one by a recipe; None where one cannot be read."""
    if raw.beside is None or not is_data(raw.name):  # a database is read whole
        return None
    files = _looked_into(recipe)
    names = [
        name
        for name in raw.beside.names
        if name != raw.name and is_data(name) and not any(_is_of(name, file) for file in files)
    ]
    tables = [table_in(raw.beside, name) for name in names] if len(names) <= MOST_FILES else [None]
    return None if None in tables else [replace(table, beside=raw.beside) for table in tables if table]


def _is_of(name: str, file: str) -> bool:
    """Whether a file is the one looked into, or in the folder that is."""
    return f"/{file}" in f"/{name}" if file.endswith("/") else f"/{name}".endswith(f"/{file}")


def _looked_into(recipe: Any) -> set[str]:
    """Return the files that a recipe looks into."""
    if isinstance(recipe, Mapping):
        own = {str(recipe[key]) for key in ("in_file", "row_of") if key in recipe}
        return own.union(*map(_looked_into, recipe.values()))
    return set().union(*map(_looked_into, recipe)) if isinstance(recipe, list) else set()


def folders_of(beside: Beside) -> list[str]:
    """Return the folders that may be one table, of as many parts or of documents: with `/` at the end."""
    folders: dict[str, list[str]] = {}
    for name in filter(is_data, beside.names):
        folders.setdefault(name.rpartition("/")[0], []).append(name)
    return [
        f"{folder}/"
        for folder, names in folders.items()
        if folder
        and len(names) >= _FEWEST
        and len({suffix_of(name) for name in names}) == 1
        and sum(size_of(beside.load[name]) for name in names) <= MOST_CHARACTERS
    ]


def _are_documents(folder: str, beside: Beside) -> bool:
    """Whether the files of a folder are each one JSON object that is no table."""
    names = [name for name in beside.names if name.startswith(folder)]
    if len(names) < FEWEST_LINES or any(suffix_of(name) != ".json" for name in names):
        return False
    try:
        texts = [beside.text(beside.load[name]()) for name in names[:FEWEST_LINES]]
    except (RightReasonsError, UnicodeDecodeError):
        return False
    documents = [decoded(text) for text in texts]
    fields = [set(each) if isinstance(each, Mapping) else set[str]() for each in documents]
    return bool(set.intersection(*fields)) and all(len(each) <= _MOST_NAMES for each in fields)


def table_of(beside: Beside, folder: str) -> RawTable | None:
    """Return a folder as one table: of its documents, or of the rows of its files; None where it is none."""
    try:
        frame = beside.rows(folder, "file" if _are_documents(folder, beside) else "")
    except (RightReasonsError, pl.exceptions.PolarsError):
        return None
    return None if frame is None else RawTable(folder, Parsed(frame), ())


def table_in(beside: Beside, name: str) -> RawTable | None:
    """Return a file as a table; None where it is none."""
    try:
        return beside.table(beside.load[name]())
    except RightReasonsError:
        return None


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
    return [*plain, *many] if len(plain) + len(many) <= MOST_FILES else []


def _are_texts(names: Sequence[str]) -> bool:
    """Whether many files of one folder may be a text each."""
    return len(names) >= FEWEST_LINES and not any(
        suffix_of(name) in data_endings() - {".txt"} for name in names
    )


def lines_of(beside: Beside, name: str) -> list[str]:
    """Return the lines of a file, or the files of a folder; none of what is no text, or too long."""
    if (
        sum(size_of(loader) for file, loader in beside.load.items() if file.startswith(name))
        > MOST_CHARACTERS
    ):
        return []
    try:
        texts = beside.lines(name) or []
    except RightReasonsError:
        return []
    return texts if sum(map(len, texts)) <= MOST_CHARACTERS and len(texts) >= FEWEST_LINES else []
