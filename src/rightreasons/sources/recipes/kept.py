"""Items of lists that meet conditions: answers that were submitted, the result of one question.

``{keep: "annotations[].result[].value", where: {"annotations[].was_cancelled": "false"}}`` is what the path
leads to, in the items of its lists of which the other paths hold one of the values. A condition belongs to
the deepest list that both paths go through. ``beside`` is a condition on a list of its own, item by item:
``{keep: "responses[]", beside: {"responses_status[]": submitted}}``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from rightreasons.sources.recipes.inside_text import lists_in
from rightreasons.sources.recipes.paths import ABSENT, Cell, as_text, as_texts, follow
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
    if "beside" in keys:
        return _beside(path, keys, place)
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


def _beside(path: Path, keys: Mapping[str, Any], place: Place) -> Value:
    """Return the items of a list beside which those of other lists hold one of some words."""
    written = place.at("beside").mapping(keys["beside"])
    if "where" in keys or not written:
        raise place.error("'beside' with 'where', or empty", "one of them, with its values", "correct it")
    lists = {
        Path(name, place.at("beside", name)): _words(values, place.at("beside", name))
        for name, values in written.items()
    }

    def cell(scope: Scope) -> Cell:
        every = [path, *lists]
        columns = [_with_nulls(scope, each).alias(str(at)) for at, each in enumerate(every)]
        conditions = list(lists.values())

        def kept(series: pl.Series) -> pl.Series:
            rows = series.struct.unnest().iter_rows()
            texts = [_that_hold(values, others, conditions) for values, *others in rows]
            return pl.Series(series.name, texts, dtype=_LISTS)

        made = pl.struct(columns).map_batches(kept, return_dtype=_LISTS, is_elementwise=True)
        return Cell(made, _LISTS)

    return Value(cell, f"kept of {path.text}", (path, *lists))


def _with_nulls(scope: Scope, path: Path) -> pl.Expr:
    """Return a list as texts, with the nulls by which its items keep their places."""
    steps = scope.steps(path)
    before = scope.cell(steps[:-1]) if steps[-1] == EVERY_ITEM else scope.cell(steps)
    found = _as_list(before)
    return as_text(found) if isinstance(found.kind, pl.List) else pl.lit(None, _LISTS)


def _that_hold(
    values: Sequence[str | None] | None,
    others: Sequence[Sequence[str | None] | None],
    conditions: Sequence[Sequence[str]],
) -> list[str] | None:
    """Return the items beside which all others meet their condition; nothing of lists of other lengths."""
    if values is None or any(other is None or len(other) != len(values) for other in others):
        return None
    beside = zip(values, *(other for other in others if other is not None), strict=True)
    return [
        value
        for value, *said in beside
        if value is not None
        and all((text or "").strip().lower() in words for text, words in zip(said, conditions, strict=True))
    ]


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
