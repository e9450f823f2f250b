"""Rule baselines: models that apply one heuristic of HANS, and know nothing else.

They are the zero of every comparison: on HANS each is right wherever its heuristic is right, and wrong
wherever it is wrong (McCoy et al. 2019, Table 1).
"""

from dataclasses import dataclass
from importlib.metadata import version

import numpy as np
import polars as pl

from rightreasons.errors import UnknownNameError
from rightreasons.labels import TWO_WAY, Label
from rightreasons.pairs import LABEL_TYPE, PARSE_COLUMNS, PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.predictors.identity import TEXT, Identity
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.predictor import Predictor
from rightreasons.predictors.rules.chance import RANDOM, RandomBaseline
from rightreasons.predictors.rules.hypothesis_only import HYPOTHESIS_ONLY, hypothesis_only
from rightreasons.printable import printable
from rightreasons.shortcuts.overlap_heuristics import overlap_heuristics

ADDS = {"predictor": {"rule": "rule_baseline"}}
ALWAYS = "always-entailment"
_HEURISTICS = {
    "lexical-overlap": "lexical_overlap",
    "subsequence": "subsequence",
    "constituent": "constituent",
}
RULES = (ALWAYS, *_HEURISTICS)
"""Names of the rules that say entailment wherever they apply."""
BASELINES = (*RULES, RANDOM, HYPOTHESIS_ONLY)
"""Names of all baselines."""


@dataclass(frozen=True)
class RuleBaseline:
    """Says entailment wherever a rule applies, and non-entailment elsewhere.

    Parameters
    ----------
    rule
        One of `RULES`. The heuristics are `rightreasons.shortcuts.overlap_heuristics.overlap_heuristics`.
    """

    rule: str

    @property
    def name(self) -> str:
        """What to call it: ``rule:NAME``."""
        return f"rule:{self.rule}"

    @property
    def labels(self) -> tuple[Label, ...]:
        """Entailment and non-entailment; rules know no third label."""
        return TWO_WAY

    @property
    def identity(self) -> Identity:
        """The rule and the version of this package; the heuristics read parses where there are any."""
        return Identity(
            "rule",
            self.rule,
            tuple(label.value for label in self.labels),
            checksum=version("rightreasons"),
            columns=TEXT if self.rule == ALWAYS else (*TEXT, *PARSE_COLUMNS),
        )

    def predict(self, pairs: PairTable) -> Predictions:
        """Return the label of every pair.

        Raises
        ------
        MeasureInputError
            If the rule needs parses and not every sentence has one.
        """
        applies = np.ones(len(pairs), dtype=np.bool_)
        if self.rule != ALWAYS:
            applies = overlap_heuristics().called(_HEURISTICS[self.rule]).holds(pairs)
        names = pl.Series([Label.NON_ENTAILMENT.value, Label.ENTAILMENT.value], dtype=LABEL_TYPE)
        labels = names.gather(applies.astype(np.uint32))
        frame = pairs.frame.select("id").with_columns(label=labels)
        return Predictions(frame, self.labels, Provenance(self.name))


def rule_baseline(rule: str, options: ModelOptions) -> Predictor:
    """Return the baseline of that name.

    Raises
    ------
    UnknownNameError
        If there is no such baseline.
    OptionError, MeasureInputError
        If it has to be fitted and there are no training data, or none that tell labels apart.
    """
    if rule == RANDOM:
        return RandomBaseline(options.seed)
    if rule == HYPOTHESIS_ONLY:
        return hypothesis_only(options.train)
    if rule not in RULES:
        raise UnknownNameError.among("rule", printable(rule), tuple(BASELINES), "correct the name")
    return RuleBaseline(rule)
