"""What was changed from one text into another that differs by a few words, in one name."""

from collections import Counter
from collections.abc import Collection, Sequence

CHANGES = ("order", "number", "negation", "added", "replaced")
"""The kinds of change, the most special first."""


def named_change(
    one: Sequence[str], other: Sequence[str], numbers: Collection[str], negations: Collection[str]
) -> str | None:
    """Return what differs between the tokens of two texts; which of the two comes first does not matter.

    Parameters
    ----------
    one, other
        The tokens, in lower case.
    numbers, negations
        Words in lower case by which a change is told to be one of a number, or of a negation. What starts
        with a digit is a number too.

    Returns
    -------
    str | None
        ``order``: the same tokens in another order; ``number``, ``negation``: a token that only one text has
        is one; ``added``: one text has tokens more, and lacks none; ``replaced``: any other. None of equal
        texts.
    """
    if list(one) == list(other):
        return None
    first, second = Counter(one), Counter(other)
    lost, gained = first - second, second - first
    changed = {*lost, *gained}
    if not changed:
        return "order"
    if any(token[:1].isdigit() or token in numbers for token in changed):
        return "number"
    if any(token in negations for token in changed):
        return "negation"
    return "replaced" if lost and gained else "added"
