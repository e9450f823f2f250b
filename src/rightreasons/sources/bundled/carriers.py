"""Decides which hypothesis carries which artifact, and what that puts into its slots."""

import numpy as np

from rightreasons.labels import THREE_WAY
from rightreasons.sources.bundled.clauses import NOTHING, Flags
from rightreasons.sources.bundled.planted import SLOTS, Planted
from rightreasons.sources.bundled.vocabulary import Numbers

_RESOLUTION = 2**32


def wordings(plan: tuple[Planted, ...]) -> tuple[str, ...]:
    """Return every wording that an artifact of the plan puts into a slot."""
    return tuple(dict.fromkeys(text for each in plan for texts in each.slots.values() for text in texts))


def draw_artifacts(groups: int, plan: tuple[Planted, ...], random: np.random.Generator) -> Numbers:
    """Draw at most one artifact a hypothesis: positions in the plan or `NOTHING`, shape (groups, 3).

    A group has one hypothesis of each label, so P(artifact | label) = 3 P(artifact) P(label | artifact).
    """
    drawn = random.integers(0, _RESOLUTION, (groups, len(THREE_WAY)))
    artifact = np.full(drawn.shape, NOTHING)
    for column, label in enumerate(THREE_WAY):
        chances = [each.share * each.probability(label) * len(THREE_WAY) for each in plan]
        limits = np.rint(np.cumsum(chances) * _RESOLUTION).astype(np.int64)
        found = np.searchsorted(limits, drawn[:, column], side="right")
        artifact[:, column] = np.where(found < len(plan), found, NOTHING)
    return artifact


def draw_fillings(artifact: Numbers, plan: tuple[Planted, ...], random: np.random.Generator) -> Numbers:
    """Draw the wording of every slot: positions in `wordings` or `NOTHING`, shape (groups, 3, slots)."""
    position = {text: index for index, text in enumerate(wordings(plan))}
    fillings = np.full((*artifact.shape, len(SLOTS)), NOTHING)
    for index, each in enumerate(plan):
        carried = artifact == index
        for slot, texts in each.slots.items():
            choices = np.array([position[text] for text in texts])
            drawn = random.integers(0, len(texts), int(carried.sum()))
            fillings[carried, SLOTS.index(slot)] = choices[drawn]
    return fillings


def is_copied(artifact: Numbers, plan: tuple[Planted, ...]) -> Flags:
    """Say which hypotheses are to be found word for word in their premise; the shape of `artifact`."""
    # The last entry is that of NOTHING, which is -1.
    overlap = np.array([*(each.kind == "overlap" for each in plan), False])
    return overlap[artifact]
