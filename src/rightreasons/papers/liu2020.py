"""Liu, Zheng, Chang and Sui (2020), "HypoNLI"."""

import re
from collections.abc import Iterator, Mapping
from functools import partial

import numpy as np
import polars as pl

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.settings import GapReading, PatternSettings
from rightreasons.artifacts.patterns.sides import gold_codes, sentence_tokens
from rightreasons.difficulty.marks import pattern_marks
from rightreasons.measures.data.hypothesis_only import hypothesis_only
from rightreasons.measures.data.pattern_classifier import pattern_classifier
from rightreasons.pairs import PairTable
from rightreasons.papers.inputs import ReproductionInputs, known_split, majority
from rightreasons.papers.liu2020_predictions import PREDICTION_STEPS
from rightreasons.papers.paper import Answers, Cells, Paper, Step
from rightreasons.papers.printed import PrintedCell, printed_paper
from rightreasons.papers.reproduction import (
    Answer,
    Basis,
    Evidence,
    TrainForm,
    derived,
    place,
    train_forms,
    values,
)
from rightreasons.sources.read import read_pairs
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

ADDS = {"paper": {"liu-2020": "PAPER"}}

# Patterns of Liu et al. (2020), looked up and mined in the training sets or their public part.


DATA = ("SNLI", "MultiNLI")
TESTS: Mapping[str, tuple[str, str]] = {
    "SNLI test": ("SNLI", "snli-test"),
    "MultiNLI matched": ("MultiNLI", "mnli-matched"),
    "MultiNLI mismatched": ("MultiNLI", "mnli-mismatched"),
}
_LARGE = 5  # words and gap of the longer patterns, footnote 2
_WHOLE = "counted in all rows"
_TOKENS = "word-punct"
# What the distance between two words is, by definition: the tokens skipped, or the difference of positions.
_DISTANCES: Mapping[str, GapReading] = {"": "skipped", "index-distance": "index"}


def _probabilities(form: TrainForm, cells: Cells, materials: ReproductionInputs) -> Answers:
    """Look up p(l|b) of printed patterns (section 2.1): instances that hold b, and those of label l."""
    pairs = materials.pairs(form.name)
    tokens = sentence_tokens(pairs, "hypothesis", _TOKENS)
    texts = pl.DataFrame({"text": [f" {' '.join(each)} " for each in tokens.to_lists()], "label": pairs.gold})
    by = f"p(l|b) in {len(pairs):,} pairs ({pairs.name})"
    answers = {}
    for cell in cells:
        label, _, pattern = cell.figure.partition(": ")
        holding = texts.filter(pl.col("text").str.contains(_expression(pattern)))
        count = int((holding["label"].cast(pl.String) == label).sum())
        share = proportion(count, holding.height)
        none = Estimate(None, "proportion", 0, reason=f"none of {len(pairs):,} pairs ({pairs.name}) holds it")
        answers[cell] = Answer(share if holding.height else none, by, form.basis)
    return answers


def _expression(pattern: str) -> str:
    """Return a pattern such as ``A # # outdoors .`` as a regular expression over tokens between blanks."""
    words = [r"\S+" if word == "#" else re.escape(word) for word in _split(pattern)]
    return " " + " ".join(words) + " "


def _split(pattern: str) -> list[str]:
    return [token for word in pattern.split() for token in re.findall(r"#|\w+|[^\w\s]", word)]


