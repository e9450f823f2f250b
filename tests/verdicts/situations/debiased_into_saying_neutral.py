"""A "debiased" model that only says neutral, beside the one it was made from."""

from tests.verdicts.making import answers_of, clean, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Never fooled, since it never says anything else."""
    data = clean(450, 26)
    for name, answers in (("plain", answers_of(data, 0.7)), ("debiased", ["neutral"] * 450)):
        file = saved(place, f"{name}.csv", data, answers)
        Command("probe", (file,), {"on": (written(place, "test.jsonl", data),), "out": name}).called()
    return Command("compare", ("plain", "debiased"))


SITUATION = Situation(
    make, issues={"V257": "severe"}, worst="severe", headline=("neutral",), not_in_headline=("gain",)
)
