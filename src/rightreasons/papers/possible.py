"""What of a paper can be made again with what is at hand, before anything is computed."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rightreasons.papers.inputs import ReproductionInputs
from rightreasons.papers.needs import Needs, needs_of
from rightreasons.papers.paper import Paper
from rightreasons.papers.printed import PrintedCell

NOW, SMALL, DATA, TRAINED, NEVER = "now", "small", "data", "model", "not"
WAYS = {
    NOW: "can_be_had.now",
    SMALL: "can_be_had.small",
    DATA: "can_be_had.data",
    TRAINED: "can_be_had.model",
    NEVER: "can_be_had.no_way",
}
"""How a cell can be had, and the sentence that says what that means."""


@dataclass(frozen=True)
class Possible:
    """How the cells of one item can be had.

    Parameters
    ----------
    item, title
        Which item.
    cells
        How many cells it has.
    ways
        Cells by way, one of `WAYS`; each cell counts once, under the first that fits.
    needs
        What they need at the paper's scale.
    """

    item: str
    title: str
    cells: int
    ways: Mapping[str, int]
    needs: Needs


def possible(paper: Paper, materials: ReproductionInputs) -> Iterator[Possible]:
    """Return one row an item."""
    printed = paper.printed
    for name, item in printed.items.items():
        cells = tuple(printed.of(name))
        ways = Counter(_way(paper, cell, materials) for cell in cells)
        yield Possible(name, item.title, len(cells), dict(ways), needs_of(paper, name, materials))


def _way(paper: Paper, cell: PrintedCell, materials: ReproductionInputs) -> str:
    own = (step for step in paper.steps if not step.definition)
    steps = [step for step in own if cell.item in step.items and step.covers(cell)]
    at_hand = [step for step in steps if not materials.missing(step.needs)]
    if any(not step.small for step in at_hand):
        return NOW
    if at_hand:
        return SMALL
    if steps:
        return DATA
    return TRAINED if cell.model else NEVER
