"""Rows that stay together in a split: held against a search through all pairs of rows."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from unicodedata import normalize

import numpy as np
import pytest

from rightreasons.artifacts.linked_rows import linked_rows, without_value
from rightreasons.errors import OptionError, UnknownNameError
from rightreasons.pairs import PairTable

MakePairs = Callable[..., PairTable]
Row = tuple[str, str]
SPELLINGS = (str, str.upper, lambda text: f"  {text} ", lambda text: text.replace(" ", "\u00a0"))
LINKS: dict[str, Callable[[Row, Row], bool]] = {
    "premise": lambda first, second: first[0] == second[0],
    "hypothesis": lambda first, second: first[1] == second[1],
    "both": lambda first, second: bool({*first} & {*second}),
}


def reached(links: list[tuple[int, int]], rows: int) -> list[set[int]]:
    """Return the rows that each row is linked to, through others too: an own search, row by row."""
    beside: dict[int, set[int]] = {row: set() for row in range(rows)}
    for first, second in links:
        beside[first].add(second)
        beside[second].add(first)
    found = []
    for row in range(rows):
        seen, waiting = {row}, [row]
        while waiting:
            more = beside[waiting.pop()] - seen
            seen |= more
            waiting.extend(more)
        found.append(seen)
    return found


@pytest.mark.parametrize("by", LINKS)
@pytest.mark.parametrize("seed", range(10))
def test_rows_are_one_component_where_a_search_gets_from_one_to_the_other(
    make_pairs: MakePairs, by: str, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    texts = [f"un café {number}" for number in range(60)]
    rows = [(texts[p], texts[h]) for p, h in rng.integers(0, 60, (40, 2))]
    spelt = [
        tuple(SPELLINGS[way](text) for way, text in zip(rng.integers(0, 4, 2), row, strict=True))
        for row in rows
    ]
    pairs = make_pairs([(premise, hypothesis, "neutral") for premise, hypothesis in spelt])
    places = combinations(range(len(rows)), 2)
    linked = reached([(a, b) for a, b in places if LINKS[by](rows[a], rows[b])], len(rows))
    components = linked_rows(pairs, by)
    assert [{*np.flatnonzero(components == each).tolist()} for each in components] == linked


def test_texts_in_another_unicode_form_are_one_text(make_pairs: MakePairs) -> None:
    texts = [normalize(form, "un café est né") for form in ("NFC", "NFD")]
    assert texts[0] != texts[1]
    pairs = make_pairs([(f"premise {place}", text, "neutral") for place, text in enumerate(texts)])
    assert linked_rows(pairs, "hypothesis").tolist() == [0, 0]


def test_a_text_links_rows_on_whichever_side_it_stands(make_pairs: MakePairs) -> None:
    pairs = make_pairs([("a dog runs", "it moves", "neutral"), ("a cat sits", "a dog runs", "neutral")])
    assert linked_rows(pairs, "both").tolist() == [0, 0]
    assert len(set(linked_rows(pairs, "premise"))) == len(set(linked_rows(pairs, "hypothesis"))) == 2


def test_rows_with_one_value_of_a_column_are_linked_and_rows_without_one_are_alone(
    make_pairs: MakePairs,
) -> None:
    values = ["News", "news ", None, "", "fiction", None]
    rows = [(f"p{place}", f"h{place}", "neutral") for place in range(len(values))]
    pairs = make_pairs(rows, {"genre": values})
    components = linked_rows(pairs, "genre")
    assert components[0] == components[1]
    assert len(set(components.tolist())) == 5
    assert without_value(pairs, "genre") == 3
    assert without_value(pairs, "both") == 0


def test_numbers_are_values_too(make_pairs: MakePairs) -> None:
    rows = [(f"p{place}", f"h{place}", "neutral") for place in range(4)]
    components = linked_rows(make_pairs(rows, {"document": [7, 7, 12, 7]}), "document")
    assert components[0] == components[1] == components[3] != components[2]


def test_the_column_of_the_source_that_a_side_was_read_from_is_that_side(make_pairs: MakePairs) -> None:
    pairs = make_pairs([("e1", "c1", "neutral"), ("e2", "c1", "neutral")])
    read = replace(pairs, provenance=replace(pairs.provenance, columns={"hypothesis": "claim"}))
    assert linked_rows(read, "claim").tolist() == linked_rows(read, "hypothesis").tolist() == [0, 0]


def test_a_column_that_is_not_there_is_refused_with_the_nearest_one(make_pairs: MakePairs) -> None:
    pairs = make_pairs([("p", "h", "neutral")], {"genre": ["news"], "votes": [["a", "b"]]})
    with pytest.raises(UnknownNameError, match="did you mean 'genre'"):
        linked_rows(pairs, "gnre")
    with pytest.raises(OptionError, match="several values a row"):
        linked_rows(pairs, "votes")