def _covered(form: TrainForm, definition: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    pairs = materials.pairs(form.name)
    large = PatternSet.fit(pairs, max_words=_LARGE, max_gap=_LARGE, tokenisation=_TOKENS)
    covering = large.covered_by(PatternSet.fit(pairs, tokenisation=_TOKENS))
    found = {"": (covering.covered, "that hold one"), "identical": (covering.identical, "that are one")}
    number, how = found[definition]
    by = f"patterns of {len(pairs):,} pairs ({pairs.name}) {how} of H(3, 3, 0.5), same label"
    share = Estimate(number / covering.patterns, "proportion", covering.patterns, reason=_WHOLE)
    return {cell: Answer(share, by, form.basis) for cell in cells}


def _premises(form: TrainForm, cells: Cells, materials: ReproductionInputs) -> Answers:
    pairs = materials.pairs(form.name)
    highest = PatternSet.fit(pairs, side="premise", tokenisation=_TOKENS).origin.highest
    by = f"highest p(l|b) of premises in {len(pairs):,} pairs ({pairs.name}), 50 instances and more"
    return {
        cell: Answer(Estimate(highest, "proportion", len(pairs), reason=_WHOLE), by, form.basis)
        for cell in cells
    }


def _subsets(
    form: TrainForm, definition: str, name: str, cells: Cells, materials: ReproductionInputs
) -> Answers:
    pairs, test = materials.pairs(form.name), materials.pairs(name)
    answers = {}
    for cell in cells:
        threshold = float(cell.split.removeprefix("lambda "))
        patterns = PatternSet.fit(
            pairs,
            threshold=threshold,
            min_count=form.min_count,
            tokenisation=_TOKENS,
            reading=_DISTANCES[definition],
        )
        count = pattern_marks(test, patterns).counts()[cell.figure]
        by = f"patterns of {len(pairs):,} pairs ({pairs.name}), {form.min_count} and more, in {name}"
        answers[cell] = Answer(Estimate(count, "count", len(test), reason=_WHOLE), by, form.basis)
    return answers


def _instances(form: TrainForm, cells: Cells, materials: ReproductionInputs) -> Answers:
    """Mark the two instances of Table 3 by the patterns of training."""
    pairs = materials.pairs(form.name)
    patterns = PatternSet.fit(pairs, threshold=0.8, min_count=form.min_count, tokenisation=_TOKENS)
    by = f"patterns of {len(pairs):,} pairs ({pairs.name}), lambda 0.8, {form.min_count} instances and more"
    answers = {}
    for cell in cells:
        premise, _bar, hypothesis = cell.printed.partition(" | ")
        mark, label = cell.figure.split()
        row = pl.DataFrame({"premise": [premise], "hypothesis": [hypothesis], "label": [label]})
        marks = pattern_marks(read_pairs(row, name="Table 3"), patterns).frame
        held = ", ".join(f"'{pattern}'" for pattern in marks["causes"][0])
        ours = f"{marks['mark'][0]} {label}, holds {held}" if held else "neither: it holds no pattern"
        printed = ours if marks["mark"][0] == mark else cell.figure
        answers[cell] = Answer(ours, by, form.basis, expected=printed)
    return answers


def _share_kept(form: TrainForm, definition: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    """Return the share of training that down-sampling keeps: three times the rarest label (section 3.1.1)."""
    pairs = materials.pairs(form.name)
    tokens = sentence_tokens(pairs, "hypothesis", _TOKENS)
    settings = PatternSettings(min_count=form.min_count, reading=_DISTANCES[definition])
    patterns = PatternSet.from_tokens(pairs, tokens, settings)
    by = f"share kept of {len(pairs):,} pairs ({pairs.name}), patterns of {form.min_count} instances and more"
    answers = {}
    for cell in cells:
        kept = _size_without(pairs, patterns, float(cell.figure.removeprefix("size ")))
        answers[cell] = Answer(
            Estimate(kept / len(pairs), "proportion", len(pairs), reason=_WHOLE), by, form.basis
        )
    return answers


def _size_without(pairs: PairTable, patterns: PatternSet, threshold: float) -> int:
    codes, labels = gold_codes(pairs)
    if patterns.first is None:
        raise ValueError("the patterns were not mined from these pairs")
    strongest = np.append(patterns.evidence["p"].to_numpy(), 0.0)[patterns.first]  # -1: no pattern
    left = np.bincount(codes[strongest <= threshold], minlength=len(labels))
    return len(labels) * int(left.min())


def _looked_up(data: str, cell: PrintedCell) -> bool:
    return cell.split == data and ": " in cell.figure


def _at_row(row: str, cell: PrintedCell) -> bool:
    return cell.row == row


def _is_size(data: str, cell: PrintedCell) -> bool:
    return cell.split == data and cell.figure.startswith("size ")


def _looking_up(data: str, form: TrainForm) -> Iterator[Step]:
    yield Step(
        ("section-1", "table-1", "table-3"),
        partial(_looked_up, data),
        partial(_probabilities, form),
        (form.name,),
        small=form.small,
    )


def _mining(data: str, form: TrainForm) -> Iterator[Step]:
    """Return what is found by mined patterns, under both readings of their distance."""
    table = {"SNLI": "table-5", "MultiNLI": "table-6"}[data]
    for definition in _DISTANCES:
        for column, (of, name) in TESTS.items():
            if of == data:
                yield Step(
                    ("section-2.3",),
                    partial(_at_row, column),
                    partial(_subsets, form, definition, form.test(name)),
                    (form.name, form.test(name)),
                    small=form.small,
                    definition=definition,
                )
        yield Step(
            (table,),
            partial(_is_size, data),
            partial(_share_kept, form, definition),
            (form.name,),
            small=form.small,
            definition=definition,
        )


def _of_snli(form: TrainForm) -> Iterator[Step]:
    """Return what the paper says of SNLI only."""
    needs = (form.name,)
    instances, premises = partial(_instances, form), partial(_premises, form)
    yield Step(("table-3",), lambda cell: cell.unit == "instance", instances, needs, form.small)
    yield Step(("section-3.1",), partial(_at_row, "premises"), premises, needs, form.small)
    for definition in ("", "identical"):
        covered = partial(_covered, form, definition)
        yield Step(
            ("section-2",), partial(_at_row, "H(5,5,0.5)"), covered, needs, form.small, definition=definition
        )


def _steps() -> Iterator[Step]:
    for data in DATA:
        for form in train_forms(data):
            yield from _looking_up(data, form)
            yield from _mining(data, form)
            if data == "SNLI":
                yield from _of_snli(form)


PATTERN_STEPS = tuple(_steps())

# Liu, Zheng, Chang and Sui (2020), "HypoNLI".


STEM = "liu2020"
_GAP = "∆ Easy-Hard"
_FROM_CATALOGUE: Evidence = "the project's own catalogue"
_TRAINED = ("table-5", "table-6", "table-7")


def _majority(name: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    share = proportion(*majority(name, materials.pairs(name)))
    return {cell: Answer(share, f"share of the most frequent label of {name}") for cell in cells}


def _majority_mismatched(cells: Cells, _: ReproductionInputs) -> Answers:
    counts = known_split("mnli:dev_mismatched").labels.values()
    share = proportion(max(counts), sum(counts))
    return {cell: Answer(share, "published counts of the mismatched dev set (catalogue)") for cell in cells}


def _classifiers(form: TrainForm, test_name: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    """Train perceptrons on patterns, whose sizes the paper does not state, and a linear model."""
    train, test = materials.pairs(form.name), materials.pairs(test_name)
    tokens = [sentence_tokens(table, "hypothesis", "word-punct") for table in (train, test)]
    patterns = pattern_classifier(train, tokens[0], test, tokens[1], seed=materials.seed).figures
    linear = hypothesis_only(train, tokens[0], test, tokens[1], seed=materials.seed).figures
    trained = f"trained on {len(train):,} pairs ({train.name}), tested on {test.name}"
    basis: Basis = "other data" if form.small else "other model"
    found = {
        "Unigram": Answer(patterns["unigram"].estimate, f"pattern_classifier, {trained}", basis),
        "Pattern": Answer(patterns["pattern"].estimate, f"pattern_classifier, {trained}", basis),
        "fasttext": Answer(
            linear["accuracy"].estimate, f"linear model over n-grams, {trained}", "other model"
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
    by = "labelled pairs of the training set (catalogue)"
    sizes = {name: sum(known_split(split).labels.values()) for name, split in sets.items()}
    return {
        cell: Answer(Estimate(sizes[cell.split], "count", sizes[cell.split], reason="counted"), by)
        for cell in cells
    }


def _in_text(cells: Cells, _: ReproductionInputs) -> Answers:
    """Compare a size that the text states with the caption of Table 5."""
    printed = values(printed_paper(STEM).of("table-5"))
    by = "the caption of Table 5"
    return {
        cell: derived(printed["table-5", cell.row, cell.column, cell.split], cell.unit, 0, by)
        for cell in cells
    }


def _bias_of_infersent(cells: Cells, _: ReproductionInputs) -> Answers:
    """Hold what the introduction says of InferSent against Table 4."""
    printed = values(printed_paper(STEM).of("table-4"))
    by = "Table 4 as printed"
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
