"""Pairs recognised as ones of the templates of HANS, and which shapes a sentence can come from."""
