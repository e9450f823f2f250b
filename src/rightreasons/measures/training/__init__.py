"""Measures of a training: what is said of every run that trained a model."""
