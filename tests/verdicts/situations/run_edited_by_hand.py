"""One figure of a sealed run was edited."""

from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """A three becomes a nine."""
    data = written(place, "train.jsonl", clean(300, 60))
    Command("audit", (data,), {"measures": ("label_balance",), "out": "run"}).called()
    path = place.folder / "run" / "findings.json"
    path.write_text(path.read_text().replace("0.3", "0.9"))
    return Command("gate", ("run",), {"require": ("label_balance.majority >= 0.1",)})


SITUATION = Situation(make, error="RR605", through_command_line=True)
