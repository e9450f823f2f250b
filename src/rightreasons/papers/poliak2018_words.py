"""Figures 2 and 3 of Poliak et al. (2018): the words that give a label away in two dev sets."""

from functools import partial

import polars as pl

from rightreasons.artifacts.patterns.sides import side_tokens
from rightreasons.artifacts.words.coverage import coverage, distinct_rows
from rightreasons.artifacts.words.statistics import MeasuredWords, measure_words
from rightreasons.labels import Label
from rightreasons.papers.materials import Materials
from rightreasons.papers.paper import Answers, Cells, Step
from rightreasons.papers.printed import PrintedCell
from rightreasons.papers.reproduction import Answer
from rightreasons.statistics.results import Estimate

MINIMUM = 5  # section 6.2
CUT_OFFS = {"SNLI": 0.8, "MPE": 0.5}  # not stated; the printed lists come out with these
_RATE = 0.05
_WHOLE = "counted in all rows of the set"


def _curves(cells: Cells, materials: Materials) -> Answers:
    """Count the distinct hypotheses of a label that a word of p(l|w) >= x gives away (Figure 2)."""
    pairs = materials.pairs("snli-dev")
    words = measure_words(pairs, side_tokens(pairs, "hypothesis"), _RATE)
    curve = coverage(words.counts, words.tokens, words.codes, distinct_rows(pairs.hypotheses, words.codes))
    ends = {"highest": int(curve[0].max()), "lowest": int(curve[-1].min())}
    by = "distinct hypotheses of SNLI dev whose gold label a word gives away: give_away_words.coverage"
    answers = {}
    for cell in cells:
        if cell.figure in ends:
            count = ends[cell.figure]
        else:
            count = int(curve[round(100 * float(cell.figure)), words.counts.labels.index(Label(cell.column))])
        answers[cell] = Answer(Estimate(count, "hypotheses", len(pairs), reason=_WHOLE), by)
    return answers


def _lists(dataset: str, name: str, cells: Cells, materials: Materials) -> Answers:
    """Look up p(l|w) and frequency of the words of Figure 3 among those that its rule allows."""
    pairs = materials.pairs(name)
    words = measure_words(pairs, side_tokens(pairs, "hypothesis"), _RATE)
    cut_off = CUT_OFFS[dataset]
    by = f"words of {name} with count >= {MINIMUM} and p(l|w) >= {cut_off}: give_away_words.list_{cut_off:g}"
    found = {cell: _word(words, cell, cut_off) for cell in cells}
    return {cell: Answer(estimate, by) for cell, estimate in found.items()}


def _word(words: MeasuredWords, cell: PrintedCell, cut_off: float) -> Estimate:
    row = words.statistics.filter(
        pl.col("word") == cell.figure,
        pl.col("label") == cell.split,
        pl.col("tokens") >= MINIMUM,
        pl.col("p_tokens") >= cut_off,
    )
    if not row.height:
        return Estimate(None, cell.unit, 0, reason="the rule does not let this word in")
    tokens = int(row["tokens"][0])
    value = float(row["p_tokens"][0]) if cell.column == "Score" else tokens
    return Estimate(value, cell.unit, tokens, reason=_WHOLE)


WORD_STEPS = (
    Step(("figure-2",), lambda cell: cell.row.startswith("SNLI"), _curves, ("snli-dev",)),
    *(
        Step(
            ("figure-3",),
            lambda cell, dataset=dataset: cell.row.startswith(f"{dataset} "),  # type: ignore[misc]
            partial(_lists, dataset, name),
            (name,),
        )
        for dataset, name in (("SNLI", "snli-dev"), ("MPE", "mpe-dev"))
    ),
)
