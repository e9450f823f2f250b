"""Readers of single formats against what was written by hand."""
