"""Paths into nested data, ``answers.*.claims[].text``, taken apart into steps.

``.name`` is a field of a record, ``.*`` every field of one, ``[]`` every item of a list, ``[0]`` or ``[-1]``
one of them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_STEP = re.compile(r"\.(?P<every>\*)|\.(?P<name>[^.\[\]]+)|\[(?P<at>-?\d{0,9})\]")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a path.

    Parameters
    ----------
    name
        The field of a record or the column; ``"*"``: every field; ``"[]"``: every item; else empty.
    at
        Position of the one item of a list.
    """

    name: str = ""
    at: int | None = None

    @property
    def many(self) -> bool:
        """Whether one value becomes several."""
        return self in (EVERY_FIELD, EVERY_ITEM)


EVERY_FIELD, EVERY_ITEM = Step("*"), Step("[]")
Steps = tuple[Step, ...]


def natural(name: str) -> tuple[int, int, str]:
    """Return the key by which names are sorted: numbers first, by their value."""
    return (0, int(name), name) if re.fullmatch(r"[0-9]{1,18}", name) else (1, 0, name)


def steps_of(path: str, columns: Sequence[str]) -> Steps:
    """Return the steps of a path; a column may have any name, also one with a point in it.

    Parameters
    ----------
    path
        As written.
    columns
        Columns that the path may begin with.

    Raises
    ------
    ValueError
        If it is no path.
    """
    first = max((name for name in columns if _begins(path, name)), key=len, default="")
    first = first or re.split(r"[.\[]", path, maxsplit=1)[0]
    steps, at = [Step(first)], len(first)
    while at < len(path):
        found = _STEP.match(path, at)
        if found is None or not first:
            raise ValueError(f"no path from '{path[at:]}' on")
        steps.append(_step(found))
        at = found.end()
    return tuple(steps)


def _begins(path: str, name: str) -> bool:
    return path == name or (path.startswith(name) and path[len(name)] in ".[")


def _step(found: re.Match[str]) -> Step:
    if found["every"]:
        return EVERY_FIELD
    if found["name"]:
        return Step(found["name"])
    return Step(at=int(found["at"])) if found["at"] else EVERY_ITEM
