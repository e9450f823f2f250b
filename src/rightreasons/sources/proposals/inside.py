"""Premise, hypothesis and label within one text: between marks such as ``|||``, or behind ``Claim:``."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rightreasons.labels import read_labels
from rightreasons.sources.proposals.contents import Leaf
from rightreasons.sources.proposals.prompts import EDGE, common_beginning, prompt_of
from rightreasons.sources.proposals.words import likely_role

_SEPARATORS = ("|||", "||", "[SEP]", "</s></s>", "</s>", "<sep>", " ### ", "\t", " => ", " -> ", "|", ";")
_FILLED = 0.95
_OF_LISTS = ("|||", "||", "[SEP]", "<sep>", " ### ", " | ", "|", ";", "\n", " / ")
_LINES = ("\n\n", "\n")
_OF_VOTES = ("|", ";", ",", "/", "\n", "-", " ")
_MOST_LABELS = 6
_MARK = re.compile(
    r"(?:^|(?<=[\s;,|]))([A-Z][A-Za-z]{1,19}(?: [A-Za-z0-9]{1,12})?|[a-z]{3,19})"
    r"\s?(?::(?=\s|$|\")|=(?=\s|$|\"|\w))"
)
_MOST_PARTS = 6
_STRONG = _SEPARATORS[:7]
_LABEL = r"([A-Za-z][A-Za-z_ -]{0,28})"
_ENCLOSED = (
    (r"(?s)^(.*\S)\s*[\[(][^\[\]()]{1,40}[\])]\s*$", r"[\[(]([^\[\]()]{1,40})[\])]\s*$"),
    (r"(?s)^\s*[\[(][^\[\]()]{1,40}[\])]\s*(\S.*)$", r"^\s*[\[(]([^\[\]()]{1,40})[\])]"),
)
"""A label in brackets behind a text, or before it."""
_PARTED = (
    (r"(?s)^__label__\S+\s+(\S.*)$", r"^__label__(\S+)\s"),
    (rf"(?s)^\s*{_LABEL.replace('(', '(?:', 1)}\s?[:|=]\s*(\S.*)$", rf"^\s*{_LABEL}\s?[:|=]"),
    (
        rf"(?s)^(.*\S)\s*(?:=>|->|[:|=#,\t])\s*{_LABEL.replace('(', '(?:', 1)}\s*$",
        rf"(?:=>|->|[:|=#,\t])\s*{_LABEL}\s*$",
    ),
)
"""A label parted from a text by a mark, before it or behind it."""
_PREFIX = re.compile(r"\W{0,3}([A-Za-z][\w ]{0,24}?)\s?[:=]\s*(?=\S)")
_OF_A_TURN = re.compile(r"\[-?\d+\]\.\w+$")
_TAGS = re.compile(r"<([A-Za-z]\w{0,20})>")
_LOOKED_AT = 20_000
_TAG = re.compile(r"[A-Za-z#*]{1,12}\t\s*(?=\S)")
_NUMBERED = (
    r"(?s)^\s*\(?\d{1,6}[.):]\s+(.*\S)\s*$",
    r"(?s)^\s*(?:[-=]>|[-\u2013\u2014\u2022*>\u2192\u21d2])\s+(.*\S)\s*$",
)
"""A number or a bullet before every text."""
_QUOTED = r'(?s)^"(.*)"\W*$'
_DEPTH = 2


def parts_inside(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield the parts of texts that are all divided in one way."""
    for leaf in leaves:
        if leaf.kind == "text" and not leaf.level and leaf.is_column and leaf.filled > 0.95:
            yield from _in_tags(leaf) or _divided(leaf, _DEPTH)


def _in_tags(leaf: Leaf) -> list[Leaf]:
    """Return what stands between tags that every text has once: ``<context>...</context>``."""
    first = dict.fromkeys(_TAGS.findall(leaf.values[0][:_LOOKED_AT]))
    tags = [
        tag
        for tag in list(first)[:_MOST_PARTS]
        if all(text.count(f"<{tag}>") == 1 == text.count(f"</{tag}>") for text in leaf.values)
    ]
    parts = [_matched(leaf, rf"(?s)<{tag}>\s*(.*?)\s*</{tag}>", tag) for tag in tags]
    return [part for part in parts if part and part.kind == "text"]


