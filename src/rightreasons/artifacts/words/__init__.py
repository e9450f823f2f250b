"""What measures on single words share: counts, statistics, and the displays of Poliak et al. (2018)."""
