"""A test of rows of the same 36 templates of two labels as training: it says nothing of new ones."""

from tests.verdicts.making import TWO, written
from tests.verdicts.situation import Command, Place, Situation
from tests.verdicts.templated import templated


def make(place: Place) -> Command:
    """The rows were parted at random."""
    data = templated(36, 40, 223, TWO, "template")
    train, test = data.head(1000), data.tail(440)
    return Command(
        "audit",
        (written(place, "train.jsonl", train),),
        {"test": (written(place, "test.jsonl", test),)},
    )


SITUATION = Situation(
    make,
    issues={"V338": "warning"},
    worst="warning",
    without=("V201", "V202", "V203"),
    through_command_line=True,
)
