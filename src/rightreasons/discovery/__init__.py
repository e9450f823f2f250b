"""Rules nobody named: predicates of a pair that point to a label, found on one part, tested on the rest."""
