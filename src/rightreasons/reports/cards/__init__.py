"""Cards of a run: a bias card of a dataset, a shortcut card of a model."""
