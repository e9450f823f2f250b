"""Items of a list that was flattened into columns: ``evidences/0/label``, ``Input.sentence1``, ``q[2].text``.

Columns whose names differ in one number that counts up are taken for the fields of one list, and read as
nested data are; what is found is written as one entry of ``each`` for every number. Columns with the same
numbers belong to one list, whatever they are called: questions and answers of a form have different names.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rightreasons.sources.proposals.composing import Reading
from rightreasons.sources.proposals.contents import Leaf
from rightreasons.sources.proposals.related import by_field

_NUMBER = re.compile(r"(?<!\d)\d{1,4}(?!\d)")  # no list has more items than that
_MOST = 40
_OF_ONE_NAME = 5.0
"""How much likelier columns are a list that have one name before the number."""
_LIST = "numbered"
"""What the list is called while it is looked into: no path of the source."""
_Column = dict[int, list[Leaf]]


def numbered_lists(leaves: Sequence[Leaf]) -> Iterator[list[Leaf]]:
    """Yield leaves with the columns of one set of numbers as the fields of a list.

    Parameters
    ----------
    leaves
        What stands in the table.
    """
    columns: dict[str, _Column] = {}
    named = tuple(f"{each.level.rpartition('.')[0]}." for each in by_field(leaves))  # items that have names
    for leaf in leaves:
        number = _NUMBER.search(leaf.path)
        plain = leaf.written is None and not leaf.make and ".*" not in leaf.path
        if number and plain and not leaf.path.startswith(named):
            template = f"{leaf.path[: number.start()]}\0{leaf.path[number.end() :]}"
            columns.setdefault(template, {}).setdefault(int(number.group()), []).append(leaf)
    for numbers in dict.fromkeys(tuple(sorted(each)) for each in columns.values()):
        counts_up = len(numbers) > 1 and numbers[0] in (0, 1) and numbers[-1] - numbers[0] == len(numbers) - 1
        fields = {name: each for name, each in columns.items() if tuple(sorted(each)) == numbers}
        one_each = all(len(found) == 1 for each in fields.values() for found in each.values())
        if counts_up and one_each and len(numbers) <= _MOST and len(fields) > 1:
            whole = [_field(name, each) for name, each in fields.items()]
            if any(leaf.kind in ("text", "short text") for leaf in whole):
                taken = {leaf.path for each in fields.values() for found in each.values() for leaf in found}
                yield [*(leaf for leaf in leaves if leaf.path not in taken), *whole]


def _field(template: str, column: _Column) -> Leaf:
    """Return the columns of one template as a field of the list."""
    found = [
        ((at[0], number, *at[1:]), text)
        for number, leaves in sorted(column.items())
        for leaf in leaves
        for at, text in zip(leaf.at, leaf.values, strict=True)
        if text.strip()
    ]
    found.sort(key=lambda each: each[0])
    first = column[min(column)][0]
    rest = template.partition("\0")
    name = re.sub(r"^[\W_]+|\[\]$", "", rest[2]) or re.sub(r"[\W_]+$", "", rest[0])
    return replace(
        first,
        path=f"{_LIST}[].{template}",
        called=re.split(r"[./]", name)[-1],
        at=tuple(at for at, _ in found),
        values=tuple(text for _, text in found),
        level=f"{_LIST}[]" + (f".{template}" if first.level else ""),
    )


def as_entries(reading: Reading, leaves: Sequence[Leaf]) -> Reading | None:
    """Return a reading of such a list as a recipe of the columns; None where it does not go through it.

    Parameters
    ----------
    reading
        The reading.
    leaves
        As they were read, with the fields of the list.
    """
    if reading.recipe.get("rows") != f"{_LIST}[]" or "make" in reading.recipe:
        return None
    fields = [leaf for leaf in leaves if leaf.path.startswith(f"{_LIST}[].")]
    numbers = sorted({at[1] for leaf in fields for at in leaf.at})
    columns = reading.recipe["columns"]
    own = {role: value for role, value in columns.items() if _LIST in str(value)}
    if not own or any(isinstance(value, dict) and "look_up" in value for value in own.values()):
        return None
    rest = {role: value for role, value in columns.items() if role not in own}
    each = [
        {"columns": {role: _numbered(value, number) for role, value in own.items()}} for number in numbers
    ]
    plain = {key: value for key, value in reading.recipe.items() if key not in ("rows", "columns")}
    recipe = {"columns": rest, "each": each, **plain}
    if "hypothesis" in own:
        recipe["only"] = {**plain.get("only", {}), "hypothesis": "filled"}
    because = reading.because.replace(f"{_LIST}[].", "").replace("\0", "#").replace(r"\x00", "#")
    one = {str(value).partition("\0")[0] for value in own.values()}
    score = reading.score + (_OF_ONE_NAME if len(one) == 1 else 0.0)
    return replace(reading, recipe=recipe, because=f"columns numbered #: {because}", score=score)


def _numbered(value: Any, number: int) -> Any:
    """Return a value with the number of a column in its paths."""
    if isinstance(value, str):
        return value.removeprefix(f"{_LIST}[].").replace("\0", str(number))
    if isinstance(value, list):
        return [_numbered(each, number) for each in value]
    return {key: _numbered(each, number) for key, each in value.items()} if isinstance(value, dict) else value
