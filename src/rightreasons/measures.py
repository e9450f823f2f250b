"""The measures of an audit by name, those of every room that has some, and those of plug-ins."""

from rightreasons.registry import Registry

MEASURES = Registry(
    "measure",
    ("rightreasons.artifacts", "rightreasons.difficulty"),
    first=(
        *("label_balance", "give_away_words", "artificial_patterns", "easy_hard"),
        *(
            "hypothesis_only",
            "hypothesis_only_encoder",
            "premise_only",
            "length_only",
            "lengths",
            "duplicates",
        ),
        *("premise_coverage", "labels_dealt_out", "annotator_agreement", "overlap_heuristics"),
    ),
)
"""In the order in which an audit shows them; a measure that is not named here comes after these."""
