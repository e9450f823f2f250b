"""The papers' architectures in PyTorch, one file each, and the checkpoint that keeps a trained one.

A model is a function ``(settings, vectors, labels, *, learned=None)`` to a
`rightreasons.models.batch.PairModel` whose word embedding is its attribute ``words``; how it is trained is
the business of `rightreasons.training`.
"""

from rightreasons.registry import Registry

MODELS = Registry(
    "model",
    {
        "decomposable-attention": "rightreasons.models.decomposable_attention:build",
        "esim": "rightreasons.models.esim:build",
        "spinn": "rightreasons.models.spinn:build",
        "infersent": "rightreasons.models.infersent:build",
        "conditional-encoder": "rightreasons.models.conditional_encoder:build",
        "hypothesis-only": "rightreasons.models.hypothesis_only:build",
        "ngrams": "rightreasons.models.ngrams:build",
    },
)
