"""Labels go by name: spellings of the field, refusals of what carries no meaning, the collapse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.errors import AmbiguousLabelError, MeaninglessLabelError, OptionError, UnknownLabelError
from rightreasons.labels import (
    Label,
    collapse,
    gold_set,
    in_order,
    parse_label_map,
    resolve,
)


@pytest.mark.parametrize(
    ("spelling", "label"),
    [
        ("entails", Label.ENTAILMENT),
        ("ENTAILMENT", Label.ENTAILMENT),
        ("entailed", Label.ENTAILMENT),
        ("Neutral", Label.NEUTRAL),
        ("contradictory", Label.CONTRADICTION),
        ("not_entailment", Label.NON_ENTAILMENT),
        ("not-entailed", Label.NON_ENTAILMENT),
        ("non-entailment", Label.NON_ENTAILMENT),
        (" not entailment ", Label.NON_ENTAILMENT),
    ],
)
def test_the_spellings_of_the_field_are_understood(spelling: str, label: Label) -> None:
    assert resolve([spelling])[spelling] is label


@pytest.mark.parametrize("spelling", ["-", "-1", "", None, "no gold label"])
def test_what_says_no_gold_label_is_no_label(spelling: str | None) -> None:
    assert resolve([spelling, "entailment"])[spelling] is None


@pytest.mark.parametrize("found", [["0", "1", "2"], ["LABEL_0", "LABEL_1"], ["0", "1", "-1"], ["1.0", "2.0"]])
def test_numbers_without_a_stated_order_are_refused_and_listed(found: list[str]) -> None:
    with pytest.raises(MeaninglessLabelError, match=r"(?s)('1|LABEL_0).*\[RR103\].*label_map="):
        resolve(found)


def test_a_stated_order_gives_numbers_their_meaning() -> None:
    label_map = parse_label_map("0=entailment,1=neutral,2=contradiction,-1=-")
    meaning = resolve(["0", "1", "2", "-1"], label_map)
    assert [meaning[label] for label in ("0", "1", "2", "-1")] == [*[*Label][:3], None]


def test_single_letters_are_read_only_beside_their_whole_set() -> None:
    assert resolve(["e", "n", "c"])["c"] is Label.CONTRADICTION
    with pytest.raises(AmbiguousLabelError, match="more than one way"):
        resolve(["E", "N"])


def test_an_unknown_label_is_an_error_and_never_counted_as_anything() -> None:
    with pytest.raises(UnknownLabelError, match="'perhaps'"):
        resolve(["entailment", "perhaps"])


def test_hostile_labels_are_shown_harmless() -> None:
    with pytest.raises(UnknownLabelError) as caught:
        resolve(["\x1b[31mred\u202e"])
    assert "\x1b" not in str(caught.value)
    assert "\u202e" not in str(caught.value)


@pytest.mark.parametrize("text", ["0", "0=sometimes", "=,"])
def test_a_label_map_that_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        parse_label_map(text)


def test_gold_non_entailment_accepts_what_collapses_to_it() -> None:
    assert gold_set(Label.NON_ENTAILMENT) == {Label.NON_ENTAILMENT, Label.NEUTRAL, Label.CONTRADICTION}
    assert all(collapse(label) is Label.NON_ENTAILMENT for label in gold_set(Label.NON_ENTAILMENT))
    assert gold_set(Label.ENTAILMENT) == {Label.ENTAILMENT}


@given(st.permutations(list(Label)))
def test_order_is_that_of_the_names_whatever_order_they_come_in(labels: list[Label]) -> None:
    assert in_order(labels) == tuple(Label)


@given(st.lists(st.text(max_size=20), max_size=5))
def test_any_strings_give_labels_or_a_coded_error(found: list[str]) -> None:
    try:
        meaning = resolve(found)
    except (MeaninglessLabelError, AmbiguousLabelError, UnknownLabelError):
        return
    assert set(meaning) == {*found, None}
