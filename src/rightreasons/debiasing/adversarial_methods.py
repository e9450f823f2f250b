"""Methods of Liu et al. (2020), section 3.2: guidance from patterns, the adversary, dynamic reweighting."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Annotated

import polars as pl
from pydantic import Field

from rightreasons.artifacts.patterns.pattern_set import PatternSet, for_tables
from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.debiasing.grid import chosen_values
from rightreasons.debiasing.method import LabelledData, Need, Prepared
from rightreasons.difficulty import pattern_marks
from rightreasons.errors import MeasureInputError
from rightreasons.printable import printable

Count = Annotated[int, Field(ge=1)]
Alpha = Annotated[float, Field(ge=1, allow_inf_nan=False)]
Threshold = Annotated[float, Field(gt=0, lt=1)]
NotNegative = Annotated[float, Field(ge=0, allow_inf_nan=False)]


@dataclass(frozen=True)
class Guidance:
    """Guidance: pairs without an artificial pattern count alpha2 times (Liu et al. 2020, equation 6).

    Parameters
    ----------
    alpha2
        Their weight.
    threshold
        lambda of the patterns that make a pair biased.
    min_count
        Instances that must hold a pattern.
    """

    alpha2: Alpha = 5.0
    threshold: Threshold = 0.7
    min_count: Count = 50

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        return frozenset({"patterns"})

    def prepare(self, data: LabelledData) -> Prepared:
        """Mine the patterns."""
        from rightreasons.debiasing.adversary import WithGuidance, biased_pairs

        patterns = _mined(data, self.threshold, self.min_count)
        biased = biased_pairs(data.train, patterns)
        facts = {**asdict(self), **_facts(patterns, biased)}
        return Prepared(data.train, WithGuidance(biased, self.alpha2), facts)


@dataclass(frozen=True)
class Adversary:
    """Adversary on the hypothesis vector, guided by patterns; alpha1=1,alpha2=1: unguided (Liu et al. 2020).

    Parameters
    ----------
    gamma
        Of the gradient reversal; None: 1 for MultiNLI, 3 for all else.
    discriminators
        k.
    alpha1, alpha2
        Weight of biased pairs for the discriminators, and of unbiased ones for the classifier.
    threshold, min_count
        As of `Guidance`.
    dynamic
        Whether both alphas follow the gap on dev (equation 7), from where they begin.
    epsilon
        By how much at a time.
    phi
        The gap that is aimed at; None: 0.10 for MultiNLI, 0.15 for all else.
    easy_hard
        lambda of the patterns that make dev pairs easy and hard; None: 0.7 for MultiNLI, 0.8 for all else.
    hidden
        Entries of the hidden layer of a discriminator; the paper does not say, InferSent's classifier has
        512.
    """

    gamma: NotNegative | None = None
    discriminators: Annotated[int, Field(ge=1, le=3)] = 2
    alpha1: Alpha = 5.0
    alpha2: Alpha = 5.0
    threshold: Threshold = 0.7
    min_count: Count = 50
    dynamic: bool = False
    epsilon: NotNegative = 0.5
    phi: NotNegative | None = None
    easy_hard: Threshold | None = None
    hidden: Count = 512

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        guided = self.dynamic or (self.alpha1, self.alpha2) != (1, 1)
        return frozenset({"hypothesis vector", "patterns"} if guided else {"hypothesis vector"})

    def prepare(self, data: LabelledData) -> Prepared:
        """Mine patterns, and mark dev, where they are needed.

        Raises
        ------
        MeasureInputError
            If dev has no easy or no hard pair by which alphas could move.
        """
        from rightreasons.debiasing.adversary import Strength, WithAdversary, biased_pairs

        chosen = self._settled(data)
        gamma, phi = chosen.gamma or 0.0, chosen.phi or 0.0
        strength = Strength(gamma, chosen.alpha1, chosen.alpha2)
        facts: dict[str, object] = asdict(chosen)
        biased = marked = None
        if "patterns" in self.needs:
            patterns = _mined(data, chosen.threshold, chosen.min_count)
            biased = biased_pairs(data.train, patterns)
            facts |= _facts(patterns, biased)
        if self.dynamic:
            marked = _easy_and_hard(data, chosen)
            facts["dev_marks"] = dict(marked["mark"].cast(pl.String).value_counts().iter_rows())
        maker = WithAdversary(biased, strength, self.discriminators, self.hidden, marked, (self.epsilon, phi))
        return Prepared(data.train, maker, facts)

    def _settled(self, data: LabelledData) -> Adversary:
        """Return the options with the paper's values for these data where none are given."""
        given = {name: getattr(self, name) for name in ("gamma", "phi", "easy_hard")}
        values = asdict(chosen_values(data.own))
        return replace(
            self, **{name: values[name] if value is None else value for name, value in given.items()}
        )


def _mined(data: LabelledData, threshold: float, min_count: int) -> PatternSet:
    options = PatternOptions(threshold=threshold, min_count=min_count)
    return PatternSet.fit(data.train, for_tables(options, data.train, data.dev))


def _easy_and_hard(data: LabelledData, chosen: Adversary) -> pl.DataFrame:
    patterns = _mined(data, chosen.easy_hard or 0.0, chosen.min_count)
    marks = pattern_marks(data.dev, patterns)
    counts = marks.counts()
    if not (counts["easy"] and counts["hard"]):
        raise MeasureInputError(
            f"{counts['easy']:,} easy and {counts['hard']:,} hard pairs in '{printable(data.dev.name)}'",
            "some of both, since dynamic reweighting goes by their gap",
            "give more dev data, a lower easy-hard or min-count",
        )
    frame = data.dev.frame.select("id", "label").with_columns(marks.frame["mark"])
    return frame.filter(pl.col("mark").cast(pl.String).is_in(["easy", "hard"]))


def _facts(patterns: PatternSet, biased: pl.DataFrame) -> dict[str, object]:
    return {"patterns": len(patterns), "biased_pairs": int(biased["biased"].sum())}
