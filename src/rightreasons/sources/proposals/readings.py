"""The likeliest readings of a table, from names and content."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, permutations

from rightreasons.pairs import ANNOTATORS
from rightreasons.sources.proposals.choices import choice_readings, chosen_items, listed_choices
from rightreasons.sources.proposals.composing import Pair, Reading, composed
from rightreasons.sources.proposals.contents import Leaf, joined
from rightreasons.sources.proposals.counts import count_readings
from rightreasons.sources.proposals.gaps import labels_with_gaps
from rightreasons.sources.proposals.inside import lists_in_cells, parts_inside, votes_in_cells, without_marks
from rightreasons.sources.proposals.joined_columns import joined_premises
from rightreasons.sources.proposals.kept_items import kept_items
from rightreasons.sources.proposals.labelling import (
    Labelling,
    Listed,
    labellings,
    named_share,
    single_labellings,
)
from rightreasons.sources.proposals.marks import marked_columns
from rightreasons.sources.proposals.numbered import as_entries, numbered_lists
from rightreasons.sources.proposals.parallel_records import parallel_records
from rightreasons.sources.proposals.prompts import prompt_readings
from rightreasons.sources.proposals.related import by_field, within
from rightreasons.sources.proposals.statuses import status_of, that_count
from rightreasons.sources.proposals.wide import wide_readings
from rightreasons.sources.proposals.words import (
    has_part,
    labels_of_meanings,
    likely_role,
    meaning_of_word,
    parts_of,
)

_MOST_TEXTS, _MOST_LABELS = 14, 5
_MOST_PAIRS = 8
_LEAST = 1.0
_NEAR = 1.0
_MOST = 8
_OFTENER, _MOSTLY = 1.3, 0.9
_WHOLE, _DIVIDED = 6.0, 4.0
_OTHER_TEXT = 4.0
_ITEM = re.compile(r"\[-?\d+\]$")
_ANY_ITEM = re.compile(r"\[-?\d+\]")
_MOST_IDS = 200
_FEW_WORDS, _THIRD, _HALF = 2.0, 0.35, 0.5
_ID = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])[\w.:/-]+")
_ADDRESS = re.compile(r"\w+://\S+$")


def readings_of(
    leaves: Sequence[Leaf],
    stated: Mapping[str, str],
    files: Sequence[str] = (),
    listed: Sequence[Listed] = (),
    near: float = _NEAR,
) -> list[Reading]:
    """Return the readings that are likely, the likeliest first.

    Parameters
    ----------
    leaves
        What stands in the table.
    stated
        Role to path, from the user: no other path plays these roles.
    files
        Names of the files that have these columns.
    listed
        Names of labels that other files list, and texts that say what values mean.
    near
        How far behind the likeliest a reading may be.
    """
    listed_readings = [] if stated else list(_of_numbered(leaves, listed))
    leaves = kept_items(leaves)
    leaves = [*leaves, *parallel_records(leaves)]
    found_by_keys = (*within(leaves), *by_field(leaves), *labels_with_gaps(leaves), *chosen_items(leaves))
    whole = [*leaves, *found_by_keys, *marked_columns(leaves)]
    leaves = without_marks(whole)
    votes = list(votes_in_cells(whole))
    every = [*leaves, *lists_in_cells(whole), *votes, *parts_inside(whole), *joined_premises(leaves)]
    voted = {each.called for each in votes}
    texts = _texts([leaf for leaf in every if leaf.name not in voted or leaf.kind == "category"])
    labels = [each for each in labellings(every, listed) if stated.get("label") in (None, each.leaf.path)]
    found = (
        [] if "hypothesis" in stated else list(wide_readings(texts, single_labellings(every, listed), every))
    )
    found += [] if "hypothesis" in stated else choice_readings(texts, every)
    found += [] if "hypothesis" in stated else listed_choices(texts, leaves)
    pairs = _pairs(texts, every, stated)
    own = [leaf for leaf in texts if leaf.level and not has_part(leaf.name, "none")]
    for pair in pairs:
        for labelling in labels[:_MOST_LABELS]:
            if not _overlapping(pair, labelling):
                found += _about(composed(pair, labelling), labelling, own)
                if pair.question:
                    found += _about(composed(replace(pair, question=None), labelling), labelling, own)
        found += _by_file(pair, files)
    if "label" not in stated:
        found += count_readings(pairs, leaves)
    likely = _likely([*found, *listed_readings], near)
    if not likely and not {"premise", "hypothesis"} & set(stated):
        likely = _likely(list(prompt_readings(whole, stated.get("label"))), near)
    return that_count(likely, leaves)


def _of_numbered(leaves: Sequence[Leaf], listed: Sequence[Listed]) -> Iterator[Reading]:
    """Yield the readings in which columns whose names differ in a number are the items of a list."""
    for fields in numbered_lists(leaves):
        for reading in readings_of(fields, {}, (), listed, 3 * _NEAR):
            made = as_entries(reading, fields)
            if made is not None:
                yield made


def _about(readings: Iterable[Reading], labelling: Labelling, own: Sequence[Leaf]) -> Iterator[Reading]:
    """Yield readings, those less likely whose votes stand beside texts of their own, which they are about.

    Such texts are in the same records, or in a list of as many items everywhere.
    """
    level = labelling.leaf.level
    items = {at[:2] for at in labelling.leaf.at} if "[]" in level else set()
    beside = any(leaf.level == level or {at[:2] for at in leaf.at} == items for leaf in own)
    for each in readings:
        votes = ANNOTATORS in each.recipe["columns"] and "rows" not in each.recipe
        yield replace(each, score=each.score - _OTHER_TEXT) if votes and beside else each


def _likely(found: list[Reading], near: float) -> list[Reading]:
    """Return readings without those that are far behind the likeliest, which comes first."""
    found.sort(key=lambda reading: -reading.score)
    likely = [each for each in found if each.score >= _LEAST and each.score >= found[0].score - near]
    return likely[:_MOST]


def _texts(leaves: Sequence[Leaf]) -> list[Leaf]:
    """Return what may be premise or hypothesis, lists of texts also as one text."""
    found = []
    for leaf in leaves:
        if _are_ids(leaf):
            continue
        if leaf.level.endswith("[]") and leaf.kind != "category" and not leaf.numbers:
            above = joined(leaf)
            if above.kind == "text":
                found.append(above)
            one_each = "[][]" in leaf.path and has_part(leaf.path, "sets")
            if above.level.endswith("[]") and not one_each and (whole := joined(above)).kind == "text":
                found.append(whole)
        if leaf.kind == "text" or _is_short_text(leaf):
            found.append(leaf)
    found.sort(key=lambda leaf: (has_part(leaf.name, "none"), likely_role(leaf.name) is None, -leaf.filled))
    return found[:_MOST_TEXTS]


def _are_ids(leaf: Leaf) -> bool:
    """Whether values are one word each, of letters and digits."""
    few = list(leaf.counts)[:_MOST_IDS]
    return leaf.kind == "short text" and sum(
        _ID.fullmatch(text) is not None for text in few
    ) >= _MOSTLY * len(few)


def _is_short_text(leaf: Leaf) -> bool:
    """Whether texts of few words may be premise or hypothesis, by their name."""
    named = likely_role(leaf.name) in ("premise", "hypothesis") and len(leaf.counts) > 1
    no_texts = all(_ADDRESS.match(text) or len(text) == 1 for text in leaf.counts)
    if no_texts or status_of(leaf.name, list(leaf.counts)):
        return False
    return named and leaf.kind in ("short text", "category") and not leaf.numbers and named_share(leaf) < 0.5


def _pairs(texts: Sequence[Leaf], leaves: Sequence[Leaf], stated: Mapping[str, str]) -> list[Pair]:
    """Return pairs of texts, the likeliest first; with a question where an answer has one."""
    found = []
    wholes = {leaf for leaf in texts if any(_is_part(other, leaf) for other in texts)}
    divided = _divided(texts)
    for premise, hypothesis in permutations(texts, 2):
        fits = stated.get("premise") in (None, premise.path) and stated.get("hypothesis") in (
            None,
            hypothesis.path,
        )
        if fits and not _is_in(premise, hypothesis) and _together(premise, hypothesis):
            against = _WHOLE if hypothesis in wholes else 0.0
            against += _DIVIDED * (premise.path in divided) + (_source(premise) != _source(hypothesis))
            found.append(Pair(premise, hypothesis, _question(premise, hypothesis, leaves), against))
    found.sort(key=lambda pair: -pair.score)
    found = _by_words_found(found)
    near = [pair for pair in found[:_MOST_PAIRS] if pair.score >= found[0].score - 4 * _NEAR]
    asked = (pair for pair in found if has_part(pair.hypothesis.name, "question") and pair not in near)
    return [*near, *islice(asked, 1)]


def likeliest_pair(leaves: Sequence[Leaf], stated: Mapping[str, str]) -> Pair | None:
    """Return the two texts that are likeliest premise and hypothesis, whatever else is there."""
    found = _pairs(_texts(leaves), leaves, stated)
    return found[0] if found else None


def _divided(texts: Sequence[Leaf]) -> set[str]:
    """Return the texts of which parts are called premise and hypothesis."""
    roles: dict[str, set[str | None]] = {}
    for leaf in texts:
        roles.setdefault(_source(leaf), set()).add(likely_role(leaf.name))
    return {path for path, found in roles.items() if path and {"premise", "hypothesis"} <= found}


def _source(leaf: Leaf) -> str:
    """Return the path of the text that another is a part of; empty where it is none."""
    return str(leaf.written.get("match", "")) if isinstance(leaf.written, Mapping) else ""


def _by_words_found(pairs: list[Pair]) -> list[Pair]:
    """Return pairs, those less likely whose premise has few words of a hypothesis that another is full of."""
    some = pairs[:_MOST_PAIRS]
    most: dict[str, float] = {}
    for pair in some:
        if likely_role(pair.premise.name) == "premise":
            most[pair.hypothesis.path] = max(most.get(pair.hypothesis.path, 0.0), pair.shared)
    less = [
        replace(pair, against=pair.against + _FEW_WORDS)
        if pair.shared < _THIRD * most.get(pair.hypothesis.path, 0.0) and most[pair.hypothesis.path] > _HALF
        else pair
        for pair in some
    ]
    return sorted([*less, *pairs[_MOST_PAIRS:]], key=lambda pair: -pair.score)


def _is_in(one: Leaf, other: Leaf) -> bool:
    """Whether one is the other, or one item of a list of which the other is all."""
    items = [_ANY_ITEM.sub("[]", leaf.path) for leaf in (one, other)]
    return one.path == other.path or (items[0] == items[1] and items[0] in (one.path, other.path))


def _is_part(part: Leaf, whole: Leaf) -> bool:
    """Whether texts are parts of others, which stand in several rows: sentences of a summary."""
    if part is whole or part.at != whole.at or whole.repeats < _OFTENER * part.repeats:
        return False
    both = zip(part.values, whole.values, strict=True)
    return sum(one in other and one != other for one, other in both) >= _MOSTLY * len(part.values)


def _together(premise: Leaf, hypothesis: Leaf) -> bool:
    one, other = premise.level, hypothesis.level
    chain = one.startswith(other) or other.startswith(one)
    return chain or set(premise.at) == set(hypothesis.at)


def _question(premise: Leaf, hypothesis: Leaf, leaves: Sequence[Leaf]) -> Leaf | None:
    if "answer" not in parts_of(hypothesis.name):
        return None
    asked = [
        leaf
        for leaf in leaves
        if has_part(leaf.name, "question") and leaf.kind == "text" and leaf.path != premise.path
    ]
    fits = [leaf for leaf in asked if hypothesis.level.startswith(leaf.level)]
    return fits[0] if len(fits) == 1 else None


def _overlapping(pair: Pair, labelling: Labelling) -> bool:
    paths = {path for leaf in labelling.leaves for path in (leaf.path, _ITEM.sub("[]", leaf.path))}
    return bool(paths & {pair.premise.path, pair.hypothesis.path})


def _by_file(pair: Pair, files: Sequence[str]) -> Iterator[Reading]:
    """Yield the reading in which the names of files say the labels."""
    found = {name: words for name in files if (words := _label_word(name))}
    distinct = dict.fromkeys(found.values())
    if len(found) < len(files) or len(distinct) < 2:
        return
    meant = labels_of_meanings({word: meaning_of_word(word) or "" for word in distinct})
    if len(set(meant.values())) < 2:
        return
    pattern = f"({'|'.join(sorted(map(re.escape, meant), key=len, reverse=True))})"
    level = (
        pair.premise.level if len(pair.premise.level) > len(pair.hypothesis.level) else pair.hypothesis.level
    )
    recipe = {
        **({"rows": level} if level else {}),
        "columns": {
            "premise": pair.premise.value,
            "hypothesis": pair.hypothesis.value,
            "label": {"file": pattern},
        },
        "label_map": {word: label.value for word, label in meant.items()},
    }
    names = ", ".join(f"'{word}'" for word in meant)
    yield Reading(recipe, f"{pair.because}; names of files say the labels ({names})", pair.score + 3.0)


def _label_word(name: str) -> str | None:
    """Return the word in the name of a file, or else of its folders, that says a label."""
    for part in reversed(name.split("/")):
        stem = part.partition(".")[0]
        words = (stem, *reversed(re.split(r"[^A-Za-z]+", stem)))
        found = next((word for word in words if word and meaning_of_word(word)), None)
        if found:
            return found
    return None
