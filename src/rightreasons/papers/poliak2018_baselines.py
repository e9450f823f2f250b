"""Table 2 of Poliak et al. (2018): the majority label, and our linear hypothesis-only model beside theirs."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
import polars as pl

from rightreasons.artifacts.hypothesis_only import hypothesis_only
from rightreasons.artifacts.patterns.origin import sentence_tokens
from rightreasons.labels import collapse
from rightreasons.pairs import PairTable
from rightreasons.papers.inputs import ReproductionInputs, known_split, majority, published_counts
from rightreasons.papers.paper import Answers, Cells, Step
from rightreasons.papers.printed import PrintedCell
from rightreasons.papers.reproduction import Answer, Basis, train_forms
from rightreasons.statistics.proportions import proportion

Row = tuple[str, str]
OTHER_RELEASE = "of the SemEval release of SICK; the paper has the later one, of 4,906 test and 495 dev pairs"
OTHER_TENTH = "a tenth of the published training set; the paper's dev set is not told apart there"
OTHER_SPLIT = "of all generated hypotheses; the paper's random split was not released"
_MAJORITIES: Mapping[Row, tuple[str, Basis, str]] = {
    ("ADD-1", "dev"): ("add_one-tuning", "other data", OTHER_TENTH),
    ("ADD-1", "test"): ("add_one-test", "same", ""),
    ("SciTail", "dev"): ("scitail-dev", "same", ""),
    ("SciTail", "test"): ("scitail-test", "same", ""),
    ("SICK", "dev"): ("sick-dev", "other data", OTHER_RELEASE),
    ("SICK", "test"): ("sick-test", "other data", OTHER_RELEASE),
    ("MPE", "dev"): ("mpe-dev", "same", ""),
    ("MPE", "test"): ("mpe-test", "same", ""),
    ("JOCI", "dev"): ("joci-generated", "other data", OTHER_SPLIT),
    ("JOCI", "test"): ("joci-generated", "other data", OTHER_SPLIT),
    ("SNLI", "dev"): ("snli-dev", "same", ""),
    ("SNLI", "test"): ("snli-test", "same", ""),
    ("MNLI-1", "dev"): ("mnli-matched", "same", ""),
}
_MODELS: Mapping[Row, tuple[str, str]] = {
    ("ADD-1", "test"): ("add_one-train", "add_one-test"),
    ("SciTail", "dev"): ("scitail-train", "scitail-dev"),
    ("SciTail", "test"): ("scitail-train", "scitail-test"),
    ("SICK", "dev"): ("sick-train", "sick-dev"),
    ("SICK", "test"): ("sick-train", "sick-test"),
    ("MPE", "dev"): ("mpe-train", "mpe-dev"),
    ("MPE", "test"): ("mpe-train", "mpe-test"),
}
# Where the training set is not at hand: trained on one of the other sets.
_ON_OTHERS: Mapping[Row, tuple[str, str]] = {
    ("SciTail", "dev"): ("scitail-test", "scitail-dev"),
    ("SciTail", "test"): ("scitail-dev", "scitail-test"),
}
# Whose training set is public in part only: the data as trainings name them, and the test.
_IN_FORMS: Mapping[Row, tuple[str, str]] = {
    ("SNLI", "dev"): ("SNLI", "snli-dev"),
    ("SNLI", "test"): ("SNLI", "snli-test"),
    ("MNLI-1", "dev"): ("MultiNLI matched", "mnli-matched"),
    ("MNLI-2", "dev"): ("MultiNLI mismatched", "mnli-mismatched"),
}
_TRAINING: Mapping[str, str] = {
    "ADD-1": "add_one:train+dev",
    "SciTail": "scitail:train",
    "SICK": "sick:train",
    "MPE": "mpe:train",
    "SNLI": "snli:train",
    "MNLI-1": "mnli:train",
}
LINEAR = "linear model over n-grams of the hypothesis, not InferSent"


def _majority(name: str, basis: Basis, remark: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    most, rows = majority(name, materials.pairs(name))
    by = f"share of the most frequent label of {name}" + (f", {remark}" if remark else "")
    return {cell: Answer(proportion(most, rows), by, basis) for cell in cells}


def _training_majority(training: str, name: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    """Score the most frequent label of training, which is all that a model can know of it."""
    most = max(known_split(training).labels.items(), key=lambda item: item[1])[0]
    counts = published_counts(name, materials.pairs(name))
    by = f"share of {most}, the most frequent label of {training} (catalogue), in {name}"
    share = proportion(counts.get(most, 0) or counts.get(collapse(most), 0), sum(counts.values()))
    return {cell: Answer(share, by) for cell in cells}


def _majority_mismatched(cells: Cells, _: ReproductionInputs) -> Answers:
    counts = known_split("mnli:dev_mismatched").labels.values()
    share = proportion(max(counts), sum(counts))
    return {cell: Answer(share, "published counts of the mismatched dev set (catalogue)") for cell in cells}


def _model(train: str, test: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    return _scored(materials.pairs(train), materials.pairs(test), cells, materials)


def _scored(train: PairTable, test: PairTable, cells: Cells, materials: ReproductionInputs) -> Answers:
    tokens = [sentence_tokens(table, "hypothesis", "word-punct") for table in (train, test)]
    found = hypothesis_only(train, tokens[0], test, tokens[1], seed=materials.seed)
    by = f"{LINEAR}; trained on {len(train):,} pairs ({train.name}), tested on {test.name}"
    return {cell: Answer(found.figures["accuracy"].estimate, by, "other model") for cell in cells}


def _joci(cells: Cells, materials: ReproductionInputs) -> Answers:
    """Score JOCI on a random split of 80:10:10, as footnote 6 says; the paper's own was not released."""
    pairs = materials.pairs("joci-generated")
    part = np.random.default_rng(materials.seed).permutation(len(pairs)) * 10 // len(pairs)
    parts = {
        name: pairs.where(pl.Series(mask), "another part of the random split").named(f"JOCI {name}")
        for name, mask in (("train", part < 8), ("dev", part == 8), ("test", part == 9))
    }
    answers: dict[PrintedCell, Answer] = {}
    for split in ("dev", "test"):
        of_split = [cell for cell in cells if cell.split == split]
        answers |= _scored(parts["train"], parts[split], of_split, materials) if of_split else {}
    return answers


