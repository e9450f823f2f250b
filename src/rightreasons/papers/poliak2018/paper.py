"""Poliak et al. (2018), "Hypothesis Only Baselines in Natural Language Inference"."""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from rightreasons.papers.compared.derived import Place, derived, place, values
from rightreasons.papers.inputs import ReproductionInputs
from rightreasons.papers.paper import Answers, Cells, Paper, Step
from rightreasons.papers.poliak2018.baselines import BASELINE_STEPS, RECAST_STEPS
from rightreasons.papers.poliak2018.table_1 import TABLE_1_STEPS
from rightreasons.papers.poliak2018.words import WORD_STEPS
from rightreasons.papers.printed import printed_paper
from rightreasons.sentences.templates import fill

ADDS = {"paper": {"poliak-2018": "PAPER"}}
STEM = "poliak2018"
HYPOTHESES = 956  # of each property, Table 4
_GAIN = ("|∆|", "dev")
_NEGATION = {"Nobody", "alone", "no", "empty"}  # footnote 8
_JUDGED = ("ADD-1", "SciTail", "SICK", "MPE", "JOCI")
_RECAST = ("DPR", "SPR", "FN+")


def _gains(cells: Cells, _: ReproductionInputs) -> Answers:
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


def _properties(cells: Cells, _: ReproductionInputs) -> Answers:
    """Recompute delta% of Table 4 from counts: its columns are rounded shares of 956 hypotheses."""
    printed = values(printed_paper(STEM).cells)
    by = fill("poliak2018.properties")
    answers = {}
    for cell in cells:
        right, most = (_count(printed[place(cell, column)]) for column in ("H-model", "MAJ"))
        answers[cell] = derived(Decimal(100 * (right - most)) / most, cell.unit, HYPOTHESES, by)
    return answers


def _count(percent: Decimal) -> int:
    return int((percent * HYPOTHESES / 100).to_integral_value())


def _counts(cells: Cells, _: ReproductionInputs) -> Answers:
    """Count the datasets of Table 2 on whose dev set the model is above the majority, or at it."""
    printed = values(printed_paper(STEM).of("table-2"))
    gains = {row: value for (_item, row, column, split), value in printed.items() if (column, split) == _GAIN}
    above = {row.partition("-")[0] for row, gain in gains.items() if gain > 0}
    found = {
        "above": len(above),
        "above the best": sum(printed[place] > best for place, best in _best_reported(printed)),
        "judged": sum(gains[row] == 0 for row in _JUDGED),
        "recast": sum(gains[row] == 0 for row in _RECAST),
    }
    return {cell: derived(found[cell.figure], "count", len(gains)) for cell in cells}


def _best_reported(printed: Mapping[Place, Decimal]) -> Iterator[tuple[Place, Decimal]]:
    """Yield where the accuracy of their model on a test set stands, and the best reported one."""
    for (item, row, column, split), best in printed.items():
        if column == "SOTA" and (item, row, "Hyp-Only", split) in printed:
            yield (item, row, "Hyp-Only", split), best


def _words_of_kinds(cells: Cells, _: ReproductionInputs) -> Answers:
    """Count words for sleeping and of negation in the list of contradiction of Figure 3, as printed."""
    words = {
        cell.figure for cell in printed_paper(STEM).of("figure-3") if cell.row.startswith("SNLI contrad")
    }
    found = {"sleep": sum("sleep" in word for word in words), "negation": len(words & _NEGATION)}
    return {
        cell: derived(found[cell.figure], "count", len(words), fill("poliak2018.figure_3")) for cell in cells
    }


PAPER = Paper(
    STEM,
    (
        *TABLE_1_STEPS,
        *BASELINE_STEPS,
        *RECAST_STEPS,
        Step(("table-2", "table-3"), lambda cell: cell.column in ("|∆|", "∆%"), _gains),
        Step(("section-5",), lambda cell: bool(cell.figure), _counts),
        Step(("section-6.2",), lambda cell: bool(cell.figure), _words_of_kinds),
        *WORD_STEPS,
        Step(("table-4",), lambda cell: cell.column == "∆%", _properties),
    ),
)
