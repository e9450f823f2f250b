"""What a comparison over seeds says in words: the price on all items first, then what was gained."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rightreasons.challenges.remarks import ONE_RUN
from rightreasons.printable import printable
from rightreasons.runs.pairing import PairedSet
from rightreasons.statistics.crossed import Crossed

if TYPE_CHECKING:
    from rightreasons.runs.seed_comparison import SeedCell
    from rightreasons.runs.trained_sides import TrainedSide

FULL = "full"
OF_LABEL = "all."
DEV = "dev"
_DEV_CHOSE = "dev: the epochs of both were chosen on it, so that its accuracies are somewhat too high"
_SEVERAL = "intervals are those of one row each: the more rows, the more of them miss 0 by chance"


def verdict(first: "TrainedSide", second: str, cells: Sequence["SeedCell"]) -> str:
    """Return one sentence: differences in points, on ordinary data before challenges, full before all else.

    Dev is said only where nothing else was predicted in training.

    Parameters
    ----------
    first
        The reference.
    second
        What the other training is called.
    cells
        Of all sets. Labels are left to the tables; of challenges they are said, and groups are left.
    """
    shown = [cell for cell in cells if _is_shown(cell, first.probed)]
    ordinary = [cell for cell in shown if cell.name not in first.probed]
    tested = [cell for cell in ordinary if cell.name != DEV] or ordinary
    tested += [cell for cell in shown if cell.name in first.probed]
    names = dict.fromkeys(cell.name for cell in tested)
    said = "; ".join(
        f"{printable(name)}: " + ", ".join(_said(cell) for cell in tested if cell.name == name)
        for name in names
    )
    over = f"over {len(first.seeds)} seeds" if len(first.seeds) > 1 else "with one seed"
    return f"{printable(second)} beside {printable(first.name)}, {over}: {said}."


def _is_shown(cell: "SeedCell", probed: Sequence[str]) -> bool:
    of_label = cell.cell.startswith(OF_LABEL)
    return of_label or cell.cell == FULL if cell.name in probed else not of_label


def _said(cell: "SeedCell") -> str:
    return f"{printable(cell.cell.removeprefix(OF_LABEL))} {_points(cell.difference)}"


def notes(paired: Sequence[PairedSet], seeds: int) -> tuple[str, ...]:
    """Return what has to be said beside the figures."""
    return (*((ONE_RUN,) if seeds == 1 else ()), _SEVERAL, *_of_sets(paired))


def _of_sets(paired: Sequence[PairedSet]) -> Iterator[str]:
    for each in paired:
        if each.name == DEV:
            yield _DEV_CHOSE
        if each.unpaired:
            yield f"{each.name}: {each.unpaired:,} items that only one of them has are left out"


def _points(difference: Crossed) -> str:
    interval = difference.widest
    bounds = "" if interval is None else f" ({100 * interval.low:.1f} to {100 * interval.high:.1f})"
    return f"{100 * difference.value:+.1f}{bounds}"
