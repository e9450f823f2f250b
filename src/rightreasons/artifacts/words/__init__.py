"""How words go with labels: counts, statistics, the words of a row, what a person reads of them."""
