"""Poliak et al. (2018), "Hypothesis Only Baselines in Natural Language Inference"."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial

import polars as pl

from rightreasons.artifacts.patterns.sides import sentence_tokens
from rightreasons.artifacts.words.coverage import coverage, distinct_rows
from rightreasons.artifacts.words.statistics import MeasuredWords, measure_words
from rightreasons.errors import MeasureInputError
from rightreasons.labels import Label
from rightreasons.papers.inputs import ReproductionInputs, known_split
from rightreasons.papers.paper import Answers, Cells, Paper, Step
from rightreasons.papers.poliak2018_baselines import (
    BASELINE_STEPS,
    DPR_REMADE,
    FROM_CATALOGUE,
    RECAST,
    RECAST_STEPS,
)
from rightreasons.papers.printed import PrintedCell, printed_paper
from rightreasons.papers.reproduction import Answer, Place, derived, place, values
from rightreasons.sources.catalogue import load_catalogue
from rightreasons.statistics.results import Estimate

ADDS = {"paper": {"poliak-2018": "PAPER"}}

# Table 1 of Poliak et al. (2018): how each dataset was made, size, classes, an example hypothesis.


CATALOGUE = "catalogue: counted in the published files, or stated by the paper of the dataset"
_TABLE = ("table-1",)
_SPLITS: Mapping[str, tuple[str, ...]] = {
    "add_one": ("train+dev", "test"),
    "scitail": ("train", "dev", "test"),
    "sick": ("train", "trial", "test"),
    "mpe": ("train", "dev", "test"),
    "snli": ("train", "dev", "test"),
    "mnli": ("train", "dev_matched", "dev_mismatched"),
}
_AT_HAND: Mapping[str, tuple[str, ...]] = {
    "dpr": ("dpr",),
    "spr": ("spr",),
    "fn_plus": ("fn_plus",),
    "add_one": ("add_one-train", "add_one-test"),
    "scitail": ("scitail-dev", "scitail-test"),
    "sick": ("sick-train", "sick-dev", "sick-test"),
    "mpe": ("mpe-train", "mpe-dev", "mpe-test"),
    "joci": ("joci-generated",),
    "snli": ("snli-dev", "snli-test"),
    "mnli": ("mnli-matched",),
}

_COUNTED_SIZES = (
    ("joci", "joci-generated", "labelled rows of joci.csv with generated hypotheses"),
    *((name, name, "labelled rows of the published file") for name in RECAST.values()),
)


def _protocols(cells: Cells, _: ReproductionInputs) -> Answers:
    catalogue = load_catalogue()
    by = "catalogue: how hypotheses and labels came about"
    return {
        cell: Answer(catalogue[cell.figure].protocol, by)
        if cell.column == "Creation protocol"
        else Answer(Estimate(catalogue[cell.figure].classes, "classes", 1), by)
        for cell in cells
    }


def _sizes(cells: Cells, _: ReproductionInputs) -> Answers:
    return {cell: _pairs(sum(_labelled(cell.figure, s) for s in _SPLITS[cell.figure])) for cell in cells}


def _labelled(dataset: str, split: str) -> int:
    counted = known_split(f"{dataset}:{split}")
    return sum(counted.label_counts[-1].values())


def _counted(name: str, by: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    return dict.fromkeys(cells, _pairs(len(materials.pairs(name)), by))


def _pairs(size: int, by: str = CATALOGUE) -> Answer:
    return Answer(Estimate(size, "pairs", size), by)


def _examples(names: Sequence[str], cells: Cells, materials: ReproductionInputs) -> Answers:
    """Look the example hypothesis up, whatever full stop is behind it."""
    answers = {}
    for cell in cells:
        found = {name: _holding(materials, name, cell.printed) for name in names}
        holding = [name for name, hypothesis in found.items() if hypothesis]
        if not holding:
            raise MeasureInputError(
                f"it is no hypothesis of {', '.join(names)}; the rest of the dataset is not at hand",
                "the whole dataset",
                "see --data",
            )
        text = found[holding[0]] or ""
        answers[cell] = Answer(text, f"a hypothesis of {', '.join(holding)}", expected=text)
    return answers


def _holding(materials: ReproductionInputs, name: str, hypothesis: str) -> str | None:
    hypotheses = materials.pairs(name).hypotheses
    same = hypotheses.filter(hypotheses.str.strip_chars(" .") == hypothesis)
    return None if same.is_empty() else str(same[0])


def _remade(
    answer: Callable[[Cells, ReproductionInputs], Answers], cells: Cells, materials: ReproductionInputs
) -> Answers:
    """Mark what is of DPR as it was made anew."""
    found = answer(cells, materials)
    remark = f", {DPR_REMADE}"
    return {cell: replace(each, by=each.by + remark, basis="other data") for cell, each in found.items()}


def _of_dpr(column: str, cell: PrintedCell) -> bool:
    return (cell.figure, cell.column) == ("dpr", column)


def _steps() -> Iterator[Step]:
    own = FROM_CATALOGUE
    protocols = ("Creation protocol", "Classes")
    yield Step(_TABLE, lambda cell: cell.column in protocols, _protocols, evidence=own)
    yield Step(_TABLE, lambda cell: cell.column == "Size" and cell.figure in _SPLITS, _sizes, evidence=own)
    for dataset, name, by in _COUNTED_SIZES:
        yield Step(
            _TABLE,
            lambda cell, dataset=dataset: cell.column == "Size" and cell.figure == dataset,  # type: ignore[misc]
            partial(_counted, name, by),
            (name,),
        )
    for dataset, names in _AT_HAND.items():
        yield Step(
            _TABLE,
            lambda cell, dataset=dataset: cell.column == "Example hypothesis" and cell.figure == dataset,  # type: ignore[misc]
            partial(_examples, names),
            names,
            evidence="printed examples found or recognised",
        )

    remade = ("dpr-remade",)
    counted = partial(_counted, "dpr-remade", "labelled rows of DPR")
    yield Step(_TABLE, partial(_of_dpr, "Size"), partial(_remade, counted), remade, small=True)
    found = partial(_remade, partial(_examples, remade))
    yield Step(_TABLE, partial(_of_dpr, "Example hypothesis"), found, remade, small=True)


TABLE_1_STEPS = tuple(_steps())

# Figures 2 and 3 of Poliak et al. (2018): the words that give a label away in two dev sets.


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
    by = f"distinct hypotheses of {name} whose gold label a word gives away: give_away_words.coverage"
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
    by = f"words of {name} with {MINIMUM} {unit} and more and p(l|w) >= {cut_off}"
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
        partial(_remade, partial(_curves, "dpr-remade-dev")),
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

# Poliak et al. (2018), "Hypothesis Only Baselines in Natural Language Inference".


STEM = "poliak2018"
HYPOTHESES = 956  # of each property, Table 4
_GAIN = ("|∆|", "dev")
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
    by = "from the counts of 956 that the two columns are rounded from"
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


def _words_for_sleeping(cells: Cells, _: ReproductionInputs) -> Answers:
    """Count them in the list of contradiction of Figure 3, as printed."""
    words = {
        cell.figure for cell in printed_paper(STEM).of("figure-3") if cell.row.startswith("SNLI contrad")
    }
    found = sum("sleep" in word for word in words)
    return {cell: derived(found, "count", len(words), "the list of Figure 3 as printed") for cell in cells}


PAPER = Paper(
    STEM,
    (
        *TABLE_1_STEPS,
        *BASELINE_STEPS,
        *RECAST_STEPS,
        Step(("table-2", "table-3"), lambda cell: cell.column in ("|∆|", "∆%"), _gains),
        Step(("section-5",), lambda cell: bool(cell.figure), _counts),
        Step(("section-6.2",), lambda cell: cell.figure == "sleep", _words_for_sleeping),
        *WORD_STEPS,
        Step(("table-4",), lambda cell: cell.column == "∆%", _properties),
    ),
)
