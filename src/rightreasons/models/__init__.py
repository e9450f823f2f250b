"""The papers' architectures in PyTorch, one file each, and the checkpoint that keeps a trained one.

A model is a `rightreasons.models.batch.PairModel`, made by `rightreasons.models.building.build_model`; how
it is trained is the business of `rightreasons.training`.
"""

from rightreasons.registry import Registry

MODELS = Registry("model", (__name__,))
