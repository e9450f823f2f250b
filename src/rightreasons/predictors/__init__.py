"""Whatever labels a pair, one file a kind.

A predictor has `labels` and `predict(pairs) -> Predictions`; nothing else is asked of a model. A kind is a
function from what stands behind the colon of MODEL, as in ``rule:lexical-overlap``, to a predictor.
"""

from rightreasons.registry import Registry

PREDICTORS = Registry(
    "predictor",
    {
        "rule": "rightreasons.predictors.rules:rule_baseline",
        "saved": "rightreasons.predictors.saved:read_saved",
    },
)
