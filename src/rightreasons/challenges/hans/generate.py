"""Makes a HANS set of any size from a seed, and those that have a name (section 7, appendix D)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache
from typing import Literal, get_args

from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass

from rightreasons.challenges.hans.grammar import Grammar, Row, draw, grammar_of, joined
from rightreasons.challenges.hans.hans_set import HansSet, assembled
from rightreasons.challenges.hans.recognise import rows_by_subcase
from rightreasons.challenges.hans.templates import Quirks, read_data, subcase_names
from rightreasons.challenges.hans.vocabulary import HansVocabulary, named_vocabulary
from rightreasons.errors import OptionError, SupportError, UnknownNameError
from rightreasons.pairs import PairTable
from rightreasons.printable import printable, quoted

# How many distinct pairs a subcase has: counted exactly, without writing them down.


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


# Makes a HANS set of any size from a seed.


Ids = Literal["ours", "official"]
_NONE: frozenset[Row] = frozenset()


def generate(
    per_subcase: int = 1000,
    seed: int = 1,
    quirks: Quirks = "official",
    *,
    subcases: Collection[str] | None = None,
    without: Collection[str] = (),
    vocabulary: HansVocabulary | None = None,
    disjoint_from: PairTable | None = None,
    ids: Ids = "ours",
) -> HansSet:
    """Make pairs from the templates of HANS (McCoy et al. 2019).

    Parameters
    ----------
    per_subcase
        Pairs in each subcase; 30 times as many in all.
    seed
        The same seed gives the same bytes on every machine; the pairs of a smaller set open each subcase of
        a larger one.
    quirks
        ``"official"`` writes pairs as the published generator does; ``"fixed"`` mends the doubled determiner
        of temp15, NN for plural objects of verb phrases, the leaf ``(NN ice cream)``, NP over NP after "in
        front of", and the word that stands twice among the objects of explored and left. No label differs.
    subcases, without
        Names of the subcases to make, and to leave out; all 30 by default. The pairs of a subcase do not
        depend on which others are made.
    vocabulary
        The words; those of HANS by default.
    disjoint_from
        Pairs that must not occur. Those that these templates and words cannot make are of no consequence.
    ids
        ``"ours"`` says seed and template; ``"official"`` counts from ex0 like the published set.

    Returns
    -------
    HansSet
        In the order of the published file.

    Raises
    ------
    OptionError
        For a size below 1, a seed below 0, or unknown quirks or ids.
    UnknownNameError
        For a name that is no subcase.
    SupportError
        If a subcase has fewer distinct pairs; it says how many there are.
    """
    _check(per_subcase, seed, quirks, ids)
    names = chosen_subcases(subcases, without)
    grammar = grammar_of(vocabulary or named_vocabulary(), quirks)
    forbidden = rows_by_subcase(grammar, disjoint_from) if disjoint_from is not None else {}
    for name in names:
        _check_support(grammar, name, per_subcase, forbidden.get(name, _NONE))
    drawn = [draw(grammar, name, per_subcase, seed, forbidden.get(name, _NONE)) for name in names]
    made = assembled(grammar, joined(drawn), seed)
    return made.with_official_ids() if ids == "official" else made


def chosen_subcases(subcases: Collection[str] | None, without: Collection[str]) -> tuple[str, ...]:
    """Return the subcases to make, in the official order.

    Raises
    ------
    UnknownNameError
        For a name that is no subcase.
    OptionError
        If none is left.
    """
    names = subcase_names()
    unknown = [name for name in [*(subcases or ()), *without] if name not in names]
    if unknown:
        raise UnknownNameError(f"subcases {quoted(unknown)}", f"of {', '.join(names)}", "correct the names")
    chosen = tuple(name for name in names if (subcases is None or name in subcases) and name not in without)
    if not chosen:
        raise OptionError("no subcase is left", "at least one of the 30", "leave fewer out")
    return chosen


def _check(per_subcase: int, seed: int, quirks: str, ids: str) -> None:
    if per_subcase < 1 or seed < 0:
        raise OptionError(
            f"{per_subcase} pairs a subcase, seed {seed}", "a size from 1 and a seed from 0", "correct them"
        )
    for value, allowed in ((quirks, get_args(Quirks)), (ids, get_args(Ids))):
        if value not in allowed:
            raise OptionError(quoted((value,)), f"one of {', '.join(allowed)}", "correct it")


def _check_support(grammar: Grammar, subcase: str, n_pairs: int, forbidden: Collection[Row]) -> None:
    pairs = support(grammar, subcase)
    if pairs - len(forbidden) >= n_pairs:
        return
    excluded = f", {len(forbidden):,} of them excluded" if forbidden else ""
    raise SupportError(
        f"{n_pairs:,} pairs of {subcase} from vocabulary '{grammar.vocabulary.name}'",
        f"at most the {pairs:,} distinct pairs that there are{excluded}",
        "ask for fewer, leave the subcase out, or add words to its lists",
    )


# Sets that are made under a name: evaluation, augmentation (section 7), withheld subcases (appendix D).


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Recipe:
    """One entry of ``data/recipes.yaml``.

    Parameters
    ----------
    about
        What it makes, in words.
    seed
        What it is drawn with unless another seed is given.
    disjoint_from
        Name of the recipe whose pairs must not occur.
    without
        Subcases that are left out; a model trained on the rest is tested on these.
    """

    about: str
    seed: int
    disjoint_from: str | None = None
    without: tuple[str, ...] = ()


@cache
def recipes() -> Mapping[str, Recipe]:
    """Return all recipes by name."""
    return TypeAdapter(dict[str, Recipe]).validate_python(read_data("recipes.yaml"))


def make_recipe(
    name: str,
    *,
    per_subcase: int = 1000,
    seed: int | None = None,
    quirks: Quirks = "official",
    vocabulary: HansVocabulary | None = None,
    disjoint_from: PairTable | None = None,
) -> HansSet:
    """Make the set that a recipe describes.

    Parameters
    ----------
    name
        Name of the recipe.
    per_subcase, quirks, vocabulary
        As in `generate`; the set that it is kept apart from is made with the same ones.
    seed
        Another seed than that of the recipe.
    disjoint_from
        The evaluation set to keep apart from, where it is another than ours, e.g. the published one.

    Raises
    ------
    UnknownNameError
        If there is no recipe of that name.
    OptionError, SupportError
        As in `generate`.
    """
    if name not in recipes():
        raise UnknownNameError(
            f"recipe '{printable(name)}'", f"one of {', '.join(recipes())}", "correct the name"
        )
    recipe = recipes()[name]
    if disjoint_from is None and recipe.disjoint_from:
        apart = make_recipe(
            recipe.disjoint_from, per_subcase=per_subcase, quirks=quirks, vocabulary=vocabulary
        )
        disjoint_from = apart.to_pairs()
    return generate(
        per_subcase,
        recipe.seed if seed is None else seed,
        quirks,
        without=recipe.without,
        vocabulary=vocabulary,
        disjoint_from=disjoint_from,
    )
