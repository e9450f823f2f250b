"""Labels predicted by artifacts of evaluated texts, each alone, learned from rows with other texts."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.means import mean_of
from rightreasons.artifacts.overlap.grades import grades
from rightreasons.artifacts.overlap.pair_words import in_one_vocabulary
from rightreasons.cross_fitting.features import Features, ngram_features
from rightreasons.cross_fitting.folds import FoldPlan
from rightreasons.cross_fitting.strength import Codes
from rightreasons.difficulty.marks import difficulty
from rightreasons.engine.progress import silent
from rightreasons.errors import NotApplicableError
from rightreasons.measures.data.form_only import form_baseline, form_features
from rightreasons.measures.data.hypothesis_only.gold_probabilities import gold_probabilities
from rightreasons.measures.data.hypothesis_only.measures import hypothesis_baseline
from rightreasons.measures.data.hypothesis_only.question import Baseline, Question
from rightreasons.measures.data.hypothesis_only.scoring import gain_over
from rightreasons.measures.data.length_only import length_baseline, length_features
from rightreasons.measures.data.overlap_only import overlap_baseline, overlap_features
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
from rightreasons.shortcuts.families import shortcuts_of
from rightreasons.statistics.results import Estimate
from rightreasons.text.tokenisations import choose_tokenisation, tokens

HYPOTHESIS = "hypothesis"
FAMILIES = ("words", "patterns")

Flags = npt.NDArray[np.bool_]
Marks = npt.NDArray[np.str_]


@dataclass(frozen=True)
class Artifact:
    """What one artifact predicts of the evaluated rows.

    Parameters
    ----------
    name
        What it is called.
    predicted
        Whether it alone predicts the gold label of a row, shape (rows,).
    gain
        How much more often than the most frequent label it is right.
    """

    name: str
    predicted: Flags
    gain: Estimate

    @property
    def why_not(self) -> str | None:
        """Why it is not tested: it is not shown to tell more than the most frequent label does."""
        interval = self.gain.interval
        return None if interval is not None and interval.low > 0 else fill("accuracy_by_artifact.no_gain")


class Texts:
    """The tokens of both sides, and the features of each artifact."""

    def __init__(self, table: PairTable) -> None:
        self.tokenisation = choose_tokenisation([False], [table.hypotheses])
        self.hypothesis = tokens(table.hypotheses, self.tokenisation)
        premise = tokens(table.premises, self.tokenisation)
        self._grades = grades(in_one_vocabulary(premise, self.hypothesis))
        self.overlap = self._grades.words
        self.length = self.hypothesis.lengths.astype(np.float64)

    def features(self, table: PairTable) -> Iterator[tuple[str, Baseline, Callable[[], Features]]]:
        """Yield what each artifact looks at, by its name: as what baseline, and the features."""
        own, texts = self.hypothesis, table.hypotheses
        yield HYPOTHESIS, hypothesis_baseline(own), lambda: ngram_features([own])
        yield "length", length_baseline(own.tokenisation), lambda: length_features([own.lengths], [texts])
        yield "form", form_baseline(), lambda: form_features(texts)
        yield "overlap", overlap_baseline(own.tokenisation), lambda: overlap_features([self._grades])


@dataclass(frozen=True)
class Items:
    """The answered items with gold, whether each is right, and their texts."""

    table: PairTable
    correct: Flags
    texts: Texts

    @classmethod
    def of(cls, pairs: PairTable, answered: pl.DataFrame) -> "Items":
        """Return the rows of `pairs` with gold and an answer.

        Parameters
        ----------
        pairs
            The sentences.
        answered
            Columns ``id`` and ``correct`` (boolean), of the ids with an answer.

        Raises
        ------
        NotApplicableError
            If all of them have one gold label.
        """
        labelled = pairs.with_gold()
        table = labelled.where(labelled.frame["id"].is_in(answered["id"].implode()), "answered")
        right = table.frame.select("id").join(answered, on="id", how="left", maintain_order="left")
        if len(table.labels) < 2:
            raise NotApplicableError("one gold label", "two or more", "nothing is to be done")
        named = table.named(pairs.name)
        return cls(named, right["correct"].to_numpy().astype(np.bool_), Texts(named))

    @property
    def gold(self) -> Codes:
        """The gold labels as numbers."""
        codes: Codes = self.table.frame["label"].to_physical().to_numpy().astype(np.int64)
        return codes


@dataclass(frozen=True)
class Learned:
    """What was learned of the evaluated rows.

    Parameters
    ----------
    artifacts
        What each artifact tells.
    marks
        By family of shortcuts the mark of every row by shortcuts of rows with other texts: ``"easy"``,
        ``"hard"``, ``"conflicting"``, or ``"none"`` where it holds no shortcut.
    folds
        Into how many parts the rows were divided.
    """

    artifacts: tuple[Artifact, ...]
    marks: Mapping[str, Marks]
    folds: int


def learned(items: Items, seed: int) -> Learned:
    """Return what each artifact predicts of rows that share no text with those that it is learned from.

    Parameters
    ----------
    items
        The rows.
    seed
        Of the folds.

    Raises
    ------
    MeasureInputError
        If the texts cannot be divided into folds.
    """
    artifacts, plan = _predicted(items, seed)
    marks = _marked(items.table, plan)
    of_marks = (_of_marks(name, items, mark) for name, mark in marks.items())
    return Learned((*artifacts, *of_marks), marks, plan.folds)


def _predicted(items: Items, seed: int) -> tuple[list[Artifact], FoldPlan]:
    """Return what a linear model on the features of each artifact predicts of rows with other texts."""
    question = Question(items.table, None, (), seed, silent)
    found: list[Artifact] = []
    for name, baseline, features in items.texts.features(items.table):
        answers = gold_probabilities(baseline, question, features)
        right, most_frequent = answers.sample.scored.right, answers.sample.scored.guessed_own
        found.append(Artifact(name, right, gain_over(answers.sample, most_frequent)))
    return found, answers.plan


def _marked(table: PairTable, plan: FoldPlan) -> dict[str, Marks]:
    """Return the mark of every row by shortcuts of the rows that share no text with it."""
    marks = {name: np.full(len(table), "none", dtype="<U11") for name in FAMILIES}
    for block in plan.blocks:
        held_out = plan.held_out(block)
        rows = table.where(pl.Series(held_out), "held out")
        others = table.where(pl.Series(plan.fitted_to(block)), "others")
        if others.gold.n_unique() < 2:
            continue  # rows of one label show no shortcut to any
        for name in FAMILIES:
            found = difficulty(rows, shortcuts_of(name, others)).cast(pl.String).fill_null("none")
            marks[name][held_out] = found.to_numpy().astype("<U11")
    return marks


def _of_marks(name: str, items: Items, mark: Marks) -> Artifact:
    """Return what words or patterns tell: of the rows that they mark, in how many they all mean gold."""
    predicted, marked = mark == "easy", mark != "none"
    gold = items.gold[marked]
    most = np.bincount(gold).argmax() if len(gold) else 0
    difference = predicted[marked].astype(np.int64) - (gold == most)
    n = len(difference)
    if n < 2:
        return Artifact(name, predicted, Estimate(None, "proportion", n, reason="no row holds one"))
    return Artifact(name, predicted, mean_of(difference, "proportion"))
