"""Items of lists that a field beside them chooses: answers that count, the result of one question.

Two kinds of fields choose. A status says which items count (`statuses`). A name says what an item is, where
questions, roles or attributes stand in one list: ``{"from_name": "verdict", "value": ...}``; of such lists
each name is a value of its own, if its items say labels, or texts that the name calls premise or hypothesis.
A flag or tag (``selected``, ``correct``) chooses one of several options.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rightreasons.sources.proposals.contents import Leaf
from rightreasons.sources.proposals.labelling import LEAST_NAMED, named_share
from rightreasons.sources.proposals.statuses import Status, statuses
from rightreasons.sources.proposals.words import has_part, last_name, likely_role, word_in

_MOST_NAMES = 8
_MOST_WORDS = 3.5
_LEAST_ROWS = 0.5
_TRUE = ("true", "1", "yes")
_FLAGS = (*_TRUE, "false", "0", "no")


def kept_items(leaves: Sequence[Leaf]) -> list[Leaf]:
    """Return leaves, those of lists without what does not count, and what fields beside them choose.

    Parameters
    ----------
    leaves
        What stands in the table.
    """
    if not any("[]" in leaf.level for leaf in leaves):
        return list(leaves)
    status = [each for each in statuses(leaves) if "[]" in each.leaf.level]
    several = (leaf for leaf in leaves if leaf.says_labels or (leaf.level and leaf.kind == "category"))
    others = {leaf for leaf in several if len(leaf.counts) > 1} - {each.leaf for each in status}
    whole = [_that_count(leaf, status) for leaf in leaves] if others or not status else list(leaves)
    named = [leaf for leaf in leaves if _is_name(leaf)]
    return [*whole, *(each for leaf in whole for each in _chosen(leaf, named))]


def _that_count(leaf: Leaf, status: Sequence[Status]) -> Leaf:
    """Return a leaf without the items that do not count."""
    for each in status:
        fits = (leaf.level and leaf.written is None) or _is_kept(leaf)
        if leaf is not each.leaf and _are_parallel(leaf, each.leaf):
            leaf = _kept_beside(leaf, each)
        elif fits and leaf is not each.leaf and _list_of_both(_path(leaf), each.leaf.path):
            kept = _kept(leaf, each.leaf, each.counts)
            leaf = kept if kept.at else leaf
    return leaf


def _are_parallel(leaf: Leaf, status: Leaf) -> bool:
    """Whether two lists of values, each its own, have one length everywhere."""
    own = [each.level == each.path and each.path.count("[]") == 1 for each in (leaf, status)]
    return all(own) and leaf.written is None and leaf.path != status.path and set(leaf.at) == set(status.at)


def _kept_beside(leaf: Leaf, status: Status) -> Leaf:
    """Return the items of a list that count by another list."""
    there = {at for at, text in zip(status.leaf.at, status.leaf.values, strict=True) if text in status.counts}
    found = [(at, text) for at, text in zip(leaf.at, leaf.values, strict=True) if at in there]
    words = list(status.counts) if len(status.counts) > 1 else status.counts[0]
    return replace(
        leaf,
        at=tuple(at for at, _ in found),
        values=tuple(text for _, text in found),
        written={"keep": leaf.path, "beside": {status.leaf.path: words}},
    )


def _is_kept(leaf: Leaf) -> bool:
    return isinstance(leaf.written, Mapping) and "keep" in leaf.written


def _path(leaf: Leaf) -> str:
    return str(leaf.written["keep"]) if _is_kept(leaf) else leaf.path


def _is_name(leaf: Leaf) -> bool:
    """Whether a field of items may say what each is."""
    distinct = len(leaf.counts)
    short = leaf.kind == "category" and leaf.size <= _MOST_WORDS
    turns = has_part(last_name(leaf.level), "turns")  # prompts read those
    plain = "[]" in leaf.level and leaf.written is None and not turns
    return plain and short and 1 <= distinct <= _MOST_NAMES


def _list_of_both(one: str, other: str) -> str:
    """Return the path of the deepest list that two paths go through; empty where there is none."""
    lists = [one[: at + 2] for at in range(len(one)) if one.startswith("[]", at)]
    return next((each for each in reversed(lists) if other.startswith(each)), "")


def _kept(leaf: Leaf, chooser: Leaf, words: Sequence[str], called: str = "") -> Leaf:
    """Return the items of a leaf beside which another has one of some values."""
    depth = 1 + _list_of_both(_path(leaf), chooser.path).count("[]")
    depth += _path(leaf)[: _path(leaf).rfind("[]")].count(".*") if ".*" in _path(leaf) else 0
    there = {at[:depth] for at, text in zip(chooser.at, chooser.values, strict=True) if text in words}
    found = [(at, text) for at, text in zip(leaf.at, leaf.values, strict=True) if at[:depth] in there]
    where: dict[str, Any] = dict(leaf.written["where"]) if _is_kept(leaf) else {}
    where[chooser.path] = list(words) if len(words) > 1 else words[0]
    return replace(
        leaf,
        path=f"{leaf.path} of {called}" if called else leaf.path,
        called=called or leaf.called,
        at=tuple(at for at, _ in found),
        values=tuple(text for _, text in found),
        written={"keep": _path(leaf), "where": where},
    )


def _chosen(leaf: Leaf, named: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield the items of a leaf under each name of a field beside it, where these say what no other does."""
    if "[]" not in leaf.level or leaf.kind == "nothing" or ".*" in leaf.level:
        return
    said = leaf.says_labels or named_share(leaf) >= LEAST_NAMED
    for chooser in named:
        if chooser.path == _path(leaf) or not _list_of_both(_path(leaf), chooser.path):
            continue
        for name in chooser.counts:
            flag = (name.lower() in _TRUE and has_part(chooser.name, "chooses")) or word_in(name, "chooses")
            own = _kept(leaf, chooser, (name,), leaf.name if flag else name)
            labels = own.says_labels or named_share(own) >= LEAST_NAMED
            mixed = flag or (len(chooser.counts) > 1 and not said and name.lower() not in _FLAGS)
            text = likely_role(name) in ("premise", "hypothesis") and own.kind == "text" and not flag
            several = len(chooser.counts) > 1
            judged = several and not flag and _is_judgement(name, own)
            chosen = leaf.kind != "number" and ((labels and mixed) or (text and several))
            if own.filled >= _LEAST_ROWS and (judged or chosen):
                yield _one_a_row(own)


def _is_judgement(name: str, own: Leaf) -> bool:
    """Whether a name says that flags or scores under it judge whether a text follows."""
    says = has_part(name, "says_entailed") or has_part(name, "says_not_entailed")
    return says and (bool(own.numbers) or set(map(str.lower, own.counts)) <= set(_FLAGS))


def _one_a_row(leaf: Leaf) -> Leaf:
    """Return a leaf as a value of the row, where no row has several."""
    if len({at[0] for at in leaf.at}) < len(leaf.at):
        return leaf
    return replace(leaf, at=tuple(at[:1] for at in leaf.at), level="", written={"join": [leaf.written]})
