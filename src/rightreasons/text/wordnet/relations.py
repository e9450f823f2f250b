"""The words that stand in a relation to a word, found in the graph of synsets."""

from collections.abc import Iterator, Mapping

from rightreasons.text.word_pairs import Relation
from rightreasons.text.wordnet.database import Synsets


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
