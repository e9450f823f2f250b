"""The overlap heuristics: the published counts, the published oddities, and the strict definition."""

import gzip
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import nltk
import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from rightreasons.artifacts.overlap.instances import HEURISTICS
from rightreasons.artifacts.overlap.published import published_instances
from rightreasons.artifacts.overlap.strict import strict_instances
from rightreasons.findings import Finding
from rightreasons.measures.data.overlap_heuristics import overlap_heuristics
from rightreasons.pairs import PairTable
from rightreasons.text.tokenisations import tokens

MakePairs = Callable[..., PairTable]
ItemsOf = Callable[..., pl.DataFrame]
Row = tuple[bool, ...]


def _frame(pairs: Sequence[tuple[str, str]], **parses: Sequence[str]) -> pl.DataFrame:
    frame = pl.DataFrame(pairs, schema={"premise": pl.String, "hypothesis": pl.String}, orient="row")
    return frame.with_columns(pl.Series(name, values) for name, values in parses.items())


def _strict(frame: pl.DataFrame) -> list[Row]:
    premise, hypothesis = (tokens(frame[side], "word-punct") for side in ("premise", "hypothesis"))
    return strict_instances(frame, premise, hypothesis)[0].flags.rows()


def _published(frame: pl.DataFrame) -> list[Row]:
    return published_instances(frame).flags.rows()


def _measured(pairs: PairTable) -> Finding:
    return overlap_heuristics(
        pairs, tokens(pairs.premises, "word-punct"), tokens(pairs.hypotheses, "word-punct")
    )


# --- the published figures


def test_the_published_contradicting_examples_are_all_found(shared_data: Path, make_pairs: MakePairs) -> None:
    text = (shared_data / "hans/mnli_contradicting_examples").read_text(encoding="utf-8")
    pairs = make_pairs([tuple(line.split("\t")) for line in text.splitlines()])
    finding = _measured(pairs)
    columns = finding.views["instances"].columns
    rows = {row[:2]: dict(zip(columns, row, strict=True)) for row in finding.views["instances"].lines}
    lexical, subsequence = (rows["hans-2019", name] for name in ("lexical_overlap", "subsequence"))
    assert (lexical["contradicting"], lexical["contradiction"], lexical["neutral"]) == (261, 179, 82)
    assert (subsequence["contradicting"], subsequence["contradiction"], subsequence["neutral"]) == (
        55,
        25,
        30,
    )
    # The same 55 by whole words: none of them rests on a part of a word.
    assert rows["strict", "subsequence"]["contradicting"] == 55
    constituent = finding.figures["hans-2019.constituent.contradicting"]
    assert (constituent.value, constituent.reason) == (None, "the data have no column premise_binary_parse")


def _published_by_hand(premise: str, hypothesis: str, parse: str) -> Row:
    """The three published rules, pair by pair in plain Python, from their description."""
    words = [[t for t in text.lower().split() if t not in (".", "?", "!")] for text in (premise, hypothesis)]
    stripped = " ".join(re.sub("[.?!]", "", word) for word in words[1])
    kept = [t.lower() for t in parse.split() if t not in (".", "?", "!")]
    phrases = set()
    for start, word in enumerate(kept):
        depth, end = int(word == "("), start + 1
        while depth:
            depth += {"(": 1, ")": -1}.get(kept[end], 0)
            end += 1
        if word == "(":
            phrases.add(" ".join(t for t in kept[start:end] if t not in "()"))
    return (set(words[1]) <= set(words[0]), " ".join(words[1]) in " ".join(words[0]), stripped in phrases)


def _strict_by_hand(premise: str, hypothesis: str) -> Row:
    """The strict definition by nltk's subtrees of the two Penn Treebank parses."""
    trees = [nltk.Tree.fromstring(parse) for parse in (premise, hypothesis)]

    def words(tree: nltk.Tree) -> list[str]:
        return [leaf.lower() for leaf in tree.leaves() if leaf not in (".", "?", "!")]

    own, other = words(trees[0]), words(trees[1])
    if not other:
        return (False, False, False)
    run = any(own[start : start + len(other)] == other for start in range(len(own)))
    subtrees = any(words(subtree) == other for subtree in trees[0].subtrees())
    return (set(other) <= set(own), run, run and subtrees)


