"""What a pattern may look like and how often it must occur."""

from dataclasses import dataclass
from typing import Literal, get_args

from rightreasons.errors import OptionError

GapReading = Literal["skipped", "index"]


@dataclass(frozen=True, slots=True)
class PatternSettings:
    """The M, t and least count of H(M, t, lambda) (Liu et al. 2020, section 2.1).

    Parameters
    ----------
    max_words
        M: the most words of a pattern; placeholders do not count.
    max_gap
        t: the largest distance between neighbouring words.
    reading
        What distance means: ``"skipped"`` is the number of tokens skipped (the paper's example: 'A # #
        outdoors' has distance 2), ``"index"`` the difference of positions (neighbours have distance 1).
    min_count
        Instances that must hold a pattern, all labels together.

    Raises
    ------
    OptionError
        If a number is out of range or the reading is unknown.
    """

    max_words: int = 3
    max_gap: int = 3
    reading: GapReading = "skipped"
    min_count: int = 50

    def __post_init__(self) -> None:
        _at_least("words of a pattern", self.max_words, 1)
        _at_least("largest gap", self.max_gap, 0)
        _at_least("minimum count", self.min_count, 1)
        if self.reading not in get_args(GapReading):
            raise OptionError(
                f"reading of distance {self.reading!r}",
                " or ".join(get_args(GapReading)),
                "choose one of them",
            )

    @property
    def most_skipped(self) -> int:
        """The most tokens skipped between neighbouring words; -1 where no two words can be neighbours."""
        return self.max_gap if self.reading == "skipped" else self.max_gap - 1


def _at_least(what: str, value: int, least: int) -> None:
    if value < least:
        raise OptionError(f"{what}: {value}", f"at least {least}", "give a larger number")
