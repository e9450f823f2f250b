"""Rule baselines: heuristics of HANS, chance, always one label, and the hypothesis-only model."""
