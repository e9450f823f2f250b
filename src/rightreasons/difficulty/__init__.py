"""Easy and hard instances: those whose artifacts speak for the gold label, and those where they mislead."""

from rightreasons.difficulty.marks import (
    DifficultyMarks,
    model_based_marks,
    pattern_marks,
    published_marks,
    shortcut_marks,
)

__all__ = [
    "shortcut_marks",
    "pattern_marks",
    "model_based_marks",
    "published_marks",
    "DifficultyMarks",
]
