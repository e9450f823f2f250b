"""Poliak et al. (2018), "Hypothesis Only Baselines in Natural Language Inference"."""

from collections.abc import Mapping
from decimal import Decimal

from rightreasons.papers.derived import derived, place, values
from rightreasons.papers.materials import Materials
from rightreasons.papers.paper import Answers, Cells, Paper, Step
from rightreasons.papers.poliak2018_baselines import BASELINE_STEPS
from rightreasons.papers.poliak2018_words import WORD_STEPS
from rightreasons.papers.printed import PrintedCell, printed_paper
from rightreasons.papers.reproduction import Answer
from rightreasons.papers.sets import known_split
from rightreasons.sources.catalogue import load_catalogue
from rightreasons.statistics.results import Estimate

STEM = "poliak2018"
CATALOGUE = "catalogue: counted in the published files, or stated by the paper of the dataset"
HYPOTHESES = 956  # of each property, Table 4
_SPLITS: Mapping[str, tuple[str, ...]] = {
    "add_one": ("train+dev", "test"),
    "scitail": ("train", "dev", "test"),
    "sick": ("train", "trial", "test"),
    "mpe": ("train", "dev", "test"),
    "snli": ("train", "dev", "test"),
    "mnli": ("train", "dev_matched", "dev_mismatched"),
}


def _protocols(cells: Cells, _: Materials) -> Answers:
    known = load_catalogue()
    by = "catalogue: how hypotheses and labels came about"
    return {
        cell: Answer(known[cell.figure].protocol, by)
        if cell.column == "Creation protocol"
        else Answer(Estimate(known[cell.figure].classes, "classes", 1), by)
        for cell in cells
    }


def _sizes(cells: Cells, _: Materials) -> Answers:
    return {cell: _pairs(sum(_labelled(cell.figure, s) for s in _SPLITS[cell.figure])) for cell in cells}


def _labelled(dataset: str, split: str) -> int:
    known = known_split(f"{dataset}:{split}")
    return sum(known.label_counts[-1].values())


def _joci_size(cells: Cells, materials: Materials) -> Answers:
    size = len(materials.pairs("joci-generated"))
    return {cell: _pairs(size, "labelled rows of joci.csv with generated hypotheses") for cell in cells}


def _pairs(size: int, by: str = CATALOGUE) -> Answer:
    return Answer(Estimate(size, "pairs", size), by)


def _gains(cells: Cells, _: Materials) -> Answers:
    """Recompute |delta| = Hyp - MAJ and delta% = 100 |delta| / MAJ (Tables 2 and 3)."""
    printed = values(printed_paper(STEM).cells)
    answers = {}
    for cell in cells:
        hypothesis, most = (printed.get(place(cell, column)) for column in ("Hyp-Only", "MAJ"))
        if hypothesis is not None and most is not None:
            gain = hypothesis - most
            relative = cell.column == "∆%"
            answers[cell] = derived(100 * gain / most if relative else gain, cell.unit)
    return answers


def _properties(cells: Cells, _: Materials) -> Answers:
    """Recompute delta% of Table 4 from counts: its columns are rounded shares of 956 hypotheses."""
    printed = values(printed_paper(STEM).cells)
    by = "from the counts of 956 that the two columns are rounded from"
    answers = {}
    for cell in cells:
        right, most = (_count(printed[place(cell, column)]) for column in ("H-model", "MAJ"))
        answers[cell] = derived(Decimal(100 * (right - most)) / most, cell.unit, HYPOTHESES, by)
    return answers


def _count(percent: Decimal) -> int:
    return int((percent * HYPOTHESES / 100).to_integral_value())


def _size_known(cell: PrintedCell) -> bool:
    return cell.column == "Size" and cell.figure in _SPLITS


PAPER = Paper(
    STEM,
    (
        Step(("table-1",), lambda cell: cell.column in ("Creation protocol", "Classes"), _protocols),
        Step(("table-1",), _size_known, _sizes),
        Step(
            ("table-1",),
            lambda cell: cell.column == "Size" and cell.figure == "joci",
            _joci_size,
            ("joci-generated",),
        ),
        *BASELINE_STEPS,
        Step(("table-2", "table-3"), lambda cell: cell.column in ("|∆|", "∆%"), _gains),
        *WORD_STEPS,
        Step(("table-4",), lambda cell: cell.column == "∆%", _properties),
    ),
)
