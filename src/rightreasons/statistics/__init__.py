"""Pure functions on numbers: intervals, tests, multiplicity, means over clusters and seeds."""
