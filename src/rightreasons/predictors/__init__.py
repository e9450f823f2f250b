"""Whatever labels a pair, one file a kind.

A predictor has `labels` and `predict(pairs) -> Predictions`; nothing else is asked of a model. A kind is a
function ``(rest, options)`` to a predictor, of what stands behind the colon of MODEL, as in
``rule:lexical-overlap``, and `rightreasons.predictors.options.ModelOptions`.
"""

from rightreasons.registry import Registry

PREDICTORS = Registry("predictor", (__name__,))
