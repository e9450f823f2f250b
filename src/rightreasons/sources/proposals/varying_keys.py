"""Whether the keys of records are values themselves: ids, names of systems, of raters, of labels."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any

from rightreasons.sources.proposals.words import comes_first, has_part, meaning_of_word, readable_role

_MOST_CATEGORIES = 20
_WORDS_OF_A_TEXT = 4
_ALIKE = 0.6
_COMPARED = 20


def keys_vary(records: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether the keys of records are values themselves: names of systems, of raters, of labels.

    Parameters
    ----------
    records
        The records that stand in one place of several rows.
    """
    keys = {str(key) for record in records for key in record}
    two = len(keys) == 2 and any(comes_first(one, other) for one, other in permutations(keys))
    if len(keys) < 2 or two or any(readable_role(key) in ("premise", "hypothesis") for key in keys):
        return False
    values = [value for record in records for value in record.values()]
    if sum(len(key.split()) for key in keys) >= _WORDS_OF_A_TEXT * len(keys) or _are_values(keys, values):
        return True
    if all(isinstance(value, Mapping) for value in values):
        deeper = [each for value in values for each in value.values()]
        return _alike([_fields(records, key) for key in sorted(keys)]) or (
            all(isinstance(each, Mapping) for each in deeper) and _alike([frozenset(each) for each in deeper])
        )
    if any(isinstance(value, Mapping) for value in values):
        return False
    few = max(len(record) for record in records) < len(keys)
    if any(isinstance(value, list) for value in values):
        by_id = len(keys) > _MOST_CATEGORIES or all(map(str.isdecimal, keys))
        return few and by_id and _hold_records(values)
    return few and len(keys) > 3


def _are_values(keys: Collection[str], values: Sequence[Any]) -> bool:
    """Return whether keys that lead to texts are labels, people, or ids of labels."""
    texts = all(isinstance(value, (str, list)) for value in values)
    distinct = {value for value in values if isinstance(value, str)} if texts else set()
    by_id = len(keys) > _MOST_CATEGORIES and 1 < len(distinct) <= _MOST_CATEGORIES < len(values)
    people = all(has_part(key, "people") for key in keys)
    return texts and (all(map(meaning_of_word, keys)) or people or by_id)


def _hold_records(values: Sequence[Any]) -> bool:
    """Return whether values are lists of records that have mostly the same fields."""
    items = [item for value in values for item in (value if isinstance(value, list) else [None])]
    return _alike([frozenset(item) if isinstance(item, Mapping) else frozenset() for item in items])


def _fields(records: Sequence[Mapping[str, Any]], key: str) -> frozenset[str]:
    """Return the fields that records of one key have."""
    return frozenset(str(name) for record in records for name in record.get(key, ()))


def _alike(inside: Sequence[frozenset[str]]) -> bool:
    """Return whether records within a record have mostly the same fields."""
    some = inside[:: max(1, len(inside) // _COMPARED)][:_COMPARED]
    return all(len(a & b) >= _ALIKE * len(a | b) for a, b in combinations(some, 2)) and any(some)
