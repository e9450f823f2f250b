"""The options of `discover`: light, since the command line reads them first."""

from dataclasses import dataclass
from typing import Annotated, Literal

from rightreasons.errors import OptionError
from rightreasons.options import Option, OptionSet

DISCOVER_SEED = 1
MOST_RULES, LEAST_SUPPORT, MOST_SPLITS = 200, 5, 100


@dataclass(frozen=True)
class DiscoverOptions(OptionSet):
    """How rules are searched and tested."""

    rules: Annotated[int, Option("Most rules that are tested.")] = 20
    least: Annotated[
        int | None, Option("Searched rows that a rule covers; none: 0.2 %, and at least 20.")
    ] = None
    base: Annotated[
        Literal["labels", "hypothesis"],
        Option("What rules are to explain more than: the shares of the labels, or the hypothesis alone."),
    ] = "labels"
    splits: Annotated[int, Option("How many other divisions of the rows are searched and tested.")] = 0
    seed: Annotated[int, Option("Decides which rows are searched and which test the rules.")] = DISCOVER_SEED
    level: Annotated[float, Option("Nominal coverage of intervals.")] = 0.95

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.rules <= MOST_RULES:
            raise OptionError(f"--rules {self.rules}", f"1 to {MOST_RULES}", "leave --rules at 20")
        if self.least is not None and self.least < LEAST_SUPPORT:
            raise OptionError(f"--least {self.least}", f"at least {LEAST_SUPPORT}", "leave --least out")
        if not 0 <= self.splits <= MOST_SPLITS:
            raise OptionError(f"--splits {self.splits}", f"0 to {MOST_SPLITS}", "give --splits 10")
        if not 0 < self.level < 1:
            raise OptionError(f"a level of {self.level}", "a number between 0 and 1", "leave --level at 0.95")
