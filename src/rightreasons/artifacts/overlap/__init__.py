"""What premise and hypothesis share: words, runs of words, constituents, and the heuristics of HANS."""
