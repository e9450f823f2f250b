"""Table 1 of Poliak et al. (2018): how each dataset was made, size, classes, an example hypothesis."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from rightreasons.errors import MeasureInputError
from rightreasons.papers.inputs import Materials
from rightreasons.papers.paper import Answers, Cells, Step
from rightreasons.papers.reproduction import Answer
from rightreasons.papers.sets import known_split
from rightreasons.sources.catalogue import load_catalogue
from rightreasons.statistics.results import Estimate

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
    "add_one": ("add_one-train", "add_one-test"),
    "scitail": ("scitail-dev", "scitail-test"),
    "sick": ("sick-train", "sick-dev", "sick-test"),
    "mpe": ("mpe-train", "mpe-dev", "mpe-test"),
    "joci": ("joci-generated",),
    "snli": ("snli-dev", "snli-test"),
    "mnli": ("mnli-matched",),
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


def _examples(names: Sequence[str], cells: Cells, materials: Materials) -> Answers:
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


def _holding(materials: Materials, name: str, hypothesis: str) -> str | None:
    hypotheses = materials.pairs(name).hypotheses
    same = hypotheses.filter(hypotheses.str.strip_chars(" .") == hypothesis)
    return None if same.is_empty() else str(same[0])


def _steps() -> Iterator[Step]:
    yield Step(_TABLE, lambda cell: cell.column in ("Creation protocol", "Classes"), _protocols)
    yield Step(_TABLE, lambda cell: cell.column == "Size" and cell.figure in _SPLITS, _sizes)
    joci = ("joci-generated",)
    yield Step(_TABLE, lambda cell: cell.column == "Size" and cell.figure == "joci", _joci_size, joci)
    for dataset, names in _AT_HAND.items():
        yield Step(
            _TABLE,
            lambda cell, dataset=dataset: cell.column == "Example hypothesis" and cell.figure == dataset,  # type: ignore[misc]
            partial(_examples, names),
            names,
        )


TABLE_1_STEPS = tuple(_steps())
