"""Minimal changes of supported claims: another number, another name, the reverse, the negation.

A rule is a function ``(premise, claim, random) -> Change``; it raises `LeftOutError` where it is not sure of
the label.
"""

from rightreasons.registry import Registry

CHANGES = Registry("change", (__name__,))
