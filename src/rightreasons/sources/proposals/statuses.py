"""What says that a row or an answer does not count: cancelled, discarded, rejected, left as a draft.

Exports of annotation tools keep such rows beside the others. A column or field is a status where its name is
one (``status``, ``answer``, ``was_cancelled``) and its values are words of both kinds, or true and false. A
reading is proposed with the rows that count first; nothing is read unasked where some do not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rightreasons.pairs import ANNOTATORS
from rightreasons.printable import printable, quoted
from rightreasons.sources.proposals.composing import Reading
from rightreasons.sources.proposals.contents import Leaf
from rightreasons.sources.proposals.words import bare, has_part, parts_of, word_in

_TRUE, _FALSE = {"true", "1", "1.0", "yes"}, {"false", "0", "0.0", "no"}


@dataclass(frozen=True)
class Status:
    """A field of which some values say that what stands beside them counts, and others that it does not.

    Parameters
    ----------
    leaf
        The field.
    counts
        Values of what counts, as they are found.
    """

    leaf: Leaf
    counts: tuple[str, ...]


def statuses(leaves: Sequence[Leaf]) -> list[Status]:
    """Return the fields that say what counts.

    Parameters
    ----------
    leaves
        What stands in the table.
    """
    found = [(leaf, status_of(leaf.name, list(leaf.counts))) for leaf in leaves if leaf.written is None]
    return [Status(leaf, counts) for leaf, counts in found if counts]


def status_of(name: str, values: Sequence[str]) -> tuple[str, ...]:
    """Return the values that say that a row counts; none where they are not of both kinds.

    Parameters
    ----------
    name
        What the field is called.
    values
        Its distinct values.
    """
    words = {text: bare(text).lower() for text in values if text.strip()}
    if set(words.values()) <= _TRUE | _FALSE:
        flag = parts_of(name)[-1:]  # `was_cancelled`, but not `cancelled_annotations`
        out, kept = (has_part("".join(flag), kind) for kind in ("says_not_counted", "says_counted"))
        good = _FALSE if out else _TRUE if kept else set[str]()
    elif has_part(name, "status") or parts_of(name) == ("answer",):
        good = {word for word in words.values() if word_in(word, "counted")}
        if any(word not in good and not word_in(word, "not_counted") for word in words.values()):
            return ()
    else:
        return ()
    counts = tuple(text for text, word in words.items() if word in good)
    return counts if len(counts) < len(words) else ()


def that_count(readings: Sequence[Reading], leaves: Sequence[Leaf]) -> list[Reading]:
    """Return readings of the rows that count, before those of all rows, where a column says which do.

    Parameters
    ----------
    readings
        The readings.
    leaves
        What stands in the table.
    """
    found = [each for each in statuses(leaves) if not each.leaf.level]
    return (
        [more for each in readings for more in (*_of_status(each, found), each)] if found else list(readings)
    )


def _of_status(reading: Reading, found: Sequence[Status]) -> list[Reading]:
    own = [each for each in found if each.leaf.path not in str(reading.recipe.get("columns"))]
    votes = reading.recipe.get("columns", {}).get(ANNOTATORS)
    of_votes = isinstance(votes, Mapping) and "keep" in votes  # what counts is said of each
    if not own or of_votes or "only" in reading.recipe or "together" in reading.recipe:
        return []
    groups = {_group(each.leaf, reading): each for each in own}
    said = ", ".join(
        f"'{printable(each.leaf.path, 40)}' is {quoted(each.counts, 40)}" for each in groups.values()
    )
    recipe = {
        **reading.recipe,
        "groups": {
            **reading.recipe.get("groups", {}),
            **{name: each.leaf.value for name, each in groups.items()},
        },
        "only": {name: list(each.counts) for name, each in groups.items()},
    }
    because = f"{reading.because}; rows count of which {said}, others are left out"
    return [replace(reading, recipe=recipe, because=because, score=reading.score + 0.01)]


def _group(leaf: Leaf, reading: Reading) -> str:
    """Return what a status is called among the columns of a recipe."""
    name = leaf.path.rpartition(".")[2]
    return f"{name}_status" if name in reading.recipe.get("columns", {}) else name
