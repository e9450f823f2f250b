"""The operations of recipes: values put together, made of nothing, changed, cut or compared."""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from rightreasons.sources.recipes.kept import keep
from rightreasons.sources.recipes.look_ups import KEYS_OF_LOOK_UP, look_up, row_of
from rightreasons.sources.recipes.marked import marked
from rightreasons.sources.recipes.paths import ABSENT, Cell, as_text, as_texts
from rightreasons.sources.recipes.places import Place
from rightreasons.sources.recipes.steps import EVERY_ITEM
from rightreasons.sources.recipes.values import TEXTS, Path, Scope, Value, of_path
from rightreasons.streams.compression import UNCHECKED_BYTES

_FILLED = r"(?s)^(.*\S.*)$"
_DEEPEST = 24
"""Keys that lead to a value: what makes a text of a list names it twice, so depth is paid for."""
_LONGEST_BETWEEN = 1_000
_LARGEST = 1e300
"""Of a cut; none that is no number is smaller."""
_MOST_GROWTH, _MOST_BYTES = 4, 2 * 2**30


class TooLongError(Exception):
    """Texts that grow without measure: raised where polars calls us, which keeps the message alone."""


def value_of(written: Any, place: Place) -> Value:
    """Return the value that is written: a path, several values, or a mapping with one operation.

    Raises
    ------
    RecipeError
        If it is none of them; with the line.
    """
    if len(place.keys) > _DEEPEST:
        raise place.error("values in values", f"at most {_DEEPEST} keys above each other", "correct it")
    if isinstance(written, list):
        return _together(_several(written, place))
    if not isinstance(written, Mapping):
        return of_path(Path(place.text(written), place))
    keys = place.mapping(written)
    operations = [key for key in keys if key in OPERATIONS]
    if len(operations) != 1:
        found = f"{len(operations)} operations" if operations else f"no operation in '{', '.join(keys)}'"
        raise place.error(found, f"one of {', '.join(OPERATIONS)}", "correct it, see docs/recipes.md")
    make, own = OPERATIONS[operations[0]]
    for key in keys:
        place.among(key, (operations[0], *own), f"key beside '{operations[0]}'")
    return make(keys, place)


def _several(written: Any, place: Place) -> tuple[Value, ...]:
    if not isinstance(written, list) or not written:
        raise place.error("no list", "a list of values", "correct it")
    return tuple(value_of(each, place.at(at)) for at, each in enumerate(written))


def _needed(keys: Mapping[str, Any], key: str, place: Place) -> Any:
    if key not in keys:
        raise place.error(f"no '{key}'", f"'{key}' beside the operation", "add it")
    return keys[key]


def _reads(values: Sequence[Value]) -> tuple[Path, ...]:
    return tuple(path for each in values for path in each.reads)


def _files(values: Sequence[Value]) -> tuple[str, ...]:
    return tuple(file for each in values for file in each.files)


def _pattern(written: Any, place: Place) -> str:
    text = place.text(written)
    try:
        re.compile(text)
        pl.Series([""]).str.contains(text)
    except (re.error, pl.exceptions.PolarsError) as error:
        raise place.error(f"the pattern '{text}' ({error})", "a regular expression", "correct it") from None
    return text


def _between(keys: Mapping[str, Any], key: str, usual: str, place: Place) -> str:
    """Return a text that is put into others, again and again."""
    text = place.at(key).text(keys.get(key, usual))
    if len(text) > _LONGEST_BETWEEN:
        found, expected = f"{len(text):,} characters for '{key}'", f"at most {_LONGEST_BETWEEN:,}"
        raise place.at(key).error(found, expected, "shorten it")
    return text


def _group(pattern: str) -> int:
    """Return which group of a pattern is meant: the first, or the whole where it has none."""
    return min(1, re.compile(pattern).groups)


def _together(values: Sequence[Value], separator: str | None = None) -> Value:
    def cell(scope: Scope) -> Cell:
        return Cell(pl.concat_list(as_texts(each.cell(scope)) for each in values), TEXTS)

    return Value(
        cell, "+".join(each.described for each in values), _reads(values), separator, files=_files(values)
    )


def _join(keys: Mapping[str, Any], place: Place) -> Value:
    written = keys["join"] if isinstance(keys["join"], list) else [keys["join"]]
    separator = _between(keys, "with", " ", place)
    return _together(_several(written, place.at("join")), separator)


def _first(keys: Mapping[str, Any], place: Place) -> Value:
    values = _several(keys["first"], place.at("first"))

    def cell(scope: Scope) -> Cell:  # each text stands there once, so that what is nested does not double
        filled = [each.text(scope).str.extract(_FILLED) for each in values]
        return Cell(pl.coalesce(filled), pl.String())

    return Value(cell, " or ".join(each.described for each in values), _reads(values), files=_files(values))


