"""Ways to keep a dataset, or a model trained on it, from its artifacts: one file a method.

A method is a frozen dataclass of its settings, whose ``prepare(data)`` gives the data to train on and what
makes the objective (`rightreasons.debiasing.method`). Losses are plain functions of tensors, for any loop; a
method of a loss with a bias model is a
`rightreasons.debiasing.bias_models.with_bias_model.WithBiasModel` with a ``loss``.
"""

from rightreasons.registry import Registry

METHODS = Registry("method", (__name__,))
