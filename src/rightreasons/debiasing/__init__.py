"""Ways to keep a dataset, or a model trained on it, from its artifacts: one file a method.

A method of the registry is a frozen dataclass of its settings, whose ``prepare(data)`` gives the data to
train on and what makes the objective (`rightreasons.debiasing.method`). Losses are plain functions of
tensors, for any loop.
"""

from rightreasons.registry import Registry

METHODS = Registry(
    "method",
    {
        "downsampling": "rightreasons.debiasing.data_methods:Downsampling",
        "filtering": "rightreasons.debiasing.data_methods:Filtering",
        "guidance": "rightreasons.debiasing.adversarial_methods:Guidance",
        "adversary": "rightreasons.debiasing.adversarial_methods:Adversary",
        "reweighting": "rightreasons.debiasing.loss_methods:Reweighting",
        "product-of-experts": "rightreasons.debiasing.loss_methods:ProductOfExperts",
        "learned-mixin": "rightreasons.debiasing.loss_methods:LearnedMixin",
        "confidence-regularisation": "rightreasons.debiasing.loss_methods:ConfidenceRegularisation",
        "focal": "rightreasons.debiasing.loss_methods:Focal",
        "debiased-focal": "rightreasons.debiasing.loss_methods:DebiasedFocal",
        "self-debiasing": "rightreasons.debiasing.loss_methods:SelfDebiasing",
    },
)
