"""Maximum and mean over the words of a sentence, whatever the padding."""

from __future__ import annotations

from torch import Tensor


def max_over_words(states: Tensor, mask: Tensor) -> Tensor:
    """Return the maximum over the words: states (B, T, D), mask (B, T) to (B, D)."""
    return states.masked_fill(~mask[:, :, None], float("-inf")).amax(1)


def sum_over_words(states: Tensor, mask: Tensor) -> Tensor:
    """Return the sum over the words: states (B, T, D), mask (B, T) to (B, D)."""
    return (mask[:, None].to(states.dtype) @ states)[:, 0]


def mean_over_words(states: Tensor, mask: Tensor) -> Tensor:
    """Return the mean over the words: states (B, T, D), mask (B, T) to (B, D)."""
    return sum_over_words(states, mask) / mask.sum(1, keepdim=True)
