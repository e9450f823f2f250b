"""Predictions on swapped instances: three factors, each tested (Sanchez et al. 2018, section 5.5)."""
