"""Whether WordNet relates two words by what they mean most often, or by rare senses only."""

from functools import cache

from rightreasons.challenges.swaps.forms import WordPair
from rightreasons.text.word_pairs import Pos
from rightreasons.text.wordnet import WordNet


class MainSenses:
    """The most frequent senses of words, and what lies above them.

    Parameters
    ----------
    wordnet
        It lists the senses of a word by how often its texts use them.
    """

    def __init__(self, wordnet: WordNet) -> None:
        self._wordnet = wordnet
        self._above = cache(self._all_above)

    def related(self, pair: WordPair, relation: str) -> bool:
        """Return whether ``pair.second`` is what `relation` says to ``pair.first`` by the main sense of both.

        Synonyms share a synset; a hypernym or hyponym may be any number of steps away.
        """
        senses = self._wordnet.database.senses(pair.pos)
        if pair.first not in senses or pair.second not in senses:
            return False
        first, second = senses[pair.first][0], senses[pair.second][0]
        if relation == "hypernym":
            return first != second and second in self._above(first, pair.pos)
        if relation == "hyponym":
            return first != second and first in self._above(second, pair.pos)
        return relation == "synonym" and first == second

    def rare(self, pair: WordPair, relation: str) -> bool:
        """Return whether WordNet has the hypernym or hyponym, but by other senses than the main ones."""
        if relation not in ("hypernym", "hyponym") or self.related(pair, relation):
            return False
        low, high = (pair.first, pair.second) if relation == "hypernym" else (pair.second, pair.first)
        return high in self._wordnet.related(low, pair.pos, "hypernym", None)

    def _all_above(self, synset: str, pos: Pos) -> frozenset[str]:
        hypernyms = self._wordnet.database.synsets(pos).hypernyms
        found: set[str] = set()
        edge = {synset}
        while edge:
            found |= edge
            edge = {above for each in edge for above in hypernyms.get(each, ())} - found
        return frozenset(found)
