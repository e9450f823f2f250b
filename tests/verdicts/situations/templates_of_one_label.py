"""Forty templates of thirty rows each, three labels in turn; a model knows each template by its words."""

from tests.verdicts.making import THREE, written
from tests.verdicts.situation import Command, Place, Situation
from tests.verdicts.templated import templated


def make(place: Place) -> Command:
    """Of a new template the words say nothing."""
    return Command("audit", (written(place, "train.jsonl", templated(40, 30, 220, THREE, "template")),))


SITUATION = Situation(
    make,
    issues={"V338": "warning", "V332": "warning"},
    worst="warning",
    without=("V201", "V202", "V203"),
    through_command_line=True,
)
