"""What a dataset gives away, one file a measure.

A measure is one function. It asks for what it needs by the names of its parameters (`INPUTS`), and returns
one frozen `Finding`: no printing, no threshold. Its file declares it in `ADDS` (`rightreasons.registry`), and
has its columns of items (`ITEM_COLUMNS`) and its chart.
"""

INPUTS = {
    "train": "PairTable: the data audited; every row has gold, at least two labels occur",
    "test": "PairTable | None: one set given with --test",
    "splits": "Mapping[str, PairTable]: every set given, the audited one first",
    "hypothesis_tokens": "Tokens of train's hypotheses",
    "premise_tokens": "Tokens of train's premises",
    "test_hypothesis_tokens": "Tokens | None of test's hypotheses, same tokenisation",
    "test_premise_tokens": "Tokens | None of test's premises, same tokenisation",
    "hypothesis_features": "EncodedTexts | None: what a frozen encoder makes of train's hypotheses",
    "test_hypothesis_features": "EncodedTexts | None of test's hypotheses, same encoder",
    "patterns": "PatternSet: H(3, 3, 0.5) of train's hypotheses at the default minimum count",
    "group_by": "tuple[str, ...]: columns by which results are grouped",
    "language": "str: code of the language of train",
    "seed": "int: for whatever is random",
    "progress": "Progress: where long work says how far it is",
}
