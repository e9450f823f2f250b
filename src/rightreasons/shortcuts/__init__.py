"""Shortcuts over a pair: rules that point to a label without either sentence being understood."""

from rightreasons.registry import Registry, required

SHORTCUT_FAMILIES = Registry(
    "shortcut_family",
    (__name__,),
    first=("patterns", "words", "overlap", "overlap_heuristics", "negation", "lengths", "word_pairs"),
)
"""Functions that return the `Shortcuts` of a family; those with a parameter `train` mine them there."""


def is_family(name: str) -> bool:
    """Return whether a name is ``FAMILY``, or ``FAMILY:KEY`` for one of its shortcuts."""
    return name.partition(":")[0] in SHORTCUT_FAMILIES


def is_mined(name: str) -> bool:
    """Return whether the shortcuts of a family are mined in training data; read from its source."""
    target = SHORTCUT_FAMILIES.targets().get(name.partition(":")[0])
    return target is not None and "train" in required(target)
