"""What a pattern may look like and how often it must occur."""

from dataclasses import dataclass
from typing import Annotated, Literal

from rightreasons.options import Option, OptionSet

GapReading = Literal["skipped", "index"]
SentenceRole = Literal["hypothesis", "premise"]


@dataclass(frozen=True, slots=True)
class PatternSettings(OptionSet):
    """The M, t and least count of H(M, t, lambda) (Liu et al. 2020, section 2.1).

    `reading` is what distance means: ``"skipped"`` is the number of tokens skipped (the paper's example: 'A #
    # outdoors' has distance 2), ``"index"`` the difference of positions (neighbours have distance 1).

    Raises
    ------
    OptionError
        If a number is out of range or the reading is unknown.
    """

    max_words: Annotated[
        int, Option("M: the most words of a pattern; placeholders do not count.", least=1)
    ] = 3
    max_gap: Annotated[int, Option("t: the largest distance between neighbouring words.", least=0)] = 3
    reading: Annotated[
        GapReading, Option("Distance: tokens skipped, or index (difference of positions).")
    ] = "skipped"
    min_count: Annotated[int, Option("Fewest instances that contain a pattern.", least=1)] = 50

    @property
    def most_skipped(self) -> int:
        """The most tokens skipped between neighbouring words; -1 where no two words can be neighbours."""
        return self.max_gap if self.reading == "skipped" else self.max_gap - 1


@dataclass(frozen=True, kw_only=True)
class PatternOptions(PatternSettings):
    """H(M, t, lambda), and the tokens that it is mined from."""

    threshold: Annotated[
        float, Option("Patterns with p(label | pattern) above this count.", name="lambda", least=0, most=1)
    ] = 0.5
    tokenisation: Annotated[
        str | None,
        Option(
            "parse, treebank, word-punct, whitespace or characters; by default parses where every row of "
            "every set has one, characters where words have no spaces between them, otherwise word-punct."
        ),
    ] = None

    @property
    def settings(self) -> PatternSettings:
        """M, t and least count alone."""
        return PatternSettings(self.max_words, self.max_gap, self.reading, self.min_count)
