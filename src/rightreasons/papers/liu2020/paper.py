"""Liu, Zheng, Chang and Sui (2020), "HypoNLI"."""

from collections.abc import Iterator
from functools import partial

from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.measures.data.hypothesis_only import hypothesis_only
from rightreasons.measures.data.pattern_classifier import pattern_classifier
from rightreasons.papers.compared.derived import derived, place, values
from rightreasons.papers.compared.reproduction import Answer, Basis, Evidence
from rightreasons.papers.inputs import ReproductionInputs
from rightreasons.papers.liu2020.patterns import PATTERN_STEPS, TESTS
from rightreasons.papers.liu2020.predictions import PREDICTION_STEPS
from rightreasons.papers.paper import Answers, Cells, Paper, Step
from rightreasons.papers.printed import PrintedCell, printed_paper
from rightreasons.papers.published_sets import known_split, majority
from rightreasons.papers.train_forms import TrainForm, train_forms
from rightreasons.sentences.templates import fill
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

ADDS = {"paper": {"liu-2020": "PAPER"}}
STEM = "liu2020"
_GAP = "∆ Easy-Hard"
_FROM_CATALOGUE: Evidence = "the project's own catalogue"
_TRAINED = ("table-5", "table-6", "table-7")


def _majority(name: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    share = proportion(*majority(name, materials.pairs(name)))
    return {cell: Answer(share, fill("reproduced_by.majority", data=name)) for cell in cells}


def _majority_mismatched(cells: Cells, _: ReproductionInputs) -> Answers:
    counts = known_split("mnli:dev_mismatched").labels.values()
    share = proportion(max(counts), sum(counts))
    return {cell: Answer(share, fill("reproduced_by.majority_of_catalogue")) for cell in cells}


def _classifiers(form: TrainForm, test_name: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    """Train perceptrons on patterns, whose sizes the paper does not state, and a linear model."""
    train, test = materials.pairs(form.name), materials.pairs(test_name)
    tokens = [sentence_tokens(table, "hypothesis", "word-punct") for table in (train, test)]
    patterns = pattern_classifier(train, tokens[0], test, tokens[1], seed=materials.seed).figures
    linear = hypothesis_only(train, tokens[0], test, tokens[1], seed=materials.seed).figures
    trained = fill("liu2020.trained", pairs=len(train), data=train.name, test=test.name)
    basis: Basis = "other data" if form.small else "other model"
    by_patterns = fill("liu2020.pattern_classifier", trained=trained)
    found = {
        "Unigram": Answer(patterns["unigram"].estimate, by_patterns, basis),
        "Pattern": Answer(patterns["pattern"].estimate, by_patterns, basis),
        "fasttext": Answer(
            linear["accuracy"].estimate, fill("liu2020.linear", trained=trained), "other model"
        ),
    }
    return {cell: found[cell.row] for cell in cells}


def _gaps(cells: Cells, _: ReproductionInputs) -> Answers:
    printed = values(printed_paper(STEM).cells)
    return {
        cell: derived(printed[place(cell, "Easy")] - printed[place(cell, "Hard")], cell.unit)
        for cell in cells
    }


def _training_sizes(cells: Cells, _: ReproductionInputs) -> Answers:
    sets = {"SNLI": "snli:train", "MultiNLI": "mnli:train"}
    by = fill("liu2020.training_sizes")
    sizes = {name: sum(known_split(split).labels.values()) for name, split in sets.items()}
    return {
        cell: Answer(Estimate(sizes[cell.split], "count", sizes[cell.split], reason="counted"), by)
        for cell in cells
    }


def _in_text(cells: Cells, _: ReproductionInputs) -> Answers:
    """Compare a size that the text states with the caption of Table 5."""
    printed = values(printed_paper(STEM).of("table-5"))
    by = fill("liu2020.caption")
    return {
        cell: derived(printed["table-5", cell.row, cell.column, cell.split], cell.unit, 0, by)
        for cell in cells
    }


def _bias_of_infersent(cells: Cells, _: ReproductionInputs) -> Answers:
    """Hold what the introduction says of InferSent against Table 4."""
    printed = values(printed_paper(STEM).of("table-4"))
    by = fill("liu2020.table_4")
    found = {cell: printed["table-4", f"InferSent, {cell.column}", "InferSent", cell.split] for cell in cells}
    return {cell: derived(value, cell.unit, 0, by) for cell, value in found.items()}


def _at(row: str, column: str, cell: PrintedCell) -> bool:
    return (cell.row, cell.column) == (row, column)


def _of_classifier(column: str, cell: PrintedCell) -> bool:
    return cell.column == column and cell.row != "majority class"


def _classifier_steps() -> Iterator[Step]:
    for column, (data, test) in TESTS.items():
        for form in train_forms(data):
            answer = partial(_classifiers, form, form.test(test))
            needs = (form.name, form.test(test))
            yield Step(("table-2",), partial(_of_classifier, column), answer, needs, form.small)


PAPER = Paper(
    STEM,
    (
        *(
            Step(("table-2",), partial(_at, "majority class", column), partial(_majority, name), (name,))
            for column, (_, name) in TESTS.items()
            if name != "mnli-mismatched"
        ),
        Step(
            ("table-2",),
            partial(_at, "majority class", "MultiNLI mismatched"),
            _majority_mismatched,
            evidence=_FROM_CATALOGUE,
        ),
        *_classifier_steps(),
        *PATTERN_STEPS,
        *PREDICTION_STEPS,
        Step(_TRAINED, lambda cell: cell.column == _GAP, _gaps),
        Step(_TRAINED, lambda cell: cell.figure == "size", _training_sizes, evidence=_FROM_CATALOGUE),
        Step(("section-1-hard", "section-1-easy"), lambda cell: cell.figure == "bias", _bias_of_infersent),
        Step(("section-3.1.2",), lambda cell: cell.figure == "size in text", _in_text),
    ),
)
