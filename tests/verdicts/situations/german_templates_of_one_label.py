"""Twenty-four German templates of two labels, 25 rows each; the column is called template_id."""

from tests.verdicts.making import TWO, written
from tests.verdicts.situation import Command, Place, Situation
from tests.verdicts.templated import templated

WORDS = (
    *("Männer", "Frauen", "Kinder", "Hunde", "Katzen", "Vögel", "Bäume", "Häuser", "Straßen", "Wege"),
    *("laufen", "schlafen", "essen", "trinken", "lachen", "singen", "sehen", "hören", "suchen", "finden"),
    *("größer", "kleiner", "grün", "rot", "müde", "früh", "spät", "schön", "alt", "jung", "immer", "oft"),
    *("über", "unter", "neben", "hinter", "zwischen", "gegen", "ohne", "durch", "heute", "gestern", "morgen"),
)


def make(place: Place) -> Command:
    """Words recur in many templates: some of both labels."""
    data = templated(24, 25, 221, TWO, "template_id", WORDS)
    return Command("audit", (written(place, "train.jsonl", data),), {"language": "de"})


SITUATION = Situation(
    make,
    issues={"V338": "warning", "V332": "warning"},
    worst="warning",
    without=("V201", "V202", "V203"),
)