def _at(column: str, *rows: Row) -> Callable[[PrintedCell], bool]:
    return lambda cell: cell.column == column and (cell.row, cell.split) in rows


def _steps() -> tuple[Step, ...]:
    table = ("table-2",)
    majorities = (
        Step(table, _at("MAJ", row), partial(_majority, *what), (what[0],))
        for row, what in _MAJORITIES.items()
    )
    training = (
        Step(
            table,
            _at("MAJ", row),
            partial(_training_majority, _TRAINING[row[0]], name),
            (name,),
            definition="train-majority",
        )
        for row, (name, *_) in _MAJORITIES.items()
        if row[0] in _TRAINING
    )
    models = (
        Step(table, _at("Hyp-Only", row), partial(_model, *names), names, small=rows is _ON_OTHERS)
        for rows in (_MODELS, _ON_OTHERS)
        for row, names in rows.items()
    )
    in_forms = (
        Step(
            table,
            _at("Hyp-Only", row),
            partial(_model, form.name, form.test(test)),
            (form.name, form.test(test)),
            small=form.small,
        )
        for row, (data, test) in _IN_FORMS.items()
        for form in train_forms(data)
    )
    return (
        *majorities,
        *training,
        Step(table, _at("MAJ", ("MNLI-2", "dev")), _majority_mismatched),
        *models,
        *in_forms,
        Step(table, _at("Hyp-Only", ("JOCI", "dev"), ("JOCI", "test")), _joci, ("joci-generated",)),
    )


BASELINE_STEPS = _steps()
