"""The name that may have been meant."""

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is nearest to one that is none, or None where none is near.

    Nearness is the ratio of `difflib`, at least .6; of none so near, a name of the same letters in another
    order is meant.
    """
    from difflib import get_close_matches

    names = list(known)
    near = get_close_matches(name, names, n=1)
    letters = sorted(name.lower())
    return next(iter((*near, *(each for each in names if sorted(each.lower()) == letters))), None)