def lists_in_cells(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield the items of lists that stand in one cell each, as many in several columns of every row.

    Parameters
    ----------
    leaves
        What stands in the table.
    """
    columns = [leaf for leaf in leaves if leaf.is_column and leaf.filled > _FILLED and leaf.kind != "number"]
    for mark in _OF_LISTS:
        by_sizes: dict[tuple[int, ...], list[Leaf]] = {}
        for leaf in columns:
            sizes = tuple(text.count(mark) for text in leaf.values)
            if sum(map(bool, sizes)) > len(sizes) / 2:
                by_sizes.setdefault(sizes, []).append(leaf)
        groups = [group for group in by_sizes.values() if len(group) > 1]
        if groups:
            yield from (_items(leaf, mark) for group in groups for leaf in group)
            return


def votes_in_cells(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield the items of cells that hold several labels each, some of them the same: votes.

    Parameters
    ----------
    leaves
        What stands in the table.
    """
    for leaf in leaves:
        if not leaf.is_column or leaf.filled <= _FILLED or leaf.kind in ("number", "nothing"):
            continue
        for mark in _OF_VOTES:
            cells = [[item.strip() for item in text.split(mark)] for text in leaf.texts]
            items = {item for cell in cells for item in cell}
            many = all(len(cell) > 1 for cell in cells) and 1 < len(items) <= _MOST_LABELS
            twice = sum(len(set(cell)) < len(cell) for cell in cells) > len(cells) / 2
            if many and twice and "" not in items and not read_labels(items).unknown:
                yield _items(leaf, mark)
                break


def _items(leaf: Leaf, mark: str) -> Leaf:
    name = f"{leaf.path} items"
    found = [
        ((*place, at), item.strip())
        for place, text in zip(leaf.at, leaf.values, strict=True)
        for at, item in enumerate(text.split(mark))
    ]
    return replace(
        leaf,
        path=f"{name}[]",
        called=leaf.name,
        at=tuple(place for place, _ in found),
        values=tuple(text for _, text in found),
        level=f"{name}[]",
        written=None,
        make={**leaf.make, name: {"split": leaf.value, "at": mark}},
    )


def without_marks(leaves: Sequence[Leaf]) -> list[Leaf]:
    """Return columns without what all their values begin with, as in lines ``T: ...`` of a block.

    Parameters
    ----------
    leaves
        What stands in the table.
    """
    return [_bare(leaf) if leaf.is_column and _is_whole(leaf) else leaf for leaf in leaves]


def _is_whole(leaf: Leaf) -> bool:
    """Whether values are one text or label each in a column without a name, and not divided."""
    nameless = (
        re.fullmatch(r"(line_?)?\d*", leaf.path) is not None or _OF_A_TURN.search(leaf.path) is not None
    )
    tagged = all(map(_TAG.match, leaf.texts))
    one = (
        leaf.kind == "category"
        or tagged
        or (leaf.kind == "text" and not _divided(leaf, _DEPTH) and not prompt_of(leaf))
    )
    return nameless and one


def _divided(leaf: Leaf, depth: int) -> list[Leaf]:
    """Return the parts of a text, and theirs; none where it has none."""
    first = depth == _DEPTH
    parts = _by_keys(leaf) or _with_label(leaf, _ENCLOSED)
    parts = parts or _between(leaf, _SEPARATORS if first else _STRONG) or _with_label(leaf, _PARTED)
    parts = parts or (_bounded(leaf) if first else [])
    found = []
    for part in map(_bare, parts):
        inner = _divided(part, depth - 1) if depth > 1 and part.kind == "text" else []
        found += inner or [part]
    return found


def _with_label(leaf: Leaf, patterns: Sequence[tuple[str, str]]) -> list[Leaf]:
    """Return a text and the label beside it, where every text has one."""
    for of_text, of_label in patterns:
        parts = [_matched(leaf, of_text, leaf.path), _matched(leaf, of_label, f"label in {leaf.path}")]
        if all(parts) and parts[1] and parts[1].says_labels:
            return [part for part in parts if part]
    return []


def _by_keys(leaf: Leaf) -> list[Leaf]:
    """Return what stands behind marks, the first of which begins every text."""
    begins = all(_MARK.match(text.lstrip()) for text in leaf.texts)
    return _marked(leaf) if begins else []


def _bare(leaf: Leaf) -> Leaf:
    """Return values without the mark that all begin with, and the quotation marks around all."""
    for pattern in _NUMBERED:
        leaf = _matched(leaf, pattern, leaf.path) or leaf
    found = [_PREFIX.match(text) or _TAG.match(text) for text in leaf.texts]
    marks = {match.group() for match in found if match}
    if len(marks) == 1 and all(found) and len(leaf.counts) > 1:
        mark = marks.pop()
        word = re.sub(r"\W*[:=\t]\s*$", "", mark).lstrip("\"'([{#*- ")
        path = word if likely_role(word) else leaf.path
        leaf = _matched(leaf, rf"(?s)^{re.escape(mark)}(.*\S)\s*$", path) or leaf
    quoted = _matched(leaf, _QUOTED, leaf.path) if all(text.startswith('"') for text in leaf.texts) else None
    return quoted or leaf


def _matched(leaf: Leaf, pattern: str, path: str) -> Leaf | None:
    """Return what a pattern finds in every text of a column; None if it is not in every one."""
    found = [re.search(pattern, text) for text in leaf.values]
    if not all(found):
        return None
    values = tuple(match.group(1) for match in found if match)
    return replace(leaf, path=path, values=values, written={"match": leaf.value, "pattern": pattern})


def _between(leaf: Leaf, separators: Sequence[str]) -> list[Leaf]:
    """Return what stands between separators, of which every text has equally many."""
    for separator in separators:
        sizes = {text.count(separator) for text in leaf.texts}
        if len(sizes) == 1 and 0 < (size := sizes.pop()) < _MOST_PARTS:
            name = f"{leaf.path} parts" if leaf.make else "parts"
            make = {**leaf.make, name: {"split": leaf.value, "at": separator}}
            split = [[part.strip() for part in text.split(separator)] for text in leaf.values]
            return [
                replace(
                    leaf,
                    path=f"{name}[{at}]",
                    values=tuple(parts[at] if len(parts) > at else "" for parts in split),
                    written=f"{name}[{at}]",
                    make=make,
                )
                for at in range(size + 1)
            ]
    return []


def _bounded(leaf: Leaf) -> list[Leaf]:
    """Return parts behind marks, or else lines; none where a prompt says better what bounds them."""
    return _marked(leaf) if _behind_marks(leaf) else [] if prompt_of(leaf) else _between(leaf, _LINES)


def _marked(leaf: Leaf) -> list[Leaf]:
    """Return parts behind marks; none where a prompt says better what bounds them."""
    parts = _behind_marks(leaf)
    ends = [common_beginning(part.values) for part in parts]
    ends += [common_beginning([text[::-1] for text in part.values]) for part in parts]
    return [] if any(map(EDGE.search, ends)) and prompt_of(leaf) else parts


def _behind_marks(leaf: Leaf) -> list[Leaf]:
    """Return what stands behind marks that every text has, in one order, each once."""
    counted = Counter(mark for text in leaf.texts for mark in dict.fromkeys(_MARK.findall(text)))
    marks = [mark for mark, rows in counted.items() if rows == len(leaf.texts)]
    orders = {tuple(mark for mark in _MARK.findall(text) if mark in marks) for text in leaf.texts}
    if len(orders) != 1 or len(order := orders.pop()) < 2 or len(set(order)) != len(order):
        return []
    return [
        part
        for mark, after in zip(order, (*order[1:], ""), strict=True)
        if (part := _part(leaf, mark, after))
    ]


def _part(leaf: Leaf, mark: str, after: str) -> Leaf | None:
    end = rf"[\s;|]*\b{after}\s?[:=]" if after else r"\s*$"
    pattern = rf"(?s)\b{mark}\s?[:=]\s*(.*?){end}"
    return _matched(leaf, pattern, mark)
