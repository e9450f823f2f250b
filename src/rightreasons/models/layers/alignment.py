"""Soft alignment of two sentences: each word of one with a weighted mean of the words of the other."""

from __future__ import annotations

from torch import Tensor


def masked_softmax(scores: Tensor, mask: Tensor) -> Tensor:
    """Return weights over the last dimension that are zero where there is no word.

    Parameters
    ----------
    scores
        Shape (B, Q, T).
    mask
        Whether there is a word, shape (B, T); at least one in each row.
    """
    return scores.masked_fill(~mask[:, None], float("-inf")).softmax(-1)


def aligned(
    scores: Tensor, premise: tuple[Tensor, Tensor], hypothesis: tuple[Tensor, Tensor]
) -> tuple[Tensor, Tensor]:
    """Return for each word what it is aligned with in the other sentence (Parikh et al. 2016, equation 2).

    Parameters
    ----------
    scores
        How well a word of the premise matches one of the hypothesis, shape (B, P, H).
    premise, hypothesis
        Vectors of the words, shapes (B, P, D) and (B, H, D), each with its mask (B, P) or (B, H).

    Returns
    -------
    tuple of Tensor
        For the words of the premise (B, P, D) and for those of the hypothesis (B, H, D).
    """
    for_premise = masked_softmax(scores, hypothesis[1]) @ hypothesis[0]
    for_hypothesis = masked_softmax(scores.transpose(1, 2), premise[1]) @ premise[0]
    return for_premise, for_hypothesis
