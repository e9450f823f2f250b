"""The instances made of each item: in situ, ex situ, with substitutes, each with a proposed gold label."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np
import polars as pl

from rightreasons.artifacts.words_of_pairs import Words
from rightreasons.challenges.swaps.candidates import REVERSED, Item
from rightreasons.challenges.swaps.options import Side
from rightreasons.challenges.swaps.rules import Rule, rules
from rightreasons.challenges.swaps.swap_set import KEPT, PROPOSED
from rightreasons.challenges.swaps.transformation import Instance, Rejection, ex_situ, replaced
from rightreasons.challenges.swaps.words import Forms, MainSenses, WordPair
from rightreasons.labels import Label
from rightreasons.text.word_pairs import Relation

# Words that can stand for one of two antonyms: a hyponym, hypernym or synonym of the other (section 6.1).


_STEPS = {"hypernym": 2}  # 'person' is two steps above 'boy'
RELATIVES: tuple[Relation, ...] = ("synonym", "hypernym", "hyponym")
NO_RELATIVE = "no relative of the other antonym that fits and is frequent enough"


class Substitutes:
    """Replaces one antonym of an instance by a relative of the other.

    Parameters
    ----------
    words
        The words of the training instances.
    side
        Where the word is replaced: ``"hypothesis"`` gives I_TA2, ``"premise"`` I_TA3.
    min_count
        How often the new word, as it will stand there, occurs on that side of the training data.
    forms, senses
        What WordNet says.
    """

    def __init__(self, words: Words, side: Side, min_count: int, forms: Forms, senses: MainSenses) -> None:
        self.side = side
        self._forms, self._senses = forms, senses
        self._relatives: dict[WordPair, list[tuple[str, Relation]]] = {}
        ids = (words.premise if side == "premise" else words.hypothesis).ids
        counts = pl.Series(np.bincount(ids, minlength=len(words.vocabulary)))
        self._frequent = frozenset(words.vocabulary.filter(counts >= min_count).to_list())

    def __call__(
        self, instance: Instance, pair: WordPair, random: np.random.Generator
    ) -> tuple[Instance, str] | None:
        """Return the instance with one antonym replaced, and what the second word then is to the first.

        Of several words that fit, one is drawn; None if there is none.
        """
        kept, dropped = (pair.first, pair.second) if self.side == "hypothesis" else (pair.second, pair.first)
        found = self._relatives_of(WordPair(kept, dropped, pair.pos))
        for place in random.permutation(len(found)):
            word, relation = found[place]
            text = instance.hypothesis if self.side == "hypothesis" else instance.premise
            new = replaced(text, WordPair(dropped, word, pair.pos), self._forms)
            if isinstance(new, Rejection) or new.after not in self._frequent:
                continue
            if self.side == "hypothesis":
                return Instance(instance.premise, new.text, instance.first, new.after), relation
            other = REVERSED.get(relation, relation)
            return Instance(new.text, instance.hypothesis, new.after, instance.second), other
        return None

    def _relatives_of(self, antonyms: WordPair) -> list[tuple[str, Relation]]:
        """Return the relatives of ``antonyms.first`` by its main sense, none of them ``antonyms.second``.

        Of other words than nouns only synonyms: the objects of a verb do not fit its hypernyms.
        """
        if antonyms not in self._relatives:
            lemma, opposite, pos = antonyms
            found = [
                (WordPair(lemma, word, pos), relation)
                for relation in (RELATIVES if pos == "n" else RELATIVES[:1])
                for word in self._forms.wordnet.related(lemma, pos, relation, _STEPS.get(relation, 1))
                if word not in rules().never_swapped | {opposite} and rules().fit(lemma, word)
            ]
            self._relatives[antonyms] = [
                (pair.second, "synonym" if frozenset(pair[:2]) in rules().interchangeable else relation)
                for pair, relation in found
                if self._senses.related(pair, relation) and frozenset(pair[:2]) not in rules().misleading
            ]
        return self._relatives[antonyms]


# Gold labels proposed by monotonicity: a more general word is entailed, unless the context turns it.


_WORD = re.compile(r"\w+")
_CONTRACTED = re.compile(r"n['’]t\b")
_TURNED = REVERSED | {"synonym": "synonym"}


class Context(StrEnum):
    """What a context does to a word that becomes more general."""

    UPWARD = "upward"
    DOWNWARD = "downward"
    UNCLEAR = "unclear"


def context_of(sentence: str, word: str) -> Context:
    """Return the context of a lower-cased word in a sentence.

    Downward: each occurrence stands directly behind a word of the list ``downward``, and the sentence has no
    other such word. Unclear: any other sentence with a word of the list ``unclear``, or with ``n't``.
    """
    words = _WORD.findall(_CONTRACTED.sub(" n't", sentence.lower()))
    places = [place for place, each in enumerate(words) if each == word]
    turning = {_before(words, place) for place in places}
    others = [each for place, each in enumerate(words) if each in rules().unclear and place not in turning]
    if others or _CONTRACTED.search(sentence.lower()):
        return Context.UNCLEAR
    if None not in turning and places:
        return Context.DOWNWARD
    return Context.UPWARD if turning <= {None} else Context.UNCLEAR


def ex_situ_label(instance: Instance, relation: str) -> Label | None:
    """Return the label proposed for two sentences that differ in the pair alone; None if it is open."""
    return _proposed(rules().ex_situ, instance, relation, None, adds=None)


def in_situ_label(instance: Instance, relation: str, control: Label, forms: Forms) -> Label | None:
    """Return the label proposed for an instance whose words have changed places; None if it is open.

    Parameters
    ----------
    instance
        The transformed instance.
    relation
        What its second word is to its first.
    control
        Gold before.
    forms
        Tells whether words of the hypothesis stand in the premise in other forms.
    """
    return _proposed(rules().in_situ, instance, relation, control, adds=adds_words(instance, forms))


def substitute_label(instance: Instance, relation: str, control: Label, forms: Forms) -> Label | None:
    """Return the label proposed where a word was replaced on one side; parameters as of `in_situ_label`."""
    return _proposed(rules().substitute, instance, relation, control, adds=adds_words(instance, forms))


def adds_words(instance: Instance, forms: Forms) -> bool:
    """Return whether the hypothesis has a content word, the pair aside, that the premise has in no form."""
    lemmas = {lemma for word in _WORD.findall(instance.premise.lower()) for lemma in forms.every_lemma(word)}
    return any(
        lemmas.isdisjoint(forms.every_lemma(word))
        for word in _WORD.findall(instance.hypothesis.lower())
        if word != instance.second and word not in rules().function_words
    )


def _proposed(
    rules: Sequence[Rule], instance: Instance, relation: str, control: Label | None, *, adds: bool | None
) -> Label | None:
    contexts = {
        context_of(instance.premise, instance.first),
        context_of(instance.hypothesis, instance.second),
    }
    if len(contexts) > 1 or Context.UNCLEAR in contexts:
        return None
    if Context.DOWNWARD in contexts:
        relation = _TURNED.get(relation, "")  # no man and no woman: either may be so
    for rule in rules:
        if rule.relation == relation and rule.control in (None, control) and rule.adds in (None, adds):
            return rule.label
    return None


def _before(words: list[str], place: int) -> int | None:
    """Return the place of the downward word that a word stands behind."""
    while place and words[place - 1] in rules().between:
        place -= 1
    return place - 1 if place and words[place - 1] in rules().downward else None


# The instances that are made of each item: in situ, ex situ, and with an antonym replaced.


class Draft(NamedTuple):
    """One instance of one set; its label is None where no rule proposes one."""

    set: str
    item: Item
    instance: Instance
    relation: str
    label: Label | None
    control_label: Label | None
    status: str


def antonym_drafts(items: Sequence[Item], seed: int) -> Iterator[Draft]:
    """Yield I_A, I_TA1, E_A and E_TA: contradictions, unless a context may turn that of an E round."""
    for item, coin in zip(items, _coins(items, seed), strict=True):
        for name, instance in (("I_A", item.before), ("I_TA1", item.after)):
            yield Draft(name, item, instance, item.relation, item.gold, item.gold, KEPT)
        control, transformed = ex_situ(item.before, item.after, of_premise=coin)
        label = ex_situ_label(control, item.relation)
        for name, instance in (("E_A", control), ("E_TA", transformed)):
            yield Draft(name, item, instance, item.relation, label, label, KEPT)


def substitute_drafts(
    items: Sequence[Item], substitutes: Sequence[Substitutes], forms: Forms, seed: int
) -> Iterator[Draft]:
    """Yield I_A, and I_TA2 (hypothesis) or I_TA3 (premise), with the labels that the rules propose.

    Parameters
    ----------
    items
        What instances are made of.
    substitutes
        What finds another word for one of the two; an item that none finds one for yields nothing.
    forms
        Tells whether words of the hypothesis stand in the premise in other forms.
    seed
        Of the choice among several words.
    """
    random = np.random.default_rng([seed, 2])
    for item in items:
        made = [(each, each(item.before, item.pair, random)) for each in substitutes]
        if any(found is not None for _, found in made):
            yield Draft("I_A", item, item.before, item.relation, item.gold, item.gold, KEPT)
        for each, found in made:
            if found is not None:
                instance, relation = found
                label = substitute_label(instance, relation, item.gold, forms)
                name = "I_TA2" if each.side == "hypothesis" else "I_TA3"
                yield Draft(name, item, instance, relation, label, item.gold, PROPOSED)


def hypernym_drafts(items: Sequence[Item], forms: Forms, seed: int) -> Iterator[Draft]:
    """Yield I_H with its own labels, and I_TH, E_H and E_TH with those that the rules propose."""
    for item, coin in zip(items, _coins(items, seed), strict=True):
        there, back = item.relation, REVERSED[item.relation]
        yield Draft("I_H", item, item.before, there, item.gold, item.gold, KEPT)
        label = in_situ_label(item.after, back, item.gold, forms)
        yield Draft("I_TH", item, item.after, back, label, item.gold, PROPOSED)
        control, transformed = ex_situ(item.before, item.after, of_premise=coin)
        before = ex_situ_label(control, there)
        yield Draft("E_H", item, control, there, before, before, PROPOSED)
        yield Draft("E_TH", item, transformed, back, ex_situ_label(transformed, back), before, PROPOSED)


def _coins(items: Sequence[Item], seed: int) -> list[bool]:
    """Return for every item whether its ex situ context is that of the premise."""
    return [bool(side) for side in np.random.default_rng([seed, 1]).integers(2, size=len(items))]
