"""The words of the bundled corpus, read from the data file beside this one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from rightreasons.guarded_yaml import packaged_yaml

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class CorpusVocabulary:
    """Every wording a sentence can be made of; sentences are arrays of positions in these tuples.

    Parameters
    ----------
    determiners
        Wordings; a frequent one is repeated, so that a uniform draw gives its weight.
    openings, auxiliaries
        What stands before the determiner and after the subject, one of each a frame (None for nothing);
        repeated like the determiners.
    connectives
        The two ways to join the first two clauses of a premise.
    third_connective
        What joins a third clause.
    general_subjects
        What hypotheses call their subject.
    special_subjects
        What premises call it: `per_subject` to each general word, in its order.
    verbs
        One a group of activities; they fall into bands of equal size, the commonest first.
    verb_bands
        Positions of bands, repeated like the determiners.
    objects
        `per_verb` to each verb, in its order.
    details
        Every phrase, kind after kind.
    detail_starts
        Where each kind of detail begins in `details`, and where the last one ends; shape (kinds + 1,).
    """

    determiners: tuple[str, ...]
    openings: tuple[str | None, ...]
    auxiliaries: tuple[str | None, ...]
    connectives: tuple[str, str]
    third_connective: str
    general_subjects: tuple[str, ...]
    special_subjects: tuple[str, ...]
    verbs: tuple[str, ...]
    verb_bands: Numbers
    objects: tuple[str, ...]
    details: tuple[str, ...]
    detail_starts: Numbers

    @property
    def per_subject(self) -> int:
        """How many special words there are to a general one."""
        return len(self.special_subjects) // len(self.general_subjects)

    @property
    def per_band(self) -> int:
        """How many verbs there are in a band."""
        return len(self.verbs) // (int(self.verb_bands.max()) + 1)

    @property
    def per_verb(self) -> int:
        """How many objects there are to a verb."""
        return len(self.objects) // len(self.verbs)

    @property
    def subjects(self) -> tuple[str, ...]:
        """All words for subjects, the general ones first."""
        return self.general_subjects + self.special_subjects


@cache
def read_yaml(name: str) -> dict[str, Any]:
    """Return one of the data files beside this module; read once, so not to be changed."""
    return cast("dict[str, Any]", packaged_yaml("rightreasons.sources.bundled", name))


@cache
def vocabulary() -> CorpusVocabulary:
    """Return the words of the bundled corpus."""
    table = read_yaml("vocabulary.yaml")
    frames = [frame for frame in table["frames"] for _ in range(frame["weight"])]
    kinds = [[" ".join(words) for words in product(*lists)] for lists in table["details"].values()]
    return CorpusVocabulary(
        determiners=tuple(word for word, weight in table["determiners"].items() for _ in range(weight)),
        openings=tuple(frame["opening"] for frame in frames),
        auxiliaries=tuple(frame["auxiliary"] for frame in frames),
        connectives=tuple(table["connectives"]),
        third_connective=table["third_connective"],
        general_subjects=tuple(table["subjects"]),
        special_subjects=_flat(table["subjects"]),
        verbs=tuple(table["activities"]),
        verb_bands=np.repeat(np.arange(len(table["verb_bands"])), table["verb_bands"]),
        objects=_flat(table["activities"]),
        details=tuple(phrase for kind in kinds for phrase in kind),
        detail_starts=np.cumsum([0, *(len(kind) for kind in kinds)]),
    )


def _flat(groups: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    return tuple(word for group in groups.values() for word in group)
