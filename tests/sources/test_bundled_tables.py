"""The bundled corpus as a table: right labels, the same bytes for the same seed, what was asked for."""

import hashlib
import os
import re
import subprocess
import sys
from collections import Counter

import polars as pl
import pytest

from rightreasons.errors import ColumnError, OptionError, UnknownNameError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.sources.bundled import bundled_pairs, bundled_splits, planted, stated_artifacts
from rightreasons.sources.bundled.planted import SLOTS
from rightreasons.sources.bundled.vocabulary import read_yaml, vocabulary

DIGEST = """
import hashlib
from rightreasons.sources.bundled import bundled_pairs
print(hashlib.sha256(bundled_pairs(1_000, 7).frame.write_json().encode()).hexdigest())
"""


def label_read_from(premise: str, hypothesis: str) -> Label:
    """Decide the label as a reader would who knows who is who: from the clause about the same person."""
    words = read_yaml("vocabulary.yaml")
    called = re.findall(r"\w+", hypothesis)
    (general,) = (word for word in called if word in words["subjects"])
    names = {general, *words["subjects"][general]}
    clauses = re.split(r" (?:while|as|and) ", premise.rstrip("."))
    (clause,) = (clause for clause in clauses if names.intersection(clause.split()))
    (verb,) = (word for word in called if word in words["activities"])
    if verb not in clause.split():
        return Label.CONTRADICTION
    (detail,) = (phrase for phrase in vocabulary().details if f" {phrase} " in hypothesis.replace(".", " "))
    return Label.ENTAILMENT if f" {detail} " in f"{clause} " else Label.NEUTRAL


def test_a_reader_of_both_sentences_finds_every_label() -> None:
    rows = bundled_pairs(3_000, seed=2).frame.select("premise", "hypothesis", "label").iter_rows()
    assert all(label_read_from(premise, hypothesis) == gold for premise, hypothesis, gold in rows)


def test_the_same_seed_gives_the_same_bytes_in_any_process() -> None:
    here = [hashlib.sha256(bundled_pairs(1_000, 7).frame.write_json().encode()).hexdigest() for _ in range(2)]
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    there = subprocess.run(
        [sys.executable, "-c", DIGEST],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    assert {*here, there.stdout.strip()} == {here[0]}


def test_another_seed_gives_other_pairs() -> None:
    one, other = (set(bundled_pairs(300, seed).hypotheses) for seed in (1, 2))
    assert len(one & other) < 10


def test_train_and_test_share_no_premise() -> None:
    train, test = bundled_splits(9_000, 9_000, seed=1)
    assert not set(train.premises) & set(test.premises)
    assert not set(train.frame["id"]) & set(test.frame["id"])
    assert train.frame.equals(bundled_pairs(9_000, seed=1).frame)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 100])
def test_any_size_is_made_to_the_row(size: int) -> None:
    pairs = bundled_pairs(size)
    assert len(pairs) == size == pairs.account.kept
    assert pairs.frame.schema == bundled_pairs(3).frame.schema


def test_sentences_begin_with_a_capital_and_end_with_one_full_stop() -> None:
    pairs = bundled_pairs(900)
    for text in pl.concat([pairs.premises.rename("text"), pairs.hypotheses.rename("text")]):
        assert re.fullmatch(r"[A-Z]\w*( \w+)+\.", text), text


def test_only_what_is_asked_for_is_planted() -> None:
    assert set(bundled_pairs(900, artifacts=()).frame["planted"]) == {"clean"}
    asked = bundled_pairs(6_000, artifacts=("sleepy", "length"))
    assert {each.name for each in planted(asked)} == {"sleepy", "long"}


@pytest.mark.parametrize(("size", "seed"), [(-1, 1), (10, -1)])
def test_negative_sizes_and_seeds_are_refused(size: int, seed: int) -> None:
    with pytest.raises(OptionError):
        bundled_pairs(size, seed)


def test_unknown_artifacts_are_refused_by_name() -> None:
    with pytest.raises(UnknownNameError, match="slumber"):
        bundled_pairs(10, artifacts=("slumber",))


def test_the_truth_of_other_tables_is_not_known() -> None:
    pairs = bundled_pairs(3)
    other = PairTable(pairs.frame.drop("planted"), pairs.provenance, pairs.account)
    with pytest.raises(ColumnError):
        planted(other)


def base_words() -> Counter[str]:
    """How often each word stands in the vocabulary that is not planted."""
    words = vocabulary()
    once = [
        *dict.fromkeys(words.determiners),
        *dict.fromkeys(words.openings + words.auxiliaries),
        *words.connectives,
        words.third_connective,
        *words.subjects,
        *words.verbs,
        *dict.fromkeys(words.objects),
    ]
    details = {word for phrase in words.details for word in phrase.split()}
    return Counter([word for text in once if text for word in text.split()]) + Counter(details)


def test_words_that_are_planted_are_planted_once_and_used_for_nothing_else() -> None:
    assert not {word for each in stated_artifacts() for word in each.carriers} & set(base_words())
    squares = [each for each in stated_artifacts() if each.kind == "pattern"]
    others = [word for each in stated_artifacts() if each.kind != "pattern" for word in each.carriers]
    words_of_patterns = {word for each in squares for word in each.carriers}
    assert len(others) == len(set(others))
    assert not words_of_patterns & set(others)


def test_people_are_called_by_words_that_mean_nobody_else() -> None:
    counted = base_words()
    assert [word for word in vocabulary().subjects if counted[word] != 1] == []


def test_nouns_and_adjectives_go_with_the_article_a() -> None:
    words = vocabulary()
    adjectives = [
        text
        for each in stated_artifacts()
        for slot, texts in each.slots.items()
        if slot.endswith("adjective")
        for text in texts
    ]
    assert [word for word in (*words.subjects, *words.objects, *adjectives) if word[0] in "aeiou"] == []


def test_tables_of_words_have_the_shape_that_drawing_relies_on() -> None:
    table = read_yaml("vocabulary.yaml")
    assert {len(objects) for objects in table["activities"].values()} == {8}
    assert all(len(set(objects)) == 8 for objects in table["activities"].values())
    assert len(table["activities"]) % len(table["verb_bands"]) == 0
    assert {len(special) for special in table["subjects"].values()} == {3}
    assert len(table["connectives"]) == 2
    kinds = [{word for words in lists for word in words} for lists in table["details"].values()]
    assert sum(len(kind) for kind in kinds) == len(set().union(*kinds))
    assert {slot for each in stated_artifacts() for slot in each.slots} == set(SLOTS)
    assert all(
        len({len(text.split()) for text in texts}) == 1
        for each in stated_artifacts()
        for texts in each.slots.values()
    )
