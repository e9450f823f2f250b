"""The measure `easy_hard`: how many instances are easy or hard by the patterns of training."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import add

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.pattern_rows import PatternRows
from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.artifacts.row_tables import MadeRows, Places
from rightreasons.difficulty.marks import (
    MARKS,
    Codes,
    DifficultyMarks,
    causes,
    mark_codes,
    marked,
    pattern_marks,
)
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.labels import Label
from rightreasons.measures.blocks import Blocks, Columns
from rightreasons.measures.data.agreement_by_mark import annotator_figures
from rightreasons.pairs import ANNOTATORS, PairTable
from rightreasons.sentences.templates import fill
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.evidence import label_places
from rightreasons.shortcuts.patterns import HeldPatterns, pattern_shortcuts
from rightreasons.shortcuts.shortcut import Marks, Shortcuts
from rightreasons.statistics.proportions import proportion
from rightreasons.text.tokens import Tokens

ADDS = {"measure": ["easy_hard"]}
COLUMN = "easy_hard"
ITEM_COLUMNS: Mapping[str, str] = {
    "easy_hard": "text stratum: easy, hard, conflicting or none, by the patterns of the training set.",
    "easy_hard_patterns": "list pattern of easy_hard: The patterns that made it so, the strongest first.",
}
LAMBDAS = (0.5, 0.6, 0.7, 0.8, 0.9)
THRESHOLD = 0.8


def easy_hard(
    train: PairTable,
    hypothesis_tokens: Tokens,
    test: PairTable | None = None,
    test_hypothesis_tokens: Tokens | None = None,
    patterns: PatternSet | None = None,
    *,
    threshold: float = THRESHOLD,
) -> Finding:
    """Mark every instance as easy, hard, conflicting or none by the patterns of training.

    Parameters
    ----------
    train
        The data audited: every row has gold.
    hypothesis_tokens
        Tokens of its hypotheses.
    test
        Marked by the patterns of `train`; without it `train` is marked by its own.
    test_hypothesis_tokens
        Its tokens, same tokenisation.
    patterns
        What was mined from `hypothesis_tokens` at `threshold` or below; None mines H(3, 3, 0.5) with at least
        50 instances.
    threshold
        lambda (the paper takes 0.8 for SNLI, 0.7 for MultiNLI).

    Returns
    -------
    Finding
        Figures ``easy``, ``hard``, ``conflicting``, ``none`` (proportions of the set marked), the same with
        the prefix ``train_`` where there is a test, and those of `annotator_figures` where there are
        annotators. Views ``by_label``, ``by_lambda`` (counts). Items, of both sets: `ITEM_COLUMNS`.

    Raises
    ------
    OptionError
        If `threshold` is below the lambda of `patterns`.
    """
    mined = patterns or PatternSet.from_tokens(train, hypothesis_tokens, PatternSettings())
    strong = mined.at(threshold)
    own_block = Block(train, hypothesis=hypothesis_tokens)
    block = own_block if test is None else Block(test, hypothesis=test_hypothesis_tokens)
    own = pattern_marks(own_block, strong)
    tested = None if test is None else pattern_marks(block, strong)
    table, marks = (train, own) if test is None or tested is None else (test, tested)
    sets = {train.name: _by_gold(train.gold, own.frame["mark"])}
    if tested is not None and test is not None:
        sets[test.name] = _by_gold(test.gold, tested.frame["mark"])
    by_lambda = [
        (at, above, _marks(codes, block.pairs.gold)) for at, above, codes in _by_lambda(block, mined)
    ]
    finding = _found(sets, by_lambda, strong, tuple(annotator_figures(table, marks, COLUMN)))
    return replace(finding, items=pl.concat([_items(train, own), *_test_items(test, tested)]))


def counted(train: PairTable, hypothesis_tokens: Tokens, premise_tokens: Tokens) -> PatternRows:
    """Return what some rows of a set come to."""
    return PatternRows.of(train, hypothesis_tokens, premise_tokens)


def finished(train: PatternRows, test: PatternRows | None) -> tuple[Finding, Columns]:
    """Return the finding of `easy_hard` without items, and the columns of the rows."""
    strong, compact = train.mined.at(THRESHOLD), train.mined.compact()
    marked_by = pattern_shortcuts(strong.compact())
    sets = {each.rows.name: _marks_of(each, marked_by) for each in (train, test) if each is not None}
    by_lambda = _lambdas_of(train if test is None else test, compact)
    columns = {
        each.rows.name: MadeRows(len(each.rows), partial(_rows_at, each, marked_by))
        for each in (train, test)
        if each is not None
    }
    return _found(sets, by_lambda, strong), columns


BLOCKS = Blocks(counted, add, finished, without=(ANNOTATORS,), ordered=True, grows=True)
_Counts = npt.NDArray[np.int64]


def _found(
    sets: Mapping[str, _Counts],
    by_lambda: Sequence[tuple[float, int, _Counts]],
    strong: PatternSet,
    of_annotators: Sequence[Figure] = (),
) -> Finding:
    """Return the finding without items, of rows by gold and mark: of training, then of the test."""
    train, name = next(iter(sets)), list(sets)[-1]
    found = [*_shares(name, sets[name]), *of_annotators]
    figures = Figures(found if name == train else [*found, *_shares(train, sets[train], "train_mark")])
    return Finding(
        measure="easy_hard",
        subject=train if name == train else f"{train} -> {name}",
        definition=fill("easy_hard.definition"),
        headline=_headline(train, name, figures, strong.origin.threshold),
        figures=figures,
        views={"by_label": _by_label(name, sets[name]), "by_lambda": _lambda_view(by_lambda)},
        settings=_settings(strong),
        notes=(fill("easy_hard.own_rows"),),
    )


def _by_gold(gold: pl.Series, marks: pl.Series) -> _Counts:
    """Return how many rows with gold have each label and mark, shape (labels, marks)."""
    codes = marks.to_physical().fill_null(0).to_numpy()
    return _cells(gold, codes)


def _cells(gold: pl.Series, codes: npt.NDArray[np.integer]) -> _Counts:
    labelled = gold.is_not_null().to_numpy()
    cells = (label_places(gold) * len(MARKS) + codes)[labelled]
    return np.bincount(cells, minlength=len(Label) * len(MARKS)).reshape(len(Label), len(MARKS))


def _marks(codes: npt.NDArray[np.integer], gold: pl.Series) -> _Counts:
    """Return how many rows with gold have each mark, shape (marks,)."""
    return np.asarray(_cells(gold, codes).sum(axis=0))


def _marks_of(rows: PatternRows, shortcuts: Shortcuts) -> _Counts:
    found, labels = np.zeros((len(Label), len(MARKS)), dtype=np.int64), shortcuts.frame["label"]
    for start, block in rows.rows.tokens.blocks():
        gold = rows.gold(start, start + len(block))
        found += _cells(gold, mark_codes(_held(shortcuts, block), labels, gold))
    return found


def _lambdas_of(rows: PatternRows, compact: PatternSet) -> list[tuple[float, int, _Counts]]:
    shortcuts, above = pattern_shortcuts(compact), _above(compact)
    found = [np.zeros(len(MARKS), dtype=np.int64) for _ in above]
    for start, block in rows.rows.tokens.blocks():
        gold = rows.gold(start, start + len(block))
        marks, labels = _held(shortcuts, block), shortcuts.frame["label"]
        for place, (_, some) in enumerate(above):
            found[place] += _marks(mark_codes(marks[:, :some], labels.head(some), gold), gold)
    return [(at, some, counts) for (at, some), counts in zip(above, found, strict=True)]


def _held(shortcuts: Shortcuts, tokens: Tokens) -> Marks:
    if not isinstance(shortcuts.rules, HeldPatterns):
        raise TypeError("not rules of patterns")
    return shortcuts.rules.held(tokens)


def _rows_at(rows: PatternRows, shortcuts: Shortcuts, places: Places) -> pl.DataFrame:
    """Return mark and causes of some rows."""
    marks, gold = _held(shortcuts, rows.rows.tokens.at(places)), rows.gold_at(places)
    codes = mark_codes(marks, shortcuts.frame["label"], gold)
    return pl.DataFrame(
        {
            COLUMN: marked(codes, gold).cast(pl.String),
            f"{COLUMN}_patterns": causes(marks, shortcuts.frame["key"]),
        }
    )


def _shares(name: str, by_gold: _Counts, what: str = "") -> Iterator[Figure]:
    counts = by_gold.sum(axis=0).tolist()
    for mark, count in zip(MARKS, counts, strict=True):
        share, rows = proportion(count, sum(counts)), where(set=name, **{COLUMN: mark})
        yield Figure("share", share, {COLUMN: mark}, rows=rows, what=what)


def _by_label(name: str, by_gold: _Counts) -> View:
    rows: list[tuple[Cell, ...]] = [
        (label.value, sum(counts), *counts)
        for label, counts in zip(Label, by_gold.tolist(), strict=True)
        if sum(counts)
    ]
    return View(
        fill("easy_hard.by_label"),
        ("label", "instances", *MARKS),
        tuple(rows),
        by=("label",),
        rows=where(set=name).ordered_by(COLUMN),
        items={"label": "label"},
        roles=dict.fromkeys(MARKS, "count"),
    )


def _lambda_view(by_lambda: Sequence[tuple[float, int, _Counts]]) -> View:
    rows = tuple((at, above, *counts.tolist()) for at, above, counts in by_lambda)
    counted = dict.fromkeys(MARKS, "count")
    return View(
        fill("easy_hard.by_lambda"), ("lambda", "patterns", *MARKS), rows, by=("lambda",), roles=counted
    )


def _above(compact: PatternSet) -> list[tuple[float, int]]:
    """Return every lambda that the set reaches, and how many patterns are above it: they come first."""
    p = compact.table()["p"]
    return [(each, int((p > each).sum())) for each in LAMBDAS if each >= compact.origin.threshold]


def _by_lambda(block: Block, mined: PatternSet) -> Iterator[tuple[float, int, Codes]]:
    shortcuts = pattern_shortcuts(mined.compact())
    marks, labels = shortcuts.marks(block), shortcuts.frame["label"]
    for threshold, above in _above(mined.compact()):
        yield threshold, above, mark_codes(marks[:, :above], labels.head(above), block.pairs.gold)


def _settings(patterns: PatternSet) -> dict[str, Cell]:
    settings = patterns.origin.settings
    return {
        "tokenisation": patterns.origin.tokenisation,
        "lambda": patterns.origin.threshold,
        "max_words": settings.max_words,
        "max_gap": settings.max_gap,
        "reading": settings.reading,
        "min_count": settings.min_count,
    }


def _items(table: PairTable, marks: DifficultyMarks) -> pl.DataFrame:
    return marks.frame.select(
        pl.lit(table.name).alias("set"),
        "id",
        pl.col("mark").cast(pl.String).alias(COLUMN),
        pl.col("causes").alias(f"{COLUMN}_patterns"),
    )


def _test_items(test: PairTable | None, marks: DifficultyMarks | None) -> list[pl.DataFrame]:
    return [] if test is None or marks is None else [_items(test, marks)]


def _headline(train: str, name: str, figures: Figures, threshold: float) -> str:
    own = fill("easy_hard.own")
    return fill(
        "easy_hard.headline",
        source=own if name == train else fill("easy_hard.of_training", train=train),
        threshold=threshold,
        data=name,
        **{mark: figures[mark] for mark in ("easy", "hard", "none")},
    )
