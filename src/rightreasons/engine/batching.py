"""Length-sorted, token-budgeted batches, and a function applied to them in threads, a few ahead."""

from collections.abc import Sequence


def token_budgeted(lengths: Sequence[int], budget: int) -> list[list[int]]:
    """Divide items into batches that hold at most `budget` tokens, padding included.

    Parameters
    ----------
    lengths
        Tokens of each item.
    budget
        Tokens of a batch: its longest item times the number of its items. An item that is longer has a batch
        of its own.

    Returns
    -------
    list of list of int
        Indices of the items, each once: the longest items first, so that a batch that does not fit into
        memory is found out at once; items of the same length in their own order.
    """
    batches: list[list[int]] = []
    for item in sorted(range(len(lengths)), key=lambda place: -lengths[place]):
        if batches and lengths[batches[-1][0]] * (len(batches[-1]) + 1) <= budget:
            batches[-1].append(item)
        else:
            batches.append([item])
    return batches
