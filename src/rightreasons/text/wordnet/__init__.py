"""WordNet: base forms of inflected words, and the words that stand in a relation to a word."""

from rightreasons.text.wordnet.finding import open_wordnet
from rightreasons.text.wordnet.wordnet import WordNet

__all__ = ["WordNet", "open_wordnet"]
