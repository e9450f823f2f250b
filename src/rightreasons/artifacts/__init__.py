"""What a dataset gives away, one file a measure.

A measure is one function. It asks for what it needs by the names of its parameters (`INPUTS`), and returns
one frozen `Finding`: no printing, no threshold. To add one, write its file and name it here.
"""

from rightreasons.registry import Registry

MEASURES = Registry(
    "measure",
    {
        "label_balance": "rightreasons.artifacts.label_balance:label_balance",
        "give_away_words": "rightreasons.artifacts.give_away_words:give_away_words",
        "artificial_patterns": "rightreasons.artifacts.artificial_patterns:artificial_patterns",
        "easy_hard": "rightreasons.difficulty.easy_hard:easy_hard",
        "hypothesis_only": "rightreasons.artifacts.hypothesis_only.measures:hypothesis_only",
        "premise_only": "rightreasons.artifacts.hypothesis_only.measures:premise_only",
        "length_only": "rightreasons.artifacts.hypothesis_only.measures:length_only",
        "lengths": "rightreasons.artifacts.lengths:lengths",
        "duplicates": "rightreasons.artifacts.duplicates:duplicates",
        "premise_coverage": "rightreasons.artifacts.premise_coverage:premise_coverage",
        "labels_dealt_out": "rightreasons.artifacts.dealt_labels:labels_dealt_out",
        "annotator_agreement": "rightreasons.artifacts.annotator_agreement:annotator_agreement",
        "overlap_heuristics": "rightreasons.artifacts.overlap_heuristics:overlap_heuristics",
    },
)

INPUTS = {
    "train": "PairTable: the data audited; every row has gold, at least two labels occur",
    "test": "PairTable | None: one set given with --test",
    "splits": "Mapping[str, PairTable]: every set given, the audited one first",
    "hypothesis_tokens": "Tokens of train's hypotheses",
    "premise_tokens": "Tokens of train's premises",
    "test_hypothesis_tokens": "Tokens | None of test's hypotheses, same tokenisation",
    "test_premise_tokens": "Tokens | None of test's premises, same tokenisation",
    "patterns": "PatternSet: H(3, 3, 0.5) of train's hypotheses at the default minimum count",
    "group_by": "tuple[str, ...]: columns by which results are grouped",
    "language": "str: code of the language of train",
    "seed": "int: for whatever is random",
    "progress": "Progress: where long work says how far it is",
}
