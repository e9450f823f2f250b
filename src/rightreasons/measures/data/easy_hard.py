"""The measure `easy_hard`: how many instances are easy or hard by the patterns of training."""

from collections.abc import Iterator, Mapping

import polars as pl

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.difficulty.marks import MARKS, DifficultyMarks, mark_codes, pattern_marks
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.measures.data.agreement_by_mark import annotator_figures
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.patterns import pattern_shortcuts
from rightreasons.statistics.proportions import proportion
from rightreasons.text.tokens import Tokens

ADDS = {"measure": ["easy_hard"]}
BLOCKS = "Rows are marked by patterns that are mined from all rows of the audited set first."
COLUMN = "easy_hard"
ITEM_COLUMNS: Mapping[str, str] = {
    "easy_hard": "text stratum: easy, hard, conflicting or none, by the patterns of the training set.",
    "easy_hard_patterns": "list pattern: The patterns that made it so, the strongest first.",
}
LAMBDAS = (0.5, 0.6, 0.7, 0.8, 0.9)


def easy_hard(
    train: PairTable,
    hypothesis_tokens: Tokens,
    test: PairTable | None = None,
    test_hypothesis_tokens: Tokens | None = None,
    patterns: PatternSet | None = None,
    *,
    threshold: float = 0.8,
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
    figures = Figures(_figures(table, marks))
    if test is not None:
        figures = Figures([*figures.values(), *_shares(train, own, "train_mark")])
    return Finding(
        measure="easy_hard",
        subject=train.name if test is None else f"{train.name} -> {test.name}",
        definition=fill("easy_hard.definition"),
        headline=_headline(train, table, figures, threshold),
        figures=figures,
        views={"by_label": _by_label(table, marks), "by_lambda": _by_lambda(block, mined)},
        settings=_settings(strong),
        notes=(fill("easy_hard.own_rows"),),
        items=pl.concat([_items(train, own), *_test_items(test, tested)]),
    )


def _figures(table: PairTable, marks: DifficultyMarks) -> Iterator[Figure]:
    yield from _shares(table, marks)
    yield from annotator_figures(table, marks, COLUMN)


def _shares(table: PairTable, marks: DifficultyMarks, what: str = "") -> Iterator[Figure]:
    counts = marks.counts()
    n = sum(counts.values())
    for mark in MARKS:
        share, rows = proportion(counts[mark], n), where(set=table.name, **{COLUMN: mark})
        yield Figure("share", share, {COLUMN: mark}, rows=rows, what=what)


def _by_label(table: PairTable, marks: DifficultyMarks) -> View:
    rows: list[tuple[Cell, ...]] = []
    labelled = table.frame.select("label").with_columns(marks.frame["mark"]).drop_nulls()
    for label in table.labels:
        own = labelled.filter(pl.col("label") == label.value)["mark"]
        rows.append((label.value, len(own), *(int((own == mark).sum()) for mark in MARKS)))
    return View(
        fill("easy_hard.by_label"),
        ("label", "instances", *MARKS),
        tuple(rows),
        by=("label",),
        rows=where(set=table.name).ordered_by(COLUMN),
        items={"label": "label"},
        roles=dict.fromkeys(MARKS, "count"),
    )


def _by_lambda(block: Block, mined: PatternSet) -> View:
    rows = tuple(_rows_by_lambda(block, mined.compact()))
    counted = dict.fromkeys(MARKS, "count")
    return View(
        fill("easy_hard.by_lambda"), ("lambda", "patterns", *MARKS), rows, by=("lambda",), roles=counted
    )


def _rows_by_lambda(block: Block, compact: PatternSet) -> Iterator[tuple[Cell, ...]]:
    shortcuts, gold = pattern_shortcuts(compact), block.pairs.gold
    marks, labels = shortcuts.marks(block), shortcuts.frame["label"]
    for threshold in LAMBDAS:
        if threshold < compact.origin.threshold:
            continue
        above = int((compact.table()["p"] > threshold).sum())  # strongest first: those come before the others
        codes = mark_codes(marks[:, :above], labels.head(above), gold)
        found = pl.Series(codes).filter(gold.is_not_null())
        yield (threshold, above, *(int((found == code).sum()) for code in range(len(MARKS))))


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


def _headline(train: PairTable, table: PairTable, figures: Figures, threshold: float) -> str:
    own = fill("easy_hard.own")
    return fill(
        "easy_hard.headline",
        source=own if table is train else fill("easy_hard.of_training", train=train.name),
        threshold=threshold,
        data=table.name,
        **{name: figures[name] for name in ("easy", "hard", "none")},
    )
