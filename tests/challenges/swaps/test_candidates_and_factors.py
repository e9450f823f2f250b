"""Candidates, polarity and unseen pairs are those that a plain loop over instances finds."""

import re
from collections import Counter

import polars as pl
import pytest

from rightreasons import read_pairs
from rightreasons.artifacts.words_of_pairs import words_of
from rightreasons.challenges.swaps.candidates import candidates
from rightreasons.challenges.swaps.factors import factors
from rightreasons.challenges.swaps.forms import Forms
from rightreasons.labels import THREE_WAY
from rightreasons.pairs import PairTable
from rightreasons.text.word_pairs import ALL_POS, WordPairs, pairs_frame
from rightreasons.text.wordnet import WordNet


def tokens(text: str) -> set[str]:
    return {token.lower() for token in re.findall(r"\w+|[^\w\s]", text)}


@pytest.fixture(scope="module")
def part(snli_part: PairTable) -> PairTable:
    return snli_part.head(1_500)


def test_candidates_are_those_of_the_plain_double_loop(
    part: PairTable, wordnet: WordNet, forms: Forms
) -> None:
    antonyms = wordnet.relation_pairs("antonym").frame
    hypernyms = wordnet.relation_pairs("hypernym").frame.gather_every(12)
    frame = pl.concat([antonyms, hypernyms])
    both: dict[tuple[str, str, str], set[str]] = {}
    turned = {"hypernym": "hyponym", "hyponym": "hypernym", "antonym": "antonym"}
    for first, second, pos, relation in frame.iter_rows():
        both.setdefault((first, second, pos), set()).add(relation)
        both.setdefault((second, first, pos), set()).add(turned[relation])
    unambiguous = {pair: relations for pair, relations in both.items() if len(relations) == 1}
    expected = set()
    few = part.head(800)
    for row, (premise, hypothesis) in enumerate(few.frame.select("premise", "hypothesis").iter_rows()):
        sentences = [
            {(pos, lemma) for word in tokens(text) for pos in ALL_POS for lemma in forms.lemmas(word, pos)}
            for text in (premise, hypothesis)
        ]
        for pos, first in sentences[0]:
            for other_pos, second in sentences[1]:
                if pos == other_pos and (first, second, pos) in unambiguous:
                    expected.add((row, first, second, pos, *unambiguous[first, second, pos]))
    found = candidates(words_of(few), WordPairs(frame, "both", ()), forms)
    assert len(expected) > 50
    assert set(found.rows()) == expected
    assert found.height == len(expected)


def test_a_pair_without_a_part_of_speech_is_taken_as_each_that_both_words_have(
    wordnet: WordNet, forms: Forms
) -> None:
    rows = {
        "premise": ["Two women walk.", "A man.", "He sits."],
        "hypothesis": ["A man rides.", "Women", "He stands"],
        "label": ["contradiction"] * 3,
    }
    pairs = WordPairs(
        pairs_frame([("man", "woman", None, "antonym"), ("sit", "stand", None, "antonym")]), "mine", ()
    )
    found = candidates(words_of(read_pairs(pl.DataFrame(rows))), pairs, forms)
    assert found.select("row", "first", "second", "pos").rows() == [
        (0, "woman", "man", "n"),
        (1, "man", "woman", "n"),
        (2, "sit", "stand", "v"),
    ]


def test_polarity_and_unseen_pairs_are_those_of_a_plain_count(part: PairTable) -> None:
    common = Counter(token for text in part.premises for token in tokens(text)).most_common(60)
    names = [token for token, _ in common] + ["sunset", "zebra crossing", "unheard-of"]
    asked = pl.DataFrame({"first": names}).join(pl.DataFrame({"second": names}), how="cross")
    found = factors(words_of(part), part.gold, asked)
    rows = [
        (tokens(premise), tokens(hypothesis), label)
        for premise, hypothesis, label in part.frame.select("premise", "hypothesis", "label").iter_rows()
    ]
    order = [label.value for label in THREE_WAY]
    seen = set()
    for row in found.iter_rows(named=True):
        counts = Counter(label for p, h, label in rows if row["first"] in p and row["second"] in h)
        most = max(counts.values(), default=0)
        polarity = "-".join(label for label in order if most and counts[label] == most) or "none"
        assert (row["polarity"], row["unseen"]) == (polarity, not counts)
        assert [row[label] for label in order] == [counts[label] for label in order]
        seen.add(polarity)
    # three classes, four ties, none (Sanchez et al. 2018, footnote 5)
    assert len(seen) == 8


def test_the_order_of_the_words_matters_and_a_word_counts_once_an_instance() -> None:
    rows = {
        "premise": ["sunset, Sunset", "A sunset", "A sunrise"],
        "hypothesis": ["sunrise sunrise", "Sunrise!", "A sunset"],
        "label": ["neutral", "contradiction", "entailment"],
    }
    table = read_pairs(pl.DataFrame(rows))
    asked = pl.DataFrame(
        {"first": ["sunset", "sunrise", "sunset"], "second": ["sunrise", "sunset", "sunset"]}
    )
    found = factors(words_of(table), table.gold, asked)
    assert found["polarity"].to_list() == ["neutral-contradiction", "entailment", "none"]
    assert found["unseen"].to_list() == [False, False, True]
