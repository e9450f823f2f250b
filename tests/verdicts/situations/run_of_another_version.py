"""A run that another version wrote."""

from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation

from rightreasons.findings import SCHEMA_VERSION
from rightreasons.runs.seal import SEAL, seal_of


def make(place: Place) -> Command:
    """The version of its schema is another one, and the seal is right."""
    data = written(place, "train.jsonl", clean(300, 62))
    Command("audit", (data,), {"measures": ("label_balance",), "out": "run"}).called()
    path = place.folder / "run" / "findings.json"
    path.write_text(path.read_text().replace(f'"schema_version": {SCHEMA_VERSION}', '"schema_version": 1'))
    (path.parent / SEAL).write_text(seal_of(path.parent))
    return Command("gate", ("run",), {"require": ("label_balance.majority >= 0.1",)})


SITUATION = Situation(make, error="RR602", through_command_line=False)
