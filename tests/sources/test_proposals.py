"""What a refusal proposes: pasted, the line reads what was meant; unasked, nothing is read wrongly."""

import re
import shlex
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.sources.shapes import SHAPES, Pair, Shape

from rightreasons.errors import InputError
from rightreasons.labels import Label, gold_set, parse_label_map
from rightreasons.sources.options import parse_columns
from rightreasons.sources.read import read_pairs

LINE = re.compile(r"\n    rightreasons audit (.*)\n")
READERS: dict[str, Any] = {"--columns": parse_columns, "--label-map": parse_label_map}
LEAST_RIGHT = 36


def pasted(line: str) -> Sequence[Pair]:
    """The pairs that the command would read, its words taken apart as a shell does it."""
    data, *words = shlex.split(line)
    options = {
        name.removeprefix("--").replace("-", "_"): READERS.get(name, str)(value)
        for name, value in zip(words[::2], words[1::2], strict=True)
    }
    return read_pairs(data, **options).frame.select("premise", "hypothesis", "label").rows()


def is_right(found: Sequence[Pair], meant: Sequence[Pair]) -> bool:
    """Whether the pairs are those that were meant; a label may be less exact, never another."""
    if Counter(row[:2] for row in found) != Counter(row[:2] for row in meant):
        return False
    wanted: dict[tuple[str, str], set[str]] = {}
    for premise, hypothesis, label in meant:
        wanted.setdefault((premise, hypothesis), set()).add(label)
    return all({label.value for label in gold_set(Label(row[2]))} & wanted[row[:2]] for row in found)


def outcome(each: Shape, folder: Path) -> tuple[str, str]:
    """What becomes of a file: read at once, by the first line, by another line, or not; and the message."""
    path = folder / each.name
    meant = each.write(path)
    try:
        found = read_pairs(path).frame.select("premise", "hypothesis", "label").rows()
    except InputError as error:
        lines = LINE.findall(f"{error}\n")
        right = [is_right(pasted(line), meant) for line in lines]
        said = "first line" if right[:1] == [True] else "another line" if any(right) else "not"
        return said, str(error)
    return ("at once" if is_right(found, meant) else "wrongly"), ""


def test_of_forty_shapes_nobody_named_36_are_read_by_a_line_and_none_wrongly_unasked(tmp_path: Path) -> None:
    found = {each.name: outcome(each, tmp_path)[0] for each in SHAPES}
    assert len(found) == 40
    assert "wrongly" not in found.values(), found
    right = [name for name, said in found.items() if said != "not"]
    assert len(right) >= LEAST_RIGHT, {name: said for name, said in found.items() if name not in right}
