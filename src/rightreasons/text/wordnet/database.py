"""What every WordNet, in whichever file format, hands to the look-ups."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from rightreasons.text.word_pairs import Origin, Pos


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
