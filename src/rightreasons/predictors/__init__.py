"""Whatever labels a pair, one file a kind.

A predictor has `labels` and `predict(pairs) -> Predictions`; nothing else is asked of a model. A kind is a
function ``(rest, options)`` to a predictor, of what stands behind the colon of MODEL, as in
``rule:lexical-overlap``, and `rightreasons.predictors.options.ModelOptions`.
"""

from rightreasons.registry import Registry

PREDICTORS = Registry(
    "predictor",
    {
        "hf": "rightreasons.predictors.hugging_face:load_hugging_face",
        "onnx": "rightreasons.predictors.onnx_runtime:load_onnx",
        "llm": "rightreasons.predictors.judge:load_judge",
        "py": "rightreasons.predictors.called:load_callable",
        "rule": "rightreasons.predictors.rules:rule_baseline",
        "trained": "rightreasons.predictors.trained:load_trained",
    },
)
