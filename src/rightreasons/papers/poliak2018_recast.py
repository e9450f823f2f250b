"""The recast data of White et al. (2017) in Poliak et al. (2018): Tables 2 to 4, for whoever has them.

The files are those of ``inference_is_everything.zip``, each with its three splits (`Part.only`).
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import cast

import polars as pl

from rightreasons.artifacts.hypothesis_only import hypothesis_only
from rightreasons.artifacts.patterns.origin import sentence_tokens
from rightreasons.errors import MeasureInputError
from rightreasons.labels import Label
from rightreasons.papers.inputs import ReproductionInputs
from rightreasons.papers.paper import Answers, Cells, Step
from rightreasons.papers.poliak2018_baselines import LINEAR
from rightreasons.papers.printed import PrintedCell, printed_paper
from rightreasons.papers.reproduction import Answer
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

RECAST: Mapping[str, str] = {"DPR": "dpr", "SPR": "spr", "FN+": "fn_plus"}
_TABLES = ("table-2", "table-3", "table-4")
_OF_TABLE = {"table-3": "FN+", "table-4": "SPR"}
_LABELS = {"entailed": Label.ENTAILMENT, "not-entailed": Label.NON_ENTAILMENT}


def _rows_of(cell: PrintedCell) -> pl.Expr:
    """Return which rows a cell is about: all, those of a gold label, or those of a property.

    A property is in every hypothesis that holds its words, those of the authors' published script; a
    hypothesis with the words of two counts for both, as there.
    """
    if cell.item == "table-3":
        return pl.col("label") == _LABELS[cell.row].value
    if cell.item == "table-4":
        return pl.col("hypothesis").str.contains(cell.figure, literal=True)
    return pl.lit(value=True)


def _models(name: str, test: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    """Train once and score the whole set, each label and each property."""
    train, tested = materials.pairs(f"{name}-train"), materials.pairs(test)
    tokens = [sentence_tokens(table, "hypothesis", "word-punct") for table in (train, tested)]
    found = hypothesis_only(train, tokens[0], tested, tokens[1], seed=materials.seed)
    items = cast(pl.DataFrame, found.items)  # this measure always has them
    scored = items.filter(set=tested.name).select("id", right="hypothesis_only_correct")
    rows = tested.frame.join(scored, on="id", maintain_order="left")
    by = f"{LINEAR}; trained on {len(train):,} pairs ({train.name})"
    answers = {}
    for cell in cells:
        own = rows.filter(_rows_of(cell))["right"]
        whole = found.figures["accuracy"].estimate
        share = whole if cell.item == "table-2" else proportion(int(own.sum()), len(own))
        answers[cell] = Answer(share, by, "other model")
    return answers


def _majorities(test: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    """Return the share of the most frequent label; in Table 3 that of the row's own label among all rows."""
    rows = materials.pairs(test).frame
    answers = {}
    for cell in cells:
        own = rows.filter(_rows_of(cell))
        if cell.item == "table-3":
            share, what = proportion(own.height, rows.height), f"share of the label in {test}"
        else:
            most = own["label"].value_counts()["count"].max() if own.height else 0
            share, what = proportion(int(most), own.height), f"share of the most frequent label of {test}"  # type: ignore[arg-type] # a count
        answers[cell] = Answer(share, what)
    return answers


def _training_majority(name: str, test: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    counts = materials.pairs(f"{name}-train").counts()
    most = max(counts, key=lambda label: counts[label])
    rows = materials.pairs(test)
    by = f"share of {most}, the most frequent label of {name}-train, in {test}"
    return {cell: Answer(proportion(rows.counts().get(most, 0), len(rows)), by) for cell in cells}


def _hypotheses(cells: Cells, materials: ReproductionInputs) -> Answers:
    """Count the hypotheses of each property.

    Raises
    ------
    MeasureInputError
        If the properties do not occur equally often.
    """
    texts = materials.pairs("spr-dev").hypotheses
    phrases = {cell.figure for cell in printed_paper("poliak2018").of("table-4") if cell.figure}
    counts = {int(texts.str.contains(phrase, literal=True).sum()) for phrase in phrases}
    if len(counts) > 1:
        raise MeasureInputError(
            f"properties of spr-dev occur in {min(counts):,} to {max(counts):,} hypotheses",
            "every property as often",
            "see --data",
        )
    answer = Answer(Estimate(counts.pop(), "count", len(texts)), "hypotheses of spr-dev with its words")
    return dict.fromkeys(cells, answer)


def _is(name: str, split: str, column: str, cell: PrintedCell) -> bool:
    """Say whether a cell is of a split of a set and of a column, as Table 2 calls it."""
    called = "Hyp-Only" if cell.column == "H-model" else cell.column
    of_set = _OF_TABLE.get(cell.item, cell.row)
    return (of_set, cell.split.removeprefix(f"{name} "), called) == (name, split, column)


def _steps() -> Iterator[Step]:
    for title, name in RECAST.items():
        for split in ("dev", "test"):
            test = f"{name}-{split}"
            yield Step(_TABLES, partial(_is, title, split, "MAJ"), partial(_majorities, test), (test,))
            needs = (f"{name}-train", test)
            yield Step(_TABLES, partial(_is, title, split, "Hyp-Only"), partial(_models, name, test), needs)
            yield Step(
                ("table-2",),
                partial(_is, title, split, "MAJ"),
                partial(_training_majority, name, test),
                needs,
                definition="train-majority",
            )
    yield Step(("table-4",), lambda cell: cell.column == "Hypotheses", _hypotheses, ("spr-dev",))


RECAST_STEPS = tuple(_steps())