def test_both_definitions_on_snli_agree_with_plain_python_and_nltk(shared_data: Path) -> None:
    with gzip.open(shared_data / "snli/snli_1.0_dev.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    # A sample, and whatever overlaps: few pairs do.
    chosen = [
        row
        for position, row in enumerate(rows)
        if position % 20 == 0
        or set(row["sentence2"].lower().split()) <= set(row["sentence1"].lower().split())
    ]
    frame = _frame(
        [(row["sentence1"], row["sentence2"]) for row in chosen],
        premise_binary_parse=[row["sentence1_binary_parse"] for row in chosen],
        premise_parse=[row["sentence1_parse"] for row in chosen],
        hypothesis_parse=[row["sentence2_parse"] for row in chosen],
    )
    by_hand = [
        _published_by_hand(row["sentence1"], row["sentence2"], row["sentence1_binary_parse"])
        for row in chosen
    ]
    assert _published(frame) == by_hand
    assert np.sum(by_hand, axis=0).min() > 5
    strict_by_hand = [_strict_by_hand(row["sentence1_parse"], row["sentence2_parse"]) for row in chosen]
    assert _strict(frame) == strict_by_hand
    assert np.sum(strict_by_hand, axis=0).min() > 5


# --- what each definition does where they differ


def test_published_rules_are_not_nested() -> None:
    # Spec: a constituent that is neither a substring nor made of the premise's white-space tokens.
    parse = "( ( If ( it rains ) ) ( , ( ( we stay ) . ) ) )"
    frame = _frame([("If it rains, we stay.", "It rains.")], premise_binary_parse=[parse])
    assert _published(frame) == [(False, False, True)]


def test_published_subsequence_finds_parts_of_words_and_strict_does_not() -> None:
    frame = _frame([("He saw the artist", "the art"), ("The dog barked.", "The dog barked")])
    assert [row[1] for row in _published(frame)] == [True, True]
    assert [row[1] for row in _strict(frame)] == [False, True]


def test_case_and_final_punctuation_do_not_count() -> None:
    frame = _frame([("Did he run ?", "He RUN !"), ("Did he run?", "he run.")])
    assert [row[:2] for row in _strict(frame)] == [(True, True)] * 2
    assert [row[0] for row in _published(frame)] == [True, False]


def test_a_repeated_word_needs_only_one_in_the_premise() -> None:
    assert _strict(_frame([("The author saw .", "The the author saw .")]))[0][:2] == (True, False)


def test_an_empty_hypothesis_is_an_instance_only_by_the_published_rules() -> None:
    frame = _frame([("A dog runs.", "."), ("A dog runs.", "")])
    assert [row[:2] for row in _published(frame)] == [(True, True)] * 2
    assert [row[:2] for row in _strict(frame)] == [(False, False)] * 2


def test_white_space_is_what_python_takes_for_it() -> None:
    frame = _frame([("one\u00a0two\x1fthree\tfour  five\u2003.", "one two three four five")])
    assert _published(frame)[0][:2] == (True, True)


def test_a_word_that_contains_a_blank_is_read_as_two() -> None:
    premise = "(ROOT (S (NP (DT The) (NN ice cream)) (VP (VBD melted)) (. .)))"
    frame = _frame(
        [("", "")], premise_parse=[premise], hypothesis_parse=["(NP (DT the) (NN ice) (NN cream))"]
    )
    assert _strict(frame) == [(True, True, True)]


def test_a_single_word_is_a_complete_subtree_of_a_binary_parse_too() -> None:
    frame = _frame([("", "")], premise_binary_parse=["( dogs ( bark . ) )"], hypothesis_binary_parse=["dogs"])
    assert _strict(frame) == [(True, True, True)]


def test_a_run_that_crosses_brackets_is_no_constituent() -> None:
    premise = "( ( The ( dog ( near ( the cat ) ) ) ) ( slept . ) )"
    frame = _frame(
        [("", "")], premise_binary_parse=[premise], hypothesis_binary_parse=["( ( the cat ) slept )"]
    )
    assert _strict(frame) == [(True, True, False)]


def test_parses_that_some_rows_lack_make_constituents_null_with_the_reason() -> None:
    parses = {f"{side}_parse": ["(S (NN a))", ""] for side in ("premise", "hypothesis")}
    frame = _frame([("a", "a"), ("a", "a")], **parses)
    premise, hypothesis = (tokens(frame[side], "word-punct") for side in ("premise", "hypothesis"))
    found, _ = strict_instances(frame, premise, hypothesis)
    assert found.flags["constituent"].null_count() == 2
    assert found.reasons == {"constituent": "1 of 2 rows have no premise_parse"}
    assert found.tokenisation == "word-punct"


@pytest.mark.parametrize("broken", ["(S (NN a)", "(S (NN a)))", ")("])
def test_broken_brackets_make_constituents_null_with_the_reason(broken: str) -> None:
    parses = {"premise_parse": ["(S (NN a))", broken], "hypothesis_parse": ["(S (NN a))"] * 2}
    frame = _frame([("a", "a"), ("a", "a")], **parses)
    premise, hypothesis = (tokens(frame[side], "word-punct") for side in ("premise", "hypothesis"))
    found, _ = strict_instances(frame, premise, hypothesis)
    reason = "the brackets of premise_parse in row 1 do not match each other"
    assert found.reasons == {"constituent": reason}
    published = published_instances(frame.rename({"premise_parse": "premise_binary_parse"}))
    assert "do not match each other" in published.reasons["constituent"]


_WORD = st.sampled_from(["a", "b", "A", "ab", ".", "?"])
_TREE = st.recursive(_WORD, lambda inner: st.lists(inner, min_size=1, max_size=3).map(tuple), max_leaves=8)


def _bracketing(tree: object) -> str:
    return tree if isinstance(tree, str) else f"( {' '.join(map(_bracketing, tree))} )"  # type: ignore[call-overload] # a tuple


@settings(max_examples=15)
@given(st.lists(st.tuples(_TREE, _TREE), min_size=4, max_size=20))
def test_random_trees_agree_with_plain_python_and_strict_is_nested(
    trees: list[tuple[object, object]],
) -> None:
    parses = [tuple(_bracketing(tree) for tree in pair) for pair in trees]
    texts = [tuple(re.sub("[() ]+", " ", parse).strip() for parse in pair) for pair in parses]
    frame = _frame(
        [(texts_of[0], texts_of[1]) for texts_of in texts],
        premise_binary_parse=[premise for premise, _ in parses],
        hypothesis_binary_parse=[hypothesis for _, hypothesis in parses],
    )
    assert _published(frame) == [
        _published_by_hand(premise, hypothesis, parse)
        for (premise, hypothesis), (parse, _) in zip(texts, parses, strict=True)
    ]
    for lexical, subsequence, constituent in _strict(frame):
        assert constituent <= subsequence <= lexical


# --- the finding


@pytest.fixture
def small(make_pairs: MakePairs) -> PairTable:
    return make_pairs(
        [
            ("The doctor near the actor danced.", "The actor danced.", "contradiction"),
            ("Happy dogs run.", "Dogs run.", "entailment"),
            ("Dogs chase cats.", "Cats chase dogs.", "neutral"),
            ("Dogs run.", "Dogs sleep.", "neutral"),
            ("Dogs run fast.", "Animals move.", "entailment"),
        ]
    )


def test_supporting_and_contradicting_pairs_are_counted(small: PairTable) -> None:
    figures = {name: figure.value for name, figure in _measured(small).figures.items()}
    assert (
        figures["strict.lexical_overlap.supporting"],
        figures["strict.lexical_overlap.contradicting"],
    ) == (1, 2)
    assert (figures["strict.subsequence.supporting"], figures["strict.subsequence.contradicting"]) == (1, 1)


def test_how_often_the_heuristic_is_right_has_n_and_interval(small: PairTable) -> None:
    figures = _measured(small).figures
    entailed, accuracy = (figures[f"strict.lexical_overlap.{name}"] for name in ("entailed", "accuracy"))
    # Right: one of three instances, and of the two others the neutral one.
    for estimate, right, n in ((entailed, 1, 3), (accuracy, 2, 5)):
        assert (estimate.value, estimate.n) == (right / n, n)
        assert estimate.interval is not None
        expected = proportion_confint(right, n, method="wilson")
        assert (estimate.interval.low, estimate.interval.high) == pytest.approx(expected)


def test_what_a_rule_that_never_applies_gets_is_said(small: PairTable) -> None:
    figure = _measured(small).figures["not_entailed"]
    assert (figure.value, figure.n) == (3 / 5, 5)


def test_overlap_and_jaccard_are_those_of_word_sets(small: PairTable) -> None:
    items = _measured(small).items
    assert items is not None
    assert items["overlap"].to_list() == pytest.approx([1, 1, 1, 1 / 2, 0])
    assert items["jaccard"].to_list() == pytest.approx([3 / 5, 2 / 3, 1, 1 / 3, 0])


def test_items_hold_the_flags_of_both_definitions(small: PairTable) -> None:
    items = _measured(small).items
    assert items is not None
    assert items.columns[3:] == [*HEURISTICS, *(f"{name}_hans_2019" for name in HEURISTICS)]
    assert items["lexical_overlap"].to_list() == [True, True, True, False, False]
    assert items["constituent"].null_count() == 5


def test_rows_behind_a_figure_are_the_pairs_that_it_counts(small: PairTable, items_of: ItemsOf) -> None:
    finding = _measured(small)
    items = items_of(finding, small)
    contradicting = finding.figures["strict.lexical_overlap.contradicting"].rows
    assert contradicting is not None
    assert contradicting.of(items)["id"].to_list() == ["row-0", "row-2"]
    for quantity in ("count", "share"):
        for figure in finding.figures.where(quantity):
            if figure.value is None:
                assert figure.rows is None or not figure.n
            elif figure.rows is not None:
                counted = figure.value if quantity == "count" or not figure.group else figure.n
                expected = figure.n * counted if figure.name == "not_entailed" else counted
                assert figure.rows.of(items).height == round(expected), figure.name


def test_the_first_lines_shown_are_those_of_the_headline(small: PairTable) -> None:
    finding = _measured(small)
    view = next(iter(finding.views.values()))
    first = view.cells(0)
    assert (first["definition"], first["heuristic"]) == ("strict", "lexical_overlap")
    assert f"{first['contradicting']:,} contradict" in finding.headline
    assert finding.headline.startswith(f"{100 * float(str(first['share'])):.1f} % of pairs")


def test_where_the_definitions_differ_is_counted(small: PairTable) -> None:
    # By white space "danced." equals "danced.", but "cats." is not "cats" and "dogs." not "dogs".
    rows = {row[0]: row[1:] for row in _measured(small).views["definitions"].lines}
    assert rows["lexical_overlap"] == (2, 0, 1)
    assert rows["constituent"] == (None, None, None)


def test_no_instance_at_all_gives_a_reason_and_no_rate(make_pairs: MakePairs) -> None:
    pairs = make_pairs([("a b", "c", "entailment"), ("a b", "d", "neutral")])
    finding = _measured(pairs)
    rate = finding.figures["strict.lexical_overlap.entailed"]
    assert (rate.value, rate.reason) == (None, "no pair is an instance of the heuristic")
    assert finding.headline.startswith("No hypothesis")
    assert finding.to_json()["measure"] == "overlap_heuristics"
