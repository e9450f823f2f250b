"""Table 1 of Poliak et al. (2018): how each dataset was made, size, classes, an example hypothesis."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from rightreasons.errors import MeasureInputError
from rightreasons.papers.compared.reproduction import Answer
from rightreasons.papers.inputs import ReproductionInputs
from rightreasons.papers.paper import Answers, Cells, Step
from rightreasons.papers.poliak2018.baselines import DPR_REMADE, FROM_CATALOGUE, RECAST
from rightreasons.papers.printed import PrintedCell
from rightreasons.papers.published_sets import known_split
from rightreasons.sentences.templates import fill
from rightreasons.sources.catalogue.recognition import load_catalogue
from rightreasons.statistics.results import Estimate

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
    by = fill("poliak2018.protocol")
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


def _pairs(size: int, by: str = "") -> Answer:
    return Answer(Estimate(size, "pairs", size), by or fill("poliak2018.catalogue"))


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
        answers[cell] = Answer(text, fill("poliak2018.example", data=", ".join(holding)), expected=text)
    return answers


def _holding(materials: ReproductionInputs, name: str, hypothesis: str) -> str | None:
    hypotheses = materials.pairs(name).hypotheses
    same = hypotheses.filter(hypotheses.str.strip_chars(" .") == hypothesis)
    return None if same.is_empty() else str(same[0])


def marked_as_remade(
    answer: Callable[[Cells, ReproductionInputs], Answers], cells: Cells, materials: ReproductionInputs
) -> Answers:
    """Mark what is of DPR as it was made anew."""
    found = answer(cells, materials)
    return {
        cell: replace(
            each, by=fill("poliak2018.remade", how=each.by, remark=fill(DPR_REMADE)), basis="other data"
        )
        for cell, each in found.items()
    }


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
    yield Step(_TABLE, partial(_of_dpr, "Size"), partial(marked_as_remade, counted), remade, small=True)
    found = partial(marked_as_remade, partial(_examples, remade))
    yield Step(_TABLE, partial(_of_dpr, "Example hypothesis"), found, remade, small=True)


TABLE_1_STEPS = tuple(_steps())
