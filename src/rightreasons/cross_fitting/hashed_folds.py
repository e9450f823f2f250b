"""Folds of rows of which only hashes of their texts are known: those of data in blocks."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.component_samples import components_of
from rightreasons.artifacts.equal_rows import HashedRows
from rightreasons.artifacts.shared_texts import HUB_SHARE, Groups
from rightreasons.artifacts.text_hashes import Numbers, numbered
from rightreasons.cross_fitting.folds import FoldPlan, can_be_dealt, dealt, folds_of, planned
from rightreasons.pairs import SENTENCES
from rightreasons.statistics.clustered import numbered as renumbered

_READING = "normalised"


def hashed_plan(rows: HashedRows, codes: npt.NDArray[np.int64], seed: int) -> FoldPlan | None:
    """Return the plan of `folds.fold_plan` in which equal texts alone bind rows, not near-duplicates.

    Parameters
    ----------
    rows, codes
        The rows, and the label of each from 0, shape (rows,).
    seed
        For the dealing.

    Returns
    -------
    FoldPlan or None
        Of components; of premises and hypotheses apart where one component has too many rows; None where a
        text has.
    """
    size, rng = folds_of(len(rows)), np.random.default_rng(seed)
    found = components_of(rows, SENTENCES)[0].astype(np.int64)
    one_way = can_be_dealt(found, size)
    texts = {side: numbered(rows.rows(_READING, side)) for side in SENTENCES}
    groups = (found,) if one_way else tuple(map(_without_hubs, texts.values()))
    if not all(can_be_dealt(each, size) for each in groups):
        return None
    of_rows = [dealt(each, codes, size, rng) for each in groups]
    plan = planned(_hubs(texts), found, (of_rows[0], of_rows[-1]), groups, size)
    return replace(plan, near_duplicates=False, of_hashes=True)


def _without_hubs(texts: Numbers) -> Groups:
    """Return the number of the text of each row, from 0; of a hub each row has one of its own, at the end."""
    sizes = np.bincount(texts)
    hub = (sizes > HUB_SHARE * len(texts))[texts]
    return renumbered(np.where(hub, len(sizes) + np.cumsum(hub), texts))


def _hubs(texts: Mapping[str, Numbers]) -> dict[str, float]:
    """Return `TextGraph.hubs` by the number of the text of each row on each side."""
    largest = {side: np.bincount(own).max() / len(own) for side, own in texts.items()}
    return {side: float(share) for side, share in largest.items() if share > HUB_SHARE}
