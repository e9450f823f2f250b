"""T swaps two words and nothing else, whatever their form and case, and T of T is what was there."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.challenges.swaps.forms import Forms, WordPair
from rightreasons.challenges.swaps.swap_set import SwapSets
from rightreasons.challenges.swaps.transformation import Instance, Rejection, ex_situ, swapped
from rightreasons.text.word_pairs import ALL_POS

SUN = WordPair("sunset", "sunrise", "n")
MAN = WordPair("man", "woman", "n")
OLD = WordPair("old", "young", "a")


def after(premise: str, hypothesis: str, pair: WordPair, forms: Forms) -> tuple[str, str] | Rejection:
    made = swapped(premise, hypothesis, pair, forms)
    return made if isinstance(made, Rejection) else (made[1].premise, made[1].hypothesis)


def test_the_examples_of_the_paper_come_out_in_situ_and_ex_situ(forms: Forms) -> None:
    # Sanchez et al. 2018, examples 1 to 6
    premise, hypothesis = (
        "A soccer game occurring at sunset.",
        "A basketball game is occurring at sunrise.",
    )
    made = swapped(premise, hypothesis, SUN, forms)
    assert not isinstance(made, Rejection)
    assert made[1] == Instance(
        "A soccer game occurring at sunrise.",
        "A basketball game is occurring at sunset.",
        "sunrise",
        "sunset",
    )
    control, transformed = ex_situ(*made, of_premise=True)
    assert (control.premise, control.hypothesis) == (premise, "A soccer game occurring at sunrise.")
    assert (transformed.premise, transformed.hypothesis) == ("A soccer game occurring at sunrise.", premise)
    assert (transformed.first, transformed.second) == ("sunrise", "sunset")
    bridges = WordPair("footbridge", "bridge", "n")
    assert after(
        "A little girl hugs her brother on a footbridge in a forest.",
        "A pair of siblings are on a bridge.",
        bridges,
        forms,
    ) == (
        "A little girl hugs her brother on a bridge in a forest.",
        "A pair of siblings are on a footbridge.",
    )


def test_the_context_of_the_hypothesis_has_the_first_word_on_the_side_of_the_premise(forms: Forms) -> None:
    made = swapped("A man sleeps.", "Some women run.", MAN, forms)
    assert not isinstance(made, Rejection)
    control, transformed = ex_situ(*made, of_premise=False)
    assert control == Instance("Some men run.", "Some women run.", "men", "women")
    assert transformed == Instance("Some women run.", "Some men run.", "women", "men")


def test_every_occurrence_is_swapped_in_its_own_form_and_case(forms: Forms) -> None:
    assert after("A man, two men and the MAN's dog; Men only.", "An old woman.", MAN, forms) == (
        "A woman, two women and the WOMAN's dog; Women only.",
        "An old man.",
    )
    assert after("She was sitting.", "He stands", WordPair("sit", "stand", "v"), forms) == (
        "She was standing.",
        "He sits",
    )
    assert after("The oldest dog", "A  younger\tdog!", OLD, forms) == ("The youngest dog", "An  older\tdog!")


def test_articles_go_with_the_sound_of_the_new_word(forms: Forms) -> None:
    assert after("An old man", "Young ones, a young one", OLD, forms) == (
        "A young man",
        "Old ones, an old one",
    )
    usual = WordPair("usual", "unusual", "a")
    assert after("A usual day", "an unusual day", usual, forms) == ("An unusual day", "a usual day")
    assert after("a old man", "a young man", OLD, forms) == Rejection.ARTICLE


@pytest.mark.parametrize(
    ("premise", "hypothesis", "pair", "reason"),
    [
        ("A man and a woman", "A woman", MAN, Rejection.AMBIGUOUS),
        ("A man", "Women and men", MAN, Rejection.AMBIGUOUS),
        ("A manual", "A woman", MAN, Rejection.ABSENT),
        ("A snow-man", "A woman", MAN, Rejection.JOINED),
        ("A man", "A woman-like thing", MAN, Rejection.JOINED),
        ("It walked", "It rode", WordPair("walk", "ride", "v"), Rejection.INFLECTION),
        ("The man sits down", "The man stands", WordPair("sit", "stand", "v"), Rejection.PARTICLE),
        ("A man reads his book", "A woman reads", MAN, Rejection.PRONOUN),
        ("The living room", "A kitchen", WordPair("room", "kitchen", "n"), Rejection.COMPOUND),
        ("A kitchen table", "The room", WordPair("kitchen", "room", "n"), Rejection.COMPOUND),
    ],
)
def test_what_cannot_be_swapped_cleanly_is_refused(
    premise: str, hypothesis: str, pair: WordPair, reason: Rejection, forms: Forms
) -> None:
    assert after(premise, hypothesis, pair, forms) == reason


def test_a_form_belongs_to_the_lemma_that_is_used_most(forms: Forms) -> None:
    # WordNet also has "men" (the workforce), whose plural would be "mens"
    assert forms.lemmas("men", "n") == ("man",)
    assert forms.lemmas("found", "v") == ("find",)
    assert forms.lemmas("work", "n") == ()
    assert after("Two men", "Two women", WordPair("men", "women", "n"), forms) == Rejection.ABSENT


def test_an_adjective_with_its_noun_is_no_compound(forms: Forms) -> None:
    assert after("An old man", "A young woman", MAN, forms) == ("An old woman", "A young man")


def test_a_pronoun_matters_only_where_the_words_differ_in_gender(forms: Forms) -> None:
    guys = WordPair("man", "guy", "n")
    assert after("A man reads his book", "A guy", guys, forms) == ("A guy reads his book", "A man")


TEXT = (
    "A a An an the The old Old young YOUNG older man men woman Woman women Man sits man's dogs 's , . ! - "
    "t-shirt manual oldman É 手 red"
)
WORDS = st.sampled_from(sorted(set(TEXT.split())))
SENTENCES = st.lists(WORDS, max_size=9).map(" ".join) | st.lists(WORDS, max_size=5).map("".join)


@given(SENTENCES, SENTENCES, st.sampled_from([MAN, MAN.reversed, OLD, OLD.reversed]))
def test_t_of_t_is_the_instance_and_only_the_words_and_their_articles_change(
    forms: Forms, premise: str, hypothesis: str, pair: WordPair
) -> None:
    check_swap(premise, hypothesis, pair, forms)


def check_swap(premise: str, hypothesis: str, pair: WordPair, forms: Forms) -> None:
    made = swapped(premise, hypothesis, pair, forms)
    if isinstance(made, Rejection):
        return
    new = made[1]
    back = swapped(new.premise, new.hypothesis, pair.reversed, forms)
    assert back == (new, made[0])
    for old, swapped_text, gone in (
        (premise, new.premise, pair.first),
        (hypothesis, new.hypothesis, pair.second),
    ):
        one, other = re.split(r"(\w+)", old), re.split(r"(\w+)", swapped_text)
        assert len(one) == len(other)
        changed = {(a.lower(), b.lower()) for a, b in zip(one, other, strict=True) if a != b}
        assert all({a, b} == {"a", "an"} or gone in forms.every_lemma(a) for a, b in changed)
        assert not any(gone in forms.every_lemma(word.lower()) for word in other)


def test_it_holds_for_every_instance_made_of_real_sentences(
    antonym_sets: SwapSets, hypernym_sets: SwapSets, forms: Forms
) -> None:
    checked = 0
    for sets, names in ((antonym_sets, ("I_A", "E_A")), (hypernym_sets, ("I_H", "E_H"))):
        for name in names:
            rows = sets[name].frame.select("premise", "hypothesis", "item").gather_every(5)
            for premise, hypothesis, item in rows.iter_rows():
                first, _, second = item.rpartition(":")[2].partition("-")
                for pos in ALL_POS:
                    check_swap(premise, hypothesis, WordPair(first, second, pos), forms)
                    checked += 1
    assert checked > 1_000


def test_ex_situ_sides_are_the_same_once_the_pair_is_masked(
    antonym_sets: SwapSets, hypernym_sets: SwapSets, forms: Forms
) -> None:
    for sets, names in ((antonym_sets, ("E_A", "E_TA")), (hypernym_sets, ("E_H", "E_TH"))):
        for name in names:
            for row in sets[name].frame.iter_rows(named=True):
                lemmas = set(row["pair"].split("/"))
                masked = [
                    [
                        "_" if lemmas & forms.every_lemma(word) else {"an": "a"}.get(word, word)
                        for word in re.findall(r"\w+|[^\w\s]", row[side].lower())
                    ]
                    for side in ("premise", "hypothesis")
                ]
                assert masked[0] == masked[1]
                assert row["premise"] != row["hypothesis"]
