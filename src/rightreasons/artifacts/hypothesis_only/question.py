"""What a baseline is, and what it is asked."""

from dataclasses import dataclass

from rightreasons.engine.progress import Progress
from rightreasons.pairs import PairTable


@dataclass(frozen=True)
class Baseline:
    """What distinguishes one baseline from another.

    Parameters
    ----------
    measure
        Its name.
    seen
        What the model sees, as the end of "A model that ...".
    side
        The side it sees, ``"hypothesis"`` or ``"premise"``.
    definition
        What its figures mean.
    features
        The features it is given, in words.
    tokenisation
        Tokenisation of the texts.
    """

    measure: str
    seen: str
    side: str
    definition: str
    features: str
    tokenisation: str


@dataclass(frozen=True)
class Question:
    """What the baseline is asked: the data, how to group them, the seed, and who hears of progress."""

    train: PairTable
    test: PairTable | None
    group_by: tuple[str, ...]
    seed: int
    progress: Progress

    @property
    def scored_set(self) -> str:
        """Name of the set that figures are of: the test, or the audited set itself."""
        return self.train.name if self.test is None else self.test.name
