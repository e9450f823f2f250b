"""What stands in a table: every path that leads to texts, numbers or labels, as far as some rows show it."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from rightreasons.labels import read_labels
from rightreasons.sources.proposals.samples import some_rows
from rightreasons.sources.proposals.varying_keys import keys_vary
from rightreasons.sources.proposals.words import (
    bare,
    has_part,
    last_name,
    likely_role,
    meaning_of_word,
)
from rightreasons.sources.python_values import as_text
from rightreasons.sources.raw import HIDDEN, RawTable
from rightreasons.sources.recipes.inside_text import decoded
from rightreasons.text.unspaced import UNSPACED

MOST_ROWS = 5_000
_MOST_BYTES = 4_000_000
_MOST_COLUMNS = 500
_MOST_CATEGORIES = 20
_LONGEST_CATEGORY = 60
_COMPARED = 20
_LEAST_SHARES = 4
_MOST_FIELDS = 6
_WORDS_OF_A_TEXT, _WORDS_OF_A_LABEL = 4, 6
_MOST_ITEMS = 500
ANY = " (any)"
"""What is added to the path of a list for whether it holds anything."""
_WORD = re.compile(r"\w+")
_UNSPACED = re.compile(f"[{UNSPACED}]")
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?(\s?%)?", re.IGNORECASE)
Place = tuple[int, ...]
_Found = list[tuple[Place, Any]]


@dataclass(frozen=True, eq=False)
class Leaf:
    """Values that one path leads to.

    Parameters
    ----------
    path
        As recipes write it; what it is called where `written` is something else.
    at
        Where each value stands: its row, and its position in each list or record gone through.
    values
        The values, as text.
    height
        Rows looked at.
    level
        The path up to its last ``[]`` or ``.*``; empty where a row has one value.
    written
        What a recipe says for it; None: the path.
    make
        Values that the recipe makes beforehand, by name.
    pieces
        Mean size of the texts that it is joined of; 0 where it is not.
    called
        What says what it is, where that is not in the path: the role in a record of a list.
    """

    path: str
    at: tuple[Place, ...]
    values: tuple[str, ...]
    height: int
    level: str = ""
    written: Any = None
    make: Mapping[str, Any] = field(default_factory=dict)
    pieces: float = 0.0
    called: str = ""

    @property
    def value(self) -> Any:
        """What a recipe says for it."""
        return self.path if self.written is None else self.written

    @property
    def is_column(self) -> bool:
        """Whether it is a column of the table as it is."""
        return self.written is None and not self.level and not self.make

    @property
    def name(self) -> str:
        """The name that says what it is."""
        return self.called or last_name(self.path)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """All values, those of white space left out."""
        return tuple(text for text in self.values if text.strip())

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How often each value occurs."""
        found: dict[str, int] = {}
        for text in self.texts:
            found[text] = found.get(text, 0) + 1
        return found

    @cached_property
    def filled(self) -> float:
        """Share of the rows that have a value."""
        full = {place[0] for place, text in zip(self.at, self.values, strict=True) if text.strip()}
        return len(full) / self.height if self.height else 0.0

    @cached_property
    def size(self) -> float:
        """Mean number of words; where words are not separated by spaces two characters count as one."""
        return sum(map(size_of, self.texts)) / len(self.texts) if self.texts else 0.0

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        """The values as numbers; empty if one is none."""
        if not all(_NUMBER.fullmatch(text) for text in self.counts):
            return ()
        return tuple(float(text.rstrip(" %")) for text in self.texts)

    @cached_property
    def kind(self) -> str:
        """What it holds: nothing, number, category, text, or short text."""
        distinct, n = len(self.counts), len(self.texts)
        if not n:
            return "nothing"
        short = max(map(len, self.counts)) <= _LONGEST_CATEGORY
        repeats = distinct <= _MOST_CATEGORIES and (distinct <= max(2, n / 3) or self.says_labels)
        if self._is_share:
            return "number"
        if short and repeats and (self.size < 4 or distinct < n / 4 or self.says_labels):
            return "category"
        if self.numbers:
            return "number"
        return "text" if self.size >= 2.5 else "short text"

    @property
    def _is_share(self) -> bool:
        """Whether numbers have decimals, and are more than a few: shares of votes, not codes."""
        return len(self.counts) >= _LEAST_SHARES and any(number % 1 for number in self.numbers)

    @cached_property
    def says_labels(self) -> bool:
        """Whether all its values are known spellings of two or more labels, or words for them."""
        if not 1 < len(self.counts) <= _MOST_CATEGORIES or any(self.size_over_most):
            return False
        meant = {meaning_of_word(text) for text in self.counts}
        known = not read_labels(self.counts).unknown or not read_labels(map(bare, self.counts)).unknown
        return known or (None not in meant and len(meant) > 1)

    @property
    def size_over_most(self) -> Iterator[bool]:
        """Whether each distinct value has more words than a label."""
        return (size_of(text) > _WORDS_OF_A_LABEL for text in self.counts)

    @property
    def repeats(self) -> float:
        """How often a value occurs on average."""
        return len(self.texts) / len(self.counts) if self.counts else 0.0


