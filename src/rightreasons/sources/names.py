"""How DATA is named: a path, a line-aligned triple, a hub name, or a YAML file that lists several."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rightreasons.errors import OptionError, RecipeError, UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.compression import load, missing
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.recipes.places import Place
from rightreasons.sources.recipes.recipe import Recipe, parsed_recipe, read_document
from rightreasons.sources.sniffing import COMPRESSED, data_endings

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
    """Return what a YAML data file calls the data, and its files.

    What `options` state goes before what it states for a file, and this before what it states for all.

    Raises
    ------
    UnreadableFileError
        If it is not YAML.
    RecipeError
        If it breaks the form of recipes; with the line.
    """
    try:
        document, place = read_document(load(path).data, path.name)
    except RecipeError as error:
        raise UnreadableFileError(error.found, "a YAML file of data", _EXAMPLE) from None
    outer = place.mapping({"files": document} if isinstance(document, list) else document)
    whole = parsed_recipe(outer, place, listing=True)
    files = outer.get("files")
    if not isinstance(files, list) or not files:
        raise place.error(
            "no files", "`files:` with a list, and `name:`", f"{_EXAMPLE}, or give it with --recipe"
        )
    at = place.at("files") if "files" in (document if isinstance(document, dict) else {}) else place
    name = outer.get("name")
    entries = tuple(_entry(item, at.at(number), whole, options) for number, item in enumerate(files))
    return None if name is None else str(name), entries


def _entry(item: Any, place: Place, whole: Recipe, options: ReadOptions) -> Entry:
    entry = place.mapping({"path": item} if isinstance(item, str) else item)
    if not isinstance(entry.get("path"), str):
        raise place.error("a file without a path", "its path", _EXAMPLE)
    own = {key: each for key, each in entry.items() if key not in ("path", "split") and each is not None}
    recipe = parsed_recipe(own, place).over(whole)
    split = entry.get("split")
    resolved = replace(options, recipe=recipe, split=None).resolved()
    return Entry(entry["path"], resolved, None if split is None else str(split))


def distinct_names(names: Sequence[str], form: str = "{} ({})") -> list[str]:
    """Return the names, each that occurs again with its number put in by `form`."""
    seen: Counter[str] = Counter()
    result = []
    for name in names:
        seen[name] += 1
        result.append(name if seen[name] == 1 else form.format(name, seen[name]))
    return result
