"""Words that can stand for one of two antonyms: a hyponym, hypernym or synonym of the other (section 6.1)."""

import numpy as np
import polars as pl

from rightreasons.artifacts.words_of_pairs import Words
from rightreasons.challenges.swaps.candidates import REVERSED
from rightreasons.challenges.swaps.forms import Forms, WordPair
from rightreasons.challenges.swaps.main_senses import MainSenses
from rightreasons.challenges.swaps.options import Side
from rightreasons.challenges.swaps.rules import rules
from rightreasons.challenges.swaps.transformation import Instance, Rejection, replaced
from rightreasons.text.word_pairs import Relation

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