def size_of(text: str) -> float:
    """Return the number of words, two characters of writing without spaces counted as one."""
    unspaced = len(_UNSPACED.findall(text))
    return unspaced / 2 + (len(_WORD.findall(_UNSPACED.sub(" ", text))) if unspaced else len(text.split()))


def aligned(*leaves: Leaf) -> Iterator[tuple[str, ...]]:
    """Yield the values of leaves that belong together; those of a higher level with each below them."""
    depths = [len(leaf.at[0]) if leaf.at else 1 for leaf in leaves]
    found = [dict(zip(leaf.at, leaf.values, strict=True)) for leaf in leaves]
    for place in leaves[depths.index(max(depths))].at:
        together = [each.get(place[:depth]) for each, depth in zip(found, depths, strict=True)]
        texts = tuple(text for text in together if text is not None)
        if len(texts) == len(leaves):
            yield texts


def joined(leaf: Leaf, separator: str = " ") -> Leaf:
    """Return the items of a list as one text, one level up."""
    texts: dict[Place, list[str]] = {}
    for place, text in zip(leaf.at, leaf.values, strict=True):
        texts.setdefault(place[:-1], []).append(text)
    above = leaf.level.removesuffix("[]")
    cut = max(above.rfind("[]"), above.rfind(".*"))
    level = above[: cut + 2] if cut >= 0 else ""
    together = tuple(separator.join(each) for each in texts.values())
    return replace(leaf, at=tuple(texts), values=together, level=level, written=leaf.value, pieces=leaf.size)


def leaves_of(raw: RawTable) -> tuple[Leaf, ...]:
    """Return what stands in a table, in the order of its columns.

    Parameters
    ----------
    raw
        The table; of many rows some that stand evenly among all are looked at, of many columns the first.
    """
    frame = raw.parsed.frame.drop(HIDDEN, strict=False)
    some = some_rows(frame, MOST_ROWS, _MOST_BYTES)
    found: list[Leaf] = []
    for name in some.columns[:_MOST_COLUMNS]:
        values: _Found = [((row,), value) for row, value in enumerate(some[name].to_list())]
        found += _explored(name, "", values, some.height)
    return tuple(found)


