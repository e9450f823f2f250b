"""What the made files hold: sentences put together from words.

Entailed hypotheses lie nearer to their premises than others, as in data that people wrote.
"""

import csv
import io
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

E, N, C, X = "entailment", "neutral", "contradiction", "non-entailment"


Pair = tuple[str, str, str]


SIDE = {E: E, N: X, C: X}


WHO = [
    "farmer",
    "nurse",
    "pilot",
    "teacher",
    "baker",
    "clerk",
    "sailor",
    "gardener",
    "tailor",
    "judge",
    "miner",
    "cook",
]


DID = ["repaired", "sold", "painted", "carried", "dropped", "washed", "found", "hid", "borrowed", "weighed"]


WHAT = [
    "tractor",
    "basket",
    "clock",
    "mirror",
    "ladder",
    "kettle",
    "carpet",
    "lantern",
    "trunk",
    "violin",
    "stove",
]


WHERE = [
    "near the lake",
    "behind the church",
    "at the station",
    "in the cellar",
    "on the bridge",
    "by the old mill",
]


WHEN = ["On Monday", "Last winter", "At noon", "Before the storm", "In 1987", "After lunch"]


WHY = ["for a cousin", "to win a bet", "because of the rain", "for forty dollars", "to please the mayor"]


def drawn(seed: int) -> random.Random:
    """What draws texts and labels."""
    return random.Random(seed)  # noqa: S311 - no secret


def pairs(documents: int = 40, seed: int = 1) -> list[Pair]:
    """Three hypotheses to every premise, one of each label."""
    draw = drawn(seed)
    made = []
    for _ in range(documents):
        who, did, what, where = (draw.choice(each) for each in (WHO, DID, WHAT, WHERE))
        other, others = draw.choice(WHO), draw.choice(WHAT)
        premise = (
            f"{draw.choice(WHEN)} the {who} {did} a {what} {where}, and the {other} looked at the {others}."
        )
        made += [
            (premise, f"The {who} {did} a {what} {where}.", E),
            (premise, f"The {who} {did} the {what} {draw.choice(WHY)}.", N),
            (premise, f"Nobody ever {draw.choice(DID)} any {what} there.", C),
        ]
    return made


def two(rows: Sequence[Pair]) -> list[Pair]:
    """The same with two labels."""
    return [(p, h, SIDE[label]) for p, h, label in rows]


def documents(rows: Sequence[Pair]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Every premise with its hypotheses and labels."""
    for premise, group in groupby(rows, key=lambda row: row[0]):
        yield premise, [(hypothesis, label) for _, hypothesis, label in group]


def mixed(rows: Sequence[Pair]) -> list[Pair]:
    """The same with the hypotheses of a premise in any order."""
    draw = drawn(4)
    return sorted(rows, key=lambda row: (rows.index(next(r for r in rows if r[0] == row[0])), draw.random()))


@dataclass(frozen=True)
class Shape:
    """A file and what was meant."""

    name: str
    write: Callable[[Path], Sequence[Pair]]


SHAPES: list[Shape] = []


def shape(name: str) -> Callable[[Callable[[Path], Sequence[Pair]]], Callable[[Path], Sequence[Pair]]]:
    """Add the function that writes a file of this name."""

    def add(write: Callable[[Path], Sequence[Pair]]) -> Callable[[Path], Sequence[Pair]]:
        SHAPES.append(Shape(name, write))
        return write

    return add


def table(path: Path, header: Sequence[str], rows: Sequence[Sequence[Any]], separator: str = ",") -> None:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\n")
    writer.writerows([header, *rows] if header else rows)
    path.write_text(text.getvalue())


def lines(path: Path, rows: Sequence[Any]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def votes(label: str, draw: random.Random, words: Mapping[str, str], raters: int = 3) -> list[str]:
    """Judgements of which most say the label."""
    others = [word for found, word in words.items() if found != label]
    given = [words[label]] * (raters - 1) + [draw.choice([words[label], *others])]
    draw.shuffle(given)
    return given
