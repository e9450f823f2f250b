"""Word vectors: read from the formats they are published in, and joined for a vocabulary."""
