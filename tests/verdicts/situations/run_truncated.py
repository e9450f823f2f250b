"""The findings of a sealed run end in the middle."""

from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """As after a full disk."""
    data = written(place, "train.jsonl", clean(300, 61))
    Command("audit", (data,), {"measures": ("label_balance",), "out": "run"}).called()
    path = place.folder / "run" / "findings.json"
    path.write_bytes(path.read_bytes()[:200])
    return Command("gate", ("run",), {"require": ("label_balance.majority >= 0.1",)})


SITUATION = Situation(make, error="RR602", through_command_line=False)
