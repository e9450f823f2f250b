"""Rules that were discovered, as findings."""
