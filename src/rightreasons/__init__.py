"""Finds out whether an NLI dataset can be solved, or an NLI model is right, for the wrong reasons."""
