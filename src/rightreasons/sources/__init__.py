"""Files, hub names and Python objects in, PairTable out: one file a format."""
