"""What measures of a model may ask for: one set of pairs, and what the model answered to it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import polars as pl

from rightreasons.artifacts.patterns.pattern_set import PatternSet, for_tables
from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.pooling import Pooling
from rightreasons.challenges.swaps.swap_set import is_swaps
from rightreasons.findings import Finding
from rightreasons.labels import CollapseRule
from rightreasons.measures.inputs import Inputs, Measure
from rightreasons.measures.label_mapping.proof import DeclaredLabels, is_provable
from rightreasons.measures.lacks import OF_PROBE, Lack
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors.response import Responses
from rightreasons.statistics.stratified_proportion import StratifiedSample


@dataclass(frozen=True, eq=False)
class ChangeableItems:
    """Items of which changed ones may be asked.

    Parameters
    ----------
    challenge
        Whose items they are.
    base
        The items as they are.
    normal
        What the model said of them.
    ask
        Asks the model for pairs under a name of their own, and returns what it said; `MeasureInputError` with
        the reason where it said nothing. What it was asked becomes part of the items of the run.
    """

    challenge: Challenge
    base: PairTable
    normal: Predictions
    ask: Callable[[PairTable], Predictions]


@dataclass(frozen=True, eq=False)
class SeveralLabels:
    """Items of which several labels are right, beside those of one, and what a model said of them.

    Parameters
    ----------
    name, on
        The set of the items with several right labels, and the challenge that those with one are of.
    right
        Columns ``id`` and ``label_set`` (names of every label that is right) of all these items.
    predictions
        What the model said of them, and perhaps of others.
    readings
        Readings of the items with several: ``id``, ``item`` (its id) and ``label``; None where there are
        none.
    reading_predictions
        What the model said of the readings; None where it cannot be asked.
    """

    name: str
    on: str
    right: pl.DataFrame
    predictions: Predictions
    readings: pl.DataFrame | None = None
    reading_predictions: Predictions | None = None


@dataclass(frozen=True, eq=False)
class ProbeInputs(Inputs):
    """What a measure of a model may ask for.

    It is about one set of pairs, and what the set is there for says which measures apply: one that asks for
    `challenge` is taken on every set that is scored, one for `changeable` where ``--on controls`` is asked
    for, one for `calibration` or `fitting` on those pairs, before all others.

    Parameters
    ----------
    model
        What the model is called.
    responses
        What it answered, without a label too.
    challenge
        The set, where it is one to be scored.
    scored
        What the measure `score`, which comes first, says of it; its items say which are right.
    changeable
        The set, where its items are to be asked changed.
    several
        Its items with several right labels, and those with one.
    calibration, fitting
        The set, where it proves the order of the labels, and where a threshold is fitted on it.
    train
        Labelled data given with ``--train``.
    declared
        What the model says of its labels; None where predictions were saved.
    label_check
        Whether the order of the labels is to be proved.
    allow_partial
        Whether items may lack a prediction, because the user says so or since some got no label.
    collapse
        How three labels become two.
    definition
        Of the behaviour analysis.
    pattern_threshold
        Patterns of `train` with p(label | pattern) above this count (lambda).
    cost
        What either error of a guard costs, as ``"miss=10,block=1"``.
    seed, language
        For whatever is random; code of the language of the pairs.
    """

    model: str
    responses: Responses
    challenge: Challenge | None = None
    scored: Finding | None = None
    changeable: ChangeableItems | None = None
    several: SeveralLabels | None = None
    calibration: PairTable | None = None
    fitting: PairTable | None = None
    train: PairTable | None = None
    declared: DeclaredLabels | None = None
    label_check: bool = True
    allow_partial: bool = False
    collapse: CollapseRule = "argmax"
    definition: str = "recommended"
    pattern_threshold: float = 0.8
    cost: str | None = None
    seed: int = 2019
    language: str = "auto"

    LACKS: ClassVar[Mapping[str, Lack]] = OF_PROBE

    @property
    def predictions(self) -> Predictions | None:
        """The labels that the model gave, with their probabilities, if it gave some."""
        return self.responses.predictions if len(self.responses.predictions) else None

    @property
    def by_prompt(self) -> Mapping[str, Predictions] | None:
        """What the model said under each prompt, where it was asked under several."""
        return self.responses.by_prompt or None

    @property
    def pairs(self) -> PairTable | None:
        """The sentences of the challenge under its name, where they are known."""
        if self.challenge is None or self.challenge.pairs is None:
            return None
        return self.challenge.pairs.named(self.challenge.name)

    @property
    def swaps(self) -> pl.DataFrame | None:
        """The rows of swap sets, where the challenge is made of them."""
        return self.pairs.frame if self.pairs is not None and is_swaps(self.pairs) else None

    @property
    def saved_predictions(self) -> Predictions | None:
        """The predictions, where they were saved and the model cannot be asked again."""
        return self.predictions if self.declared is None else None

    @property
    def provable_predictions(self) -> Predictions | None:
        """The same, where the order of their labels is to be proved and these pairs can prove it."""
        saved = self.saved_predictions
        if saved is None or self.challenge is None or not self.label_check:
            return None
        return saved if is_provable(self.challenge, saved) else None

    @property
    def answered(self) -> pl.DataFrame | None:
        """The items of a challenge with sentences that got a label: ``id``, ``correct`` and others."""
        if self.pairs is None or self.predictions is None or self.scored is None or self.scored.items is None:
            return None
        return self.scored.items.filter(pl.col("correct").is_not_null())

    @property
    def sample(self) -> StratifiedSample | None:
        """What the answered items were drawn from, in their order; None where they are no sample."""
        if self.challenge is None or self.challenge.strata is None or self.answered is None:
            return None
        strata = self.challenge.items.select("id", self.challenge.strata.column)
        drawn = self.answered.select("id").join(strata, on="id", how="left", maintain_order="left")
        return Pooling.of(self.challenge.strata, drawn).sample(drawn)

    @cached_property
    def train_patterns(self) -> PatternSet | None:
        """Patterns of the hypotheses of `train` that point to one label."""
        if self.train is None or self.pairs is None:
            return None
        options = for_tables(PatternOptions(threshold=self.pattern_threshold), self.train, self.pairs)
        return PatternSet.fit(self.train, options)

    def find(self, name: str, measure: Measure) -> tuple[Finding, ...]:
        """Return what a measure finds; errors as of `Inputs.call`, and those of the measure."""
        found: Finding | tuple[Finding, ...] = self.call(name, measure)
        return (found,) if isinstance(found, Finding) else tuple(found)
