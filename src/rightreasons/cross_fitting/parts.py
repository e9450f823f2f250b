"""Train, dev and test of stated shares, rows of one component in one part: who deals them out."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.shared_texts import Groups
from rightreasons.cross_fitting.folds import kinds_of, label_counts

Counts = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Parts:
    """Components of rows, and the part that each is in.

    Parameters
    ----------
    components, codes
        Component and label of each row, numbered from 0, shape (rows,) each.
    part
        Part of each row, numbered from 0, shape (rows,).
    shares
        Share of the rows that each part was to have.
    """

    components: Groups = field(repr=False)
    codes: Groups = field(repr=False)
    part: Groups = field(repr=False)
    shares: tuple[float, ...]

    @property
    def n_components(self) -> int:
        """How many components there are."""
        return int(self.components.max(initial=-1)) + 1

    @property
    def largest(self) -> int:
        """How many rows the largest component has."""
        return int(np.bincount(self.components).max(initial=0))

    @property
    def labels(self) -> Groups:
        """How many rows of every label each part has, shape (parts, labels)."""
        n_labels = int(self.codes.max(initial=0)) + 1
        cells = np.bincount(self.part * n_labels + self.codes, minlength=len(self.shares) * n_labels)
        return cells.reshape(len(self.shares), n_labels)

    @property
    def complete(self) -> bool:
        """Whether every part has rows of every label."""
        return bool((self.labels > 0).all())


def assigned_to_parts(
    components: Groups, codes: npt.NDArray[np.int64], shares: tuple[float, ...], seed: int
) -> Parts:
    """Assign components so that parts come near their shares of the rows of every label.

    The largest components first: each goes to the part that lacks most of its labels, in shares of each
    label's rows. Of many components with equal label counts, most are assigned at once, in proportion to
    what the parts lack. Then a part without a label gets the smallest component with it that another part can
    spare.

    Parameters
    ----------
    components, codes
        Component and label of each row, numbered from 0, shape (rows,) each.
    shares
        Share of the rows of each part; they add up to 1.
    seed
        Decides between components of equal label counts.
    """
    rng = np.random.default_rng(seed)
    counts = label_counts(components, codes)
    totals = counts.sum(axis=0)
    missing = np.outer(shares, totals).astype(np.float64)
    weights = 1 / np.maximum(totals, 1)
    part = np.zeros(len(counts), dtype=np.int64)
    kinds, by_kind = kinds_of(counts, rng)
    for kind in np.argsort(-kinds.sum(axis=1), kind="stable").tolist():
        part[by_kind[kind]] = _assigned(len(by_kind[kind]), kinds[kind], weights, missing, rng)
    _complete(part, counts, shares)
    return Parts(components, codes, part[components], shares)


def _assigned(
    number: int, kind: Groups, weights: Counts, missing: Counts, rng: np.random.Generator
) -> Groups:
    """Return parts for components of equal label counts; takes these off `missing`, shape (parts, labels)."""
    need = np.clip(missing, 0, None) @ (kind * weights)
    at_once = (
        np.floor(number * need / need.sum()).astype(np.int64) if need.any() else np.zeros(len(need), int)
    )
    missing -= np.outer(at_once, kind)
    rest = []
    for _ in range(number - int(at_once.sum())):
        need = np.round(missing @ (kind * weights), 12)
        choice = int(np.lexsort((rng.random(len(need)), -need))[0])
        missing[choice] -= kind
        rest.append(choice)
    return np.concatenate([np.repeat(np.arange(len(need)), at_once), rest]).astype(np.int64)


def _complete(part: Groups, counts: Groups, shares: tuple[float, ...]) -> None:
    """Move components, in place, to parts without rows of a label; the smallest that can be spared."""
    by_size = np.argsort(counts.sum(axis=1), kind="stable")
    for each in np.argsort(shares, kind="stable").tolist():
        for label in range(counts.shape[1]):
            if counts[part == each, label].any():
                continue
            held = np.stack([counts[part == other].sum(axis=0) for other in range(len(shares))])
            left = held[part] - counts
            spared = ((left > 0) | (counts == 0)).all(axis=1) & (counts[:, label] > 0) & (part != each)
            found = by_size[spared[by_size]]
            part[found[:1]] = each
