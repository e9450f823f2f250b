"""Items that two values name together: a page and the number of its sentence, a report and its section."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rightreasons.sources.proposals.contents import Leaf, Place
from rightreasons.sources.proposals.joined_columns import together
from rightreasons.sources.proposals.words import likely_role
from rightreasons.sources.raw import RawTable
from rightreasons.sources.recipes.look_ups import items_held

_FEWEST = 2
_MOSTLY = 0.9
_HIGHEST = 5_000
_MOST_ROWS = 20_000
_COMPARED = 50
_MOST_KEYS = 4
Held = Mapping[str, Mapping[str, str]]


def items_named(
    name: str, other: RawTable, keys: Sequence[tuple[Leaf, Leaf]], leaves: Sequence[Leaf]
) -> Iterator[Leaf]:
    """Yield what a value beside a key names of what the key leads to in another table.

    Parameters
    ----------
    name
        What recipes call the other table.
    other
        The table.
    keys
        Values of this table, each with the column of the other whose rows they name.
    leaves
        What stands in this table.
    """
    columns = dict(_of_items(other)) if keys and other.parsed.frame.height <= _MOST_ROWS else {}
    for own, key in keys:
        names = other.parsed.frame[key.path].cast(str, strict=False).to_list()
        for take, held in columns.items():
            by_key: Held = dict(zip(names, held, strict=True))
            for item in leaves:
                if made := _named(own, item, by_key):
                    written = {"look_up": own.value, "item": item.value, "in_file": name, "by": key.path}
                    stem = name.rstrip("/").rpartition("/")[2].partition(".")[0]
                    path = f"{own.path}.{stem}.{take} of {item.path}"
                    called = own.name if likely_role(own.name) == "premise" else take
                    yield replace(made, path=path, written={**written, "take": take}, make={}, called=called)


def of_several_keys(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield what several keys of a row lead to in one place, of which some rows have fewer, as one text.

    Parameters
    ----------
    leaves
        What was found by keys.
    """
    groups: dict[str, list[Leaf]] = {}
    for leaf in leaves:
        if isinstance(leaf.written, Mapping) and "in_file" in leaf.written and not leaf.level:
            place = {name: each for name, each in leaf.written.items() if name != "look_up"}
            groups.setdefault(json.dumps(place), []).append(leaf)
    for group in groups.values():
        full = [leaf for leaf in group if leaf.filled == 1]
        if 1 < len(group) <= _MOST_KEYS and full and len(full) < len(group):
            name = " and ".join(leaf.path for leaf in group)
            whole = together(name, [*full, *(leaf for leaf in group if leaf not in full)])
            yield replace(whole, called=full[0].name)


def _of_items(other: RawTable) -> Iterator[tuple[str, Sequence[Mapping[str, str]]]]:
    """Yield the columns that hold lists, records or numbered lines, by what recipes call them."""
    for name in other.columns:
        values = other.parsed.frame[name].to_list()
        held = [items_held(value) for value in values]
        if sum(len(each) >= _FEWEST for each in held[:_COMPARED]) >= _MOSTLY * min(len(held), _COMPARED):
            yield name, held


def _named(own: Leaf, item: Leaf, by_key: Held) -> Leaf | None:
    """Return the items that values beside keys name, where nearly all of them are there."""
    if item is own or len(item.counts) < _FEWEST or item.make or not _belongs(own, item):
        return None
    numbers = item.numbers
    if numbers and (min(numbers) < 0 or max(numbers) > _HIGHEST or any(number % 1 for number in numbers)):
        return None
    deeper, other = (item, own) if len(item.at[0]) > len(own.at[0]) else (own, item)
    depth = len(other.at[0])
    beside = dict(zip(other.at, other.values, strict=True))
    found: list[tuple[Place, str]] = []
    missing = 0
    for at, value in zip(deeper.at, deeper.values, strict=True):
        if at[:depth] not in beside:
            continue
        key, chosen = (value, beside[at[:depth]]) if deeper is own else (beside[at[:depth]], value)
        text = by_key.get(key, {}).get(chosen, "")
        missing += not text
        if text:
            found.append((at, text))
    if missing > (1 - _MOSTLY) * (len(found) + missing) or not found:
        return None
    height = own.height
    return replace(
        deeper, at=tuple(at for at, _ in found), values=tuple(text for _, text in found), height=height
    )


def _belongs(own: Leaf, item: Leaf) -> bool:
    """Whether two values stand in the same record or list, or one above the other."""
    one, other = sorted((own, item), key=lambda leaf: len(leaf.level))
    return other.level.startswith(one.level) and bool(own.at) and bool(item.at)
