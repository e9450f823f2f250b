"""Folds of rows of which only hashes of their texts are known: those of data in blocks."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.component_samples import components_of
from rightreasons.artifacts.equal_rows import HashedRows
from rightreasons.artifacts.shared_texts import HUB_SHARE, Groups
from rightreasons.artifacts.text_hashes import numbered
from rightreasons.cross_fitting.folds import FoldPlan, can_be_dealt, dealt, folds_of, planned
from rightreasons.pairs import SENTENCES

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
    groups = (found,) if one_way else tuple(_text_groups(rows, side) for side in SENTENCES)
    if not all(can_be_dealt(each, size) for each in groups):
        return None
    of_rows = [dealt(each, codes, size, rng) for each in groups]
    plan = planned(_hubs(rows), found, (of_rows[0], of_rows[-1]), groups, size)
    return replace(plan, near_duplicates=False)


def _text_groups(rows: HashedRows, side: str) -> Groups:
    """Return the number of the text of each row on a side; of a hub each row has a number of its own."""
    groups = numbered(rows.rows(_READING, side)).astype(np.int64)
    sizes = np.bincount(groups)
    hub = (sizes > HUB_SHARE * len(rows))[groups]
    return np.where(hub, len(sizes) + np.cumsum(hub), groups)


def _hubs(rows: HashedRows) -> dict[str, float]:
    """Return `TextGraph.hubs` of the rows."""
    largest = {side: int(np.bincount(numbered(rows.rows(_READING, side))).max()) for side in SENTENCES}
    return {side: most / len(rows) for side, most in largest.items() if most > HUB_SHARE * len(rows)}
