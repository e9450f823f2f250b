"""Where labels may stand, and what they may mean."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_lowercase, ascii_uppercase

from rightreasons.labels import Label, read_labels
from rightreasons.sources.proposals.contents import ANY, Leaf
from rightreasons.sources.proposals.thresholds import Told, thresholds
from rightreasons.sources.proposals.told import NULL, told
from rightreasons.sources.proposals.voters import settling_votes, voters
from rightreasons.sources.proposals.words import (
    has_part,
    likely_role,
    meaning_of_word,
    parts_of,
    readable_role,
    says_mixed,
    says_nothing_wrong,
)

Listed = tuple[str, ...] | str
"""Names of labels in their order, or a text that says what values mean."""
LEAST_NAMED = 0.8
HIDDEN = "-1"
"""What stands for labels of a test set that are not published."""
_TWO = 2
_OPTION = re.compile(r"\d{1,4}")
_NAMED, _OF_PLACES = 3.0, 2.0
_FLAGS: tuple[set[str], ...] = ({"true", "false"}, {"yes", "no"}, {"0", "1"}, {"y", "n"}, {"0.0", "1.0"})
_LEAST_FILLED, _TOO_FEW = 0.5, 4.0
"""Labels that fewer rows have are test questions, or corrections."""


@dataclass(frozen=True, eq=False)
class Labelling:
    """Labels, or the votes of several annotators.

    Parameters
    ----------
    leaves
        One, or one an annotator.
    votes
        Whether they are votes, of which the majority is gold.
    score
        How likely they are the labels, by their name and words.
    names
        What numbers from 0 on, or letters, are called, in their order, where a list in the data says it.
    told
        What values mean, in the words of a text beside the data.
    cut
        Where such a text says that mean ratings are cut.
    """

    leaves: tuple[Leaf, ...]
    votes: bool = False
    score: float = 0.0
    names: tuple[str, ...] = ()
    told: Mapping[str, str] = field(default_factory=dict)
    cut: Told | None = None

    @property
    def leaf(self) -> Leaf:
        """The first."""
        return self.leaves[0]

    @property
    def distinct(self) -> tuple[str, ...]:
        """Every value that occurs, in order."""
        return tuple(sorted({text.strip() for leaf in self.leaves for text in leaf.counts}))


def single_labellings(leaves: Sequence[Leaf], listed: Sequence[Listed] = ()) -> list[Labelling]:
    """Return every column that may hold labels, also one that may hold the votes of one annotator.

    Parameters
    ----------
    leaves
        What stands in the table.
    listed
        Lists of names of labels that stand elsewhere, each in the order of the numbers from 0 on; and texts
        that say what values mean.
    """
    said = [each for each in listed if isinstance(each, str)]
    names_listed = [each for each in listed if not isinstance(each, str)]
    texts = {leaf.level for leaf in leaves if leaf.kind == "text" and leaf.repeats < _TWO}
    lists = {leaf: names for leaf in leaves if leaf.level not in texts and (names := _names_in(leaf))}
    single = [Labelling((leaf,)) for leaf in leaves if _may_be_labels(leaf)]
    single += [Labelling((leaf,)) for leaf in _with_null(leaves, said)]
    names_listed += list(_names_of_options(leaves))
    named = [_explained(each, [*lists.values(), *names_listed], said) for each in single]
    used = {each.names for each in named if each.names}
    found = [
        replace(each, score=_score(each.leaf) + (_NAMED if each.names or each.told else 0.0))
        for each in named
        if lists.get(each.leaf) not in used
    ]
    return [*(each for each in found if each.score > 0), *_of_means(leaves, thresholds(said))]


def _of_means(leaves: Sequence[Leaf], cut: Told | None) -> Iterator[Labelling]:
    """Yield mean ratings that are cut where a text says so: those there are, or those of several columns."""
    if cut is None:
        return
    numbers = [leaf for leaf in leaves if leaf.is_column and leaf.numbers and leaf.filled > _LEAST_FILLED]
    fits = [leaf for leaf in numbers if min(leaf.numbers) < cut.at[0] <= cut.at[-1] <= max(leaf.numbers)]
    means = [leaf for leaf in fits if has_part(leaf.name, "means")]
    groups = [group for group in voters(leaves) if all(leaf in numbers for leaf in group)]
    for leaf in means or [mean_of(group) for group in groups]:
        yield Labelling((leaf,), score=max(_score(leaf), 1.0) + 2 * _NAMED, cut=cut)


def mean_of(group: Sequence[Leaf]) -> Leaf:
    """Return the mean of several columns of numbers in each row, of those that are there."""
    found: dict[tuple[int, ...], list[float]] = {}
    for leaf in group:
        for at, text in zip(leaf.at, leaf.values, strict=True):
            found.setdefault(at, []).extend([float(text)] if text.strip() else [])
    means = {at: sum(each) / len(each) for at, each in sorted(found.items()) if each}
    return replace(
        group[0],
        path=f"mean of {group[0].path} and {len(group) - 1} more",
        called=group[0].name,
        at=tuple(means),
        values=tuple(str(round(mean, 4)) for mean in means.values()),
        written={"mean": [leaf.value for leaf in group]},
    )


def _names_in(leaf: Leaf) -> tuple[str, ...]:
    """Return the names of labels, each once, of a list that is the same wherever it stands."""
    items: dict[tuple[int, ...], list[str]] = {}
    for place, text in zip(leaf.at, leaf.values, strict=True):
        items.setdefault(place[:-1], []).append(text.strip())
    lists = {tuple(texts) for texts in items.values()} if leaf.level.endswith(("[]", ".*")) else set()
    names = lists.pop() if len(lists) == 1 else ()
    meant = {meaning_of_word(text) for text in names}
    fits = len(set(names)) == len(names) > 1 and None not in meant and len(meant) > 1
    return names if fits else ()


def _names_of_options(leaves: Sequence[Leaf]) -> Iterator[tuple[str, ...]]:
    """Yield the labels that fields counted from 0 hold, one in all rows: the answers a model chose from."""
    groups: dict[str, dict[int, str]] = {}
    for leaf in leaves:
        numbers = _OPTION.findall(leaf.path)
        if len(leaf.counts) == 1 and leaf.filled == 1 and numbers:
            stem = _OPTION.sub("#", leaf.path, count=1)
            groups.setdefault(stem, {})[int(numbers[0])] = next(iter(leaf.counts)).strip()
    for options in groups.values():
        names = tuple(options[at] for at in sorted(options))
        meant = [meaning_of_word(name) for name in names]
        if sorted(options) == list(range(len(options))) and None not in meant and len(set(meant)) > 1:
            yield names


def _names_of(labelling: Labelling, lists: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the one list of names whose positions the labels are: numbers from 0, or letters."""
    own = set(labelling.distinct) - {HIDDEN}
    fits = [names for names in lists if own in map(set, _positions(len(names)))]
    return fits[0] if len(set(fits)) == 1 else ()


