"""Pure functions on numbers: intervals, tests, multiplicity, resampling. Nothing here knows about NLI."""
