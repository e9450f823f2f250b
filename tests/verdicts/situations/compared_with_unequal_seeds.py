"""Two trainings, one of two seeds and one of three."""

from tests.verdicts.situation import Command, Place, Situation

from rightreasons import train
from rightreasons.sources.bundled import bundled_pairs


def make(place: Place) -> Command:
    """The smallest recipe there is, on bundled pairs."""
    for name, seeds in (("first", 2), ("second", 3)):
        train(
            "ngrams-joulin2017",
            bundled_pairs(240, 1),
            bundled_pairs(60, 2),
            out=name,
            seeds=seeds,
            small=True,
            changes=("epochs=1", "settings.buckets=50", "words.size=8"),
            workers=1,
        )
    return Command("compare", ("first", "second"))


SITUATION = Situation(make, issues={"V321": "warning"}, worst="severe", not_in_headline=("3 seeds",))
