"""A model that goes by the words that premise and hypothesis share, on HANS."""

from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The lexical overlap heuristic of McCoy et al. (2019) itself."""
    return Command("probe", ("rule:lexical-overlap",), {"on": ("hans",), "per_group": 20})


SITUATION = Situation(make, issues={"V251": "severe"}, worst="severe", headline=("overlap",))
