"""A YAML file that lists data, each with its path, format, columns, label map and split."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rightreasons.errors import OptionError, RightReasonsError, UnreadableFileError
from rightreasons.labels import parse_label_map
from rightreasons.printable import printable, quoted
from rightreasons.sources.compression import load
from rightreasons.sources.options import ReadOptions, parse_columns

ENDINGS = (".yaml", ".yml")
_KEYS = (
    "path",
    "format",
    "columns",
    "label_map",
    "split",
    "on_missing_gold",
    "on_malformed",
    "gold",
    "premise_join",
    "encoding",
    "quoting",
)
_EXAMPLE = (
    "write `files:` and under it entries such as `- {path: dev.tsv, columns: {label: gold}, split: dev}`"
)

# YAML parsers take time that grows with the square of the depth.
_MOST_BYTES = 64 * 2**10
_MOST_BRACKETS = 1_000


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


@dataclass(frozen=True, slots=True)
class Listing:
    """What a YAML data file says.

    Parameters
    ----------
    name
        What it calls the data; None if it does not.
    entries
        Its files.
    """

    name: str | None
    entries: tuple[Entry, ...]


def read_listing(path: Path, options: ReadOptions) -> Listing:
    """Read a YAML data file; what an entry says goes before `options`.

    Raises
    ------
    UnreadableFileError
        If it is not YAML.
    OptionError
        If it says something that is no option of an entry.
    """
    import yaml

    content = load(path)
    if len(content.data) > _MOST_BYTES or sum(map(content.data.count, (b"[", b"{"))) > _MOST_BRACKETS:
        raise UnreadableFileError(
            f"{printable(path.name)} is too large or too deep", "a short list", _EXAMPLE
        )
    try:
        document = yaml.safe_load(content.data)
    except (yaml.YAMLError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise UnreadableFileError(
            f"{printable(path.name)} is not valid YAML ({printable(str(error), 120)})",
            "a YAML file of data",
            _EXAMPLE,
        ) from None
    outer = document if isinstance(document, Mapping) else {"files": document}
    unknown = tuple(str(key) for key in outer if key not in {"name", "files"})
    entries = outer.get("files")
    if unknown or not isinstance(entries, list) or not entries:
        raise OptionError(
            f"{printable(path.name)} {_found(unknown)}", "`files:` with a list, and `name:`", _EXAMPLE
        )
    name = outer.get("name")
    return Listing(
        None if name is None else str(name), tuple(_entry(path, item, options) for item in entries)
    )


def _found(unknown: tuple[str, ...]) -> str:
    return f"has the keys {quoted(unknown)}" if unknown else "lists no files"


def _entry(listing: Path, item: Any, options: ReadOptions) -> Entry:
    said = {"path": item} if isinstance(item, str) else item
    if not isinstance(said, Mapping) or not isinstance(said.get("path"), str) or set(said) - set(_KEYS):
        raise OptionError(
            f"the entry {printable(str(item), 120)} of {printable(listing.name)}",
            f"a path, or keys among {', '.join(_KEYS)}",
            _EXAMPLE,
        )
    changes: dict[str, Any] = {
        str(key): value for key, value in said.items() if key != "path" and value is not None
    }
    try:
        if "columns" in changes:
            changes["columns"] = _columns(changes["columns"])
        if "label_map" in changes:
            changes["label_map"] = _label_map(changes["label_map"])
        split = changes.pop("split", None)
        return Entry(said["path"], replace(options, **changes), None if split is None else str(split))
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


def _columns(said: Any) -> dict[str, str]:
    return (
        parse_columns(said)
        if isinstance(said, str)
        else {str(role): str(name) for role, name in said.items()}
    )


def _label_map(said: Any) -> Mapping[Any, Any]:
    return parse_label_map(said) if isinstance(said, str) else dict(said)
