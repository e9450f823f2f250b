"""Files of word pairs in a relation, and how they are read."""
