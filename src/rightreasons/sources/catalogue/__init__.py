"""The catalogue of known datasets: what it says of each, and which one a file is."""
