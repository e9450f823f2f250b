"""The class by which the rest of the project asks WordNet."""

from rightreasons.text.word_pairs import ALL_POS, Pos, Relation, WordPairs, pairs_frame
from rightreasons.text.wordnet.base_forms import base_forms
from rightreasons.text.wordnet.database import Database
from rightreasons.text.wordnet.relations import is_plain, related_words


class WordNet:
    """Base forms, and words that stand in a relation; files are read when they are needed.

    Only plain words take part in relations: single ones in lower-case letters, so no names, no ``hot_dog``
    and no ``three-d``.

    Parameters
    ----------
    database
        What was read from files; `open_wordnet` makes it.
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    @property
    def name(self) -> str:
        """Name and version, e.g. ``WordNet 3.0``."""
        return self.database.name

    def lemmas(self, form: str, pos: Pos) -> tuple[str, ...]:
        """Return the base forms of `form`, in any case, as a word of `pos`; empty if WordNet has none.

        The form itself comes first where it is a base form, e.g. ``found`` before ``find``.
        """
        return base_forms(form.lower(), pos, self.database.senses(pos), self.database.exceptions(pos))

    def uses(self, lemma: str, pos: Pos) -> int:
        """Return how often the texts tagged with WordNet's senses use a lemma as `pos`; 0 if not known."""
        return self.database.uses(pos).get(lemma, 0)

    def related(self, lemma: str, pos: Pos, relation: Relation, depth: int | None = 1) -> tuple[str, ...]:
        """Return the words that stand in `relation` to `lemma`, by the order of the lemma's senses.

        Parameters
        ----------
        lemma
            A lower-case base form; one that is not a plain word is related to nothing.
        pos
            Its part of speech, and that of the words returned.
        relation
            What they are to the lemma. Antonyms are those of the word itself, not of its synonyms;
            synonyms share a synset; co-hyponyms share a direct hypernym and are not synonyms.
        depth
            For hypernyms and hyponyms, how many steps away they may be at most; None: any number.
        """
        senses = self.database.senses(pos).get(lemma, ()) if is_plain(lemma) else ()
        return related_words(lemma, senses, self.database.synsets(pos), relation, depth) if senses else ()

    def relation_pairs(self, relation: Relation, depth: int | None = 1) -> WordPairs:
        """Return all ordered pairs of plain words in a relation, of all parts of speech.

        A pair may stand in two relations by different senses. The co-hyponyms of WordNet 3.0 are millions;
        where some words will do, ask `related`.

        Parameters
        ----------
        relation
            What the second word is to the first.
        depth
            As in `related`.
        """
        rows = (
            (lemma, other, pos, str(relation))
            for pos in ALL_POS
            for lemma in self.database.senses(pos)
            for other in self.related(lemma, pos, relation, depth)
        )
        return WordPairs(pairs_frame(rows), f"{self.name} {relation}", self.database.origin)
