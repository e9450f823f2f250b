"""Several pairs in one row: a hypothesis for each label, an answer and a label for each system."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from rightreasons.labels import Label
from rightreasons.printable import printable
from rightreasons.sources.proposals.composing import Pair, Reading
from rightreasons.sources.proposals.contents import Leaf
from rightreasons.sources.proposals.labelling import Labelling, named_share
from rightreasons.sources.proposals.meanings import Meaning, Overlap, meanings
from rightreasons.sources.proposals.words import (
    comes_first,
    has_part,
    labels_of_meanings,
    likely_role,
    meaning_in_name,
    parts_of,
)

_BONUS = 4.0
_HYPOTHESIS = "hypothesis"
_WORDS_OF_A_TEXT = 4
_FEWEST = 2
_BY_LABEL = 1.5
"""How much more likely hypotheses are written for labels than premises found for one hypothesis."""
_OTHER = {"premise": "hypothesis", "hypothesis": "premise"}
_Parts = tuple[str, ...]


def wide_readings(
    texts: Sequence[Leaf], labels: Sequence[Labelling], leaves: Sequence[Leaf]
) -> Iterator[Reading]:
    """Yield the readings in which several columns of one row are hypotheses.

    Parameters
    ----------
    texts
        What may be premise or hypothesis; lists also joined.
    labels
        What may be labels.
    leaves
        What stands in the table.
    """
    for level in dict.fromkeys(leaf.level for leaf in texts):
        columns = [leaf for leaf in texts if leaf.level == level]
        above = [leaf for leaf in texts if level.startswith(leaf.level) and leaf.level != level]
        yield from _by_label(columns, above)
        own = [each for each in labels if each.leaf.level == level and not each.votes]
        one = [
            Labelling((leaf,))
            for leaf in leaves
            if leaf.level == level and _is_constant(leaf) and leaf.filled == 1
        ]
        yield from _by_system(columns, above, [*own, *one])
    columns = [leaf for leaf in texts if not leaf.level]
    yield from _in_header(columns, [each.leaf for each in labels if each.leaf.is_column and not each.votes])
    yield from _both_ways(columns, [each for each in labels if each.leaf.is_column and not each.votes])


def _is_constant(leaf: Leaf) -> bool:
    """Whether all rows have one short value, which may be a label where other columns have others."""
    return leaf.kind == "category" and len(leaf.counts) == 1 and not leaf.make


def _at_level(level: str, recipe: dict[str, Any]) -> dict[str, Any]:
    """Return a recipe whose rows are the items at a level."""
    return {"rows": level, **recipe} if level else recipe


def _items(leaf: Leaf) -> dict[str, Any]:
    """Return the rows of an entry of which each item of a list is a hypothesis, of one that is joined."""
    path = leaf.value if isinstance(leaf.value, str) else ""
    inside = path.rfind("[]")
    return {"rows": path[: inside + 2]} if leaf.pieces and inside >= len(leaf.level) - 1 else {}


def _by_label(columns: Sequence[Leaf], above: Sequence[Leaf]) -> Iterator[Reading]:
    named = {leaf: _meaning(leaf) for leaf in columns}
    hypotheses = [leaf for leaf in columns if named[leaf]]
    meant = labels_of_meanings({leaf.path: named[leaf] or "" for leaf in hypotheses})
    if len(meant) == 1 and Label.ENTAILMENT not in meant.values():  # a claim, and the same refuted
        others = [
            leaf for leaf in columns if leaf not in hypotheses and likely_role(leaf.name) == _HYPOTHESIS
        ]
        meant |= {leaf.path: Label.ENTAILMENT for leaf in others[:1]}
        hypotheses = [*others[:1], *hypotheses]
    hypotheses = list(_of_one_kind(hypotheses))
    if len({meant[leaf.path] for leaf in hypotheses}) < 2:
        return
    for pair, role in _other_text([*columns, *above], hypotheses):
        other = _OTHER[role]
        each = [
            _items(leaf) | {"columns": {other: leaf.value, "label": {"constant": meant[leaf.path].value}}}
            for leaf in hypotheses
        ]
        names = ", ".join(f"'{printable(leaf.path, 30)}'" for leaf in hypotheses)
        yield Reading(
            _at_level(hypotheses[0].level, {"columns": {role: _of(pair, role).value}, "each": each}),
            f"{names} are texts called like labels: a {other} for each; "
            f"'{printable(_of(pair, role).path, 40)}' is the one other text",
            pair.score + 4.0 * (1 - min(leaf.filled for leaf in (pair.hypothesis,))) + _BONUS + 2.0,
        )


def _of(pair: Pair, role: str) -> Leaf:
    return pair.premise if role == "premise" else pair.hypothesis


def _other_text(columns: Sequence[Leaf], several: Sequence[Leaf]) -> list[tuple[Pair, str]]:
    """Return the one text beside several, and whether it is the premise of all or the hypothesis."""
    rest = [leaf for leaf in columns if leaf not in several]
    found = [(Pair(one, each), "premise") for one in rest for each in several]
    found += [(Pair(each, one), "hypothesis") for one in rest for each in several]
    return sorted(found, key=lambda each: -each[0].score - (_BY_LABEL if each[1] == "premise" else 0))[:1]


def _meaning(leaf: Leaf) -> str | None:
    """Return what the name of a text says of its label; none of names that say what else a text is."""
    return None if has_part(leaf.name, "no_hypothesis") else meaning_in_name(leaf.name)


def _of_one_kind(hypotheses: Sequence[Leaf]) -> Sequence[Leaf]:
    """Return lists without their items, where both are there; else all."""
    lists = {leaf.value for leaf in hypotheses if leaf.pieces and isinstance(leaf.value, str)}
    return [leaf for leaf in hypotheses if leaf.pieces or leaf.path not in lists]


def _both_ways(columns: Sequence[Leaf], labels: Sequence[Labelling]) -> Iterator[Reading]:
    """Yield the reading in which two columns of labels are about the same texts, each in one direction."""
    for one, other in permutations(labels, 2):
        names = [parts_of(each.leaf.path) for each in (one, other)]
        turned = [part for part, its in zip(*names, strict=False) if part != its]
        swapped = sorted(names[0]) == sorted(names[1]) and len(turned) == _FEWEST
        first, second = turned if swapped else ("", "")
        texts = [
            [leaf for leaf in columns if parts_of(leaf.path)[-1:] == (part,)] for part in (first, second)
        ]
        if swapped and all(len(found) == 1 for found in texts) and not comes_first(second, first):
            a, b = texts[0][0], texts[1][0]
            meaning = next(iter(meanings(Labelling((one.leaf, other.leaf)), Overlap())), None)
            if meaning is not None and comes_first(a.path, b.path):
                each = [
                    {
                        "columns": {
                            "premise": p.value,
                            "hypothesis": h.value,
                            "label": _cut(label.leaf, meaning),
                        }
                    }
                    for p, h, label in ((a, b, one), (b, a, other))
                ]
                said = f"'{printable(one.leaf.path, 30)}' and '{printable(other.leaf.path, 30)}' are labels"
                yield Reading(
                    _with_map({"columns": {}, "each": each}, meaning),
                    f"{said} of one pair in both directions; {meaning.because}",
                    Pair(a, b).score + one.score + _BONUS,
                )


def _in_header(columns: Sequence[Leaf], labels: Sequence[Leaf]) -> Iterator[Reading]:
    """Yield the reading in which names of columns of labels are the hypotheses, of all rows."""
    named = [leaf for leaf in labels if _is_statement(leaf.path) and named_share(leaf) == 1]
    texts = [leaf for leaf in columns if leaf not in named and not _is_statement(leaf.path)]
    texts = [leaf for leaf in texts if not all(map(_TIME.search, leaf.counts))]
    meaning = next(iter(meanings(Labelling(tuple(named)), Overlap())), None) if named else None
    if len(named) < _FEWEST or not texts or meaning is None:
        return
    premise = max(texts, key=lambda leaf: leaf.size)
    each = [{"columns": {"hypothesis": {"constant": leaf.path}, "label": leaf.value}} for leaf in named]
    yield Reading(
        _with_map({"columns": {"premise": premise.value}, "each": each}, meaning),
        f"names of {len(named)} columns are texts, and what they hold are labels; "
        f"'{printable(premise.path, 40)}' is the longest other text; {meaning.because}",
        _BONUS + 6.0,
    )


_TIME = re.compile(r"\b\d{1,2}:\d{2}\b")


def _is_statement(name: str) -> bool:
    """Whether a name is a sentence: of several words, or with a stop behind it."""
    if _TIME.search(name):
        return False
    words = len(name.split())
    return words >= _WORDS_OF_A_TEXT or (words > 1 and name.rstrip().endswith((".", "!")))


def _by_system(
    columns: Sequence[Leaf], above: Sequence[Leaf], labels: Sequence[Labelling]
) -> Iterator[Reading]:
    for systems in _systems(columns, labels):
        hypotheses = [text for text, _ in systems.values()]
        one = max((each for _, each in systems.values()), key=lambda each: each.score)
        every = Labelling(tuple(each.leaf for _, each in systems.values()), score=one.score)
        if len(every.distinct) < _FEWEST:
            continue
        for pair, role in _other_text([*columns, *above], hypotheses):
            for meaning in meanings(every, Overlap()):
                yield Reading(
                    _of_systems(pair, role, systems, meaning),
                    f"{', '.join(map(repr, systems))} have a text and a label each; "
                    f"'{printable(_of(pair, role).path, 40)}' is the one text of all; {meaning.because}",
                    pair.score + _BONUS + one.score + meaning.score,
                )


def _of_systems(
    pair: Pair, role: str, systems: Mapping[str, tuple[Leaf, Labelling]], meaning: Meaning
) -> Mapping[str, Any]:
    each = [
        {
            "columns": {_OTHER[role]: text.value, "label": _cut(label.leaf, meaning)},
            "groups": {"system": {"constant": name}},
        }
        for name, (text, label) in systems.items()
    ]
    recipe = _at_level(pair.hypothesis.level, {"columns": {role: _of(pair, role).value}, "each": each})
    return _with_map(recipe, meaning)


def _with_map(recipe: dict[str, Any], meaning: Meaning) -> dict[str, Any]:
    if meaning.label_map is not None:
        recipe["label_map"] = {
            found: "-" if to is None else to.value for found, to in meaning.label_map.items()
        }
    return recipe


def _cut(leaf: Leaf, meaning: Meaning) -> Any:
    return {"cut": leaf.value, **meaning.cut} if meaning.cut else leaf.value


def _systems(
    columns: Sequence[Leaf], labels: Sequence[Labelling]
) -> Iterator[Mapping[str, tuple[Leaf, Labelling]]]:
    """Yield texts and labels by the part of the name that tells them from others of their kind."""
    found: dict[tuple[_Parts, _Parts], dict[_Parts, tuple[Leaf, Labelling]]] = {}
    for text in (leaf for leaf in columns if not leaf.path.endswith("]")):
        for label in (each for each in labels if not each.leaf.path.endswith("]")):
            for system in _shared(parts_of(text.path), parts_of(label.leaf.path)):
                key = (_without(text.path, system), _without(label.leaf.path, system))
                found.setdefault(key, {})[system] = (text, label)
    seen: set[str] = set()
    for (of_text, of_label), systems in sorted(found.items(), key=lambda item: -len(item[1])):
        distinct = {text.path for text, _ in systems.values()}
        several = len(systems) > 1 and len(distinct) == len(systems) and of_text != of_label
        if several and not distinct < seen and not _others(columns, of_text, systems):
            seen |= distinct
            yield {"".join(system): pair for system, pair in systems.items()}


def _shared(one: _Parts, other: _Parts) -> Iterator[_Parts]:
    """Yield what two names share: the longest run of parts, then each part."""
    runs = [one[at:end] for at in range(len(one)) for end in range(at + 1, len(one) + 1)]
    longest = max((run for run in runs if _at(other, run) is not None), key=len, default=())
    if len(longest) > 1:
        yield longest
    yield from dict.fromkeys((part,) for part in one if part in other)


def _others(columns: Sequence[Leaf], template: _Parts, systems: Collection[_Parts]) -> bool:
    """Whether other texts vary in the same way: then a system is a whole pair, as of a language."""
    others: dict[_Parts, set[_Parts]] = {}
    for text in columns:
        for system in systems:
            if _at(parts_of(text.path), system) is not None:
                others.setdefault(_without(text.path, system), set()).add(system)
    return any(found == set(systems) for other, found in others.items() if other != template)


def _at(parts: _Parts, run: _Parts) -> int | None:
    """Return where a run of parts begins; None where there is none."""
    return next((at for at in range(len(parts)) if parts[at : at + len(run)] == run), None)


def _without(name: str, run: _Parts) -> _Parts:
    parts = parts_of(name)
    while (at := _at(parts, run)) is not None:
        parts = (*parts[:at], "*", *parts[at + len(run) :])
    return parts
