"""A guard whose threshold was fitted on the items that it is then scored on."""

from tests.verdicts.making import TWO, clean, function, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The same file is given twice."""
    data = written(place, "test.jsonl", clean(300, 19, TWO))
    score = "{'entailment': (len(hypothesis) % 10) / 10, 'non-entailment': 1 - (len(hypothesis) % 10) / 10}"
    model = function(place, {}, score)
    path = place.folder / f"{model.split(':')[1]}.py"
    path.write_text(path.read_text().replace("['entailment', 'neutral', 'contradiction']", repr(list(TWO))))
    return Command("probe", (model,), {"on": (data,), "fit_threshold": data, "label_check": False})


SITUATION = Situation(
    make,
    issues={"V107": "blocker"},
    worst="blocker",
    invalidates=("test.jsonl", "guard"),
    through_command_line=True,
)
