"""A Python function that labels pairs: what it may return, and what its names for labels mean."""
