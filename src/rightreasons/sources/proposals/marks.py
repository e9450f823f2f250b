"""Columns of marks, one a label: radio buttons that are true or false, crosses of a sheet, ones and zeros."""

from collections.abc import Iterator, Sequence

from rightreasons.labels import Label
from rightreasons.sources.proposals.contents import Leaf, Place
from rightreasons.sources.proposals.words import labels_of_meanings, meaning_in_name, parts_of
from rightreasons.sources.recipes.marked import is_mark

_MOST_MARKS = 3
_MOST_COLUMNS = 8
_MOSTLY = 0.6
_LEAST_NEITHER = 0.05


def marked_columns(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield what several columns say together of which one is marked in a row, each called like a label.

    Parameters
    ----------
    leaves
        What stands in the table, lists of votes among it.
    """
    groups: dict[str, list[Leaf]] = {}
    for leaf in leaves:
        plain = leaf.written is None and not leaf.make
        column = leaf.is_column or (plain and leaf.path == leaf.level and leaf.level.count("[]") == 1)
        if column and _are_marks(leaf) and _word(leaf):
            groups.setdefault(leaf.level and "[]", []).append(leaf)
    for group in groups.values():
        meant = labels_of_meanings({leaf.path: _word(leaf) for leaf in group})
        if 1 < len(group) <= _MOST_COLUMNS and len(set(meant.values())) > 1:
            names = {leaf.path: label.value for leaf, label in zip(group, meant.values(), strict=True)}
            yield from _together(group, names)


def _word(leaf: Leaf) -> str:
    """Return what the name of a column of marks says of the label."""
    last = leaf.path.removesuffix("[]").rpartition(".")[2]
    name = last if last != leaf.path and last.lower() not in ("on", "off", "value") else leaf.path
    return meaning_in_name(name.removesuffix(".on")) or meaning_in_name(" ".join(parts_of(name))) or ""


def _are_marks(leaf: Leaf) -> bool:
    return 0 < len(leaf.counts) <= _MOST_MARKS and all(len(text) < 8 for text in leaf.counts)


def _together(group: Sequence[Leaf], names: dict[str, str]) -> Iterator[Leaf]:
    cells: dict[tuple[int, ...], list[str]] = {}
    for leaf in group:
        for at, text in zip(leaf.at, leaf.values, strict=True):
            cells.setdefault(at, []).extend([leaf.path] if is_mark(text) else [])
    yield from _or_neither(group, names, cells)
    one = {at: names[found[0]] for at, found in sorted(cells.items()) if len(found) == 1}
    if len(one) < _MOSTLY * len(cells) or len(set(one.values())) < 2:
        return
    columns = {path.removesuffix("[]"): name for path, name in names.items()}
    level = group[0].level
    path = "marks"
    yield Leaf(
        path,
        tuple(one),
        tuple(one.values()),
        group[0].height,
        level=level,
        written={"marked": columns},
        called="label",
    )


def _or_neither(
    group: Sequence[Leaf], names: dict[str, str], cells: dict[Place, list[str]]
) -> Iterator[Leaf]:
    """Yield flags of entailment and of contradiction as labels, neutral where neither is set."""
    marked = [len(found) for found in cells.values()]
    two = sorted(names.values()) == [Label.CONTRADICTION.value, Label.ENTAILMENT.value]
    if not two or max(marked) > 1 or not _LEAST_NEITHER < marked.count(0) / len(marked) < 1 or group[0].level:
        return
    values = tuple(names[found[0]] if found else Label.NEUTRAL.value for found in cells.values())
    written = {"first": [{"marked": dict(names)}, {"constant": Label.NEUTRAL.value}]}
    yield Leaf("marks", tuple(cells), values, group[0].height, written=written, called="label")
