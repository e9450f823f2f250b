"""Patterns of Liu et al. (2020), looked up and mined in the public part of the training sets."""

import re
from collections.abc import Mapping
from functools import partial

import numpy as np
import polars as pl

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.settings import PatternSettings, Reading
from rightreasons.artifacts.patterns.sides import gold_codes, side_tokens
from rightreasons.difficulty.marks import pattern_marks
from rightreasons.pairs import PairTable
from rightreasons.papers.materials import Materials
from rightreasons.papers.paper import Answers, Cells, Step
from rightreasons.papers.printed import PrintedCell
from rightreasons.papers.reproduction import Answer
from rightreasons.sources.read import read_pairs
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

PARTS: Mapping[str, str] = {"SNLI": "snli-train-part", "MultiNLI": "mnli-train-part"}
TESTS: Mapping[str, tuple[str, str]] = {
    "SNLI test": ("SNLI", "snli-test"),
    "MultiNLI matched": ("MultiNLI", "mnli-matched"),
}
MIN_COUNT = 10  # in a part of the training set for the paper's 50 in the whole
_LARGE = 5  # words and gap of the longer patterns, footnote 2
_WHOLE = "counted in all rows of the part"
_TOKENS = "word-punct"
# What the distance between two words is, by definition: the tokens skipped, or the difference of positions.
_DISTANCES: Mapping[str, Reading] = {"": "skipped", "index-distance": "index"}


def _probabilities(data: str, cells: Cells, materials: Materials) -> Answers:
    """Look up p(l|b) of printed patterns (section 2.1): instances that hold b, and those of label l."""
    pairs = materials.pairs(PARTS[data])
    tokens = side_tokens(pairs, "hypothesis", _TOKENS)
    texts = pl.DataFrame({"text": [f" {' '.join(each)} " for each in tokens.to_lists()], "label": pairs.gold})
    by = f"p(l|b) in {len(pairs):,} pairs ({pairs.name})"
    answers = {}
    for cell in cells:
        label, _, pattern = cell.figure.partition(": ")
        holding = texts.filter(pl.col("text").str.contains(_expression(pattern)))
        count = int((holding["label"].cast(pl.String) == label).sum())
        share = proportion(count, holding.height)
        none = Estimate(None, "proportion", 0, reason=f"none of {len(pairs):,} pairs ({pairs.name}) holds it")
        answers[cell] = Answer(share if holding.height else none, by, "other data")
    return answers


def _expression(pattern: str) -> str:
    """Return a pattern such as ``A # # outdoors .`` as a regular expression over tokens between blanks."""
    words = [r"\S+" if word == "#" else re.escape(word) for word in _split(pattern)]
    return " " + " ".join(words) + " "


def _split(pattern: str) -> list[str]:
    return [token for word in pattern.split() for token in re.findall(r"#|\w+|[^\w\s]", word)]


def _covered(definition: str, cells: Cells, materials: Materials) -> Answers:
    pairs = materials.pairs(PARTS["SNLI"])
    large = PatternSet.fit(pairs, max_words=_LARGE, max_gap=_LARGE, tokenisation=_TOKENS)
    covering = large.covered_by(PatternSet.fit(pairs, tokenisation=_TOKENS))
    found = {"": (covering.covered, "that hold one"), "identical": (covering.identical, "that are one")}
    number, how = found[definition]
    by = f"patterns of {len(pairs):,} pairs ({pairs.name}) {how} of H(3, 3, 0.5), same label"
    share = Estimate(number / covering.patterns, "proportion", covering.patterns, reason=_WHOLE)
    return {cell: Answer(share, by, "other data") for cell in cells}


def _premises(cells: Cells, materials: Materials) -> Answers:
    pairs = materials.pairs(PARTS["SNLI"])
    highest = PatternSet.fit(pairs, side="premise", tokenisation=_TOKENS).origin.highest
    by = f"highest p(l|b) of premises in {len(pairs):,} pairs ({pairs.name}), 50 instances and more"
    return {
        cell: Answer(Estimate(highest, "proportion", len(pairs), reason=_WHOLE), by, "other data")
        for cell in cells
    }


