"""Records beside each other with the same keys: statements by letter, and their answers by letter."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rightreasons.sources.proposals.contents import Leaf

_LEAST_KEYS, _MOST_KEYS, _LONGEST_KEY = 2, 60, 12


def parallel_records(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield the fields of records as items, of records that share their keys with another.

    Parameters
    ----------
    leaves
        What stands in the table.
    """
    records: dict[str, dict[str, Leaf]] = {}
    for leaf in leaves:
        record, _, key = leaf.path.rpartition(".")
        if leaf.is_column and record:
            records.setdefault(record, {})[key] = leaf
    texts = {name: fields for name, fields in records.items() if _are(fields, texts=True)}
    others = {name: fields for name, fields in records.items() if _are(fields, texts=False)}
    for name, fields in texts.items():
        beside = {each: its for each, its in others.items() if its.keys() == fields.keys()}
        if beside:
            level = f"{name}.*"
            yield _items(fields, level, level, name.rpartition(".")[2], None)
        for each, its in beside.items():
            written = {"look_up": {"key": f"{name}.*"}, "in": each}
            yield _items(its, f"{each} by key of {name}", f"{name}.*", "label", written)


def _items(fields: Mapping[str, Leaf], path: str, level: str, called: str, written: Any) -> Leaf:
    """Return the fields of a record as items."""
    found = sorted(
        ((*place, at), text)
        for at, leaf in enumerate(fields.values())
        for place, text in zip(leaf.at, leaf.values, strict=True)
    )
    height = next(iter(fields.values())).height
    places, values = zip(*found, strict=True)
    return Leaf(path, places, values, height, level, written, called=called)


def _are(fields: Mapping[str, Leaf], *, texts: bool) -> bool:
    """Whether a record has few fields of short names that all hold texts, or none."""
    short = _LEAST_KEYS <= len(fields) <= _MOST_KEYS and max(map(len, fields)) <= _LONGEST_KEY
    return short and all((leaf.kind == "text") is texts and leaf.values for leaf in fields.values())
