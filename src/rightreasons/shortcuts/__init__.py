"""Shortcuts over a pair: rules that point to a label without either sentence being understood."""

from rightreasons.registry import Registry

SHORTCUT_FAMILIES = Registry("shortcut_family", (__name__,))
"""Functions that give the `Shortcuts` of one family, of training pairs where they ask for some."""
