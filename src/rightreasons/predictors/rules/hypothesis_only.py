"""The hypothesis-only model as a baseline: what can be had without reading the premise."""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version

import numpy as np

from rightreasons.artifacts.words.counts import label_codes
from rightreasons.cross_fitting.fitted_model import FittedModel, fitted
from rightreasons.cross_fitting.folds import fold_plan
from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable, pair_hashes
from rightreasons.predictions import Predictions
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.networks.outputs import Outputs
from rightreasons.printable import printable, quoted
from rightreasons.text.tokenisations import tokens

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