def _explored(path: str, level: str, values: _Found, height: int) -> Iterator[Leaf]:
    values = [(place, _opened(value)) for place, value in values if value is not None]
    if size := _fixed_size([value for _, value in values]):
        positions = [
            list(_explored(f"{path}[{at}]", level, [(place, value[at]) for place, value in values], height))
            for at in range(size)
        ]
        yield from (leaf for leaves in positions for leaf in leaves)
        if _is_record(positions):
            return
    if any(isinstance(value, list) for _, value in values):
        yield from _any_items(path, level, values, height)
        yield from _turns(path, level, values, height)
        items = [
            ((*place, at), item)
            for place, value in values
            for at, item in enumerate(value if isinstance(value, list) else [value])
        ]
        yield from _explored(f"{path}[]", f"{path}[]", items, height)
        return
    records = [(place, value) for place, value in values if isinstance(value, Mapping)]
    if records:
        yield from _in_records(path, level, records, height)
    plain = [(place, text) for place, value in values if (text := _plain(value)) is not None]
    if plain and records:
        yield from _in_either(path, level, plain, records, height)
    if len(plain) > len(records):
        yield _leaf(path, level, plain, height)


def _in_either(path: str, level: str, plain: _Found, records: _Found, height: int) -> Iterator[Leaf]:
    """Yield what is a text in some rows and a field of a record in others: a source, or its passages."""
    if {type(text) for _, text in plain} != {str} or size_of(plain[0][1]) < _WORDS_OF_A_TEXT:
        return
    for name in dict.fromkeys(str(name) for _, record in records for name in record):
        found = []
        for place, record in records:
            value = record.get(name, record)
            text = json.dumps(value, ensure_ascii=False) if isinstance(value, (list, Mapping)) else str(value)
            found.append((place, text))
        own = {"first": [f"{path}.{name}", path]}
        whole = sorted([*plain, *found])
        yield replace(_leaf(f"{path}.{name}", level, whole, height, own), called=last_name(path))


def _is_record(positions: Sequence[Sequence[Leaf]]) -> bool:
    """Whether lists are records without names: a text in some position; ids, numbers or labels in others."""
    leaves = [leaf for each in positions for leaf in each]
    if (
        len(positions) == 2
        and len(positions[0]) == 1
        and positions[1]
        and _are_titles(positions[0][0], positions[1][-1])
    ):
        return True
    other = [leaf for leaf in leaves if leaf.kind != "text"]
    return len(leaves) > 2 and 0 < len(other) < len(leaves) and any(map(_is_no_part, other))


def _are_titles(first: Leaf, second: Leaf) -> bool:
    """Whether texts are titles of the texts behind them: few words, no stops."""
    short = 0 < first.size < _WORDS_OF_A_TEXT and not any(
        text.rstrip().endswith(".") for text in first.counts
    )
    return short and second.kind == "text" and second.size > max(_WORDS_OF_A_TEXT, 2 * first.size)


def _is_no_part(leaf: Leaf) -> bool:
    """Whether values are no part of a text: numbers, labels, ids or addresses."""
    single = leaf.kind == "short text" and max(map(size_of, leaf.counts)) <= 1
    return leaf.kind == "number" or bool(leaf.numbers) or leaf.says_labels or single


def _fixed_size(values: Sequence[Any]) -> int:
    """Return the length of lists that may be records without names: all of one small length."""
    lengths = {len(value) if isinstance(value, list) else 0 for value in values}
    size = lengths.pop() if len(lengths) == 1 and len(values) > 2 else 0
    titled = size == 2 and all(isinstance(value[0], str) and isinstance(value[1], list) for value in values)
    plain = not any(isinstance(each, (list, Mapping)) for value in values if size for each in value)
    return size if 1 < size <= _MOST_FIELDS and (plain or titled) else 0


def _any_items(path: str, level: str, values: _Found, height: int) -> Iterator[Leaf]:
    """Yield whether lists hold anything, where some are empty and their name says what items would mean."""
    sizes = [(place, len(value)) for place, value in values if isinstance(value, list)]
    name = last_name(path)
    says = has_part(name, "says_entailed") or has_part(name, "says_not_entailed") or has_part(name, "marks")
    if not says or all(size for _, size in sizes) or not any(size for _, size in sizes):
        return
    some = [item for _, value in values if isinstance(value, list) for item in value][:_MOST_ITEMS]
    inside = _explored(path, "", [((at,), item) for at, item in enumerate(some)], len(some))
    if all(map(_is_place, some)) or not any(leaf.says_labels for leaf in inside):
        found = [(place, "true" if size else "false") for place, size in sizes]
        written = {"cut": {"count": f"{path}[]"}, "at": [1], "names": ["false", "true"]}
        yield _leaf(f"{path}{ANY}", level, found, height, written)


