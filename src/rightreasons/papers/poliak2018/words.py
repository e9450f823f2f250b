"""Figures 2 and 3 of Poliak et al. (2018): the words that give a label away in two dev sets."""

from functools import partial

import polars as pl

from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.artifacts.words.coverage import coverage, distinct_rows
from rightreasons.artifacts.words.statistics import MeasuredWords, measure_words
from rightreasons.labels import Label
from rightreasons.papers.compared.reproduction import Answer
from rightreasons.papers.inputs import ReproductionInputs
from rightreasons.papers.paper import Answers, Cells, Step
from rightreasons.papers.poliak2018.table_1 import marked_as_remade
from rightreasons.papers.printed import PrintedCell
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate

MINIMUM = 5  # section 6.2
CUT_OFFS = {"SNLI": 0.8, "MPE": 0.5}  # not stated; the printed lists come out with these
_RATE = 0.05
# Columns that hold count(w) and p(l|w) of equation 1, by definition: occurrences, or hypotheses that hold w.
_COUNTED = {"": ("tokens", "p_tokens"), "documents": ("instances", "p_instances")}
_WHOLE = "counted in all rows of the set"


def _curves(name: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    """Count the distinct hypotheses of a label that a word of p(l|w) >= x gives away (Figure 2)."""
    pairs = materials.pairs(name)
    words = measure_words(pairs, sentence_tokens(pairs, "hypothesis"), _RATE)
    curve = coverage(words.counts, words.tokens, words.codes, distinct_rows(pairs.hypotheses, words.codes))
    ends = {"highest": int(curve[0].max()), "lowest": int(curve[-1].min())}
    by = fill("poliak2018.given_away", data=name)
    answers = {}
    for cell in cells:
        if cell.figure in ends:
            count = ends[cell.figure]
        else:
            count = int(curve[round(100 * float(cell.figure)), words.counts.labels.index(Label(cell.column))])
        answers[cell] = Answer(Estimate(count, "hypotheses", len(pairs), reason=_WHOLE), by)
    return answers


def _lists(definition: str, dataset: str, name: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    """Look up p(l|w) and frequency of the words of Figure 3 among those that its rule allows."""
    pairs = materials.pairs(name)
    words = measure_words(pairs, sentence_tokens(pairs, "hypothesis"), _RATE)
    cut_off, columns = CUT_OFFS[dataset], _COUNTED[definition]
    unit = "hypotheses" if definition else "occurrences"
    by = fill("poliak2018.words", data=name, least=MINIMUM, unit=unit, cut_off=cut_off)
    found = {cell: _word(words, cell, cut_off, columns) for cell in cells}
    return {cell: Answer(estimate, by) for cell, estimate in found.items()}


def _word(words: MeasuredWords, cell: PrintedCell, cut_off: float, columns: tuple[str, str]) -> Estimate:
    counted, share = columns
    row = words.statistics.filter(
        pl.col("word") == cell.figure,
        pl.col("label") == cell.split,
        pl.col(counted) >= MINIMUM,
        pl.col(share) >= cut_off,
    )
    if not row.height:
        return Estimate(None, cell.unit, 0, reason="the rule does not let this word in")
    count = int(row[counted][0])
    value = float(row[share][0]) if cell.column == "Score" else count
    return Estimate(value, cell.unit, count, reason=_WHOLE)


WORD_STEPS = (
    *(
        Step(
            ("figure-2",),
            lambda cell, dataset=dataset: cell.row.startswith(f"{dataset}, "),  # type: ignore[misc]
            partial(_curves, name),
            (name,),
        )
        for dataset, name in (("SNLI", "snli-dev"), ("DPR", "dpr-dev"))
    ),
    Step(
        ("figure-2",),
        lambda cell: cell.row.startswith("DPR, "),
        partial(marked_as_remade, partial(_curves, "dpr-remade-dev")),
        ("dpr-remade-dev",),
        small=True,
    ),
    *(
        Step(
            ("figure-3",),
            lambda cell, dataset=dataset: cell.row.startswith(f"{dataset} "),  # type: ignore[misc]
            partial(_lists, definition, dataset, name),
            (name,),
            definition=definition,
            evidence="counted with a cut-off chosen to fit",
        )
        for definition in _COUNTED
        for dataset, name in (("SNLI", "snli-dev"), ("MPE", "mpe-dev"))
    ),
)
