"""Recipes applied to blocks of rows give what they give in one piece, whatever is cut where."""

import json
from itertools import pairwise
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.sources.formats.json_lines import read_jsonl
from rightreasons.sources.raw import Beside, Content, RawTable
from rightreasons.sources.recipes.applied import made_rows
from rightreasons.sources.recipes.recipe import Recipe
from rightreasons.sources.recipes.written import recipe_of

Rows = list[dict[str, Any]]

TEXT = st.sampled_from(["a", "b c", "", "[x]", "7", "ü"])
MAYBE = st.none() | TEXT
NUMBER = st.none() | st.integers(-3, 3) | st.floats(-3, 3) | st.sampled_from([7.0, 1e16])
CLAIM = st.fixed_dictionaries(
    {"text": MAYBE},
    optional={"ok": st.sampled_from(["yes", "no", None]), "votes": st.lists(TEXT, max_size=3)},
)
SOURCE = st.fixed_dictionaries(
    {"doc": MAYBE},
    optional={
        "claims": st.none() | st.lists(CLAIM, max_size=3),
        "answers": st.none() | st.dictionaries(st.sampled_from(["s1", "s2", "s10"]), CLAIM, max_size=3),
        "more": st.lists(MAYBE, max_size=3),
        "score": NUMBER,
        "mixed": TEXT | st.integers(0, 2) | st.lists(TEXT, max_size=2),
        "wide_a": MAYBE,
        "wide_b": MAYBE,
    },
)
RECIPES: list[dict[str, Any]] = [
    {
        "rows": "claims[]",
        "columns": {"premise": "doc", "hypothesis": "claims[].text", "label": "claims[].ok"},
        "groups": {
            "votes": "claims[].votes[]",
            "score": {"cut": "score", "at": [0], "names": ["low", "high"]},
        },
    },
    {
        "rows": "answers.*",
        "columns": {
            "premise": ["doc", "more[]"],
            "hypothesis": "answers.*.text",
            "annotator_labels": "answers.*.votes[]",
        },
        "groups": {"system": {"key": "answers.*"}, "all": "answers.*.ok", "size": {"count": "more[]"}},
    },
    {"rows": "more[]", "columns": {"premise": {"first": ["doc", "wide_a"]}, "hypothesis": "more[]"}},
    {
        "columns": {"premise": "doc"},
        "groups": {"mixed": "mixed[]", "every": "answers.*.text"},
        "each": [
            {"columns": {"hypothesis": name}, "groups": {"which": {"constant": name}}}
            for name in ("wide_a", "wide_b")
        ],
    },
    {
        "make": {"parts": {"split": "doc", "at": " "}},
        "rows": "parts[]",
        "columns": {
            "premise": {"replace": "doc", "word": "parts[]", "by": "wide_a"},
            "hypothesis": "parts[]",
        },
        "groups": {"same": {"equal": ["parts[]", "wide_b"]}, "in": {"match": "doc", "pattern": "b (.)"}},
    },
    {
        "columns": {
            "premise": {"join": [{"keep": "claims[].text", "where": {"claims[].ok": ["yes", "no"]}}]},
            "hypothesis": {"join": [{"keep": "answers.*.votes[]", "where": {"answers.*.ok": "yes"}}]},
            "label": {"marked": {"wide_a": "entailment", "wide_b": "neutral"}},
        },
        "groups": {
            "kept": {"count": {"keep": "claims[].votes[]", "where": {"claims[].text": "a"}}},
            "or": {"first": [{"marked": {"doc": "x", "wide_b": "y"}}, {"constant": "z"}]},
        },
    },
    {
        "columns": {
            "premise": {
                "first": [
                    {"look_up": "doc", "item": "mixed[]", "in_file": "pages.jsonl", "by": "id", "take": take}
                    for take in ("list", "record", "lines")
                ]
            },
            "hypothesis": {"join": [{"keep": "more[]", "beside": {"more[]": ["a", "7", "[x]"]}}]},
            "label": {"cut": {"mean": ["score", "mixed[]"]}, "at": [1], "names": ["low", "high"]},
        },
        "groups": {"mean": {"mean": ["score", "doc"]}, "in": {"look_up": "mixed[]", "in": "more"}},
    },
]


