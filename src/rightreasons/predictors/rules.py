"""Rule baselines: heuristics of HANS, chance, always one label, and the hypothesis-only model."""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version

import numpy as np
import polars as pl

from rightreasons.artifacts.words.counts import label_codes
from rightreasons.cross_fitting.fitting import FittedModel, fitted
from rightreasons.cross_fitting.folds import fold_plan
from rightreasons.errors import MeasureInputError, OptionError, UnknownNameError
from rightreasons.labels import THREE_WAY, TWO_WAY, Label
from rightreasons.pairs import LABEL_TYPE, PARSE_COLUMNS, PairTable, Provenance, pair_hashes
from rightreasons.predictions import Predictions
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.outputs import Outputs
from rightreasons.predictors.predictor import TEXT, Identity, Predictor
from rightreasons.printable import printable, quoted
from rightreasons.shortcuts.overlap_heuristics import overlap_heuristics
from rightreasons.text.tokenisations import tokens

ADDS = {"predictor": {"rule": "rule_baseline"}}

# Chance as a baseline: a label drawn for each pair by a seed and the pair's own text.


RANDOM = "random"


@dataclass(frozen=True)
class RandomBaseline:
    """Draws one of three labels, each as likely; the same pair gets the same label wherever it stands.

    Parameters
    ----------
    seed
        Another seed, another draw.
    """

    seed: int

    @property
    def name(self) -> str:
        """What to call it: ``rule:random``."""
        return f"rule:{RANDOM}"

    @property
    def labels(self) -> tuple[Label, ...]:
        """Entailment, neutral and contradiction."""
        return THREE_WAY

    @property
    def identity(self) -> Identity:
        """The rule, the seed, and the version of this package."""
        labels = tuple(label.value for label in self.labels)
        return Identity("rule", RANDOM, labels, checksum=version("rightreasons"), options={"seed": self.seed})

    def predict(self, pairs: PairTable) -> Predictions:
        """Return the label of every pair."""
        drawn = [self._drawn(pair) for pair in self.identity.hashes(pairs)]
        names = pl.Series([label.value for label in self.labels], dtype=LABEL_TYPE)
        labels = names.gather(pl.Series(drawn, dtype=pl.UInt32))
        return Predictions(
            pairs.frame.select("id").with_columns(label=labels), self.labels, Provenance(self.name)
        )

    def _drawn(self, pair: str) -> int:
        # 64 bits by three: no label is more likely by more than one in 10^19.
        digest = hashlib.sha256(f"{self.seed}:{pair}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % len(self.labels)


# The hypothesis-only model as a baseline: what can be had without reading the premise.


HYPOTHESIS_ONLY = "hypothesis-only"
_TOKENISATION = "word-punct"


@dataclass(frozen=True)
class HypothesisOnly:
    """A linear model over the n-grams of the hypothesis (Poliak et al. 2018), fitted when it is first asked.

    How strongly it is regularised is chosen by cross-fitting on the training data.

    Parameters
    ----------
    train
        What it is fitted on; every row has a gold label.
    """

    train: PairTable = field(repr=False)

    @property
    def name(self) -> str:
        """What to call it: ``rule:hypothesis-only``."""
        return f"rule:{HYPOTHESIS_ONLY}"

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels of the training data."""
        return self.train.labels

    @cached_property
    def identity(self) -> Identity:
        """The rule, with hypotheses and labels of the training data and the version of this package."""
        rows = "".join(pair_hashes(self.train.hypotheses, self.train.gold))
        data = hashlib.sha256(rows.encode()).hexdigest()
        return Identity(
            "rule",
            HYPOTHESIS_ONLY,
            tuple(label.value for label in self.labels),
            checksum=f"{version('rightreasons')}:{data}",
        )

    def predict(self, pairs: PairTable) -> Predictions:
        """Return the most probable label of every pair, with the probability of each label."""
        shares = self._model.probabilities(tokens(pairs.hypotheses, _TOKENISATION))
        outputs = Outputs(tuple(label.value for label in self.labels), self.labels)
        return outputs.predictions(pairs.frame["id"].to_list(), shares.astype(np.float64), self.name)

    @cached_property
    def _model(self) -> FittedModel:
        codes = label_codes(self.train.gold, self.labels)
        plan = fold_plan(self.train, codes, 0)
        return fitted(tokens(self.train.hypotheses, _TOKENISATION), codes, len(self.labels), plan)


def hypothesis_only(train: PairTable | None) -> HypothesisOnly:
    """Return the baseline for training data.

    Raises
    ------
    OptionError
        If there are none.
    MeasureInputError
        If they have fewer than two labels.
    """
    if train is None:
        raise OptionError(
            f"'rule:{HYPOTHESIS_ONLY}' without training data",
            "labelled pairs to fit it on",
            "give --train DATA",
        )
    labelled = train.with_gold()
    if len(labelled.labels) < 2:
        raise MeasureInputError(
            f"only the label {quoted(labelled.labels) or '-'} in '{printable(train.name)}'",
            "at least two labels to tell apart",
            "check the file and --label-map",
        )
    return HypothesisOnly(labelled)


# Rule baselines: models that apply one heuristic of HANS, and know nothing else.
#
# They are the zero of every comparison: on HANS each is right wherever its heuristic is right, and wrong
# wherever it is wrong (McCoy et al. 2019, Table 1).


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
