"""Changes of supported claims: what a rule makes, and what it leaves alone because the meaning might stay."""

import numpy as np
import pytest

from rightreasons.challenges.changes import CHANGES
from rightreasons.challenges.changes.sentences import LeftOutError, sentences


def _changed(kind: str, premise: str, claim: str, seed: int = 0) -> str:
    return str(CHANGES.load(kind)(premise, claim, np.random.default_rng(seed)).text)


def _reason(kind: str, premise: str, claim: str) -> str:
    with pytest.raises(LeftOutError) as caught:
        _changed(kind, premise, claim)
    return str(caught.value)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("A dog is chasing a cat.", "A cat is chasing a dog."),
        ("The dogs are chasing a cat in the garden.", "A cat is chasing the dogs in the garden."),
        ("Two boys carried a ladder.", "A ladder carried two boys."),
        ("A man was pushing two carts.", "Two carts were pushing a man."),
        ("Smoking causes cancer.", "Cancer causes smoking."),
        ("Vitamin C can prevent colds.", "Colds can prevent vitamin C."),
    ],
)
def test_subject_and_object_change_places_and_the_verb_agrees(claim: str, expected: str) -> None:
    changed = _changed("argument-swap", "A premise about smoking and vitamin pills.", claim)
    assert changed == expected


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("A man is kissing a woman.", "symmetric verb"),
        ("A dog is not chasing a cat.", "no plain clause"),
        ("A man is holding his hat.", "no plain clause"),
        ("A man who sings is carrying a box.", "no plain clause"),
        ("A dog is chasing another dog.", "no plain clause"),
        ("A dog is chasing dogs.", "called alike"),
        ("A man is sleeping.", "no plain clause"),
        ("If it rains a dog chases a cat.", "no plain clause"),
    ],
)
def test_clauses_that_might_keep_their_meaning_are_left_alone(claim: str, reason: str) -> None:
    assert reason in _reason("argument-swap", "A premise.", claim)


def test_a_premise_that_speaks_of_each_other_is_left_alone() -> None:
    assert "each other" in _reason("argument-swap", "They chase each other.", "A dog is chasing a cat.")


@pytest.mark.parametrize("seed", range(20))
def test_a_small_number_becomes_larger_than_all_that_the_premise_adds_up_to(seed: int) -> None:
    changed = _changed("number-change", "Two men and three women sing to a dog.", "Two men sing.", seed)
    words = {"seven": 7, "eight": 8, "nine": 9, "eleven": 11, "twelve": 12}
    assert words[changed.split()[0].lower()] > 2 + 3 + 1
    assert changed.split()[1:] == ["men", "sing."]


@pytest.mark.parametrize("seed", range(20))
def test_a_large_number_stays_a_number_of_its_kind(seed: int) -> None:
    changed = _changed("number-change", "It cost $1,234 in all.", "The bill was $1,234.", seed)
    number = int(changed.split("$")[1].rstrip(".").replace(",", ""))
    assert number > 1_234
    assert number % 10
    share = _changed("number-change", "In all 52% fell ill.", "52% of them fell ill.", seed)
    assert 52 < int(share.split("%")[0]) < 100


@pytest.mark.parametrize(
    ("premise", "claim", "reason"),
    [
        ("There were 300 people.", "There were 300 people.", "round number"),
        ("In 1984 he left.", "He left in 1984.", "year or a date"),
        ("On 12 July he left.", "He left on 12 July.", "year or a date"),
        ("There were 17 people.", "There were at least 17 people.", "a bound"),
        ("There were 17 people.", "There were about 17 people.", "a bound"),
        ("From 12 to 17 came.", "There came 17 to 19.", "several numbers"),
        ("He did not see two dogs.", "He did not see two dogs.", "a negation"),
        ("Two dogs and two cats.", "Two dogs ran.", "does not hold the number once"),
        ("Some dogs ran.", "Two dogs ran.", "does not hold the number once"),
        ("One man sat.", "One man sat.", "round number, a fraction, or one"),
        ("2. He sat.", "2. He sat.", "number of a list"),
        ("He had COVID-19.", "He had COVID-19.", "no number"),
    ],
)
def test_numbers_that_are_not_surely_another_one_are_left_alone(
    premise: str, claim: str, reason: str
) -> None:
    assert reason in _reason("number-change", premise, claim)


@pytest.mark.parametrize("seed", range(10))
def test_a_name_becomes_another_of_its_kind_that_the_premise_does_not_hold(seed: int) -> None:
    premise = "Anna Smith and her brother Paul went to Italy in July."
    changed = _changed("name-change", premise, "Anna Smith went to Italy.", seed)
    assert changed.endswith(" Smith went to Italy.")
    assert changed.split()[0] not in premise
    other = _changed("name-change", "An Italian chef sings.", "An Italian chef is there.", seed)
    first, name = other.split()[:2]
    assert (first == "An") == (name[0] in "AEIOU")


@pytest.mark.parametrize(
    ("premise", "claim", "reason"),
    [
        ("Anna met Anna.", "Anna met Anna.", "occurs twice"),
        ("She sang.", "Anna sang.", "does not hold the name"),
        ("Anna or Paul sang.", "Anna or Paul sang.", "a negation"),
        ("The Bank of China opened.", "The Bank of China opened.", ""),
        ("New London Town grew.", "New London Town grew.", "part of a longer name"),
        ("On 3/7 it began, in July.", "It began in July.", "two forms"),
        ("Anna sings everywhere.", "Anna sings.", "speaks of everything"),
    ],
)
def test_names_that_might_be_the_same_are_left_alone(premise: str, claim: str, reason: str) -> None:
    if not reason:  # another bank is not entailed either
        assert "China" not in _changed("name-change", premise, claim)
        return
    assert reason in _reason("name-change", premise, claim)


def test_a_statement_is_said_not_to_be_true() -> None:
    assert _changed("negation", "", "A man is asleep.") == "It is not true that a man is asleep."
    two = "Is it late? Anna is asleep. She dreams."
    assert _changed("negation", "", two) == "Is it late? It is not true that Anna is asleep. She dreams."


@pytest.mark.parametrize(
    "claim",
    ["two dogs playing", "Is a man asleep?", "Yes, he is asleep.", "It is a list: one.", "Dogs, who are big",
     "The summary is short.", "Stop, it is late!"],
)  # fmt: skip
def test_what_is_no_plain_statement_is_left_alone(claim: str) -> None:
    assert "no plain statement" in _reason("negation", "", claim)


def test_abbreviations_and_initials_end_no_sentence() -> None:
    text = "Dr. Smith met J.R.R. Tolkien in the U.S. Navy. They talked."
    assert [text[start:end] for start, end in sentences(text)] == [text[:-13], "They talked."]