PAGES = [
    {"id": "a", "list": ["x", None, "[y]"], "record": {"b c": "u", "7": 1}, "lines": "0\tnone\n7\tS.\tlink"},
    {"id": "b c", "list": [], "record": {"a": None, "ü": "w"}, "lines": "1\ta\n2\tb c"},
    {"id": "7", "list": ["z"], "record": {}, "lines": ""},
]
OTHERS = Beside(
    {
        "pages.jsonl": lambda: Content(
            "pages.jsonl", "".join(json.dumps(row) + "\n" for row in PAGES).encode()
        )
    },
    lambda content: RawTable(content.name, read_jsonl(content), ()),
    lambda content: content.data.decode(),
)


def of_block(recipe: Recipe, rows: Rows) -> pl.DataFrame:
    """What a recipe makes of JSON lines, as one block or as the whole; every column as text."""
    text = "".join(json.dumps(row) + "\n" for row in rows)
    frame = read_jsonl(Content("a.jsonl", text.encode())).frame
    made = made_rows(recipe, frame, "a.jsonl", beside=OTHERS)
    names = [name for columns in (recipe.columns, *recipe.each[:1]) for name in columns]
    lists = [name for name in names if isinstance(made.schema[name], pl.List)]
    joined = made.select(names).with_columns(pl.col(lists).list.join("|")) if lists else made.select(names)
    return joined.with_columns(pl.col(pl.Int64).cast(pl.Float64)).cast(pl.String)


@pytest.mark.parametrize("recipe", RECIPES)
@given(rows=st.lists(SOURCE, min_size=1, max_size=6), cuts=st.sets(st.integers(1, 5)))
def test_a_recipe_applied_to_blocks_gives_what_it_gives_in_one_piece(
    recipe: dict[str, Any], rows: Rows, cuts: set[int]
) -> None:
    made = recipe_of(recipe)
    bounds = [0, *sorted(cut for cut in cuts if cut < len(rows)), len(rows)]
    blocks = [of_block(made, rows[start:end]) for start, end in pairwise(bounds)]
    assert pl.concat(blocks).rows() == of_block(made, rows).rows()


PATHS = [
    "doc", "wide_a", "score", "mixed[]", "numbers[]", "more[]", "more[0]", "more[-1]", "inner.deep",
    "claims[].text",
    "claims[0].ok", "claims[].votes[]", "answers.*.text", "answers.*.votes[]", "answers.s1.text",
]  # fmt: skip
ROWS: list[dict[str, Any]] = [
    {},
    {"rows": "claims[]"},
    {"rows": "claims[].votes[]"},
    {"rows": "answers.*"},
    {"rows": "answers.*.votes[]"},
    {"rows": "more[]"},
    {"rows": ["first[]", "second[]"]},
    {"make": {"parts": {"split": "doc", "at": " "}}, "rows": "parts[]"},
]
"""Rows as they are, of each item, of items of items, of each field, side by side, of parts of a text."""


KEPT: list[dict[str, Any]] = [
    {"keep": "first[]", "beside": {"second[]": ["a", "7"]}},
    {"keep": "numbers[]", "beside": {"first[]": ["a", ""]}},
    {"keep": "first[]", "beside": {"numbers[]": ["7", "0", ""]}},
    {"keep": "more[]", "beside": {"claims[].ok": "yes", "mixed[]": ["", "[x]"]}},
    {"keep": "claims[].text", "beside": {"claims[].ok": "yes"}},
    {"keep": "claims[].text", "where": {"claims[].ok": "yes"}},
]
OF_TEXTS = ("more[]", "parts[]", "claims[].votes[]", "answers.*.votes[]")


