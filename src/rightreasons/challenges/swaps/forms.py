"""Which words are forms of which lemmas, remembered: the same questions come up in every sentence."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from rightreasons.text.language import language
from rightreasons.text.word_pairs import ALL_POS, Pos
from rightreasons.text.wordnet import WordNet


class WordPair(NamedTuple):
    """Two lemmas of one part of speech: what stands in the premise, and what in the hypothesis."""

    first: str
    second: str
    pos: Pos

    @property
    def reversed(self) -> "WordPair":
        """The same lemmas, each on the other side."""
        return WordPair(self.second, self.first, self.pos)


class Forms:
    """What WordNet and the rules of inflection say of single words.

    A form counts as a form of one lemma only, as one part of speech: the lemma that WordNet's texts use most
    often (*men* of *man*, and not of *men*, the workforce), unless several are used as often.

    Parameters
    ----------
    wordnet
        Where base forms are looked up.
    """

    def __init__(self, wordnet: WordNet) -> None:
        self.wordnet = wordnet
        self._looked_up = cache(self._known)
        self.swapped = cache(self._swapped)

    def lemmas(self, form: str, pos: Pos) -> tuple[str, ...]:
        """Return the lemmas of a lower-cased form; none where it is another part of speech."""
        return self._looked_up(form).as_main.get(pos, ())

    def is_form(self, form: str, pair: WordPair) -> bool:
        """Return whether `form` is one of ``pair.first``."""
        return pair.first in self.lemmas(form, pair.pos)

    def every_lemma(self, form: str) -> frozenset[str]:
        """Return the lemmas of a lower-cased form as any part of speech, and the form itself."""
        return self._looked_up(form).every

    def may_be(self, form: str, lemma: str) -> bool:
        """Return whether `form` is one of `lemma` as any part of speech."""
        return lemma in self._looked_up(form).every

    def is_compound(self, first: str, second: str) -> bool:
        """Return whether WordNet has two lower-cased words as one noun, as 'living room'.

        An adjective with its noun ('old man') is none, although WordNet has some of these too.
        """
        if "a" in self._looked_up(first).as_main:
            return False
        nouns = self.wordnet.database.senses("n")
        return any(f"{first}_{lemma}" in nouns for lemma in self._looked_up(second).every)

    def _swapped(self, form: str, pair: WordPair) -> str | None:
        """Return the form of ``pair.second`` that `form` is of ``pair.first``; None without an exact one."""
        return language().swapped_form(form, pair.first, pair.second, pair.pos)

    def _known(self, form: str) -> "_Known":
        lemmas = {pos: self.wordnet.lemmas(form, pos) for pos in ALL_POS}
        uses = {
            pos: max(self.wordnet.uses(lemma, pos) for lemma in found)
            for pos, found in lemmas.items()
            if found
        }
        main = {
            pos: tuple(each for each in lemmas[pos] if self.wordnet.uses(each, pos) == uses[pos])
            for pos in uses
            if uses[pos] == max(uses.values())
        }
        every = frozenset(lemma for found in lemmas.values() for lemma in found)
        return _Known(main, every | {form})


class _Known(NamedTuple):
    """Lemmas of a form as its main part of speech (more than one where counts tie), and all there are."""

    as_main: Mapping[Pos, tuple[str, ...]]
    every: frozenset[str]
