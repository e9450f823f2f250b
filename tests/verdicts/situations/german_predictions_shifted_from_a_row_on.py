"""German predictions of two labels with two rows twice: from there on they stand two rows too low."""

from tests.verdicts.leaking import german
from tests.verdicts.making import TWO, answers_of, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 90 % with every prediction beside its item."""
    data = german(800, 305, TWO)
    answers = answers_of(data, 0.9, labels=TWO)
    file = saved(place, "said.csv", data, [*answers[:250], *answers[248:-2]])
    return Command("probe", (file,), {"on": (written(place, "test.jsonl", data),), "language": "de"})


SITUATION = Situation(
    make, issues={"V108": "blocker"}, worst="blocker", headline=("moved by 2",), invalidates=("test.jsonl",)
)
