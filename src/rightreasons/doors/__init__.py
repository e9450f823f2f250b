"""Doors into tools that people train, evaluate and test with: a thin module for each, loaded by its name."""
