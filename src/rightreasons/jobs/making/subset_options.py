"""Which rows `make subset` keeps."""

from dataclasses import dataclass
from typing import Annotated, Literal

from rightreasons.jobs.options import AUDIT_SEED, AuditSeed
from rightreasons.options import Option, OptionSet


@dataclass(frozen=True)
class SubsetOptions(OptionSet):
    """Which training rows are kept, and how many."""

    by: Annotated[
        Literal["ambiguous", "hard", "easy", "random"],
        Option("Highest variability, lowest confidence, highest confidence, or at random."),
    ] = "ambiguous"
    share: Annotated[float, Option("Share of the rows that is kept.", least=0, most=1)] = 0.33
    seed: AuditSeed = AUDIT_SEED
