"""Draws three hypotheses a premise, one of each label, all from the same distribution."""

import numpy as np

from rightreasons.sources.bundled.clauses import CONTRADICTION, NEUTRAL, NOTHING, Clauses, Flags
from rightreasons.sources.bundled.planted import SLOTS
from rightreasons.sources.bundled.vocabulary import CorpusVocabulary, Numbers

_RESOLUTION = 2**32


def draw_people(groups: int, words: CorpusVocabulary, random: np.random.Generator) -> Numbers:
    """Draw three different people a group: positions in the general subjects, shape (groups, 3)."""
    kinds = len(words.general_subjects)
    first = random.integers(0, kinds, groups)
    second = random.integers(1, kinds, groups)
    third = 1 + (second + random.integers(0, kinds - 2, groups)) % (kinds - 1)
    return np.stack([first, (first + second) % kinds, (first + third) % kinds], axis=1)


def draw_hypotheses(
    people: Numbers, copied: Flags, words: CorpusVocabulary, random: np.random.Generator
) -> Clauses:
    """Draw the hypotheses, a column each label, with empty slots; every part has shape (groups, 3).

    Parameters
    ----------
    people
        Who is in the scene, from `draw_people`.
    copied
        Which hypotheses are to be found word for word in the premise, shape (groups, 3).
    words
        The vocabulary.
    random
        Where randomness comes from.
    """
    shape = people.shape
    rows = np.arange(len(people))
    # A contradiction is about one of the two others, whom the premise sees doing something else. A copied
    # one is about the second person: with the first, the entailed hypothesis would be copied along.
    about = np.where(copied[:, CONTRADICTION], NEUTRAL, random.integers(0, 2, len(people)))
    subject = np.stack([people[:, 0], people[:, 1], people[rows, about]], axis=1)
    verb = draw_verbs(shape, words, random)
    verb[:, CONTRADICTION] = _other_verbs(verb[rows, about], words, random)
    return Clauses(
        determiner=random.integers(0, len(words.determiners), shape),
        frame=random.integers(0, len(words.openings), shape),
        subject=subject,
        verb=verb,
        direct_object=draw_objects(verb, words, random),
        detail=_draw_details(copied, words, random),
        second_detail=np.full(shape, NOTHING),
        fillings=np.full((*shape, len(SLOTS)), NOTHING),
    )


def draw_verbs(shape: tuple[int, ...], words: CorpusVocabulary, random: np.random.Generator) -> Numbers:
    """Draw verbs: a band by its weight, then any verb of the band."""
    band = words.verb_bands[random.integers(0, len(words.verb_bands), shape)]
    drawn: Numbers = band * words.per_band + random.integers(0, words.per_band, shape)
    return drawn


def draw_objects(verb: Numbers, words: CorpusVocabulary, random: np.random.Generator) -> Numbers:
    """Draw an object for each verb from those that go with it, early ones more often; shape of `verb`."""
    return verb * words.per_verb + _early(np.full(verb.shape, words.per_verb), random)


def _other_verbs(verb: Numbers, words: CorpusVocabulary, random: np.random.Generator) -> Numbers:
    # Another verb of the same band: this has the very distribution of `verb`, which is uniform in its band.
    step = random.integers(1, words.per_band, len(verb))
    return verb - verb % words.per_band + (verb + step) % words.per_band


def _draw_details(copied: Flags, words: CorpusVocabulary, random: np.random.Generator) -> Numbers:
    kinds = len(words.detail_starts) - 1
    kind = random.integers(0, kinds, copied.shape)
    # A copied contradiction puts the general word for the second person into the premise. The detail of the
    # neutral hypothesis must not get there too, so the others are of another kind, which is uniform as well.
    another = (kind[:, [NEUTRAL]] + random.integers(1, kinds, copied.shape)) % kinds
    another[:, NEUTRAL] = kind[:, NEUTRAL]
    kind = np.where(copied[:, [CONTRADICTION]], another, kind)
    return words.detail_starts[kind] + _early(np.diff(words.detail_starts)[kind], random)


def _early(below: Numbers, random: np.random.Generator) -> Numbers:
    """Draw a number below each of `below`, the smaller the likelier: the lesser of two uniform ones."""
    # A fraction of 2**32, scaled: bounds that differ by element would make numpy draw one by one.
    drawn = np.minimum(*random.integers(0, _RESOLUTION, (2, *below.shape)))
    scaled: Numbers = drawn * below // _RESOLUTION
    return scaled
