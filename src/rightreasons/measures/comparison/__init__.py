"""Measures of a comparison, one file each: two runs or more beside each other."""
