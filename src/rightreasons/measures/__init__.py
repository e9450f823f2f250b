"""The one room that measures: every function that makes a finding, one file a measure.

`data` has what an audit measures, `model` what a probe does, `comparison` what a compare does, `training`
what is said of every training, and `label_mapping` proves that labels mean what a model calls them.
"""

from rightreasons.registry import Registry

MEASURES = Registry(
    "measure",
    (f"{__name__}.data",),
    first=(
        *("label_balance", "give_away_words", "artificial_patterns", "easy_hard"),
        *(
            "hypothesis_only",
            "hypothesis_only_encoder",
            "premise_only",
            "length_only",
            "form_only",
            "lengths",
            "duplicates",
        ),
        *("premise_coverage", "labels_dealt_out", "annotator_agreement", "overlap_heuristics"),
        *("overlap_only", "usable_information", "other_columns"),
    ),
)
"""In the order in which an audit shows them; a measure that is not named here comes after these."""

MODEL_MEASURES = Registry(
    "model_measure",
    (f"{__name__}.model", f"{__name__}.label_mapping"),
    first=(
        *(
            "score",
            "guard",
            "guard_slices",
            "prompt_spread",
            "behaviour",
            "label_order_of_predictions",
            "premise_use",
        ),
        *("easy_hard_accuracy", "artifact_agreement", "controls", "label_order", "threshold"),
    ),
)
"""In the order in which a probe shows them."""
COMPARISON_MEASURES = Registry(
    "comparison_measure",
    (f"{__name__}.comparison",),
    first=(
        *("compare", "guard_choice", "compare_gaps", "compare_guards", "premises_used", "compare_seeds"),
        "compare_groups",
    ),
)
"""In the order in which a comparison shows them."""
