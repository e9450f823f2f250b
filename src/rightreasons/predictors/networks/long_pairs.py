"""Pairs that are longer than a model reads: cut, or read in overlapping windows of the premise."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rightreasons.errors import OptionError
from rightreasons.labels import Label
from rightreasons.predictors.options import LongPremises

Item = dict[str, list[int]]
"""Token ids, attention mask and so on of one window, without padding."""
_SILENT = (Label.NEUTRAL, Label.NON_ENTAILMENT)


@dataclass(frozen=True)
class LongPair:
    """A pair that is longer than the model reads.

    Parameters
    ----------
    items
        What the model reads of it: one item, or several windows.
    detail
        What was done, as details of a `Response` say it.
    """

    items: list[Item]
    detail: Mapping[str, str | int]


def read_long(
    tokenizer: Any, texts: tuple[str, str], limit: int, how: LongPremises, arguments: Mapping[str, Any]
) -> LongPair:
    """Cut a pair, or divide its premise into windows that overlap by half.

    Windows are for pairs whose hypothesis leaves at least half of the model's length to the premise; others
    are cut, as are all for ``"truncate"``: the longer text first, until both fit.

    Parameters
    ----------
    tokenizer
        Of the model.
    texts
        Premise and hypothesis.
    limit
        Tokens that the model reads, special ones included.
    how
        What is to happen.
    arguments
        Keyword arguments of the tokenizer.
    """
    room = limit - tokenizer.num_special_tokens_to_add(pair=True)
    premise, hypothesis = (
        len(ids) for ids in tokenizer(list(texts), add_special_tokens=False, verbose=False)["input_ids"]
    )
    keywords = {**arguments, "max_length": limit}
    if how != "truncate" and 2 * hypothesis <= room:
        if not tokenizer.is_fast:
            raise OptionError(
                f"windows with {type(tokenizer).__name__}",
                "a tokenizer of the `tokenizers` library",
                "cut long premises instead: --long-premises truncate",
            )
        stride = (room - hypothesis) // 2
        windows = tokenizer(
            *([text] for text in texts),
            truncation="only_first",
            stride=stride,
            return_overflowing_tokens=True,
            **keywords,
        )
        items = items_of(windows, tuple(windows.keys() - {"overflow_to_sample_mapping"}))
        return LongPair(items, {"windows": len(items)})
    cut = tokenizer(*([text] for text in texts), truncation="longest_first", **keywords)
    return LongPair(items_of(cut, tuple(cut.keys())), {"truncated": _what_is_cut(premise, hypothesis, room)})


def items_of(encoded: Mapping[str, list[list[int]]], names: Sequence[str]) -> list[Item]:
    """Return what a tokenizer gives for several pairs as one item a pair."""
    return [
        dict(zip(names, row, strict=True)) for row in zip(*(encoded[name] for name in names), strict=True)
    ]


def joined_windows(
    probabilities: NDArray[np.float64], owners: NDArray[np.int64], labels: Sequence[Label], how: LongPremises
) -> NDArray[np.float64]:
    """Return the probabilities of each pair from those of its windows, in the order of distinct `owners`.

    Parameters
    ----------
    probabilities
        Shape (windows, labels).
    owners
        The pair of each window.
    labels
        Of the columns.
    how
        ``"mean"`` takes the mean of each label's probability. ``"max"`` takes all of them from the window in
        which a label that rests on evidence (entailment, contradiction) is most probable, because a window
        without the evidence says neutral with reason; for two labels this is the maximum of the probability
        of entailment. A pair of one window keeps its own.
    """
    _, rows, sizes = np.unique(owners, return_inverse=True, return_counts=True)
    if how == "mean":
        sums = np.zeros((len(sizes), probabilities.shape[1]))
        np.add.at(sums, rows, probabilities)
        return np.asarray(sums / sizes[:, None])
    telling = [place for place, label in enumerate(labels) if label not in _SILENT]
    evidence = probabilities[:, telling].max(axis=1)
    order = np.lexsort((evidence, rows))  # the last window of each pair is its most telling; NaN sorts last
    return probabilities[order[np.cumsum(sizes) - 1]]


def _what_is_cut(premise: int, hypothesis: int, room: int) -> str:
    """Say what cutting the longer text first takes away, from the tokens of both and those that fit."""
    if 2 * hypothesis <= room:
        return "premise cut"
    return "hypothesis cut" if 2 * premise <= room else "premise and hypothesis cut"
