"""How DATA is named: a path, a line-aligned triple, a hub name, or a YAML file that lists several."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from rightreasons.errors import OptionError, RightReasonsError, UnreadableFileError
from rightreasons.guarded_yaml import guarded_yaml
from rightreasons.labels import parse_label_map
from rightreasons.printable import printable, quoted
from rightreasons.sources.compression import load, missing
from rightreasons.sources.options import ReadOptions, parse_columns
from rightreasons.sources.sniffing import COMPRESSED, data_endings

# Splits by name: what a file name tells, and which spellings mean the same.


_SPLITS = {
    "train": "train", "training": "train",
    "dev": "dev", "development": "dev",
    "validation": "validation", "valid": "validation", "val": "validation",
    "test": "test", "testing": "test",
}  # fmt: skip
_WORDS = re.compile(r"[A-Za-z]+")


def split_in(name: str) -> str | None:
    """Return the split that a path tells (train, dev, validation, test), its last part first."""
    for part in reversed(name.split("/")):
        for word in _WORDS.findall(part):
            if word.lower() in _SPLITS:
                return _SPLITS[word.lower()]
    return None


def same_split(one: str, other: str) -> bool:
    """Whether two names mean the same split; ``dev`` and ``validation`` are one."""
    return _key(one) == _key(other)


def _key(name: str) -> str:
    split = _SPLITS.get(name.lower(), name)
    return "validation" if split == "dev" else split


# Which three files make up a line-aligned triple: s1.NAME, s2.NAME and labels.NAME in one folder.


PARTS = ("s1", "s2", "labels")
_PART = re.compile(r"(?P<folder>(.*/)?)(s1|s2|labels)\.(?P<rest>[^/]+)")


@dataclass(frozen=True, slots=True)
class Triple:
    """A line-aligned triple.

    Parameters
    ----------
    folder
        The folder of its files, ``""`` or ending in ``/``.
    rest
        What follows ``s1.``, ``s2.`` and ``labels.`` in their names.
    """

    folder: str
    rest: str

    @property
    def files(self) -> tuple[str, ...]:
        """Names of the files of premises, hypotheses and labels."""
        return tuple(f"{self.folder}{part}.{self.rest}" for part in PARTS)

    @property
    def name(self) -> str:
        """The folder and what the files have in common."""
        return f"{self.folder}{self.rest.removesuffix('.gz')}"


def triple_of(path: Path) -> Triple | None:
    """Return the triple that `path` names, as one of its files or as its prefix; None if there is none."""
    folder = f"{path.parent.as_posix()}/"
    match = _PART.fullmatch(path.name)
    rests = [match["rest"]] if match else [path.name, f"{path.name}.gz"]
    for rest in rests:
        triple = Triple(folder, rest)
        if all(Path(file).is_file() for file in triple.files):
            return triple
    return None


def triples_among(names: Collection[str]) -> list[Triple]:
    """Return the complete triples among the names of files."""
    there = set(names)
    found = {
        Triple(match["folder"], match["rest"]): None
        for name in sorted(there)
        if (match := _PART.fullmatch(name)) is not None
    }
    return [triple for triple in found if there.issuperset(triple.files)]


# How DATA is spelled: a path, a line-aligned prefix, or a hub name, each with an optional split.


_SPELLING = re.compile(
    r"(?P<base>[^\[\]]+?)(\[(?P<config>[^\[\]]+)\])?(:(?P<split>[\w.+-]+))?(@(?P<revision>[\w./-]+))?"
)
_HUB = re.compile(r"\w[\w.-]*/\w[\w.-]*")
_OTHER_ENDINGS = (*COMPRESSED, ".zip", ".yaml", ".yml")


STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class Member:
    """One member of a zip, or one sheet of a workbook.

    Parameters
    ----------
    path
        The file.
    name
        The member: what follows ``!``.
    """

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class HubName:
    """A dataset on the Hugging Face hub.

    Parameters
    ----------
    repository
        ``owner/name``.
    config, split, revision
        As in ``owner/name[config]:split@revision``; None where not stated.
    """

    repository: str
    config: str | None = None
    split: str | None = None
    revision: str | None = None

    def __str__(self) -> str:
        config = f"[{self.config}]" if self.config else ""
        split = f":{self.split}" if self.split else ""
        revision = f"@{self.revision}" if self.revision else ""
        return f"{self.repository}{config}{split}{revision}"


def parse_name(text: str, folder: Path | None = None) -> tuple[Path | Member | HubName, str | None]:
    """Return where the data are, and the split that is asked for.

    Parameters
    ----------
    text
        DATA as spelled by the user.
    folder
        Where relative paths start; None is the current folder.

    Raises
    ------
    FileMissingError
        If there is no such file and it is no hub name.
    OptionError
        If a file is given a config or a revision.
    """
    start = folder or Path()
    if _is_there(start / text):
        return start / text, None
    archive, mark, member = text.partition("!")
    if mark and member and (start / archive).is_file():
        return Member(start / archive, member), None
    match = _SPELLING.fullmatch(text)
    if match is None:
        raise missing(text)
    base, config, split, revision = match.group("base", "config", "split", "revision")
    if _is_there(start / base):
        if config or revision:
            raise OptionError(
                f"'{printable(text)}'", "no [config] and no @revision after a path", "leave it out"
            )
        return start / base, split
    endings = (*data_endings(), *_OTHER_ENDINGS)
    if not _HUB.fullmatch(base) or base.lower().endswith(endings) or (start / base).parent.is_dir():
        raise missing(text)
    return HubName(base, config, split, revision), split


def _is_there(path: Path) -> bool:
    try:
        return path.exists() or triple_of(path) is not None
    except (OSError, ValueError):  # a name longer than any file's
        return False


# A YAML file that lists data, each with its path, format, columns, label map and split.


ENDINGS = (".yaml", ".yml")
_OF_THE_WHOLE = ("on_duplicate", "limit", "name")
_KEYS = ("path", *(each.name for each in fields(ReadOptions) if each.name not in _OF_THE_WHOLE))
_PARSERS: Mapping[str, Callable[[str], Mapping[str, Any]]] = {
    "columns": parse_columns,
    "label_map": parse_label_map,
}
_EXAMPLE = (
    "write `files:` and under it entries such as `- {path: dev.tsv, columns: {label: gold}, split: dev}`"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of a listing.

    Parameters
    ----------
    path
        Where it is, spelled as any DATA; a path is found from the folder of the listing.
    options
        How it is read.
    split
        Which split it is, or, where it holds several, which is read; None takes it as it is.
    """

    path: str
    options: ReadOptions
    split: str | None = None


