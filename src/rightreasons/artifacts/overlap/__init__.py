"""What premise and hypothesis share: their words, a run of words, a constituent."""
