"""Leaves of binary and PTB parses agree with each other, with nltk, and with what was put in."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.errors import ParseError
from rightreasons.text.parses import kind_of, leaves
from rightreasons.text.trees import Tree, read_tree

words = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters=" \t\r\n()"), min_size=1, max_size=5
)
gaps = st.sampled_from([" ", "  ", "\n", "\t "])
ptb_trees = st.recursive(
    st.builds(lambda label, word: Tree(label, leaf=word), words, words),
    lambda below: st.builds(
        lambda label, nodes: Tree(label, tuple(nodes)), words, st.lists(below, min_size=1, max_size=4)
    ),
    max_leaves=12,
)
binary_trees = st.recursive(
    st.builds(lambda word: Tree(leaf=word), words),
    lambda below: st.builds(lambda left, right: Tree(None, (left, right)), below, below),
    max_leaves=12,
)


def written(tree: Tree, gap: str) -> str:
    if tree.label is None:
        return tree.leaf or f"({gap}{gap.join(written(child, gap) for child in tree.children)}{gap})"
    inside = tree.leaf or gap.join(written(child, gap) for child in tree.children)
    return f"({tree.label}{gap}{inside})"


@given(trees=st.lists(ptb_trees, max_size=5) | st.lists(binary_trees, max_size=5), gap=gaps)
def test_what_is_written_is_read_again(trees: list[Tree], gap: str) -> None:
    texts = [written(tree, gap) for tree in trees]
    assert [read_tree(text) for text in texts] == trees
    found = leaves(pl.Series(texts, dtype=pl.String)).to_list()
    assert found == [list(tree.leaves()) for tree in trees]


@pytest.mark.parametrize("side", ["sentence1", "sentence2"])
def test_both_parses_of_a_real_sentence_have_the_same_leaves(side: str, snli_dev: pl.DataFrame) -> None:
    binary, ptb = snli_dev[f"{side}_binary_parse"], snli_dev[f"{side}_parse"]
    assert (kind_of(binary), kind_of(ptb)) == ("binary", "ptb")
    assert leaves(binary).to_list() == leaves(ptb).to_list()
    plain = [[piece for piece in parse.split(" ") if piece not in "()"] for parse in binary.to_list()]
    assert leaves(binary).to_list() == plain


def nodes_of(tree: Tree) -> list[Tree]:
    return [tree, *(node for child in tree.children for node in nodes_of(child))]


def test_trees_of_real_sentences_are_those_of_nltk(snli_dev: pl.DataFrame) -> None:
    from nltk import Tree as NltkTree

    for parse in snli_dev["sentence2_parse"].head(300).to_list():
        theirs = NltkTree.fromstring(parse)
        ours = read_tree(parse)
        assert list(ours.leaves()) == theirs.leaves()
        expected = [(node.label(), tuple(node.leaves())) for node in theirs.subtrees()]
        assert [(node.label, node.leaves()) for node in nodes_of(ours)] == expected


def test_escaped_brackets_are_kept_as_they_stand() -> None:
    assert leaves(pl.Series(["( -LRB- ( so -RRB- ) )"])).to_list() == [["-LRB-", "so", "-RRB-"]]
    assert leaves(pl.Series(["(PRN (-LRB- -LRB-) (RB so) (-RRB- -RRB-))"])).to_list() == [
        ["-LRB-", "so", "-RRB-"]
    ]


def test_the_outermost_name_may_be_missing() -> None:
    assert leaves(pl.Series(["( (S (NN rain) (VBZ falls)))"])).to_list() == [["rain", "falls"]]


def test_a_no_break_space_stays_within_its_token() -> None:
    assert leaves(pl.Series(["( 1\u00a01/2 cups )"])).to_list() == [["1\u00a01/2", "cups"]]


def test_null_stays_null_and_an_empty_parse_has_no_tokens() -> None:
    assert leaves(pl.Series([None, "", "( a b )"])).to_list() == [None, [], ["a", "b"]]
    assert leaves(pl.Series([], dtype=pl.String)).to_list() == []
    assert leaves(pl.Series([None], dtype=pl.String)).to_list() == [None]


MALFORMED = [
    "( a", "a )", ")(", ") a (", "( a ) ( b )", "a b", "( a ) b", "a ( b )", "( )", "( ( a )", "(X)",
    "(X ())", "(X (Y))", "(X y", "(X y))", "(NP the dog)", "(NP the (X y))", "(NP (X y) z)", "(NP (X y)z)",
    "(NP y(X y))",
]  # fmt: skip


@pytest.mark.parametrize("sound", ["( c d )", "(C (D d) (E e))"])
@pytest.mark.parametrize("broken", MALFORMED)
def test_a_malformed_parse_is_named_by_its_row(sound: str, broken: str) -> None:
    with pytest.raises(ParseError, match=r"row 2 \[RR302\]"):
        leaves(pl.Series([sound, sound, broken, sound, broken]))


@pytest.mark.parametrize("broken", [*MALFORMED, "", " "])
def test_a_malformed_parse_is_no_tree(broken: str) -> None:
    with pytest.raises(ParseError):
        read_tree(broken)


@pytest.mark.parametrize("rows", [["( a b )", "(X (Y y))"], ["(X (Y y))", "( a b )"]])
def test_the_two_kinds_do_not_mix(rows: list[str]) -> None:
    with pytest.raises(ParseError, match=r"row 1 \[RR302\]"):
        leaves(pl.Series(rows))


@given(text=st.text(st.sampled_from("()ab "), min_size=1, max_size=12))
def test_a_column_and_a_tree_agree_on_what_is_well_formed(text: str) -> None:
    try:
        expected = [list(read_tree(text).leaves())]
    except ParseError:
        expected = None
    if not text.strip():
        expected = [[]]
    if expected is None:
        with pytest.raises(ParseError):
            leaves(pl.Series([text]))
    else:
        assert leaves(pl.Series([text])).to_list() == expected


def test_the_row_is_found_far_down_a_long_column() -> None:
    with pytest.raises(ParseError, match=r"row 25,000 \[RR302\]"):
        leaves(pl.Series(["( a b )"] * 25_000 + ["( a ( b )"]))


def test_a_very_deep_parse_is_read() -> None:
    tree = read_tree("( " * 20_000 + "a" + " )" * 20_000)
    assert tree.leaves() == ("a",)
