"""What measures of data are made with: patterns, words, equal and shared texts, overlap of words."""