def operations(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Every operation of `OPERATIONS` but keys, which need a row that has one."""
    several = st.lists(inner, min_size=1, max_size=3)
    within = st.sampled_from(["more", "answers", "claims", "mixed", "inner"])
    page = {"look_up": inner, "in_file": st.just("pages.jsonl"), "by": st.just("id")}
    held = {"take": st.sampled_from(["list", "record", "lines", "id"])}
    return st.one_of(
        st.sampled_from(KEPT),
        st.fixed_dictionaries({"mean": several}),
        st.fixed_dictionaries({"look_up": inner, "in": within}),
        st.fixed_dictionaries(
            {"look_up": inner, "in": st.just("claims"), "by": st.just("ok"), "take": st.just("text")}
        ),
        st.fixed_dictionaries({**page, **held}),
        st.fixed_dictionaries({**page, **held, "item": inner}),
        several,
        st.fixed_dictionaries({"join": several, "with": st.sampled_from(["", "/", "a"])}),
        st.fixed_dictionaries({"first": several}),
        st.fixed_dictionaries({"constant": st.sampled_from(["k", ""])}),
        st.fixed_dictionaries({"file": st.sampled_from(["(.)[.]", "never"])}),
        st.fixed_dictionaries({"split": inner, "at": st.sampled_from([" ", "b"])}),
        st.fixed_dictionaries({"match": inner, "pattern": st.sampled_from(["b (.)", "[a-z]"])}),
        st.fixed_dictionaries({"replace": inner, "pattern": st.just("[ab]"), "by": st.just("x")}),
        st.fixed_dictionaries({"replace": inner, "word": inner, "by": inner}),
        st.fixed_dictionaries({"equal": st.lists(inner, min_size=2, max_size=2)}),
        st.fixed_dictionaries({"hash": inner}),
        st.fixed_dictionaries({"count": inner}),
        st.fixed_dictionaries({"cut": inner, "at": st.just([0, 1]), "names": st.just(["low", "in", "high"])}),
    )


VALUES = st.recursive(st.sampled_from(PATHS), operations, max_leaves=4)


@st.composite
def recipes(draw: st.DrawFn) -> dict[str, Any]:
    """A recipe of any operations: explode, columns to rows, rows of an entry, votes, constants, groups."""
    recipe = dict(draw(st.sampled_from(ROWS)))
    level = recipe.get("rows", "")
    value = VALUES | st.just(level) if level in OF_TEXTS else VALUES
    recipe["columns"] = {"premise": draw(value), "hypothesis": draw(value)}
    if draw(st.booleans()):
        recipe["columns"]["annotator_labels"] = draw(value)
    recipe["groups"] = {"group": draw(value)}
    if level == "answers.*":
        recipe["groups"]["system"] = {"key": level}
    if draw(st.booleans()):
        first = st.fixed_dictionaries({"first": st.lists(value, min_size=1, max_size=2)})
        own = {} if level else {"rows": st.sampled_from(["claims[]", "more[]", "answers.*"])}
        entry = st.fixed_dictionaries({"columns": st.fixed_dictionaries({"label": first})}, optional=own)
        recipe["each"] = draw(st.lists(entry, min_size=1, max_size=3))
    return recipe


SIDES = st.integers(0, 3).flatmap(
    lambda size: st.fixed_dictionaries(
        {
            "numbers": st.lists(NUMBER, min_size=size, max_size=size),
            **{each: st.lists(MAYBE, min_size=size, max_size=size) for each in ("first", "second")},
        }
    )
)
WHOLE = st.tuples(
    SOURCE,
    SIDES,
    st.fixed_dictionaries({}, optional={"inner": st.none() | st.fixed_dictionaries({"deep": MAYBE})}),
)


@given(recipe=recipes(), rows=st.lists(WHOLE, min_size=1, max_size=5), cuts=st.sets(st.integers(1, 4)))
def test_any_recipe_applied_to_any_blocks_gives_what_it_gives_in_one_piece(
    recipe: dict[str, Any], rows: list[tuple[dict[str, Any], ...]], cuts: set[int]
) -> None:
    made = recipe_of(recipe)
    source = [{key: value for part in row for key, value in part.items()} for row in rows]
    bounds = [0, *sorted(cut for cut in cuts if cut < len(source)), len(source)]
    blocks = [of_block(made, source[start:end]).rows() for start, end in pairwise(bounds)]
    assert [row for block in blocks for row in block] == of_block(made, source).rows()