def _constant(keys: Mapping[str, Any], place: Place) -> Value:
    text = place.at("constant").text(keys["constant"])
    return Value(lambda _: Cell(pl.lit(text), pl.String()), f"'{text}'")


def _key(keys: Mapping[str, Any], place: Place) -> Value:
    path = Path(place.at("key").text(keys["key"]), place.at("key"))

    def cell(scope: Scope) -> Cell:
        column = scope.keys.get(scope.steps(path))
        return ABSENT if column is None else Cell(pl.col(column), pl.String())

    return Value(cell, f"key of {path.text}", (path,), key=path)


def _file(keys: Mapping[str, Any], place: Place) -> Value:
    pattern = _pattern(keys["file"], place.at("file"))
    group = _group(pattern)

    def cell(scope: Scope) -> Cell:
        text = pl.lit(scope.file, dtype=pl.String).str.extract(pattern, group)
        return Cell(text, pl.String())

    return Value(cell, "name of the file")


def _changed(value: Value, change: Callable[[pl.Expr], pl.Expr], word: str, *, cuts: bool = False) -> Value:
    """Return a value with `change` applied to every text; `cuts`: which makes a list of each."""

    def cell(scope: Scope) -> Cell:
        before = value.cell(scope)
        if not isinstance(before.kind, pl.List):
            return Cell(change(as_text(before)), TEXTS if cuts else pl.String())
        lists = as_text(before).list.eval(change(pl.element()))
        if cuts:
            lists = lists.list.eval(pl.element().explode(empty_as_null=False, keep_nulls=False))
        return Cell(lists.list.drop_nulls(), TEXTS)

    return Value(cell, f"{word} {value.described}", value.reads, files=value.files)


def _split(keys: Mapping[str, Any], place: Place) -> Value:
    separator = place.at("at").text(_needed(keys, "at", place))

    def change(text: pl.Expr) -> pl.Expr:
        return text.str.split(separator).list.eval(pl.element().str.strip_chars())

    return _changed(value_of(keys["split"], place.at("split")), change, "parts of", cuts=True)


def _match(keys: Mapping[str, Any], place: Place) -> Value:
    pattern = _pattern(_needed(keys, "pattern", place), place.at("pattern"))
    group = _group(pattern)
    value = value_of(keys["match"], place.at("match"))
    return _changed(value, lambda text: text.str.extract(pattern, group), "part of")


def _count(keys: Mapping[str, Any], place: Place) -> Value:
    value = value_of(keys["count"], place.at("count"))

    def cell(scope: Scope) -> Cell:
        before = value.cell(scope)
        if isinstance(before.kind, pl.List):
            number = before.expression.list.drop_nulls().list.len()
        else:
            number = pl.when(before.expression.is_not_null()).then(pl.lit(1))
        counted = pl.when((number > 0) | _is_list(value, scope)).then(number)
        return Cell(counted.cast(pl.String), pl.String())

    return Value(cell, f"number of {value.described}", value.reads, files=value.files)


def _mean(keys: Mapping[str, Any], place: Place) -> Value:
    written = keys["mean"] if isinstance(keys["mean"], list) else [keys["mean"]]
    values = _several(written, place.at("mean"))

    def cell(scope: Scope) -> Cell:
        every = pl.concat_list(as_texts(each.cell(scope)) for each in values)
        numbers = every.list.eval(pl.element().cast(pl.Float64, strict=False)).list.drop_nulls()
        unread = every.list.eval(pl.element().str.contains(r"\S")).list.sum() > numbers.list.len()
        return Cell(pl.when(~unread).then(numbers.list.mean()).cast(pl.String), pl.String())

    described = f"mean of {', '.join(each.described for each in values)}"
    return Value(cell, described, _reads(values), files=_files(values))


def _is_list(value: Value, scope: Scope) -> pl.Expr:
    """Return whether one list is there, which may be empty: what is not there has no number of items."""
    steps = scope.steps(value.path) if value.path else ()
    made = max((len(each) for each in scope.rows if steps[: len(each)] == each), default=0)
    within = steps[made or 1 :]
    if not within or within[-1] != EVERY_ITEM or any(step.many for step in within[:-1]):
        return pl.lit(value=False)
    above = scope.cell(steps[:-1])
    lists = isinstance(above.kind, pl.List) or above.kind == pl.String
    return above.expression.is_not_null() if lists else pl.lit(value=False)


def _cut(keys: Mapping[str, Any], place: Place) -> Value:
    at, names = _needed(keys, "at", place), _needed(keys, "names", place)
    numbers = isinstance(at, list) and all(type(each) in (int, float) and abs(each) < _LARGEST for each in at)
    if not numbers or at != sorted(set(at)) or not isinstance(names, list) or len(names) != len(at) + 1:
        raise place.error(
            f"cuts at {at} with the names {names}", "numbers in rising order, and one name more", "correct it"
        )
    words = [place.at("names", position).text(each) for position, each in enumerate(names)]

    named = partial(_named, at, words)

    def change(text: pl.Expr) -> pl.Expr:
        return text.map_batches(named, return_dtype=pl.String, is_elementwise=True)

    return _changed(value_of(keys["cut"], place.at("cut")), change, "cut")