def read_listing(path: Path, options: ReadOptions) -> tuple[str | None, tuple[Entry, ...]]:
    """Return what a YAML data file calls the data, and its files; what these state goes before `options`.

    Raises
    ------
    UnreadableFileError
        If it is not YAML.
    OptionError
        If it says something that is no option of an entry.
    """
    content = load(path)
    try:
        document = guarded_yaml(content.data)
    except ValueError as error:
        raise UnreadableFileError(
            f"{printable(path.name)} is not valid YAML ({error})", "a YAML file of data", _EXAMPLE
        ) from None
    outer = document if isinstance(document, Mapping) else {"files": document}
    unknown = tuple(str(key) for key in outer if key not in {"name", "files"})
    entries = outer.get("files")
    if unknown or not isinstance(entries, list) or not entries:
        raise OptionError(
            f"{printable(path.name)} {_found(unknown)}", "`files:` with a list, and `name:`", _EXAMPLE
        )
    name = outer.get("name")
    return None if name is None else str(name), tuple(_entry(path, item, options) for item in entries)


def _found(unknown: tuple[str, ...]) -> str:
    return f"has the keys {quoted(unknown)}" if unknown else "lists no files"


def _entry(listing: Path, item: Any, options: ReadOptions) -> Entry:
    entry = {"path": item} if isinstance(item, str) else item
    if not isinstance(entry, Mapping) or not isinstance(entry.get("path"), str) or set(entry) - set(_KEYS):
        raise OptionError(
            f"the entry {printable(str(item), 120)} of {printable(listing.name)}",
            f"a path, or keys among {', '.join(_KEYS)}",
            _EXAMPLE,
        )
    changes: dict[str, Any] = {
        str(key): value for key, value in entry.items() if key != "path" and value is not None
    }
    try:
        for key, parse in _PARSERS.items():
            if key in changes:
                changes[key] = parse(changes[key]) if isinstance(changes[key], str) else dict(changes[key])
        split = changes.pop("split", None)
        return Entry(entry["path"], replace(options, **changes), None if split is None else str(split))
    except (TypeError, AttributeError, ValueError) as error:
        raise OptionError(
            f"the entry {printable(str(item), 120)} of {printable(listing.name)} ({printable(str(error))})",
            "values of the right kind",
            _EXAMPLE,
        ) from None
    except RightReasonsError as error:
        raise type(error)(
            f"{error.found} in {printable(listing.name)}", error.expected, error.remedy
        ) from None
