"""Methods that change the data: training itself is the usual one."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Literal

from pydantic import Field

from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.debiasing.downsampling import Mining, downsample
from rightreasons.debiasing.filtering import filtered_by_confidence, filtered_by_patterns
from rightreasons.debiasing.method import LabelledData, Need, Prepared
from rightreasons.pairs import PairTable

Count = Annotated[int, Field(ge=1)]
Threshold = Annotated[float, Field(gt=0, lt=1)]
SampleSeed = Annotated[int, Field(ge=0)]


@dataclass(frozen=True)
class Downsampling:
    """Down-sampling: pairs with a pattern go, labels are balanced; rand: as many at random (Liu et al. 2020).

    Parameters
    ----------
    mode
        ``debias`` or ``rand``.
    threshold
        lambda.
    min_count
        Instances that must hold a pattern.
    until_clean
        See `rightreasons.debiasing.downsampling.downsample`.
    seed
        For what is drawn; None: the same sample in every training.
    """

    mode: Literal["debias", "rand"] = "debias"
    threshold: Threshold = 0.7
    min_count: Count = 50
    until_clean: bool = False
    seed: SampleSeed | None = None

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        return frozenset({"patterns"})

    def prepare(self, data: LabelledData) -> Prepared:
        """Down-sample the training data."""
        mining = Mining(self.threshold, PatternSettings(min_count=self.min_count))
        seed = data.seed if self.seed is None else self.seed
        made = downsample(data.own, self.mode, seed, mining, until_clean=self.until_clean)
        facts = {
            **asdict(self),
            "seed": seed,
            "patterns": len(made.rounds[0]),
            "patterns_left": len(made.remined),
        }
        return _prepared(made.kept, data, facts)


@dataclass(frozen=True)
class Filtering:
    """Filtering: pairs go that hold a pattern, or of which a hypothesis-only model is sure; no balancing.

    Parameters
    ----------
    by
        ``patterns`` or ``hypothesis-only``.
    threshold
        lambda, or the probability from which on a model is sure.
    min_count
        Instances that must hold a pattern.
    """

    by: Literal["patterns", "hypothesis-only"] = "patterns"
    threshold: Threshold = 0.7
    min_count: Count = 50

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        return frozenset({"patterns" if self.by == "patterns" else "bias probabilities"})

    def prepare(self, data: LabelledData) -> Prepared:
        """Filter the training data."""
        if self.by == "patterns":
            mining = Mining(self.threshold, PatternSettings(min_count=self.min_count))
            kept = filtered_by_patterns(data.own, mining).kept
        else:
            kept = filtered_by_confidence(data.own, data.labels, self.threshold, seed=data.seed).kept
        return _prepared(kept, data, asdict(self))


def _prepared(kept: PairTable, data: LabelledData, facts: dict[str, object]) -> Prepared:
    counts = {str(label): rows for label, rows in kept.counts().items()}
    added = {"added": data.added} if data.added else {}
    told = {**facts, "read": len(data.own), "kept": len(kept), "labels": counts, **added}
    return Prepared(data.with_added(kept), None, told)
