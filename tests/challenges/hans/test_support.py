"""Counts of distinct pairs agree with writing every pair down."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import pytest

from rightreasons.challenges.hans.generate import generate
from rightreasons.challenges.hans.grammar import Grammar, grammar_of
from rightreasons.challenges.hans.recognition.recognise import recognise_all
from rightreasons.challenges.hans.support import support
from rightreasons.challenges.hans.templates import subcase_names
from rightreasons.challenges.hans.trees.notation import Gap, Leaf, Slot, leaves
from rightreasons.challenges.hans.vocabulary.files import hans_vocabulary_from, named_vocabulary
from rightreasons.challenges.hans.vocabulary.words import HansVocabulary

SMALL = {
    "name": "small",
    "nouns": {"judge": "judges", "man": "men", "actor": "actors", "poet": "poets"},
    "transitive_verbs": ["saw", "stopped"],
    "intransitive_verbs": ["slept"],
    "passive_verbs": ["stopped"],
    "np_s_verbs": ["saw", "knew"],
    "np_z_verbs": ["stopped", "hid"],
    "np_z_verbs_of_plurals": ["fought"],
    "participles": ["stopped", "paid"],
    "places": ["office"],
    "understood_objects": {"paid": "nouns", "ate": ["rice", "rice", "ice cream"]},
    "non_factive_verbs": ["hoped", "saw"],
    "adjectives": ["old"],
    "prepositions": ["by", {"words": "in front of", "tree": "[PP in/IN [NP front/NN] [PP of/IN _]]"}],
    "adverbs_of_doubt": ["maybe", {"words": "in short", "tree": "[PP in/IN [ADJP short/JJ]]"}],
}


@pytest.fixture(scope="module")
def small() -> HansVocabulary:
    """A vocabulary whose pairs can all be written down; what it does not state is that of HANS, cut short."""
    rest = named_vocabulary().model_dump()
    short = {
        name: value[:2] for name, value in rest.items() if isinstance(value, tuple) and name not in SMALL
    }
    return hans_vocabulary_from(rest | short | SMALL | {"inflections": {}}, "small.yaml")


@pytest.mark.parametrize("subcase", subcase_names())
def test_support_is_the_number_of_pairs_that_can_be_written_down(small: HansVocabulary, subcase: str) -> None:
    grammar = grammar_of(small, "official")
    assert support(grammar, subcase) == len(set(_every_pair(grammar, subcase)))


def _every_pair(grammar: Grammar, subcase: str) -> Iterator[tuple[str, str]]:
    singular = {plural: noun for noun, plural in grammar.vocabulary.nouns.items()}
    for number in grammar.subcase_shapes[subcase]:
        shape = grammar.shapes[number]
        lists = [[grammar.words[word] for word in grammar.pools[name]] for name in shape.slots.values()]
        sentences = [_names(tuple(leaves(shape.premise))), _names(shape.hypothesis_text)]
        for words in _fillings(lists, singular):
            filled = dict(zip(shape.slots, words, strict=True))
            premise, hypothesis = (" ".join([filled.get(part, part) for part in side]) for side in sentences)
            lemmas = [singular.get(word, word) for word in premise.split() if word != "the"]
            if len(lemmas) == len(set(lemmas)):
                yield premise, hypothesis


def _fillings(lists: Sequence[Sequence[str]], singular: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Yield one word of each list, without those in which a word occurs twice anyhow."""
    if not lists:
        yield ()
        return
    for rest in _fillings(lists[1:], singular):
        used = {singular.get(word, word) for word in rest}
        yield from ((word, *rest) for word in lists[0] if singular.get(word, word) not in used)


def _names(sentence: Iterable[Leaf]) -> list[str]:
    return [
        leaf.name if isinstance(leaf, Slot) else leaf.text for leaf in sentence if not isinstance(leaf, Gap)
    ]


def test_every_pair_of_a_small_subcase_can_be_made_and_recognised(small: HansVocabulary) -> None:
    subcase = "sn_PP_on_subject"
    most = support(grammar_of(small, "official"), subcase)
    made = generate(most, subcases=[subcase], vocabulary=small)
    assert made.frame.select("sentence1", "sentence2").is_unique().all()
    assert recognise_all(made.to_pairs(), small).row.tolist() == list(range(most))
