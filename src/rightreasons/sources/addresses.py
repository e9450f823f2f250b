"""Names that address one DATA of a command: its role, or what its file is called."""

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

_AFTER_NAME = re.compile(r"(\[|:|@).*$")
_LAST_PART = re.compile(r"[/\\!]")


def stem_of(data: object) -> str:
    """Return what DATA is called where an option addresses it: the name of its file without endings."""
    last = _LAST_PART.split(str(data))[-1]
    name = Path(_AFTER_NAME.sub("", last))
    return Path(name.stem).stem if name.suffix in (".gz", ".zip") else name.stem


def names_of(data: Mapping[str, Sequence[object]]) -> set[str]:
    """Return the names that address one DATA, of DATA by their role."""
    return {*data, *(stem_of(each) for several in data.values() for each in several)}


def addressed(text: str, names: Collection[str]) -> tuple[str, str]:
    """Return which DATA a value is for, empty for all, and the value without the name."""
    name, colon, value = text.partition(":")
    return (name, value) if colon and name in names else ("", text)
