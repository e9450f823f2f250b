"""Which word swaps there are, and how their sets are built: light, for whoever only reads the options."""

from dataclasses import dataclass
from typing import Annotated, Literal

from rightreasons.options import Option, OptionSet

Side = Literal["premise", "hypothesis"]
SwapRelation = Literal["antonym", "antonym-substitute", "hypernym"]
SEED = 2018


@dataclass(frozen=True)
class SwapOptions(OptionSet):
    """How sets are built; the seed is for candidates, contexts ex situ and substitutes."""

    side: Annotated[
        Side | None,
        Option("Side to change in antonym-substitute: hypothesis (I_TA2), premise (I_TA3) or both."),
    ] = None
    min_count: Annotated[
        int, Option("How often a substitute must occur on its side of the training data.", least=1)
    ] = 10
    seed: Annotated[int, Option("Random seed.")] = SEED
    per_pair: Annotated[int | None, Option("Most items per pair of words.", least=1)] = None
    items: Annotated[int | None, Option("Most items in total.", least=1)] = None
    language: Annotated[str, Option("Language of the data; auto detects it from their words.")] = "auto"
