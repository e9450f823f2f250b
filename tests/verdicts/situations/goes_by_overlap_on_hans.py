"""A model that says entailment where the hypothesis is a part of the premise, on HANS."""

from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The subsequence heuristic of McCoy et al. (2019) itself."""
    return Command("probe", ("rule:subsequence",), {"on": ("hans",), "per_group": 20})


SITUATION = Situation(make, issues={"V251": "severe"}, worst="severe", headline=("heuristics", "subsequence"))
