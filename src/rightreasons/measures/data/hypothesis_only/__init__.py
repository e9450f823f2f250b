"""What a linear model gets from the words of the hypothesis alone, and of the premise alone."""

from rightreasons.measures.data.hypothesis_only.measures import hypothesis_only, premise_only

__all__ = ["hypothesis_only", "premise_only"]