def _is_place(item: Any) -> bool:
    """Whether an item says where in a text something is marked."""
    return isinstance(item, Mapping) and "start" in item and "end" in item


def _turns(path: str, level: str, values: _Found, height: int) -> Iterator[Leaf]:
    """Yield what the first and the last records of lists hold that are turns, each said by one."""
    lists = [(place, value) for place, value in values if isinstance(value, list) and len(value) > 1]
    records = all(isinstance(item, Mapping) for _, value in lists for item in value[:_COMPARED])
    if len(lists) != len(values) or not records or not lists:
        return
    yield from _in_roles(path, level, lists, height)
    fields = {likely_role(str(key)) for _, value in lists for item in value[:1] if records for key in item}
    if not has_part(last_name(path), "turns") or {"premise", "hypothesis"} <= fields:  # each is a pair
        return
    for at in (0, -2, -1):
        if at != -2 or min(len(value) for _, value in lists) > 2:
            items = [(place, value[at]) for place, value in lists]
            found = list(_explored(f"{path}[{at}]", level, items, height))
            yield from (leaf for leaf in found if len(leaf.counts) > 1)


def _in_roles(path: str, level: str, lists: _Found, height: int) -> Iterator[Leaf]:
    """Yield what stands in lists of records of which a field says which is which, in one order everywhere."""
    sizes = {len(value) for _, value in lists}
    size = sizes.pop() if len(sizes) == 1 else 0
    if not 1 < size <= _MOST_FIELDS or len(lists) < _COMPARED / 4 or has_part(last_name(path), "turns"):
        return
    fields = [name for name in lists[0][1][0] if isinstance(lists[0][1][0][name], str)]
    for field_name in fields:
        roles = {tuple(str(item.get(field_name)) for item in value) for _, value in lists}
        names = roles.pop() if len(roles) == 1 else ()
        if len(set(names)) == size and {"premise", "hypothesis"} & set(map(likely_role, names)):
            for at, name in enumerate(names):
                items = [
                    (place, {key: each for key, each in value[at].items() if key != field_name})
                    for place, value in lists
                ]
                yield from (
                    replace(leaf, called=name) for leaf in _explored(f"{path}[{at}]", level, items, height)
                )
            return


def _leaf(
    path: str, level: str, found: Sequence[tuple[Place, str]], height: int, written: Any = None
) -> Leaf:
    return Leaf(
        path, tuple(place for place, _ in found), tuple(text for _, text in found), height, level, written
    )


def _opened(value: Any) -> Any:
    """Return what a text holds as JSON or as Python writes it; of a record what is there."""
    found = decoded(value) if isinstance(value, str) else value
    return (
        {key: each for key, each in found.items() if each is not None} if isinstance(found, dict) else found
    )


def _plain(value: Any) -> str | None:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # as labels in numbers are read
    return None if isinstance(value, (list, Mapping, bytes)) else as_text(value)


def _in_records(path: str, level: str, records: _Found, height: int) -> Iterator[Leaf]:
    if keys_vary([record for _, record in records]):
        every = f"{path}.*"
        values = [((*place, at), each) for place, r in records for at, each in enumerate(r.values())]
        keys = [((*place, at), str(key)) for place, r in records for at, key in enumerate(r)]
        yield _leaf(f"key of {path}", every, keys, height, {"key": every})
        yield from _explored(every, every, values, height)
        return
    names = dict.fromkeys(str(name) for _, record in records for name in record)
    for name in names:
        inside = [(place, record[name]) for place, record in records if name in record]
        yield from _explored(f"{path}.{name}", level, inside, height)
