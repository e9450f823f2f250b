"""Makes a HANS set of any size from a seed, and those that have a name (section 7, appendix D)."""

from collections.abc import Collection
from typing import Literal, get_args

from rightreasons.challenges.hans.drawing import Row, draw
from rightreasons.challenges.hans.grammar import Grammar, grammar_of, joined
from rightreasons.challenges.hans.hans_set import HansSet, assembled
from rightreasons.challenges.hans.recognition.recognise import rows_by_subcase
from rightreasons.challenges.hans.support import support
from rightreasons.challenges.hans.templates import Quirks, subcase_names
from rightreasons.challenges.hans.vocabulary.files import named_vocabulary
from rightreasons.challenges.hans.vocabulary.words import HansVocabulary
from rightreasons.errors import OptionError, SupportError, UnknownNameError
from rightreasons.pairs import PairTable
from rightreasons.printable import quoted

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
