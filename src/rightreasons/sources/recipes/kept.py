"""Items of lists that meet conditions: answers that were submitted, the result of one question.

``{keep: "annotations[].result[].value", where: {"annotations[].was_cancelled": "false"}}`` is what the path
leads to, in the items of its lists of which the other paths hold one of the values. A condition belongs to
the deepest list that both paths go through.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from rightreasons.sources.recipes.inside_text import lists_in
from rightreasons.sources.recipes.paths import ABSENT, Cell, as_texts, follow
from rightreasons.sources.recipes.places import Place
from rightreasons.sources.recipes.steps import EVERY_ITEM, Steps
from rightreasons.sources.recipes.values import Path, Scope, Value

_LISTS = pl.List(pl.String)


@dataclass(frozen=True)
class _Condition:
    """What a path must lead to: one of these words, in lower case."""

    steps: Steps
    words: tuple[str, ...]

    def after(self, steps: int) -> "_Condition":
        """Return it from some steps on."""
        return _Condition(self.steps[steps:], self.words)


def keep(keys: Mapping[str, Any], place: Place) -> Value:
    """Return the value of ``keep``: what a path leads to in the items that meet all conditions.

    Raises
    ------
    RecipeError
        If there is no condition.
    """
    path = Path(place.at("keep").text(keys["keep"]), place.at("keep"))
    written = place.at("where").mapping(keys.get("where", {}))
    if not written:
        raise place.error("'keep' without 'where'", "a path and the values it must have", "add them")
    conditions = {
        Path(name, place.at("where", name)): _words(values, place.at("where", name))
        for name, values in written.items()
    }

    def cell(scope: Scope) -> Cell:
        steps = scope.steps(path)
        found = [_Condition(scope.steps(each), words) for each, words in conditions.items()]
        made = max((each for each in scope.rows if steps[: len(each)] == each), key=len, default=())
        start = len(made) or 1
        own = [each.after(start) for each in found if each.steps[:start] == steps[:start]]
        here = [each for each in own if not _shared(each.steps, steps[start:])]
        other = [each for each in found if each.steps[:start] != steps[:start]]
        kept = _kept(scope.cell(steps[:start]), steps[start:], [each for each in own if each not in here])
        tests = [_holds(follow(scope.cell(steps[:start]), each.steps), each.words) for each in here]
        tests += [_holds(scope.cell(each.steps), each.words) for each in other]
        return Cell(pl.when(pl.all_horizontal(tests)).then(kept.expression), kept.kind) if tests else kept

    return Value(cell, f"kept of {path.text}", (path, *conditions))


def _words(written: Any, place: Place) -> tuple[str, ...]:
    values = written if isinstance(written, list) else [written]
    return tuple(place.text(each).strip().lower() for each in values)


def _shared(one: Steps, other: Steps) -> int:
    """Return how many steps up to a list two paths share."""
    same = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    common = one[: min(len(one), len(other)) if same is None else same]
    return max((at + 1 for at, step in enumerate(common) if step == EVERY_ITEM), default=0)


def _kept(cell: Cell, steps: Steps, conditions: Sequence[_Condition]) -> Cell:
    """Return what a path leads to, of each list on it the items that meet the conditions on them."""
    if not conditions or EVERY_ITEM not in steps:
        return follow(cell, steps)
    at = steps.index(EVERY_ITEM)
    lists = _as_list(follow(cell, steps[:at]))
    if not isinstance(lists.kind, pl.List):
        return ABSENT
    rest = steps[at + 1 :]
    inside = [each.after(at + 1) for each in conditions]
    deeper = [each for each in inside if _shared(each.steps, rest)]
    expression = lists.expression
    for each in (each for each in inside if each not in deeper):
        test = _holds(follow(Cell(pl.element(), lists.inner), each.steps), each.words)
        expression = expression.list.eval(pl.element().filter(test))
    found = _kept(Cell(pl.element(), lists.inner), rest, deeper)
    made = expression.list.eval(found.expression) if rest else expression
    if isinstance(found.kind, pl.List):
        flat = made.list.eval(pl.element().explode(empty_as_null=False, keep_nulls=False))
        return Cell(flat.list.drop_nulls(), found.kind)
    return Cell(made.list.drop_nulls(), pl.List(found.kind))


def _as_list(cell: Cell) -> Cell:
    """Return a list, also one that is written in a text."""
    if cell.kind == pl.String:
        texts = cell.expression.map_batches(lists_in, return_dtype=_LISTS, is_elementwise=True)
        return Cell(texts, _LISTS)
    if isinstance(cell.kind, pl.Struct):  # a value that is no list is a list of one
        return Cell(pl.concat_list(cell.expression).list.drop_nulls(), pl.List(cell.kind))
    return cell


def _holds(cell: Cell, words: Sequence[str]) -> pl.Expr:
    """Return whether a value, or one of several, is one of some words."""
    texts = as_texts(cell)
    return texts.list.eval(pl.element().str.strip_chars().str.to_lowercase().is_in(list(words))).list.any()
