"""Bias models: what they say of training pairs, fitted without these, and what their methods share."""
