"""Rules nobody named: predicates of a pair that point to a label, found on one half, tested on the other."""
