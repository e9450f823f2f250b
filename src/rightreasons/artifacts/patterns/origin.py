"""What a set of patterns was mined from, and how: everything needed to use it again."""

from dataclasses import asdict, dataclass
from typing import Any

from rightreasons.artifacts.patterns.settings import PatternSettings, SentenceRole
from rightreasons.errors import OptionError


@dataclass(frozen=True, slots=True)
class Origin:
    """The dataset and the settings of a set of patterns.

    Parameters
    ----------
    dataset
        Name of the table it was mined from.
    settings
        Lengths, gaps and minimum count.
    threshold
        lambda: patterns with p(l|b) > lambda are in the set.
    side
        Which side of the pairs was mined.
    tokenisation
        Name of the tokenisation; used again when other pairs are marked.
    label_totals
        Instances of every label.
    frequent
        How many patterns reached the minimum count, whatever their p(l|b).
    highest
        The highest p(l|b) among these, None if there are none.

    Raises
    ------
    OptionError
        If the threshold is not within [0, 1].
    """

    dataset: str
    settings: PatternSettings
    threshold: float
    side: SentenceRole
    tokenisation: str
    label_totals: dict[str, int]
    frequent: int
    highest: float | None

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise OptionError(
                f"lambda {self.threshold}", "a probability from 0 to 1", "give one, such as 0.5"
            )

    @property
    def instances(self) -> int:
        """How many instances were mined."""
        return sum(self.label_totals.values())

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Origin":
        """Return what `as_dict` was made from."""
        return cls(**{**values, "settings": PatternSettings(**values["settings"])})
