"""The file that may have been meant by a path where nothing is."""

import os
from difflib import SequenceMatcher
from itertools import islice
from pathlib import Path

_MOST_NAMES = 5_000
_LEAST_ALIKE = 0.75


def nearby(path: Path) -> Path | None:
    """Return what stands beside a path with almost the same name, or with the same name and another ending.

    Parameters
    ----------
    path
        Where nothing is. What is returned is in the same folder, as it was typed.
    """
    try:
        with os.scandir(path.parent) as entries:
            names = sorted(each.name for each in islice(entries, _MOST_NAMES) if each.name[0] != ".")
    except OSError:
        return None
    alike = {name: _likeness(path.name, name) for name in names}
    best = max(names, key=lambda name: alike[name], default=None)
    return path.with_name(best) if best is not None and alike[best] >= _LEAST_ALIKE else None


def _likeness(one: str, other: str) -> float:
    """Return how alike two names are, from 0 to 1; 1 where only the ending differs."""
    if Path(one).stem == Path(other).stem:
        return 1.0
    return SequenceMatcher(None, one.casefold(), other.casefold()).ratio()
