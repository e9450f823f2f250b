"""Poliak et al. (2018), "Hypothesis Only Baselines in Natural Language Inference": its steps, by table."""
