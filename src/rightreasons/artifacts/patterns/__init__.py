"""Gapped patterns of words that point to one label (Liu et al. 2020, HypoNLI): mining, marking, reading."""
