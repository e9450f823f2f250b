"""Patterns of Liu et al. (2020), looked up and mined in the training sets or their public part."""

import re
from collections.abc import Iterator, Mapping
from functools import partial

import numpy as np
import polars as pl

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.sentence_tokens import gold_codes, sentence_tokens
from rightreasons.artifacts.patterns.settings import GapReading, PatternSettings
from rightreasons.difficulty.marks import pattern_marks
from rightreasons.pairs import PairTable
from rightreasons.papers.compared.reproduction import Answer
from rightreasons.papers.inputs import ReproductionInputs
from rightreasons.papers.paper import Answers, Cells, Step
from rightreasons.papers.printed import PrintedCell, printed_paper
from rightreasons.papers.published_sets import known_split
from rightreasons.papers.train_forms import TrainForm, train_forms
from rightreasons.sentences.templates import fill
from rightreasons.sources.read import read_pairs
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

STEM = "liu2020"
DATA = ("SNLI", "MultiNLI")
_WHOLE_SETS = {"SNLI": "snli:train", "MultiNLI": "mnli:train"}
_LEAST = {"SNLI": 500, "MultiNLI": 200}  # instances of the patterns of Table 1, its caption
_FIVE = 5
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
    by = fill("liu2020.looked_up", pairs=len(pairs), data=pairs.name)
    answers = {}
    for cell in cells:
        label, _, pattern = cell.figure.partition(": ")
        holding = texts.filter(pl.col("text").str.contains(_expression(pattern)))
        count = int((holding["label"].cast(pl.String) == label).sum())
        share = proportion(count, holding.height)
        none = Estimate(
            None, "proportion", 0, reason=fill("liu2020.not_there", pairs=len(pairs), data=pairs.name)
        )
        answers[cell] = Answer(share if holding.height else none, by, form.basis)
    return answers


def _first(form: TrainForm, data: str, cells: Cells, materials: ReproductionInputs) -> Answers:
    """Count the patterns of Table 1 that are among the first five of ours, by p(l|b) and then by instances.

    The least number of instances is the paper's (500, 200), of the pairs that there are.
    """
    pairs = materials.pairs(form.name)
    whole = sum(known_split(_WHOLE_SETS[data]).labels.values())
    least = max(round(_LEAST[data] * len(pairs) / whole), 2)
    evidence = PatternSet.fit(pairs, min_count=least, tokenisation=_TOKENS).evidence
    in_order = evidence.sort("p", "count", "pattern", descending=[True, True, False])
    by = fill("liu2020.first_five", pairs=len(pairs), data=pairs.name, least=least)
    answers = {}
    for cell in cells:
        label = cell.figure.removeprefix("top: ")
        several = pl.col("words").list.len() > 1
        own = in_order.filter(pl.col("label") == label, several if "Multi-word" in cell.row else ~several)
        first = set(own["pattern"].head(_FIVE).to_list())
        listed = [each for each in printed_paper(STEM).of("table-1") if each.row.startswith(f"{cell.row} ")]
        found = sum(" ".join(_split(each.figure.partition(": ")[2])) in first for each in listed)
        answers[cell] = Answer(Estimate(found, "count", len(listed), reason=_WHOLE), by, form.basis)
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
    by = fill("liu2020.covered", pairs=len(pairs), data=pairs.name, how=how)
    share = Estimate(number / covering.patterns, "proportion", covering.patterns, reason=_WHOLE)
    return {cell: Answer(share, by, form.basis) for cell in cells}


def _premises(form: TrainForm, cells: Cells, materials: ReproductionInputs) -> Answers:
    pairs = materials.pairs(form.name)
    highest = PatternSet.fit(pairs, side="premise", tokenisation=_TOKENS).origin.highest
    by = fill("liu2020.premises", pairs=len(pairs), data=pairs.name)
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
        by = fill("liu2020.subsets", pairs=len(pairs), data=pairs.name, least=form.min_count, test=name)
        answers[cell] = Answer(Estimate(count, "count", len(test), reason=_WHOLE), by, form.basis)
    return answers


def _instances(form: TrainForm, cells: Cells, materials: ReproductionInputs) -> Answers:
    """Mark the two instances of Table 3 by the patterns of training."""
    pairs = materials.pairs(form.name)
    patterns = PatternSet.fit(pairs, threshold=0.8, min_count=form.min_count, tokenisation=_TOKENS)
    by = fill("liu2020.instances", pairs=len(pairs), data=pairs.name, least=form.min_count)
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
    by = fill("liu2020.kept", pairs=len(pairs), data=pairs.name, least=form.min_count)
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


def _of_set(data: str, cell: PrintedCell) -> bool:
    return cell.split == data


def _looking_up(data: str, form: TrainForm) -> Iterator[Step]:
    yield Step(
        ("table-1-top",), partial(_of_set, data), partial(_first, form, data), (form.name,), small=form.small
    )
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
