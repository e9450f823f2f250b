"""Premise, hypothesis and label within one text: between marks such as ``|||``, or behind ``Claim:``."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rightreasons.sources.proposals.contents import Leaf
from rightreasons.sources.proposals.prompts import EDGE, common_beginning, prompt_of

_SEPARATORS = ("|||", "||", "[SEP]", "</s></s>", "</s>", "<sep>", " ### ", "\t", " => ", " -> ", "|", ";")
_LINES = ("\n\n", "\n")
_MARK = re.compile(r"(?:^|(?<=\s))([A-Z][A-Za-z]{1,19}(?: [A-Za-z0-9]{1,12})?|[a-z]{3,19})\s?[:=](?=\s|$)")
_MOST_PARTS = 6
_ENCLOSED = (
    (r"(?s)^(.*\S)\s*[\[(][^\[\]()]{1,40}[\])]\s*$", r"[\[(]([^\[\]()]{1,40})[\])]\s*$"),
    (r"(?s)^\s*[\[(][^\[\]()]{1,40}[\])]\s*(\S.*)$", r"^\s*[\[(]([^\[\]()]{1,40})[\])]"),
)
"""A label in brackets behind a text, or before it."""


def parts_inside(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield the parts of texts that are all divided in one way."""
    for leaf in leaves:
        if leaf.kind == "text" and not leaf.level and leaf.is_column and leaf.filled > 0.95:
            yield from _with_label(leaf) or _between(leaf, _SEPARATORS) or _bounded(leaf)


def _with_label(leaf: Leaf) -> list[Leaf]:
    """Return a text and the label in brackets beside it, where every text has one."""
    for of_text, of_label in _ENCLOSED:
        parts = [_matched(leaf, of_text, leaf.path), _matched(leaf, of_label, f"label in {leaf.path}")]
        if all(parts) and parts[1] and parts[1].says_labels:
            return [part for part in parts if part]
    return []


def _matched(leaf: Leaf, pattern: str, path: str) -> Leaf | None:
    """Return what a pattern finds in every text of a column; None if it is not in every one."""
    found = [re.search(pattern, text) for text in leaf.values]
    if not all(found):
        return None
    values = tuple(match.group(1) for match in found if match)
    return replace(leaf, path=path, values=values, written={"match": leaf.path, "pattern": pattern})


def _between(leaf: Leaf, separators: Sequence[str]) -> list[Leaf]:
    """Return what stands between separators, of which every text has equally many."""
    for separator in separators:
        sizes = {text.count(separator) for text in leaf.texts}
        if len(sizes) == 1 and 0 < (size := sizes.pop()) < _MOST_PARTS:
            make = {"parts": {"split": leaf.path, "at": separator}}
            split = [[part.strip() for part in text.split(separator)] for text in leaf.values]
            return [
                replace(
                    leaf,
                    path=f"parts[{at}]",
                    values=tuple(parts[at] if len(parts) > at else "" for parts in split),
                    written=f"parts[{at}]",
                    make=make,
                )
                for at in range(size + 1)
            ]
    return []


def _bounded(leaf: Leaf) -> list[Leaf]:
    """Return parts behind marks, or else lines; none where a prompt says better what bounds them."""
    parts = _behind_marks(leaf)
    if not parts:
        return [] if prompt_of(leaf) else _between(leaf, _LINES)
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
    end = rf"\s*\b{after}\s?[:=]" if after else r"\s*$"
    pattern = rf"(?s)\b{mark}\s?[:=]\s*(.*?){end}"
    return _matched(leaf, pattern, mark)
