"""WordNet in memory: base forms by Morphy, and the words that stand in a relation to a word."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from rightreasons.text.language import language
from rightreasons.text.word_pairs import ALL_POS, Origin, Pos, Relation, WordPairs, pairs_frame

# What every WordNet, in whichever file format, hands to the look-ups.


@dataclass(frozen=True, slots=True)
class Synsets:
    """The synsets of one part of speech, by their ids.

    Parameters
    ----------
    words
        Words of a synset as they are written in the database (``French``, ``hot_dog``).
    hypernyms
        Its direct hypernyms; those of instances (Bach, composer) are not among them.
    hyponyms
        The converse of `hypernyms`.
    antonyms
        Pairs (word of this synset, its antonym): antonymy holds between words, not synsets.
    """

    words: Mapping[str, tuple[str, ...]]
    hypernyms: Mapping[str, tuple[str, ...]]
    hyponyms: Mapping[str, tuple[str, ...]]
    antonyms: Mapping[str, tuple[tuple[str, str], ...]]


class Database(Protocol):
    """A WordNet as it was read."""

    @property
    def name(self) -> str:
        """Its name and version."""
        ...

    @property
    def origin(self) -> tuple[Origin, ...]:
        """The files it was read from."""
        ...

    def senses(self, pos: Pos) -> Mapping[str, tuple[str, ...]]:
        """Return the ids of the synsets of every lower-case lemma, its most frequent sense first."""
        ...

    def exceptions(self, pos: Pos) -> Mapping[str, tuple[str, ...]]:
        """Return the lemmas of irregular forms."""
        ...

    def uses(self, pos: Pos) -> Mapping[str, int]:
        """Return how often tagged texts use a lemma as this part of speech; lemmas may be missing."""
        ...

    def synsets(self, pos: Pos) -> Synsets:
        """Return the synsets."""
        ...


def converse(pointers: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return pointers the other way round, in the same order."""
    back: dict[str, list[str]] = {}
    for source, targets in pointers.items():
        for target in targets:
            back.setdefault(target, []).append(source)
    return {target: tuple(sources) for target, sources in back.items()}


# Base forms by Morphy: exceptions, then rules of detachment, checked against the index (morphy(7WN)).


def base_forms(
    form: str, pos: Pos, attested: Container[str], exceptions: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """Return the attested base forms of a lower-case form, itself first where it is one.

    Parameters
    ----------
    form
        A lower-case word.
    pos
        Its part of speech.
    attested
        The lemmas of that part of speech.
    exceptions
        Base forms of irregular forms; where `form` is one of them, no rule is tried.
    """
    if form in exceptions:
        return _attested((form, *exceptions[form]), attested)
    detached = (form.removesuffix(old) + new for old, new in language().endings[pos] if form.endswith(old))
    return _attested((form, *detached), attested)


def _attested(forms: Iterable[str], attested: Container[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(form for form in forms if form in attested))


# The words that stand in a relation to a word, found in the graph of synsets.


def is_plain(word: str) -> bool:
    """Whether a word is a single one, written in lower-case letters only."""
    return word.isalpha() and word.islower()


def related_words(
    lemma: str, senses: tuple[str, ...], synsets: Synsets, relation: Relation, depth: int | None
) -> tuple[str, ...]:
    """Return the plain words that stand in `relation` to `lemma`, by the order of its senses, none twice.

    Parameters
    ----------
    lemma
        A plain word.
    senses
        Ids of the synsets that are tried; those that hold `lemma` only in other letters (China) are not.
    synsets
        The graph.
    relation
        What the words are to the lemma.
    depth
        For hypernyms and hyponyms, how many steps away they may be at most; None: any number.
    """
    own = [sense for sense in senses if lemma in synsets.words.get(sense, ())]
    if relation == "antonym":
        found = _antonyms(lemma, own, synsets)
    else:
        found = (word for synset in _reached(own, synsets, relation, depth) for word in synsets.words[synset])
    left_out = {lemma, *(_synonyms(own, synsets) if relation == "co-hyponym" else ())}
    return tuple(word for word in dict.fromkeys(found) if word not in left_out and is_plain(word))


def _antonyms(lemma: str, own: list[str], synsets: Synsets) -> Iterator[str]:
    return (other for sense in own for word, other in synsets.antonyms.get(sense, ()) if word == lemma)


def _synonyms(own: list[str], synsets: Synsets) -> Iterator[str]:
    return (word for sense in own for word in synsets.words[sense])


def _reached(own: list[str], synsets: Synsets, relation: Relation, depth: int | None) -> Iterator[str]:
    for sense in own:
        if relation == "hypernym":
            yield from _steps(sense, synsets.hypernyms, depth)
        elif relation == "hyponym":
            yield from _steps(sense, synsets.hyponyms, depth)
        elif relation == "co-hyponym":
            for parent in synsets.hypernyms.get(sense, ()):
                yield from (sister for sister in synsets.hyponyms[parent] if sister != sense)
        else:
            yield sense


def _steps(start: str, pointers: Mapping[str, tuple[str, ...]], depth: int | None) -> Iterator[str]:
    """Yield what is reached from `start`, nearest first."""
    seen = {start}
    edge: list[str] = [start]
    taken = 0
    while edge and (depth is None or taken < depth):
        edge = [target for source in edge for target in pointers.get(source, ())]
        edge = [target for target in dict.fromkeys(edge) if target not in seen]
        seen.update(edge)
        taken += 1
        yield from edge


# The class by which the rest of the project asks WordNet.


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
