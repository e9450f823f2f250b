"""What a baseline is called, what it sees, and what it is asked."""

from collections.abc import Hashable
from dataclasses import dataclass

from rightreasons.engine.memory import frame_key
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
    """What the baseline is asked.

    Parameters
    ----------
    train, test
        The data audited, and what is scored; None: the data audited, by cross-fitting.
    group_by
        Columns by which accuracy is given too.
    seed
        Of the folds.
    progress
        Who hears how far it is.
    """

    train: PairTable
    test: PairTable | None
    group_by: tuple[str, ...]
    seed: int
    progress: Progress

    @property
    def key(self) -> Hashable:
        """What it depends on, among work that remembers."""
        frames = [table.frame for table in (self.train, self.test) if table is not None]
        return (*map(frame_key, frames), self.train.name, self.scored_set, self.group_by, self.seed)

    @property
    def scored_set(self) -> str:
        """Name of the set that figures are of: the test, or the audited set itself."""
        return self.train.name if self.test is None else self.test.name
