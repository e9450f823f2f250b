"""Chance as a baseline: a label drawn for each pair by a seed and the pair's own text."""

import hashlib
from dataclasses import dataclass
from importlib.metadata import version

import polars as pl

from rightreasons.labels import THREE_WAY, Label
from rightreasons.pairs import LABEL_TYPE, PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.predictors.identity import Identity

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
