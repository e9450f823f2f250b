"""Labels are proposed where the declared rules reach, and left open elsewhere."""

import pytest

from rightreasons.challenges.swaps.forms import Forms
from rightreasons.challenges.swaps.proposed_labels import (
    Context,
    context_of,
    ex_situ_label,
    in_situ_label,
    substitute_label,
)
from rightreasons.challenges.swaps.transformation import Instance
from rightreasons.labels import Label

E, N, C = Label.ENTAILMENT, Label.NEUTRAL, Label.CONTRADICTION


@pytest.mark.parametrize(
    ("sentence", "context"),
    [
        ("A dog runs", Context.UPWARD),
        ("No dog runs", Context.DOWNWARD),
        ("He walks without a dog", Context.DOWNWARD),
        ("No brown dog runs", Context.UNCLEAR),
        ("The dog does not run", Context.UNCLEAR),
        ("The dog doesn't run", Context.UNCLEAR),
        ("Every dog runs", Context.UNCLEAR),
        ("No dog likes a dog", Context.UNCLEAR),
        ("No man sees no dog", Context.UNCLEAR),
        ("A notable dog", Context.UPWARD),
    ],
)
def test_contexts_are_told_by_the_words_before_and_around(sentence: str, context: Context) -> None:
    assert context_of(sentence, "dog") is context


@pytest.mark.parametrize(
    ("premise", "hypothesis", "relation", "label"),
    [
        ("A dog runs", "An animal runs", "hypernym", E),
        ("An animal runs", "A dog runs", "hyponym", N),
        ("No dog runs", "No animal runs", "hypernym", N),
        ("No animal runs", "No dog runs", "hyponym", E),
        ("A dog runs", "No animal runs", "hypernym", None),
        ("Most dogs run", "Most animals run", "hypernym", None),
        ("A man runs", "A woman runs", "antonym", C),
        ("No man runs", "No woman runs", "antonym", None),
    ],
)
def test_ex_situ_the_general_word_follows_from_the_special_one_unless_turned_round(
    premise: str, hypothesis: str, relation: str, label: Label | None
) -> None:
    first, second = (sentence.split()[1] for sentence in (premise, hypothesis))
    assert ex_situ_label(Instance(premise, hypothesis, first, second), relation) is label


def test_in_situ_the_label_goes_by_gold_before_and_by_what_the_hypothesis_adds(forms: Forms) -> None:
    general = Instance("A dog runs in the grass", "An animal is running", "dog", "animal")
    special = Instance("An animal runs in the grass", "A dog is running", "animal", "dog")
    adding = Instance("A dog runs", "An animal chases a cat", "dog", "animal")
    assert [in_situ_label(general, "hypernym", gold, forms) for gold in (E, N, C)] == [E, E, C]
    assert [in_situ_label(special, "hyponym", gold, forms) for gold in (E, N, C)] == [N, N, C]
    assert [in_situ_label(adding, "hypernym", gold, forms) for gold in (E, N, C)] == [E, N, C]


def test_a_substitute_is_labelled_only_where_the_pair_alone_made_the_contradiction(forms: Forms) -> None:
    alone = Instance("An elderly woman sits", "A senior woman sits", "elderly", "senior")
    adding = Instance("An elderly woman sits", "A senior woman dances", "elderly", "senior")
    assert substitute_label(alone, "synonym", C, forms) is E
    assert substitute_label(alone, "hyponym", C, forms) is N
    assert substitute_label(adding, "synonym", C, forms) is None
