"""Gapped patterns of words that go with one label (Liu et al. 2020, HypoNLI): mining, marking, reading."""
