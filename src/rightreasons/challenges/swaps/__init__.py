"""Behaviour analysis (Sanchez et al. 2018): a word pair changes places between premise and hypothesis."""
