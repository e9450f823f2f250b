"""Named tokenisations give what nltk, `re` and `str.split` give, on real sentences and on nasty ones."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.errors import ParseError, TokenisationError, UnknownNameError
from rightreasons.text.tokenisations import (
    SPLITTERS,
    TOKENISATIONS,
    choose_tokenisation,
    tokenise,
    tokens,
)

SPACES = "".join(chr(point) for point in range(0x110000) if chr(point).isspace())
QUOTES = "\"'`.,:;?!()[]{}<>-@#$%&"
CONTRACTIONS = ["cannot", "d'ye", "gimme", "gonna", "gotta", "lemme", "more'n", "wanna", "'tis", "'twas"]
ENDINGS = ["'s", "'S ", "'m", "'d ", "'ll", "'LL ", "'re ", "'VE", "n't", "N'T "]
ODD = [
    "\u0301",
    "\u200d",
    "\u203f",
    "\u2460",
    "\u24b6",
    "\u0663",
    "é",
    "中",
    "\U0001f600",
    "\0",
    "a",
    "B",
    "7",
    "_",
]
PIECES = [*QUOTES, *SPACES, "``", "''", "...", "--", *ENDINGS, *CONTRACTIONS, *ODD]
nasty = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=14).map("".join),
    st.lists(st.sampled_from([*CONTRACTIONS, "CANnot", "'TIS", " ", "  ", "-", "'"]), max_size=10).map(
        "".join
    ),
    st.text(alphabet=st.sampled_from("ab'\"., \n`-(" + SPACES), max_size=20),
    st.text(max_size=20),
)


@cache
def _treebank() -> Any:
    from nltk.tokenize import TreebankWordTokenizer

    return TreebankWordTokenizer()


def by_nltk(text: str) -> list[str]:
    found: list[str] = _treebank().tokenize(text)
    return found


def by_re(text: str) -> list[str]:
    return re.findall(r"\w+|[^\w\s]", text)


ORACLES: dict[str, Callable[[str], list[str]]] = {
    "treebank": by_nltk,
    "word-punct": by_re,
    "whitespace": str.split,
}


def split(texts: list[str], name: str) -> list[list[str]]:
    found: list[list[str]] = tokenise(pl.Series(texts, dtype=pl.String), name).to_list()
    return found


@pytest.mark.parametrize(("name", "every"), [("treebank", 10), ("word-punct", 1), ("whitespace", 1)])
def test_real_sentences_are_split_as_the_oracle_splits_them(
    name: str, every: int, real_sentences: pl.Series
) -> None:
    sentences = real_sentences.gather_every(every)  # nltk takes its time
    found = tokenise(sentences, name).to_list()
    expected = [ORACLES[name](text) for text in sentences.to_list()]
    assert [pair for pair in zip(found, expected, strict=True) if pair[0] != pair[1]] == []
    assert len(found) > 4_000


@pytest.mark.parametrize("name", ORACLES)
@given(texts=st.lists(nasty, min_size=5, max_size=15))
def test_nasty_texts_are_split_as_the_oracle_splits_them(name: str, texts: list[str]) -> None:
    assert split(texts, name) == [ORACLES[name](text) for text in texts]


@pytest.mark.parametrize("name", ["word-punct", "whitespace"])
def test_every_character_falls_in_the_class_python_puts_it_in(name: str) -> None:
    points = [*range(0xD800), *range(0xE000, 0x40000), *range(0x40000, 0x110000, 97)]
    characters = [chr(point) for point in points if chr(point).isprintable() or point < 0x10000]
    # Many characters a text, each between letters, so that the oracle is called seldom.
    texts = ["a".join(characters[start : start + 1_000]) for start in range(0, len(characters), 1_000)]
    assert split(texts, name) == [ORACLES[name](text) for text in texts]


def test_python_knows_no_word_character_beyond_those_looked_at() -> None:
    assert re.search(r"\w", "".join(map(chr, range(0x40000, 0x110000)))) is None


def test_white_space_and_digits_are_the_treebank_rules_own() -> None:
    digits = [chr(point) for point in range(0x20000) if chr(point).isdecimal()]
    texts = [f'so:{char},{char} a.\'{char} "it"{char}d.{char}' for char in [*SPACES, *digits, *ODD]]
    assert split(texts, "treebank") == [by_nltk(text) for text in texts]


@pytest.mark.parametrize("text", CONTRACTIONS)
def test_contractions_ignore_case_as_python_does(text: str) -> None:
    alike = {"i": "iI\u0130\u0131", "s": "sS\u017f", "k": "kK\u212a"}
    texts = [
        f"so {text[:at]}{other}{text[at + 1 :]}{behind}"
        for at, char in enumerate(text)
        for other in alike.get(char, char + char.upper())
        for behind in ("", " ", "\x1c", "\u0301", "_", "-", f" {text} {text}")
    ]
    assert split(texts, "treebank") == [by_nltk(text) for text in texts]


def test_treebank_tokens_read_as_in_the_penn_treebank() -> None:
    found = split(["They'll save (and can't invest) more, \"cannot\" they?"], "treebank")
    assert " ".join(found[0]) == "They 'll save ( and ca n't invest ) more , `` can not '' they ?"


@pytest.mark.parametrize("name", ORACLES)
def test_no_text_and_empty_texts_have_no_tokens(name: str) -> None:
    assert split([], name) == []
    assert split(["", " \n", "a"], name) == [[], [], ["a"]]


def test_the_texts_are_left_as_they_were() -> None:
    texts = pl.Series(["You cannot, 'tis so.", "a"])
    tokenise(texts, "treebank")
    assert texts.to_list() == ["You cannot, 'tis so.", "a"]


def test_parse_takes_the_leaves_and_nothing_of_the_text() -> None:
    parses = pl.Series(["( ( Two women ) sleep )", "Thi"])
    assert tokenise(pl.Series(["x", "y"]), "parse", parses).to_list() == [["Two", "women", "sleep"], ["Thi"]]


def test_parse_without_parses_is_refused() -> None:
    with pytest.raises(TokenisationError, match="without parses"):
        tokenise(pl.Series(["a"]), "parse")


@pytest.mark.parametrize("missing", [None, "", " \n"])
def test_a_text_without_its_parse_is_named_by_its_row(missing: str | None) -> None:
    with pytest.raises(TokenisationError, match=r"1 of 2 texts without a parse, the first in row 1"):
        tokenise(pl.Series(["a", "b"]), "parse", pl.Series(["( a )", missing]))


def test_a_broken_parse_is_refused() -> None:
    with pytest.raises(ParseError, match="row 1"):
        tokenise(pl.Series(["a", "b"]), "parse", pl.Series(["( a )", "( b"]))


def test_parses_of_other_texts_are_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="2 texts, but 1 parses"):
        tokenise(pl.Series(["a", "b"]), "parse", pl.Series(["( a )"]))


def test_an_unknown_name_gets_the_nearest_one() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'treebank'"):
        tokens(pl.Series(["a"]), "trebank")


def test_every_tokenisation_is_described_and_can_be_loaded() -> None:
    assert set(SPLITTERS) == set(TOKENISATIONS)
    assert all(callable(SPLITTERS.load(name)) for name in TOKENISATIONS)


def test_parses_are_chosen_only_if_every_table_has_them() -> None:
    assert choose_tokenisation([True, True]) == "parse"
    assert choose_tokenisation([True, False]) == "word-punct"
    assert choose_tokenisation([]) == "word-punct"


def test_tokens_know_the_tokenisation_they_came_from() -> None:
    found = tokens(pl.Series(["No, no."]), "word-punct")
    assert found.tokenisation == "word-punct"
    assert found.to_lists() == [["No", ",", "no", "."]]
