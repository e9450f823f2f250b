"""Strings to tokens: named tokenisations, token ids, bracketed parses."""
