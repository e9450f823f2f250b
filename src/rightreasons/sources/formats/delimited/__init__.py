"""Delimited text: separators, headers, quoting or none, and why rows are malformed."""
