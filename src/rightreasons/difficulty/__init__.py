"""Easy and hard instances: those whose artifacts speak for the gold label, and those where they mislead."""

from rightreasons.difficulty.comparison import compare_marks
from rightreasons.difficulty.easy_hard import SubsetAccuracy, easy_hard, subset_accuracy
from rightreasons.difficulty.marks import DifficultyMarks, model_based_marks, pattern_marks, published_marks

__all__ = [
    "easy_hard",
    "pattern_marks",
    "model_based_marks",
    "published_marks",
    "compare_marks",
    "subset_accuracy",
    "DifficultyMarks",
    "SubsetAccuracy",
]