def _positions(size: int) -> tuple[Sequence[str], ...]:
    """Return what positions may be called."""
    numbers = ([str(at + first) for at in range(size)] for first in (0, 1))
    return *numbers, ascii_uppercase[:size], ascii_lowercase[:size]


def _explained(labelling: Labelling, lists: Sequence[tuple[str, ...]], texts: Sequence[str]) -> Labelling:
    """Return labels with what a list or a text says that they are called."""
    distinct = [value for value in labelling.distinct if value != HIDDEN]
    every = told(labelling.distinct, texts) or told(distinct, texts)
    if every and (not labelling.leaf.says_labels or NULL in every):
        return replace(labelling, told=every)
    return replace(labelling, names=_names_of(labelling, lists))


def _with_null(leaves: Sequence[Leaf], texts: Sequence[str]) -> Iterator[Leaf]:
    """Yield labels of which a text says what it means that there is none, with that as a value."""
    if not any(NULL in text for text in texts):
        return
    for leaf in leaves:
        known = set(leaf.counts)
        if leaf.kind != "category" or leaf.written is not None or not told([*known, NULL], texts):
            continue
        beside = max((other for other in leaves if other.level == leaf.level), key=lambda each: len(each.at))
        own = dict(zip(leaf.at, leaf.values, strict=True))
        if len(own) < len(beside.at):
            values = tuple(own.get(at, NULL) for at in beside.at)
            written = {"first": [leaf.value, {"constant": NULL}]}
            yield replace(leaf, at=beside.at, values=values, written=written, path=f"{leaf.path} or none")


def labellings(leaves: Sequence[Leaf], listed: Sequence[Listed] = ()) -> list[Labelling]:
    """Return what may hold labels, the likeliest first; parameters are those of `single_labellings`."""
    single = single_labellings(leaves, listed)
    groups = [(*group, *settling_votes(group, leaves)) for group in voters(leaves)]
    several = [Labelling(group, votes=True, score=_score(group[0]) + 0.5) for group in groups]
    places = tuple(f"{leaf.path.removesuffix(ANY)}[]" for leaf in leaves if leaf.path.endswith(ANY))
    single = [_less_of_places(each, places) for each in single]
    voting = {leaf for each in several for leaf in each.leaves}
    single = [each for each in single if each.leaf not in voting]
    gold = {frozenset(each.leaf.counts) for each in single if each.score > 2}
    several = [replace(each, score=each.score - 3) if _is_of(each, gold) else each for each in several]
    likely = [each for each in (*single, *several) if each.score > 0]
    return sorted(likely, key=lambda each: -each.score)


def _less_of_places(labelling: Labelling, places: tuple[str, ...]) -> Labelling:
    """Return labels of marked places as less likely than whether any is marked: rows may have none."""
    inside = labelling.leaf.path.startswith(places) if places else False
    return replace(labelling, score=labelling.score - _OF_PLACES) if inside else labelling


def _is_of(votes: Labelling, gold: set[frozenset[str]]) -> bool:
    """Whether another column holds the gold labels that votes are about."""
    return any(set(votes.distinct) & labels and len(labels) > 1 for labels in gold)


