"""Table 4 of Liu et al. (2020) from predictions that others published of encoders fine-tuned on the sets."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path

import polars as pl

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.difficulty.hardness import hardness_of, read_hardness
from rightreasons.difficulty.marks import pattern_marks
from rightreasons.errors import UnreadableFileError
from rightreasons.measures.model.easy_hard_accuracy import subset_accuracy
from rightreasons.pairs import PairTable
from rightreasons.papers.answers.figures_of_runs import combined
from rightreasons.papers.compared.reproduction import Answer, Evidence
from rightreasons.papers.inputs import ReproductionInputs
from rightreasons.papers.paper import Answers, Cells, Step
from rightreasons.papers.printed import PrintedCell
from rightreasons.papers.train_forms import TrainForm, train_forms
from rightreasons.papers.trained.trainings import forms
from rightreasons.printable import printable
from rightreasons.references import FigureRef
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate
from rightreasons.streams.files import file_bytes

_TABLE = ("table-4",)
_BY_OTHERS: Evidence = "others' predictions scored"
_SNLI_HARD, _MNLI_HARD = "snli/snli_test_hardness.csv", "mnli/mnli_validation_matched_hardness.csv"
_BERT = "pvi_kawine/bert-base-cased_snli_std_test.csv.gz"  # Ethayarajh et al. 2022
_NOT_PUBLISHED = Estimate(
    None, "proportion", 0, reason="hard instances are published of SNLI test, the predictions of dev"
)
# Baan et al. 2022: each seed of roberta-base, on both halves of a dev set as they parted it, or on one.
_FOLDER = "chaosnli/predictions"
_ROBERTA: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "SNLI": tuple(
        tuple(f"{_FOLDER}/SNLI_{half}_roberta-base_{seed}.json.gz" for half in ("dev", "test"))
        for seed in range(3)
    ),
    "MultiNLI": tuple((f"{_FOLDER}/MNLI_dev_roberta-base_{seed}.json.gz",) for seed in range(3)),
}


def _bert(form: TrainForm, cells: Cells, materials: ReproductionInputs) -> Answers:
    """Score BERT on the whole of SNLI test, whose rows the file has in their order."""
    test, path = materials.pairs("snli-test"), materials.path(_BERT)
    right_answers = pl.read_csv(BytesIO(file_bytes(path))).select(
        "premise", "hypothesis", right=pl.col("correct_yx")
    )
    if not right_answers.select("premise", "hypothesis").equals(test.frame.select("premise", "hypothesis")):
        raise _of_another_set(path, test)
    hard = read_hardness(materials.path(_SNLI_HARD))
    published = hardness_of(hard, test.frame["id"], len(hard))
    if published is None:
        raise _of_another_set(materials.path(_SNLI_HARD), test)
    marks = _marks("SNLI", form, test, materials)
    on_published = marks.drop("mark").join(published.frame.select("id", "mark"), on="id", how="left")
    right = marks.select("id").with_columns(right_answers["right"])
    found = _figures("easy_hard_accuracy", test.name, [right], marks) | _figures(
        "published_easy_hard", test.name, [right], on_published
    )
    return _answers(found, fill("liu2020.bert", marks=_of_marks(form, materials)), cells)


def _roberta(
    data: str, test_name: str, form: TrainForm, cells: Cells, materials: ReproductionInputs
) -> Answers:
    """Score every seed of RoBERTa on the instances of dev that it was asked."""
    test = materials.pairs(test_name)
    seeds = [pl.concat(_right_answers(materials.path(file)) for file in files) for files in _ROBERTA[data]]
    if data == "MultiNLI":  # identified by pair ids, where the set has row numbers
        seeds = [_by_row(each, materials.path(_MNLI_HARD)) for each in seeds]
    marks = _marks(data, form, test, materials).join(seeds[0].select("id"), on="id", how="semi")
    found = _figures("easy_hard_accuracy", test.name, seeds, marks)
    by = fill(
        "liu2020.roberta",
        instances=marks.height,
        whole=len(test),
        test=test_name,
        marks=_of_marks(form, materials),
    )
    return _answers(found, by, cells)


def _right_answers(path: Path) -> pl.DataFrame:
    """Return which instances a model is right on: columns ``id`` and ``right``."""
    try:
        right_answers = pl.read_ndjson(BytesIO(file_bytes(path)))
        return right_answers.select(id="uid", right=pl.col("true") == pl.col("pred"))
    except pl.exceptions.PolarsError as error:
        found = f"'{printable(path.name)}' cannot be read: {printable(str(error))}"
        raise UnreadableFileError(found, "the published file, whole", "copy or download it again") from error


def _by_row(right_answers: pl.DataFrame, hardness: Path) -> pl.DataFrame:
    """Put row numbers in place of pair ids, by the published file that has both."""
    ids = pl.read_csv(BytesIO(file_bytes(hardness))).select(id="pairID", row=pl.col("idx").cast(pl.String))
    return right_answers.join(ids, on="id", how="inner").select("right", id="row")


def _marks(data: str, form: TrainForm, test: PairTable, materials: ReproductionInputs) -> pl.DataFrame:
    """Return the mark of every instance by the patterns of training: columns ``id`` and ``mark``."""
    threshold = forms(data).threshold
    train = materials.pairs(form.name)
    patterns = PatternSet.fit(train, threshold=threshold, min_count=form.min_count, tokenisation="word-punct")
    return pattern_marks(test, patterns).frame.select("id", "mark")


def _of_marks(form: TrainForm, materials: ReproductionInputs) -> str:
    pairs = len(materials.pairs(form.name))
    return fill("liu2020.marks", pairs=pairs, data=form.name, least=form.min_count)


def _figures(
    measure: str, on: str, seeds: Sequence[pl.DataFrame], marks: pl.DataFrame
) -> dict[FigureRef, Estimate]:
    """Return accuracy on all, easy and hard instances: of one model over items, of several over seeds."""
    joined = (marks.join(right, on="id", how="inner", maintain_order="left") for right in seeds)
    found = [subset_accuracy(each["right"].to_numpy(), each["mark"]).figures() for each in joined]
    return {FigureRef(measure, on, name): figure for name, figure in combined(found).items()}


def _answers(found: Mapping[FigureRef, Estimate], by: str, cells: Cells) -> Answers:
    return {cell: Answer(_wanted(found, cell) or _NOT_PUBLISHED, by, "other data") for cell in cells}


def _wanted(found: Mapping[FigureRef, Estimate], cell: PrintedCell) -> Estimate | None:
    wanted = cell.selection
    return next((each for ref, each in found.items() if wanted is not None and wanted.covers(ref)), None)


def _of_another_set(path: Path, test: PairTable) -> UnreadableFileError:
    found = f"'{printable(path.name)}' does not speak of the instances of {test.name} in their order"
    return UnreadableFileError(found, "the published file", "copy or download it again")


def _is(row: str, data: str, cell: PrintedCell) -> bool:
    return (cell.column, cell.split) == (row, data)


def _steps() -> Iterator[Step]:
    for form in train_forms("SNLI"):
        needs: tuple[str, ...] = (form.name, "snli-test", _BERT, _SNLI_HARD)
        covers = partial(_is, "BERT", "SNLI")
        yield Step(_TABLE, covers, partial(_bert, form), needs, form.small, evidence=_BY_OTHERS)
    for data, test in (("SNLI", "snli-dev"), ("MultiNLI", "mnli-matched")):
        files = (*(file for seed in _ROBERTA[data] for file in seed), _MNLI_HARD)
        for form in train_forms(data):
            answer, needs = partial(_roberta, data, test, form), (form.name, test, *files)
            covers = partial(_is, "RoBERTa", data)
            yield Step(_TABLE, covers, answer, needs, form.small, evidence=_BY_OTHERS)


PREDICTION_STEPS = tuple(_steps())
