"""The shortcuts of a family by its name, with the options that it has of those given."""

from inspect import signature
from pathlib import Path
from typing import Any

from rightreasons.errors import OptionError
from rightreasons.printable import printable
from rightreasons.shortcuts import SHORTCUT_FAMILIES, is_family, is_mined
from rightreasons.shortcuts.shortcut import Shortcuts
from rightreasons.sources.read import table_of


def shortcuts_of(name: str, train: Any = None, **options: Any) -> Shortcuts:
    """Return the shortcuts of a family, or one of them.

    Parameters
    ----------
    name
        ``FAMILY``, as in the registry, or ``FAMILY:KEY``; of a family that reads a file ``FAMILY:FILE``.
    train
        Where they are mined, if they are, as `read_pairs` takes it; rows without gold are left out.
    **options
        ``tokenisation``, ``threshold``, ``min_count``, ...: a family takes those that it has.

    Raises
    ------
    UnknownNameError
        If there is no such family, or no such shortcut in it.
    OptionError
        If it is mined in training data and there are none, or what it returns are no shortcuts.
    RightReasonsError
        If nothing can be mined in these data.

    Examples
    --------
    >>> [shortcut.key for shortcut in shortcuts_of("negation")]
    ['negation']
    """
    family, _, key = name.partition(":")
    make = SHORTCUT_FAMILIES.load(family)
    if train is None and is_mined(family):
        raise OptionError(
            f"shortcuts of the family '{printable(family)}' without training data",
            "the data that they are mined in",
            "give --train, or choose another family",
        )
    reads_file = "file" in signature(make).parameters
    given = {"train": None if train is None else table_of(train).with_gold(), "file": key, **options}
    found = make(**{name: given[name] for name in signature(make).parameters if name in given})
    if not isinstance(found, Shortcuts):
        raise OptionError(
            f"the family '{printable(family)}' returns {printable(type(found).__name__)}",
            "Shortcuts",
            "correct the plug-in",
        )
    return Shortcuts.of(family, found.called(key)) if key and not reads_file else found


def file_of(name: str) -> Path | None:
    """Return the file that ``FAMILY:FILE`` names; None of a family that reads none."""
    family, _, key = name.partition(":")
    if not key or not is_family(name):
        return None
    return Path(key) if "file" in signature(SHORTCUT_FAMILIES.load(family)).parameters else None
