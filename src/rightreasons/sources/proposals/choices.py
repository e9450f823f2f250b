"""Several hypotheses in one row, of which a column names the right one by its number or letter."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from rightreasons.labels import Label
from rightreasons.printable import printable
from rightreasons.sources.proposals.composing import Pair, Reading
from rightreasons.sources.proposals.contents import Leaf
from rightreasons.sources.proposals.words import likely_role, meaning_of_word

_BONUS = 4.0
_MOST_CHOICES = 10
_FEWEST = 2


def choice_readings(texts: Sequence[Leaf], leaves: Sequence[Leaf]) -> Iterator[Reading]:
    """Yield the readings in which each of several texts is a hypothesis, and one of them is entailed.

    Parameters
    ----------
    texts
        What may be premise or hypothesis.
    leaves
        What stands in the table.
    """
    for group in _groups(leaves):
        rest = [leaf for leaf in leaves if leaf not in group and not leaf.level]
        for chosen in (leaf for leaf in rest if not leaf.path.endswith("]")):
            names = _names(chosen, group)
            rest = [leaf for leaf in texts if not leaf.level and not _is_of(leaf, group)]
            pairs = [Pair(premise, each) for premise in rest for each in group] if names else []
            for pair in sorted(pairs, key=lambda pair: -pair.score)[:1]:
                yield _reading(pair, group, chosen, names)


def listed_choices(texts: Sequence[Leaf], leaves: Sequence[Leaf]) -> Iterator[Reading]:
    """Yield the readings in which each item of a list is a hypothesis, and another text says which is right.

    Parameters
    ----------
    texts
        What may be premise or hypothesis.
    leaves
        What stands in the table.
    """
    for items in leaves:
        above = items.level.removesuffix("[]")
        if not items.level.endswith("[]") or items.written is not None or items.kind == "number":
            continue
        for chosen in leaves:
            own = {items.path, chosen.path}
            if (
                chosen.written is None
                and not chosen.path.startswith(f"{above}[")
                and _is_above(chosen, above)
                and _is_one_of(chosen, items)
            ):
                rest = [leaf for leaf in texts if _is_above(leaf, above) and leaf.path not in own]
                pairs = sorted((Pair(premise, items) for premise in rest), key=lambda pair: -pair.score)
                yield from (_listed(pair, chosen) for pair in pairs[:1])


def chosen_items(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield the items of lists, of another order in every row, that a letter or position beside them names.

    Parameters
    ----------
    leaves
        What stands in the table.
    """
    for items in leaves:
        if items.level != items.path or items.level.count("[]") != 1 or items.written is not None:
            continue
        lists: dict[int, list[str]] = {}
        for at, text in zip(items.at, items.values, strict=True):
            lists.setdefault(at[0], []).append(text)
        orders = {tuple(each) for each in lists.values()}
        meant = {meaning_of_word(text) for text in items.counts}
        one_set = len({frozenset(each) for each in orders}) == 1
        if len(orders) < _FEWEST or not one_set or None in meant or len(meant) < _FEWEST:
            continue
        for key in leaves:
            own = dict(zip(key.at, key.values, strict=True)) if key.is_column else {}
            places = {at[0]: _position(text) for at, text in own.items()}
            if own and all(-1 < place < len(lists.get(row, ())) for row, place in places.items()):
                values = tuple(lists[at[0]][places[at[0]]] for at in key.at)
                written = {"look_up": key.path, "in": items.level.removesuffix("[]")}
                path = f"{items.path} of {key.path}"
                yield replace(key, path=path, values=values, written=written, called=key.name)


def _position(text: str) -> int:
    """Return which item a letter or number means, from 0; -1 where it is neither."""
    if len(text) == 1 and text in ascii_uppercase:
        return ascii_uppercase.index(text)
    return int(text) if text.isascii() and text.isdecimal() and len(text) == 1 else -1


def _is_above(leaf: Leaf, level: str) -> bool:
    """Whether there is one value for each list at this level."""
    return leaf.level == "" or level.startswith(f"{leaf.level}.") or leaf.level == level


