"""Premise, hypothesis and labels put together: which rows, which columns, and what speaks for it."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from rightreasons.numbers import count, decimals, percent
from rightreasons.pairs import ANNOTATORS
from rightreasons.printable import printable
from rightreasons.sources.proposals.contents import Leaf, aligned
from rightreasons.sources.proposals.labelling import Labelling
from rightreasons.sources.proposals.meanings import Meaning, Overlap, meanings
from rightreasons.sources.proposals.samples import some_of
from rightreasons.sources.proposals.words import comes_first, has_part, likely_role, parts_of, word_in
from rightreasons.text.unspaced import UNSPACED

_MOST_COMPARED = 300
_WORD = re.compile(rf"[{UNSPACED}]{{2}}|(?:(?![{UNSPACED}])\w)+")
_ITEM = re.compile(r"\[\d+\]$")
_ONE_LABEL_FOR_SEVERAL = 1.5
_WORDS_OF_A_SENTENCE = 4
_WORDS_OF_A_QUESTION, _MOSTLY = 12, 0.9
_ASKED, _BY_ITEM = 1.25, 4.0
_YES, _NO = {"yes", "true"}, {"no", "false"}


@dataclass(frozen=True, eq=False)
class Pair:
    """Two leaves as premise and hypothesis.

    Parameters
    ----------
    premise, hypothesis
        The leaves.
    question
        A question that the hypothesis answers; None where there is none.
    against
        Further evidence against it.
    """

    premise: Leaf
    hypothesis: Leaf
    question: Leaf | None = None
    against: float = 0.0

    @cached_property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """Some premises with their hypotheses."""
        found = list(aligned(self.premise, self.hypothesis))
        return tuple((premise, hypothesis) for premise, hypothesis in some_of(found, _MOST_COMPARED))

    @cached_property
    def shared(self) -> float:
        """Mean share of the words of a hypothesis that are in its premise."""
        return _mean(shared_words(*texts) for texts in self.texts)

    @cached_property
    def held(self) -> float:
        """Share of the hypotheses that stand in their premise as they are."""
        bare = ((premise, hypothesis.strip().rstrip(".")) for premise, hypothesis in self.texts)
        return _mean(float(hypothesis in premise) for premise, hypothesis in bare)

    @cached_property
    def by_chance(self) -> float:
        """The same in the premise of another row."""
        others = [premise for premise, _ in self.texts]
        shifted = others[len(others) // 2 :] + others[: len(others) // 2]
        return _mean(shared_words(p, h) for p, (_, h) in zip(shifted, self.texts, strict=True))

    @cached_property
    def score(self) -> float:
        """How much names and content speak for it."""
        one, other = self.premise, self.hypothesis
        return sum(
            (
                _by_name(one, "premise"),
                _by_name(other, "hypothesis"),
                _chosen(one),
                0.75 if isinstance(one.written, list) else 0.0,  # several columns of one name: all of them
                _order(one, other) - _order(other, one),
                max(-1.0, min(1.0, one.size / max(other.size, 0.1) - 1.0)),
                0.5 if one.repeats > 1.1 * other.repeats else 0.0,
                min(2.0, 6.0 * (self.shared - self.by_chance)),
                -4.0 * (1 - one.filled) - 4.0 * (1 - other.filled),
                0.0 if not self.question else 0.5 if other.size < _WORDS_OF_A_SENTENCE else -0.25,
                -1.0 if other.pieces > 1.5 else 0.0,
                _alone(one, other) + _alone(other, one),
                -9.0 if self.held > _MOSTLY else 0.0,  # the same text again, or a prompt with both
                -self.against,
                -_ASKED * (_asks(one) + _asks(other)),
                _same_field(one.path, other.path),
                -4.0 if len(other.counts) == 1 and len(other.texts) > 2 else 0.0,  # a hypothesis of all rows
            )
        )

    @property
    def because(self) -> str:
        """What speaks for it, in a clause for each side."""
        one, other = self.premise, self.hypothesis
        says = []
        if one.size > 1.2 * other.size:
            says.append(f"longer ({count(one.size)} words against {count(other.size)})")
        if one.repeats > 1.1 * other.repeats:
            says.append(f"repeated ({decimals(one.repeats)} times each)")
        if likely_role(one.name) == "premise":
            says.append("called like one")
        if comes_first(one.path, other.path):
            says.append("first of the two")
        premise = ", ".join(says) or "by what is left"
        words = f"{percent(self.shared, 0)} of its words are in it"
        asked = f" behind '{printable(self.question.path, 40)}'" if self.question else ""
        return (
            f"'{printable(one.path, 40)}' looks like the premise: {premise}; "
            f"'{printable(other.path, 40)}'{asked} like the hypothesis: {words}"
        )


@dataclass(frozen=True, eq=False)
class Reading:
    """A way to read a table.

    Parameters
    ----------
    recipe
        As a recipe writes it.
    because
        What speaks for it, in one sentence.
    score
        How much does.
    """

    recipe: Mapping[str, Any]
    because: str
    score: float


def shared_words(premise: str, hypothesis: str) -> float:
    """Return the share of the distinct words of a hypothesis that a premise has."""
    words = _words(hypothesis)
    return len(words & _words(premise)) / len(words) if words else 0.0


@lru_cache(maxsize=20_000)
def _words(text: str) -> frozenset[str]:
    """Return the distinct words of a text, which is compared with many others."""
    return frozenset(_WORD.findall(text.lower()))


def _mean(values: Iterator[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0


def _order(one: Leaf, other: Leaf) -> float:
    """Return how much names say that one comes first; positions say little."""
    first = comes_first(one.path, other.path)
    return (0.4 if one.path.isdecimal() else 1.5) if first else 0.0


def _alone(one: Leaf, other: Leaf) -> float:
    """Return how unlikely one item of a list is, of which the other text is none."""
    of_list = _ITEM.sub("", one.path)
    return -1.5 if of_list not in (one.path, _ITEM.sub("", other.path)) and not one.make else 0.0


def _by_name(leaf: Leaf, role: str) -> float:
    likely = likely_role(leaf.name)
    if likely == role:
        return 0.5 if has_part(leaf.name, "weak") else 3.0
    against = -2.0 if likely in ("premise", "hypothesis", "label") else 0.0
    asks = has_part(leaf.name, "question") and not _is_no_question(leaf)
    return against - (2.0 if has_part(leaf.name, "none") or asks else 0.0)


def _is_no_question(leaf: Leaf) -> bool:
    """Whether long texts end in a stop, whatever they are called."""
    stops = sum(text.rstrip().endswith(".") for text in leaf.counts)
    return leaf.size > _WORDS_OF_A_QUESTION and stops > _MOSTLY * len(leaf.counts)


def _same_field(one: str, other: str) -> float:
    """Return more for fields of one name in two records, less for texts of two languages."""
    languages = [parts_of(path)[-1:] for path in (one, other)]
    if all(each and word_in(each[0], "languages") for each in languages):
        return 1.25 if languages[0] == languages[1] else -1.25
    records, fields = zip(one.rpartition(".")[::2], other.rpartition(".")[::2], strict=True)
    return 1.25 if all(records) and records[0] != records[1] and fields[0] == fields[1] else 0.0


def _asks(leaf: Leaf) -> bool:
    """Whether nearly all texts are questions, whatever they are called; their name counts elsewhere."""
    some = some_of(list(leaf.counts), _MOST_COMPARED)
    asked = sum(text.rstrip().endswith(("?", "？", "؟")) for text in some)
    return asked > _MOSTLY * len(some) and not has_part(leaf.name, "question")


def _chosen(premise: Leaf) -> float:
    """Return more for texts that people chose: gold evidence beside what was retrieved, or by its number."""
    by_item = '"item":' in json.dumps(premise.written)
    return 0.5 * has_part(premise.path, "chosen") + by_item * (_BY_ITEM + 0.5 * (premise.pieces > 0))


def composed(pair: Pair, labelling: Labelling) -> Iterator[Reading]:
    """Yield the readings of a pair with labels, one for each thing that the labels may mean."""
    rows = rows_of(pair, labelling)
    if rows is None:
        return
    for meaning in meanings(labelling, _overlap(pair, labelling)):
        penalty = _ONE_LABEL_FOR_SEVERAL if _is_above(labelling, pair) else 0.0
        yield Reading(
            _recipe(pair, labelling, meaning, rows),
            f"{pair.because}; {_because(labelling, meaning)}",
            pair.score
            + labelling.score
            + meaning.score
            + _same_part(pair, labelling)
            + _by_key(pair, labelling)
            + _by_answer(pair, labelling)
            + _of_one_item(pair, labelling)
            + _beside_label(pair, labelling)
            - penalty,
        )


def _same_part(pair: Pair, labelling: Labelling) -> float:
    """Return more where all three names share a part, as of a language, that tells them from others."""
    names = (pair.premise.path, pair.hypothesis.path, labelling.leaf.path)
    together = set.intersection(*(set(parts_of(name)) for name in names))
    return 0.6 if together and not any(name.count(".") for name in names) else 0.0


def _beside_label(pair: Pair, labelling: Labelling) -> float:
    """Return more where the hypothesis stands in the same item as its label, less where neither text does."""
    level = labelling.leaf.level
    if not level or labelling.votes:
        return 0.0
    own = [leaf.level.startswith(level) for leaf in (pair.premise, pair.hypothesis)]
    return 1.5 if own[1] else 0.0 if own[0] else -1.0


def _of_one_item(pair: Pair, labelling: Labelling) -> float:
    """Return less for the label of one item of a list, where no text is of that item or list."""
    item = _ITEM.search(labelling.leaf.path)
    if item is None:
        return 0.0
    own = _ITEM.sub("", labelling.leaf.path)
    texts = [leaf.path for leaf in (pair.premise, pair.hypothesis)]
    fits = any(
        path.endswith(item.group()) or (_ITEM.search(path) and _ITEM.sub("", path) == own) for path in texts
    )
    return 0.0 if fits else -1.5


def _by_key(pair: Pair, labelling: Labelling) -> float:
    """Return more where texts under the names of labels are hypotheses: they were written for the labels."""
    written = labelling.leaf.written
    if not isinstance(written, Mapping) or "key" not in written:
        return 0.0
    under = [leaf.level.startswith(written["key"]) for leaf in (pair.premise, pair.hypothesis)]
    return 3.0 * under[1] - 4.0 * under[0]


def _by_answer(pair: Pair, labelling: Labelling) -> float:
    """Return more for a question whose answer is yes or no, less for a longer answer beside it."""
    name = labelling.leaf.name
    words = {text.lower() for text in labelling.distinct}
    judges = has_part(name, "says_entailed") or has_part(name, "says_not_entailed")
    if not words & _YES or not words & _NO or judges or has_part(name, "judges"):
        return 0.0
    asks = has_part(pair.hypothesis.name, "question")
    return 6.0 if asks else -1.0 if pair.question else 0.0


def rows_of(pair: Pair, labelling: Labelling) -> tuple[str, ...] | None:
    """Return the paths of ``rows`` by which a pair and its labels belong together, or None."""
    premise, hypothesis, label = pair.premise.level, pair.hypothesis.level, labelling.leaf.level
    texts = _deeper(premise, hypothesis)
    if texts is None:
        return _side_by_side(pair, labelling)
    if labelling.votes or label == texts or texts.startswith(label):
        return (texts,) if texts else ()
    if _is_one_key(labelling):
        return (label,)
    if label.startswith(texts):  # several labels to one pair: they are votes
        return (texts,) if texts else ()
    return _side_by_side(pair, labelling)


def _is_one_key(labelling: Labelling) -> bool:
    """Whether labels are the keys of records that have one each."""
    at, written = labelling.leaf.at, labelling.leaf.written
    by_key = isinstance(written, Mapping) and "key" in written and not labelling.votes
    return by_key and len({place[:-1] for place in at}) == len(at)


def _deeper(one: str, other: str) -> str | None:
    """Return the deeper of two levels of which one lies in the other; None if neither does."""
    return one if one.startswith(other) else other if other.startswith(one) else None


def _side_by_side(pair: Pair, labelling: Labelling) -> tuple[str, ...] | None:
    """Return lists of one length in every row; of the labels the list whose items may hold several each."""
    leaves = [leaf for leaf in (pair.premise, pair.hypothesis, labelling.leaf) if leaf.level]
    levels = tuple(dict.fromkeys(_first_list(leaf.level) for leaf in leaves))
    texts = [leaf.level for leaf in leaves if leaf is not labelling.leaf]
    plain = all(level.endswith("[]") and ".*" not in level for level in levels)
    own = all(level.count("[]") == 1 and ".*" not in level for level in texts)
    same = all({at[:2] for at in leaf.at} == {at[:2] for at in leaves[0].at} for leaf in leaves[1:])
    return levels if plain and own and same else None


def _first_list(level: str) -> str:
    """Return a level up to its first list."""
    return level[: level.index("[]") + 2] if "[]" in level else level


def _is_votes(pair: Pair, labelling: Labelling) -> bool:
    texts = _deeper(pair.premise.level, pair.hypothesis.level)
    label = labelling.leaf.level
    if _is_one_key(labelling):
        return False
    within = texts if texts and label.startswith(texts) else _first_list(label) if texts else texts
    return labelling.votes or (within is not None and label != within and label.startswith(within))


def _is_above(labelling: Labelling, pair: Pair) -> bool:
    """Whether one label stands for several pairs, other than as the name that they stand under."""
    if isinstance(labelling.leaf.written, Mapping):
        return False
    texts = _deeper(pair.premise.level, pair.hypothesis.level) or ""
    return labelling.leaf.level != texts and texts.startswith(labelling.leaf.level)


def _overlap(pair: Pair, labelling: Labelling) -> Overlap:
    """Return by label the mean share of the words of a hypothesis that are in its premise."""
    shares: dict[str, list[float]] = {}
    found = list(aligned(pair.premise, pair.hypothesis, labelling.leaf))
    for premise, hypothesis, label in some_of(found, 4 * _MOST_COMPARED):
        shares.setdefault(label.strip(), []).append(shared_words(premise, hypothesis))
    means = {label: sum(each) / len(each) for label, each in shares.items()}
    every = [share for each in shares.values() for share in each]
    return Overlap(means, {label: _above_others(each, every) for label, each in shares.items()})


def _above_others(own: Sequence[float], every: Sequence[float]) -> float:
    """Return by how many standard errors the mean of some values is above that of the others."""
    others = len(every) - len(own)
    if not others:
        return 0.0
    mean = sum(every) / len(every)
    variance = sum((share - mean) ** 2 for share in every) / len(every)
    apart = sum(own) / len(own) - (sum(every) - sum(own)) / others
    error = (variance * (1 / len(own) + 1 / others)) ** 0.5
    return apart / error if error else 0.0


def _recipe(pair: Pair, labelling: Labelling, meaning: Meaning, rows: Sequence[str]) -> dict[str, Any]:
    votes = _is_votes(pair, labelling)
    values = [_label(leaf, meaning) for leaf in labelling.leaves]
    hypothesis = pair.hypothesis.value
    if pair.question is not None:
        hypothesis = [pair.question.value, hypothesis]
    label = {ANNOTATORS: values if len(values) > 1 else values[0]} if votes else {"label": values[0]}
    recipe: dict[str, Any] = {}
    if made := {**pair.premise.make, **pair.hypothesis.make, **labelling.leaf.make}:
        recipe["make"] = made
    if rows:
        recipe["rows"] = rows[0] if len(rows) == 1 else list(rows)
    recipe["columns"] = {"premise": pair.premise.value, "hypothesis": hypothesis, **label}
    if meaning.label_map is not None:
        recipe["label_map"] = {
            found: "-" if to is None else to.value for found, to in meaning.label_map.items()
        }
    if votes:
        recipe["gold"] = "majority"
    return recipe


def _label(leaf: Leaf, meaning: Meaning) -> Any:
    return {"cut": leaf.value, **meaning.cut} if meaning.cut else leaf.value


def _because(labelling: Labelling, meaning: Meaning) -> str:
    name = printable(labelling.leaf.path, 40)
    if len(labelling.leaves) > 1:
        return f"'{name}' and {len(labelling.leaves) - 1} more hold votes; {meaning.because}"
    return f"'{name}' has {len(labelling.distinct):,} values: {meaning.because}"
