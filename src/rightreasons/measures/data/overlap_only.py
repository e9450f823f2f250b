"""What overlap gives away in grades: how much of the hypothesis the premise holds, and where."""

from collections.abc import Sequence
from operator import add

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.overlap.grades import Grades, grades
from rightreasons.artifacts.overlap.pair_words import in_one_vocabulary
from rightreasons.cross_fitting.features import Features, single_features
from rightreasons.engine.progress import Progress, silent
from rightreasons.findings import Finding
from rightreasons.measures.blocks import Blocks, Columns
from rightreasons.measures.data.hypothesis_only.all_rows import NumberedRows, finding_of_rows
from rightreasons.measures.data.hypothesis_only.baseline import measured
from rightreasons.measures.data.hypothesis_only.question import Baseline, Question
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
from rightreasons.text.tokens import Tokens

ADDS = {"measure": ["overlap_only"]}
STEPS = 10
PLACES = 4
_GRADES = (("words", STEPS), ("bigrams", STEPS), ("run", STEPS), ("place", PLACES))
_NONE = -1


def overlap_only(
    train: PairTable,
    premise_tokens: Tokens,
    hypothesis_tokens: Tokens,
    test: PairTable | None = None,
    test_premise_tokens: Tokens | None = None,
    test_hypothesis_tokens: Tokens | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> Finding:
    """Measure the accuracy of a linear model that sees only the overlap of hypothesis and premise.

    It sees shares, no words and no lengths: of the words, of the pairs of neighbouring words, of the longest
    run that both have, each in tenths, and in which quarter of the premise this run begins. The heuristic of
    HANS, all words in the premise, is the highest step of the first (`overlap_heuristics`).

    Parameters
    ----------
    train, test, seed, progress
        As of `rightreasons.measures.data.hypothesis_only.measures.hypothesis_only`.
    premise_tokens, hypothesis_tokens, test_premise_tokens, test_hypothesis_tokens
        Tokens of both sides of both sets, one tokenisation.

    Returns
    -------
    Finding
        Figures, tests, views and items as of `hypothesis_only`, without what memory gives.

    Raises
    ------
    MeasureInputError
        As of `hypothesis_only`.
    """
    baseline = overlap_baseline(hypothesis_tokens.tokenisation)
    question = Question(train, test, (), seed, progress)
    sides = ((premise_tokens, hypothesis_tokens), (test_premise_tokens, test_hypothesis_tokens))
    return measured(baseline, question, features_of_sides(*sides), memory=False)


def numbered(train: PairTable, premise_tokens: Tokens, hypothesis_tokens: Tokens) -> NumberedRows:
    """Return the grades of overlap of some rows, in steps."""
    seen = _steps_of(grades(in_one_vocabulary(premise_tokens, hypothesis_tokens)))
    return NumberedRows.of(train, hypothesis_tokens.tokenisation, *(each.astype(np.int8) for each in seen))


def finished(train: NumberedRows, seed: int) -> tuple[Finding, Columns]:
    """Return what is found in all rows, and the columns of each; errors as of `finding_of_rows`."""
    features = _features_of_steps([each.whole().astype(np.int64) for each in train.seen])
    return finding_of_rows(overlap_baseline(train.tokenisation), features, train, seed, memory=False)


BLOCKS = Blocks(numbered, add, finished, ordered=True, grows=True, alone=True)


def overlap_baseline(tokenisation: str) -> Baseline:
    """Return what sees the grades of overlap of texts that are divided so."""
    return Baseline(
        "overlap_only",
        fill("overlap_only.seen"),
        "hypothesis",
        fill("baseline.definition", model="a linear model over grades of overlap"),
        "shares of words, of word pairs and of the longest run that are common, in tenths, and the quarter "
        "of the other text in which that run begins",
        tokenisation,
    )


def features_of_sides(*sides: tuple[Tokens | None, Tokens | None]) -> Features:
    """Return the grades of overlap of sets, each given as tokens of premises and hypotheses, or as None."""
    return overlap_features(
        [
            grades(in_one_vocabulary(premise, hypothesis))
            for premise, hypothesis in sides
            if premise is not None and hypothesis is not None
        ]
    )


def overlap_features(given: Sequence[Grades]) -> Features:
    """Return the grades of overlap of sets, one behind the other, as features in steps."""
    of_sets = zip(*map(_steps_of, given), strict=True)
    return _features_of_steps([np.concatenate(each) for each in of_sets])


def _steps_of(found: Grades) -> list[npt.NDArray[np.int64]]:
    """Return the step of each grade of every pair, a column a grade."""
    return [_stepped(getattr(found, what), steps) for what, steps in _GRADES]


def _features_of_steps(found: Sequence[npt.NDArray[np.int64]]) -> Features:
    columns, names = [], list[str]()
    for (what, steps), of_rows in zip(_GRADES, found, strict=True):
        columns.append(of_rows - _NONE + len(names))
        names += [_named(what, step, steps) for step in range(_NONE, steps + 1)]
    return single_features(columns, tuple(names), "overlap")


def _stepped(shares: npt.NDArray[np.float64], steps: int) -> npt.NDArray[np.int64]:
    """Return the step of every share: all of it is a step of its own, and what is no number is `_NONE`."""
    lower = np.floor(np.nan_to_num(shares) * steps + 1e-9).astype(np.int64)
    return np.where(np.isnan(shares), _NONE, lower)


def _named(what: str, step: int, steps: int) -> str:
    called = {
        "words": "common words",
        "bigrams": "common word pairs",
        "run": "longest common run",
        "place": "that run begins",
    }[what]
    if step == _NONE:
        return f"{called}: none"
    if what == "place":
        return f"{called}: quarter {step + 1}"
    return f"{called}: all" if step == steps else f"{called}: from {100 * step // steps} %"