def _subsets(definition: str, column: str, cells: Cells, materials: Materials) -> Answers:
    data, name = TESTS[column]
    pairs, test = materials.pairs(PARTS[data]), materials.pairs(name)
    answers = {}
    for cell in cells:
        threshold = float(cell.split.removeprefix("lambda "))
        patterns = PatternSet.fit(
            pairs,
            threshold=threshold,
            min_count=MIN_COUNT,
            tokenisation=_TOKENS,
            reading=_DISTANCES[definition],
        )
        count = pattern_marks(test, patterns).counts()[cell.figure]
        by = f"patterns of {len(pairs):,} pairs ({pairs.name}), {MIN_COUNT} instances and more"
        answers[cell] = Answer(Estimate(count, "count", len(test), reason=_WHOLE), by, "other data")
    return answers


def _instances(cells: Cells, materials: Materials) -> Answers:
    """Mark the two instances of Table 3 by the patterns that the public part of training gives."""
    pairs = materials.pairs(PARTS["SNLI"])
    patterns = PatternSet.fit(pairs, threshold=0.8, min_count=MIN_COUNT, tokenisation=_TOKENS)
    by = f"patterns of {len(pairs):,} pairs ({pairs.name}), lambda 0.8, {MIN_COUNT} instances and more"
    answers = {}
    for cell in cells:
        premise, _bar, hypothesis = cell.printed.partition(" | ")
        _mark, label = cell.figure.split()
        row = pl.DataFrame({"premise": [premise], "hypothesis": [hypothesis], "label": [label]})
        marks = pattern_marks(read_pairs(row, name="Table 3"), patterns).frame
        held = ", ".join(f"'{pattern}'" for pattern in marks["causes"][0])
        ours = f"{marks['mark'][0]} {label}, holds {held}" if held else "neither: it holds no pattern"
        answers[cell] = Answer(ours, by, "other data")
    return answers


def _kept(definition: str, data: str, cells: Cells, materials: Materials) -> Answers:
    """Return the share of training that down-sampling keeps: three times the rarest label (section 3.1.1)."""
    pairs = materials.pairs(PARTS[data])
    tokens = side_tokens(pairs, "hypothesis", _TOKENS)
    settings = PatternSettings(min_count=MIN_COUNT, reading=_DISTANCES[definition])
    patterns = PatternSet.from_tokens(pairs, tokens, settings)
    by = f"share kept of {len(pairs):,} pairs ({pairs.name}), patterns of {MIN_COUNT} instances and more"
    answers = {}
    for cell in cells:
        kept = _size_without(pairs, patterns, float(cell.figure.removeprefix("size ")))
        answers[cell] = Answer(
            Estimate(kept / len(pairs), "proportion", len(pairs), reason=_WHOLE), by, "other data"
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


def _steps() -> tuple[Step, ...]:
    looked_up = (
        Step(
            ("section-1", "table-1", "table-3"),
            partial(_looked_up, data),
            partial(_probabilities, data),
            (name,),
            small=True,
        )
        for data, name in PARTS.items()
    )
    subsets = (
        Step(
            ("section-2.3",),
            partial(_at_row, column),
            partial(_subsets, definition, column),
            (PARTS[data], name),
            small=True,
            definition=definition,
        )
        for definition in _DISTANCES
        for column, (data, name) in TESTS.items()
    )
    kept = (
        Step(
            (table,),
            partial(_is_size, data),
            partial(_kept, definition, data),
            (PARTS[data],),
            small=True,
            definition=definition,
        )
        for definition in _DISTANCES
        for table, data in (("table-5", "SNLI"), ("table-6", "MultiNLI"))
    )
    snli = (PARTS["SNLI"],)
    return (
        Step(("table-3",), lambda cell: cell.unit == "instance", _instances, snli, small=True),
        *looked_up,
        *subsets,
        *kept,
        *(
            Step(
                ("section-2",),
                partial(_at_row, "H(5,5,0.5)"),
                partial(_covered, definition),
                snli,
                small=True,
                definition=definition,
            )
            for definition in ("", "identical")
        ),
        Step(("section-3.1",), partial(_at_row, "premises"), _premises, snli, small=True),
    )


PATTERN_STEPS = _steps()
