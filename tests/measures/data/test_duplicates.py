"""What occurs again, what disagrees, and what leaks: counted by hand."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from itertools import product

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.findings import Finding
from rightreasons.measures.data.duplicates import duplicates
from rightreasons.pairs import PairTable
from rightreasons.text.tokens import Tokens

MakePairs = Callable[..., PairTable]
ItemsOf = Callable[..., pl.DataFrame]
Pair = tuple[str, str, str]
TEXTS = st.sampled_from(
    ["a", "A", "a b", "a  b", " a\tb ", "b", "B\n", "", "ab", "“a.”", "a\u00a0b", "ａ", "a\u200bb", "!", "?"]
)
PAIRS = st.lists(
    st.tuples(TEXTS, TEXTS, st.sampled_from(["entailment", "neutral", "contradiction"])),
    min_size=1,
    max_size=25,
)
TEXTS_OF: dict[str, Callable[[Pair], tuple[str, ...]]] = {
    "hypothesis": lambda pair: (pair[1],),
    "premise": lambda pair: (pair[0],),
    "pair": lambda pair: pair[:2],
}


def key(pair: Pair, what: str, reading: str) -> Hashable:
    texts = TEXTS_OF[what](pair)
    return texts if reading == "exact" else tuple(map(words, texts))


def words(text: str) -> str:
    """Return the words of a text by the tables of Python, or the text itself where there are none."""
    seen = "".join(sign for sign in unicodedata.normalize("NFKC", text) if unicodedata.category(sign) != "Cf")
    return " ".join(re.findall(r"\w+", seen.lower())) or text.strip()


def within_by_hand(rows: list[Pair], what: str, reading: str) -> tuple[int, ...]:
    labels: dict[Hashable, list[str]] = defaultdict(list)
    for row in rows:
        labels[key(row, what, reading)].append(row[2])
    repeated = [found for found in labels.values() if len(found) > 1]
    conflicting = [found for found in repeated if len(set(found)) > 1]
    return (
        len(rows),
        len(labels),
        len(repeated),
        sum(map(len, repeated)),
        len(conflicting),
        sum(map(len, conflicting)),
    )


@given(PAIRS, PAIRS)
def test_all_counts_are_those_of_a_count_by_hand(
    make_pairs: MakePairs, first: list[Pair], second: list[Pair]
) -> None:
    splits = {"train": first, "test": second}
    finding = duplicates({name: make_pairs(rows, name=name) for name, rows in splits.items()})
    within = {row[:3]: row[3:] for row in finding.views["within"].lines}
    for split, what, reading in product(splits, ("hypothesis", "pair"), ("exact", "normalised")):
        assert within[split, what, reading] == within_by_hand(splits[split], what, reading)
    for row in finding.views["between"].lines:
        what, reading = str(row[2]), str(row[3])
        one, other = ([key(pair, what, reading) for pair in rows] for rows in (first, second))
        both = set(one) & set(other)
        of_one, of_other = (sum(each in both for each in rows) for rows in (one, other))
        assert row[4:] == (len(both), of_one, of_one / len(one), of_other, of_other / len(other))


def leaky_splits(make_pairs: MakePairs) -> dict[str, PairTable]:
    train = make_pairs(
        [
            ("p", "sleeping", "contradiction"),
            ("q", "sleeping", "neutral"),
            ("q", "sleeping", "neutral"),
            ("r", "walking", "neutral"),
            ("r", "walking", "entailment"),
        ],
        name="train",
    )
    test = make_pairs(
        [("q", "sleeping", "neutral"), ("q", "sitting", "neutral"), ("z", "walking", "neutral")], name="test"
    )
    return {"train": train, "test": test}


def leaky(make_pairs: MakePairs) -> Finding:
    return duplicates(leaky_splits(make_pairs))


def test_figures_are_shares_of_rows(make_pairs: MakePairs) -> None:
    figures = {name: figure.value for name, figure in leaky(make_pairs).figures.items()}
    assert figures == pytest.approx(
        {
            "repeated_hypotheses": 1.0,
            "conflicting_hypotheses": 1.0,
            "repeated_pairs": 0.8,
            "conflicting_pairs": 0.4,
            "leaked_hypotheses.test": 2 / 3,
            "leaked_premises.test": 2 / 3,
            "leaked_pairs.test": 1 / 3,
        }
    )


def test_rows_behind_a_figure_are_those_that_it_counts(make_pairs: MakePairs, items_of: ItemsOf) -> None:
    splits = leaky_splits(make_pairs)
    finding = duplicates(splits)
    items = items_of(finding, *splits.values())
    for name, figure in finding.figures.items():
        assert figure.rows is not None
        rows = figure.rows.of(items)
        assert rows.height == round((figure.value or 0) * figure.n), name
        assert set(rows["set"]) == {"test" if name.startswith("leaked") else "train"}
        assert figure.set == ("test" if name.startswith("leaked") else None)
    leaked = {name: each.rows for name, each in finding.figures.items() if name.startswith("leaked")}
    assert {name: rows.of(items)["id"].to_list() for name, rows in leaked.items() if rows is not None} == {
        "leaked_hypotheses.test": ["row-0", "row-2"],
        "leaked_premises.test": ["row-0", "row-1"],
        "leaked_pairs.test": ["row-0"],
    }


def test_rows_that_disagree_stand_side_by_side(make_pairs: MakePairs, items_of: ItemsOf) -> None:
    rows = [("r", "walking", "neutral"), ("q", "b", "neutral"), ("q", "a", "neutral")]
    table = make_pairs([*rows, *((p, h, "entailment") for p, h, _ in rows)])
    finding = duplicates({"data": table})
    found = finding.figures["conflicting_pairs"].rows
    assert found is not None
    shown = found.of(items_of(finding, table))
    assert shown["hypothesis"].to_list() == ["a", "a", "b", "b", "walking", "walking"]
    assert shown["label"].to_list() == ["entailment", "neutral"] * 3


def test_the_headline_names_leaks_of_sentences_and_the_first_view_holds_them(make_pairs: MakePairs) -> None:
    train = make_pairs([("p", "a", "neutral"), ("q", "b", "neutral")], name="train")
    test = make_pairs([("p", "c", "neutral"), ("z", "d", "neutral")], name="test")
    finding = duplicates({"train": train, "test": test})
    assert "0.00 % of the pairs, 0.00 % of the hypotheses and 50.00 % of the premises of 'test'" in (
        finding.headline
    )
    name, view = next(iter(finding.views.items()))
    assert name == "between"
    cells = [view.cells(line) for line in range(len(view.lines))]
    (shown,) = (each for each in cells if (each["what"], each["reading"]) == ("premise", "exact"))
    assert shown["share_of_other"] == finding.figures["leaked_premises.test"].value == 0.5
    assert next(iter(duplicates({"train": train}).views)) == "within"


def test_every_row_says_how_often_it_occurs(make_pairs: MakePairs) -> None:
    items = leaky(make_pairs).items
    assert items is not None
    assert items.filter(set="train").select(
        "hypothesis_copies", "hypothesis_conflict", "pair_copies", "pair_conflict"
    ).rows() == [
        (3, True, 1, False),
        (3, True, 2, False),
        (3, True, 2, False),
        (2, True, 2, True),
        (2, True, 2, True),
    ]


def test_snli_dev_repeats_as_a_counter_says(snli_dev: tuple[PairTable, Tokens]) -> None:
    table, _ = snli_dev
    finding = duplicates({"SNLI dev": table})
    copies = Counter(table.hypotheses)
    repeated = sum(copies[text] > 1 for text in table.hypotheses)
    assert finding.figures["repeated_hypotheses"].value == repeated / len(table)
    assert not [name for name in finding.figures if name.startswith("leaked")]


def test_pairs_of_different_split_do_not_run_together(make_pairs: MakePairs) -> None:
    finding = duplicates({"data": make_pairs([("a b", "c", "neutral"), ("a", "b c", "entailment")])})
    assert finding.figures["repeated_pairs"].value == 0
