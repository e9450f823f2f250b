"""Ways to keep a dataset, or a model trained on it, from its artifacts: one file a method."""

from rightreasons.registry import Registry

METHODS = Registry("method", {"downsampling": "rightreasons.debiasing.downsampling:downsample"})