def _is_one_of(chosen: Leaf, items: Leaf) -> bool:
    """Whether every list has several items, of which one is what is chosen."""
    lists: dict[tuple[int, ...], list[str]] = {}
    for at, text in zip(items.at, items.values, strict=True):
        lists.setdefault(at[:-1], []).append(text)
    depth = {len(at) for at in lists}
    own = dict(zip(chosen.at, chosen.values, strict=True))
    return (
        len(own) == len(lists) > 1
        and depth == {len(at) for at in own}
        and all(len(texts) > 1 and texts.count(own.get(at, "")) == 1 for at, texts in lists.items())
    )


def _listed(pair: Pair, chosen: Leaf) -> Reading:
    items = pair.hypothesis
    return Reading(
        {
            "rows": items.level,
            "columns": {
                "premise": pair.premise.value,
                "hypothesis": items.path,
                "label": {"equal": [items.path, chosen.path]},
            },
            "label_map": {"true": Label.ENTAILMENT.value, "false": Label.NON_ENTAILMENT.value},
        },
        f"'{printable(chosen.path, 40)}' is one of '{printable(items.path, 40)}': that one is entailed, the "
        f"others are not; '{printable(pair.premise.path, 40)}' looks like the premise",
        pair.score + _BONUS,
    )


def _is_of(leaf: Leaf, group: Sequence[Leaf]) -> bool:
    """Whether a text is one of a group, or made of it."""
    stem = _stem(group[0].path)
    return leaf in group or leaf.path.startswith(stem) or stem in str(leaf.written)


def _groups(leaves: Sequence[Leaf]) -> Iterator[tuple[Leaf, ...]]:
    """Yield texts whose names differ in a number or letter that counts up."""
    found: dict[str, list[Leaf]] = {}
    for leaf in leaves:
        if not leaf.level and not leaf.make and leaf.kind in ("text", "short text") and _stem(leaf.path):
            found.setdefault(_stem(leaf.path), []).append(leaf)
    for stem, group in found.items():
        marks = [leaf.path.removesuffix("]")[len(stem) :].lower() for leaf in group]
        if (
            1 < len(group) <= _MOST_CHOICES
            and marks in _counting(len(group))
            and likely_role(stem) != "premise"
        ):
            yield tuple(group)


def _stem(path: str) -> str:
    """Return a name without the number, or single letter, that ends it; empty where none does."""
    bare = path.removesuffix("]")
    stem = bare.rstrip("0123456789")
    if stem == bare and len(bare) > 1 and not bare[-2].isalpha():
        stem = bare[:-1]
    return "" if stem == bare else stem


def _counting(size: int) -> list[list[str]]:
    """Return what things are called that are counted."""
    numbers = [[str(at + first) for at in range(size)] for first in (0, 1)]
    return [*numbers, list(ascii_lowercase[:size])]


def _names(chosen: Leaf, group: Sequence[Leaf]) -> list[str]:
    """Return what a column calls each choice; empty where it does not name one in every row."""
    distinct = set(chosen.counts)
    if len(distinct) < 2 or chosen.filled < 1:
        return []
    for names in (*_counting(len(group)), list(ascii_uppercase[: len(group)])):
        if distinct <= set(names) and (len(distinct) == len(names) or len(names) > 3):
            return names
    return []


def _reading(pair: Pair, group: Sequence[Leaf], chosen: Leaf, names: Sequence[str]) -> Reading:
    each: list[Mapping[str, Any]] = [
        {
            "columns": {
                "hypothesis": leaf.value,
                "label": {"equal": [chosen.value, {"constant": name}]},
            }
        }
        for leaf, name in zip(group, names, strict=True)
    ]
    return Reading(
        {
            "columns": {"premise": pair.premise.value},
            "each": each,
            "label_map": {"true": Label.ENTAILMENT.value, "false": Label.NON_ENTAILMENT.value},
        },
        f"'{printable(chosen.path, 40)}' names one of {len(group)} texts ('{printable(group[0].path, 40)}', "
        "...): that one is entailed, the others are not; "
        f"'{printable(pair.premise.path, 40)}' looks like the premise",
        pair.score + _BONUS,
    )
