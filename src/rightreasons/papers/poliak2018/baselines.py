"""Tables 2 to 4 of Poliak et al. (2018): the majority label, and our linear model beside theirs.

The recast data of White et al. (2017) are for whoever has them: the files of ``inference_is_everything.zip``,
each with its three splits (`Part.only`).
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import cast

import numpy as np
import polars as pl

from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.errors import MeasureInputError
from rightreasons.labels import Label, collapse
from rightreasons.measures.data.hypothesis_only import hypothesis_only
from rightreasons.pairs import PairTable
from rightreasons.papers.compared.reproduction import Answer, Basis, Evidence
from rightreasons.papers.inputs import ReproductionInputs
from rightreasons.papers.paper import Answers, Cells, Step
from rightreasons.papers.printed import PrintedCell, printed_paper
from rightreasons.papers.published_sets import known_split, majority, published_counts
from rightreasons.papers.train_forms import train_forms
from rightreasons.sentences.templates import fill
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

Row = tuple[str, str]
FROM_CATALOGUE: Evidence = "the project's own catalogue"
DPR_REMADE = "poliak2018.dpr_remade"
"""The sentence that says how DPR was made anew."""
_MAJORITIES: Mapping[Row, tuple[str, Basis, str]] = {
    ("ADD-1", "dev"): ("add_one-tuning", "other data", "poliak2018.other_tenth"),
    ("ADD-1", "test"): ("add_one-test", "same", ""),
    ("SciTail", "dev"): ("scitail-dev", "same", ""),
    ("SciTail", "test"): ("scitail-test", "same", ""),
    ("SICK", "dev"): ("sick-dev", "other data", "poliak2018.other_release"),
    ("SICK", "test"): ("sick-test", "other data", "poliak2018.other_release"),
    ("MPE", "dev"): ("mpe-dev", "same", ""),
    ("MPE", "test"): ("mpe-test", "same", ""),
    ("JOCI", "dev"): ("joci-generated", "other data", "poliak2018.other_split"),
    ("JOCI", "test"): ("joci-generated", "other data", "poliak2018.other_split"),
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
RECAST: Mapping[str, str] = {"DPR": "dpr", "SPR": "spr", "FN+": "fn_plus"}
_RECAST = ("table-2", "table-3", "table-4")
_OF_TABLE = {"table-3": "FN+", "table-4": "SPR"}
_RECAST_LABELS = {"entailed": Label.ENTAILMENT, "not-entailed": Label.NON_ENTAILMENT}


def _majority(name: str, basis: Basis, remark: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    most, rows = majority(name, materials.pairs(name))
    by = fill("reproduced_by.majority", data=name)
    if remark:
        by = fill("reproduced_by.majority_with_remark", data=name, remark=fill(remark))
    return {cell: Answer(proportion(most, rows), by, basis) for cell in cells}


def _training_majority(training: str, name: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    """Score the most frequent label of training, which is all that a model can know of it."""
    most = max(known_split(training).labels.items(), key=lambda item: item[1])[0]
    counts = published_counts(name, materials.pairs(name))
    by = fill("poliak2018.training_majority", label=most, train=f"{training} (catalogue)", data=name)
    share = proportion(counts.get(most, 0) or counts.get(collapse(most), 0), sum(counts.values()))
    return {cell: Answer(share, by) for cell in cells}


def _majority_mismatched(cells: Cells, _: ReproductionInputs) -> Answers:
    counts = known_split("mnli:dev_mismatched").labels.values()
    share = proportion(max(counts), sum(counts))
    return {cell: Answer(share, fill("reproduced_by.majority_of_catalogue")) for cell in cells}


def _model(train: str, test: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    return _scored(materials.pairs(train), materials.pairs(test), cells, materials)


def _scored(train: PairTable, test: PairTable, cells: Cells, materials: ReproductionInputs) -> Answers:
    tokens = [sentence_tokens(table, "hypothesis", "word-punct") for table in (train, test)]
    found = hypothesis_only(train, tokens[0], test, tokens[1], seed=materials.seed)
    by = fill("poliak2018.linear_tested", how=_linear(train), test=test.name)
    return {cell: Answer(found.figures["accuracy"].estimate, by, "other model") for cell in cells}


def _linear(train: PairTable) -> str:
    return fill("poliak2018.linear", pairs=len(train), data=train.name)


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


def _remade_steps() -> Iterator[Step]:
    """Return the majority and our linear model of DPR as it was made anew."""
    table, train = ("table-2",), "dpr-remade-train"
    for split in ("dev", "test"):
        name = f"dpr-remade-{split}"
        majority_of = partial(_majority, name, "other data", DPR_REMADE)
        yield Step(table, _at("MAJ", ("DPR", split)), majority_of, (name,), small=True)
        answer = partial(_model, train, name)
        yield Step(table, _at("Hyp-Only", ("DPR", split)), answer, (train, name), small=True)


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
        Step(table, _at("MAJ", ("MNLI-2", "dev")), _majority_mismatched, evidence=FROM_CATALOGUE),
        *models,
        *in_forms,
        *_remade_steps(),
        Step(table, _at("Hyp-Only", ("JOCI", "dev"), ("JOCI", "test")), _joci, ("joci-generated",)),
    )


BASELINE_STEPS = _steps()


def _rows_of(cell: PrintedCell) -> pl.Expr:
    """Return which rows a cell is about: all, those of a gold label, or those of a property.

    A property is in every hypothesis that holds its words, those of the authors' published script; a
    hypothesis with the words of two counts for both, as there.
    """
    if cell.item == "table-3":
        return pl.col("label") == _RECAST_LABELS[cell.row].value
    if cell.item == "table-4":
        return pl.col("hypothesis").str.contains(cell.figure, literal=True)
    return pl.lit(value=True)


def _models(name: str, test: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    """Train once and score the whole set, each label and each property."""
    train, tested = materials.pairs(f"{name}-train"), materials.pairs(test)
    tokens = [sentence_tokens(table, "hypothesis", "word-punct") for table in (train, tested)]
    found = hypothesis_only(train, tokens[0], tested, tokens[1], seed=materials.seed)
    items = cast("pl.DataFrame", found.items)  # this measure always has them
    scored = items.filter(set=tested.name).select("id", right="hypothesis_only_correct")
    rows = tested.frame.join(scored, on="id", maintain_order="left")
    by = _linear(train)
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
            share, what = proportion(own.height, rows.height), fill("poliak2018.label_share", data=test)
        else:
            most = own["label"].value_counts()["count"].max() if own.height else 0
            share, what = proportion(int(most), own.height), fill("reproduced_by.majority", data=test)  # type: ignore[arg-type] # a count
        answers[cell] = Answer(share, what)
    return answers


def _recast_training_majority(name: str, test: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    counts = materials.pairs(f"{name}-train").counts()
    most = max(counts, key=lambda label: counts[label])
    rows = materials.pairs(test)
    by = fill("poliak2018.training_majority", label=most, train=f"{name}-train", data=test)
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
    answer = Answer(Estimate(counts.pop(), "count", len(texts)), fill("poliak2018.property"))
    return dict.fromkeys(cells, answer)


def _is(name: str, split: str, column: str, cell: PrintedCell) -> bool:
    """Say whether a cell is of a split of a set and of a column, as Table 2 calls it."""
    called = "Hyp-Only" if cell.column == "H-model" else cell.column
    of_set = _OF_TABLE.get(cell.item, cell.row)
    return (of_set, cell.split.removeprefix(f"{name} "), called) == (name, split, column)


def _recast_steps() -> Iterator[Step]:
    for title, name in RECAST.items():
        for split in ("dev", "test"):
            test = f"{name}-{split}"
            yield Step(_RECAST, partial(_is, title, split, "MAJ"), partial(_majorities, test), (test,))
            needs = (f"{name}-train", test)
            yield Step(_RECAST, partial(_is, title, split, "Hyp-Only"), partial(_models, name, test), needs)
            yield Step(
                ("table-2",),
                partial(_is, title, split, "MAJ"),
                partial(_recast_training_majority, name, test),
                needs,
                definition="train-majority",
            )
    yield Step(("table-4",), lambda cell: cell.column == "Hypotheses", _hypotheses, ("spr-dev",))


RECAST_STEPS = tuple(_recast_steps())
