"""What a linear model gets from the hypothesis alone, from the premise alone, and from lengths alone."""

from rightreasons.measures.data.hypothesis_only.measures import hypothesis_only, length_only, premise_only

__all__ = ["hypothesis_only", "premise_only", "length_only"]