def _may_be_labels(leaf: Leaf) -> bool:
    if _is_index(leaf):
        return False
    if leaf.kind == "category":
        return len(leaf.counts) > 1 or leaf.level != ""
    flags = set(leaf.counts) == {"0.0", "1.0"}
    return leaf.kind == "number" and likely_role(leaf.name) == "label" and (flags or bool(scale_of(leaf)))


def _is_index(leaf: Leaf) -> bool:
    """Whether numbers say the place of an item in its list, from 0 or from 1."""
    if not leaf.level or not leaf.numbers or len(leaf.texts) < len(leaf.at):
        return False
    firsts = {number - at[-1] for number, at in zip(leaf.numbers, leaf.at, strict=True)}
    return len(firsts) == 1


def _score(leaf: Leaf) -> float:
    """Return how much names and words speak for labels."""
    by_name = {"label": 2.0, "premise": -1.0, "hypothesis": -0.5}.get(likely_role(leaf.name) or "", 0.0)
    if has_part(leaf.name, "says_entailed") and set(map(str.lower, leaf.counts)) in _FLAGS:
        by_name = 2.0  # "Reply supported by article?"
    by_name += 1.0 if readable_role(leaf.name) == "label" else 0.0
    by_name -= 2.5 if has_part(leaf.name, "none") and by_name <= 0 else 0.0
    by_name -= 2.5 if has_part(leaf.name, "other_ratings") else 0.0
    by_name -= 2.5 if has_part(leaf.name, "measured") else 0.0
    by_name -= 2.0 if has_part(leaf.name, "by_machine") else _of_record(leaf)
    by_name += 1.5 * (_is_looked_up(leaf) and has_part(leaf.name, "expected"))
    by_name += 0.5 * has_part(leaf.name, "by_people") - 1.0 * has_part(leaf.name, "by_judge")
    by_name += 0.75 if has_part(leaf.name, "says_entailed") or says_not_entailed(leaf.name) else 0.0
    by_name = 0.0 if isinstance(leaf.written, Mapping) and "key" in leaf.written else by_name
    words = named_share(leaf)
    named = by_name > 0 or set(map(str.lower, leaf.counts)) not in _FLAGS
    by_words = (3.0 if named else 2.0) if leaf.says_labels else 2.0 * words if words >= LEAST_NAMED else 0.0
    if not by_words and nothing_wrong(tuple(leaf.counts)):
        by_words = 0.0 if leaf.path.isdecimal() else 1.5
    if not by_words and leaf.numbers and len(leaf.counts) <= 5:
        by_words = 1.0
    rare = _TOO_FEW if leaf.filled < _LEAST_FILLED else 0.0
    return by_name + by_words - (2.0 * (0.9 - min(leaf.filled, 0.9)) + rare) * (leaf.level == "")


def _is_looked_up(leaf: Leaf) -> bool:
    return isinstance(leaf.written, Mapping) and "look_up" in leaf.written


def _of_record(leaf: Leaf) -> float:
    """Return how much less likely labels are in the record of what a model gave than of what was expected."""
    record = leaf.path.rpartition(".")[0]
    return 0.75 if record and has_part(record, "by_machine") and not has_part(record, "expected") else 0.0


def named_share(leaf: Leaf) -> float:
    """Return the share of the values whose word says a label, if two labels or more are said."""
    meant = {text: meaning_of_word(text) for text in leaf.counts}
    said = [text for text in leaf.counts if not says_mixed(text)]
    if len(said) < len(leaf.counts) and len(said) > 1 and not read_labels(said).unknown:
        return 1.0
    if len({label for label in meant.values() if label}) < 2:
        return 0.0
    return sum(leaf.counts[text] for text, label in meant.items() if label) / len(leaf.texts)


def nothing_wrong(distinct: Sequence[str]) -> str:
    """Return the one of several words that says that nothing is wrong; empty where none or several do."""
    fine = [text for text in distinct if says_nothing_wrong(text)]
    entailed = any(meaning_of_word(text) == Label.ENTAILMENT.value for text in distinct if text not in fine)
    words = not any(map(str.isdecimal, distinct)) and not entailed
    return fine[0] if len(fine) == 1 and len(distinct) > 1 and words else ""


def scale_of(leaf: Leaf) -> tuple[float, float] | None:
    """Return the ends of the scale that numbers are on; None if it is none of the usual ones."""
    if len(leaf.numbers) < 2 or len(leaf.counts) < 3:
        return None
    low, high = min(leaf.numbers), max(leaf.numbers)
    scales = ((0, 1), (-1, 1), (0, 100), (-50, 50), (0, 10), (1, 5), (1, 10))
    fits = [scale for scale in scales if scale[0] <= low and high <= scale[1]]
    return next((scale for scale in fits if high - low > 0.5 * (scale[1] - scale[0])), None)


def says_not_entailed(name: str) -> bool:
    """Whether a name says that what is true, or marked, is not entailed."""
    return has_part(name, "says_not_entailed") or parts_of(name)[:1] in (("no",), ("not",), ("non",))
