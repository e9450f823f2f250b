"""What the length of the hypothesis alone gives away."""

from collections.abc import Sequence
from operator import add

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.cross_fitting.features import Features, single_features
from rightreasons.engine.progress import Progress, silent
from rightreasons.findings import Finding
from rightreasons.measures.blocks import Blocks, Columns
from rightreasons.measures.data.hypothesis_only.all_rows import NumberedRows, finding_of_rows
from rightreasons.measures.data.hypothesis_only.baseline import measured
from rightreasons.measures.data.hypothesis_only.measures import given_tokens
from rightreasons.measures.data.hypothesis_only.question import Baseline, Question
from rightreasons.numbers import count
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
from rightreasons.text.tokens import Tokens

ADDS = {"measure": ["length_only"]}
LENGTHS = "number of tokens, and number of characters in steps of 4; above 32, eight steps a doubling"
EXACT_UP_TO = 32
STEPS_PER_DOUBLING = 8
CHARACTERS_PER_STEP = 4


def length_only(
    train: PairTable,
    hypothesis_tokens: Tokens,
    test: PairTable | None = None,
    test_hypothesis_tokens: Tokens | None = None,
    group_by: tuple[str, ...] = (),
    seed: int = 0,
    progress: Progress = silent,
) -> Finding:
    """Measure the accuracy of a linear model from the length of the hypothesis, in tokens and characters.

    Parameters, result and errors are those of `hypothesis_only`.
    """
    baseline = length_baseline(hypothesis_tokens.tokenisation)
    features = length_features(
        [each.lengths for each in given_tokens(hypothesis_tokens, test_hypothesis_tokens)],
        [table.hypotheses for table in (train, test) if table is not None],
    )
    return measured(baseline, Question(train, test, group_by, seed, progress), features)


def numbered(train: PairTable, hypothesis_tokens: Tokens) -> NumberedRows:
    """Return the lengths of some rows, in tokens and in characters."""
    seen = (hypothesis_tokens.lengths, _characters(train.hypotheses))
    return NumberedRows.of(train, hypothesis_tokens.tokenisation, *(each.astype(np.int32) for each in seen))


def finished(train: NumberedRows, seed: int) -> tuple[Finding, Columns]:
    """Return what is found in all rows, and the columns of each; errors as of `finding_of_rows`."""
    lengths, characters = (each.whole().astype(np.int64) for each in train.seen)
    baseline = length_baseline(train.tokenisation)
    return finding_of_rows(baseline, _features_of_lengths(lengths, characters), train, seed)


BLOCKS = Blocks(numbered, add, finished, ordered=True, grows=True, alone=True)


def length_baseline(tokenisation: str) -> Baseline:
    """Return what sees the lengths of hypotheses that are divided so."""
    return Baseline(
        "length_only",
        fill("baseline.length_alone"),
        "hypothesis",
        fill("baseline.definition", model=fill("baseline.of_lengths")),
        LENGTHS,
        tokenisation,
    )


def length_features(lengths: Sequence[npt.NDArray[np.int64]], hypotheses: Sequence[pl.Series]) -> Features:
    """Return the lengths of the hypotheses of sets, one behind the other, as features in steps.

    Parameters
    ----------
    lengths
        Tokens of each hypothesis, an array a set.
    hypotheses
        The hypotheses themselves.
    """
    return _features_of_lengths(np.concatenate(lengths), np.concatenate([*map(_characters, hypotheses)]))


def _characters(hypotheses: pl.Series) -> npt.NDArray[np.int64]:
    return hypotheses.str.len_chars().to_numpy().astype(np.int64)


def _features_of_lengths(lengths: npt.NDArray[np.int64], characters: npt.NDArray[np.int64]) -> Features:
    of_tokens, token_bounds = _steps(lengths)
    of_characters, character_bounds = _steps(characters // CHARACTERS_PER_STEP)
    names = [f"from {count(low)} tokens" for low in token_bounds]
    names += [f"from {count(CHARACTERS_PER_STEP * low)} characters" for low in character_bounds]
    return single_features([of_tokens, of_characters + len(token_bounds)], tuple(names), "length")


def _steps(lengths: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], list[int]]:
    """Return the step of every length, and the least length of each step."""
    ratio = np.log2(np.maximum(lengths, 1) / EXACT_UP_TO)
    beyond = EXACT_UP_TO + np.floor(STEPS_PER_DOUBLING * ratio).astype(np.int64)
    steps = np.where(lengths < EXACT_UP_TO, lengths, beyond)
    found, of_row = np.unique(steps, return_inverse=True)
    return of_row.astype(np.int64), [int(lengths[of_row == step].min()) for step in range(len(found))]
