"""Which three files make up a line-aligned triple: s1.NAME, s2.NAME and labels.NAME in one folder."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

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
