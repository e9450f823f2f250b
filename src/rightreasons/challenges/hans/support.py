"""How many distinct pairs a subcase has: counted exactly, without writing them down."""

from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache

from rightreasons.challenges.hans.grammar import Grammar

Counts = frozenset[tuple[int, int]]


@lru_cache(maxsize=1024)
def support(grammar: Grammar, subcase: str) -> int:
    """Return the number of distinct pairs of one subcase."""
    return sum(_pairs(grammar, int(shape)) for shape in grammar.subcase_shapes[subcase])


def _pairs(grammar: Grammar, shape: int) -> int:
    """Count the ways to fill the slots of a shape so that no lemma occurs twice in the premise."""
    fixed = [int(lemma) for lemma in grammar.fixed_lemmas[shape] if lemma]
    if len(set(fixed)) < len(fixed):
        return 0
    slots = [_counts(grammar, name, fixed) for name in grammar.shapes[shape].slots.values()]
    product = 1
    for group in _connected(slots):
        product *= _fillings(tuple(sorted(group, key=sorted)))
    return product


def _counts(grammar: Grammar, pool: str, without: list[int]) -> Counts:
    """Return how many distinct words of a list have each lemma."""
    words = set(grammar.pools[pool].tolist())
    counts = Counter(int(grammar.lemmas[word]) for word in words)
    return frozenset((lemma, count) for lemma, count in counts.items() if lemma not in without)


def _connected(slots: Iterable[Counts]) -> list[list[Counts]]:
    """Group the slots that share lemmas, directly or through others; groups do not limit each other."""
    groups: list[tuple[set[int], list[Counts]]] = []
    for slot in slots:
        lemmas = {lemma for lemma, _ in slot}
        touched = [group for group in groups if group[0] & lemmas]
        merged = (lemmas.union(*(group[0] for group in touched)), [slot])
        for group in touched:
            merged[1].extend(group[1])
            groups.remove(group)
        groups.append(merged)
    return [members for _, members in groups]


@cache
def _fillings(slots: tuple[Counts, ...]) -> int:
    """Count the ways to fill `slots` with different lemmas: lemma after lemma, each in one slot or none."""
    ways = {0: 1}  # by the set of slots that are filled, as bits
    lemmas = {lemma for slot in slots for lemma, _ in slot}
    words = [dict(slot) for slot in slots]
    for lemma in lemmas:
        more = Counter(ways)
        for filled, count in ways.items():
            for place, slot in enumerate(words):
                if lemma in slot and not filled >> place & 1:
                    more[filled | 1 << place] += count * slot[lemma]
        ways = dict(more)
    return ways.get((1 << len(slots)) - 1, 0)