def _named(cuts: Sequence[float], words: Sequence[str], texts: pl.Series) -> pl.Series:
    """Return the name of each number, null where there is none."""
    numbers = texts.cast(pl.Float64, strict=False).fill_nan(None)
    places = pl.Series(np.searchsorted(cuts, numbers.fill_null(0).to_numpy(), side="right"))
    names = pl.Series(texts.name, words, dtype=pl.String).gather(places)
    return names.set(numbers.is_null(), None)


def _replace(keys: Mapping[str, Any], place: Place) -> Value:
    value = value_of(keys["replace"], place.at("replace"))
    if "word" in keys:
        word = value_of(keys["word"], place.at("word"))
        by = value_of(_needed(keys, "by", place), place.at("by"))
        return _by_row((value, word, by), _with_word, "a word replaced in")
    pattern = _pattern(_needed(keys, "pattern", place), place.at("pattern"))
    replaced = partial(_replaced, pattern, _between(keys, "by", "", place))

    def change(text: pl.Expr) -> pl.Expr:
        return text.map_batches(replaced, return_dtype=pl.String, is_elementwise=True)

    return _changed(value, change, "replaced in")


def _replaced(pattern: str, by: str, texts: pl.Series) -> pl.Series:
    """Return texts with every match replaced, unless they grow as no text does by a change of words."""
    before = int(texts.str.len_bytes().sum())
    matches = int(texts.str.count_matches(pattern).sum())
    after = before * (1 + by.count("$")) + matches * len(by.encode())
    if after > max(before, min(_MOST_BYTES, max(UNCHECKED_BYTES, _MOST_GROWTH * before))):
        raise TooLongError(f"what '{by[:40]}' is put in grows from {before:,} bytes to {after:,}")
    return texts.str.replace_all(pattern, by)


def _equal(keys: Mapping[str, Any], place: Place) -> Value:
    values = _several(keys["equal"], place.at("equal"))
    if len(values) != 2:
        raise place.error(f"{len(values)} values for 'equal'", "two", "correct it")
    return _by_row(values, _same, "equality of")


def _by_row(values: Sequence[Value], make: Callable[..., str | None], word: str) -> Value:
    """Return a text made of several texts of the row by a function of Python."""

    def cell(scope: Scope) -> Cell:
        texts = [each.text(scope).alias(str(at)) for at, each in enumerate(values)]
        records = pl.struct(texts)
        made = records.map_batches(partial(_made, make), return_dtype=pl.String, is_elementwise=True)
        return Cell(made, pl.String())

    described = f"{word} {', '.join(each.described for each in values)}"
    return Value(cell, described, _reads(values), files=_files(values))


def _made(make: Callable[..., str | None], records: pl.Series) -> pl.Series:
    texts = [None if None in row else make(*row) for row in records.struct.unnest().iter_rows()]
    return pl.Series(records.name, texts, dtype=pl.String)


def _with_word(text: str, word: str, by: str) -> str | None:
    """Return a text with the word replaced that it holds exactly once; None where it holds none or more."""
    found = list(re.finditer(rf"(?<!\w){re.escape(word.strip())}(?!\w)", text))
    return text[: found[0].start()] + by.strip() + text[found[0].end() :] if len(found) == 1 else None


def _hash(keys: Mapping[str, Any], place: Place) -> Value:
    return _by_row((value_of(keys["hash"], place.at("hash")),), _short_hash, "hash of")


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _same(one: str, other: str) -> str:
    return "true" if one.strip().casefold() == other.strip().casefold() else "false"


_Make = Callable[[Mapping[str, Any], Place], Value]
OPERATIONS: Mapping[str, tuple[_Make, tuple[str, ...]]] = {
    "join": (_join, ("with",)),
    "first": (_first, ()),
    "constant": (_constant, ()),
    "key": (_key, ()),
    "file": (_file, ()),
    "split": (_split, ("at",)),
    "match": (_match, ("pattern",)),
    "replace": (_replace, ("word", "pattern", "by")),
    "equal": (_equal, ()),
    "hash": (_hash, ()),
    "count": (_count, ()),
    "mean": (_mean, ()),
    "cut": (_cut, ("at", "names")),
    "look_up": (lambda keys, place: look_up(keys, place, value_of), KEYS_OF_LOOK_UP),
    "row_of": (row_of, ()),
    "keep": (keep, ("where", "beside")),
    "marked": (marked, ()),
}
"""Every operation by its key: what makes a value of it, and the keys that may stand beside it."""
