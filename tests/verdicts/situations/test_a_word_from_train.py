"""Every test row is a training row with one word changed, or with "today" at its end; labels are random."""

from tests.verdicts.leaking import copied, one_word_changed, word_added
from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """It was headlined as 9 to 13 points of the hypothesis alone."""
    data = clean(600, 134)
    test = copied(data.head(500), one_word_changed, word_added)
    return Command(
        "audit", (written(place, "train.jsonl", data),), {"test": (written(place, "test.jsonl", test),)}
    )


SITUATION = Situation(
    make,
    issues={"V211": "severe"},
    worst="severe",
    headline=("test.jsonl", "a word or two"),
    not_in_headline=("alone",),
    through_command_line=True,
)
