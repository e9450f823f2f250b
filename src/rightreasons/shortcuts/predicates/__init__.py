"""Predicates of a pair: what can be said of premise and hypothesis together, one file a kind of statement."""
