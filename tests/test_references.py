"""What a run says of its own parts is told apart by measure and set, however a set is called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.findings import Finding
from rightreasons.references import EVERYTHING, SCORE, FigureRef, NotTested, Scope

names = st.sampled_from(["guard", "score", "hans", "dev.jsonl"])
scopes = st.builds(Scope, st.none() | names, st.none() | names)


@given(scopes, scopes, scopes)
def test_what_covers_is_reflexive_and_transitive_and_everything_covers_all(
    a: Scope, b: Scope, c: Scope
) -> None:
    assert a.covers(a)
    assert EVERYTHING.covers(a)
    assert not (a.covers(b) and b.covers(c)) or a.covers(c)


@given(scopes, scopes)
def test_two_scopes_that_cover_each_other_are_one(a: Scope, b: Scope) -> None:
    assert (a.covers(b) and b.covers(a)) == (a == b)


def test_a_blocker_on_a_set_is_not_one_of_the_measure_called_like_it() -> None:
    assert Scope(on="guard").covers(Scope(SCORE, "guard"))
    assert Scope(on="guard").covers(Scope("guard", "guard"))
    assert not Scope(on="guard").covers(Scope("guard", "dev"))
    assert not Scope("guard").covers(Scope(SCORE, "guard"))


@pytest.mark.parametrize(
    ("ref", "name"),
    [
        (FigureRef(SCORE, "guard", "accuracy"), "guard.accuracy"),
        (FigureRef("guard", "dev", "f1"), "guard.f1"),
        (FigureRef("lengths", None, "mean.neutral"), "lengths.mean.neutral"),
    ],
)
def test_the_published_name_of_a_figure_begins_with_the_set_of_a_score_or_with_the_measure(
    ref: FigureRef, name: str
) -> None:
    assert ref.name == name


def test_what_was_not_tested_is_called_by_measure_and_set_and_says_what_would_test_it() -> None:
    missing = NotTested("controls", "dev", "keyed by id", "give sentences")
    assert (missing.name, missing.why) == ("controls on dev", "keyed by id; give sentences")
    assert NotTested(SCORE, "dev", "out of reach").name == "dev"
    assert NotTested("lengths", None, "no text").why == "no text"


@pytest.mark.parametrize(
    "wrong",
    [
        {"measure": "hans", "on": "hans", "role": "score"},
        {"measure": SCORE, "role": "score"},
        {"measure": SCORE, "on": "hans", "role": "measure"},
    ],
)
def test_a_score_is_of_the_measure_score_and_on_a_set(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="a score is of 'score', on a set"):
        Finding(**{"subject": "m", "definition": "d", "headline": "h", **wrong})  # type: ignore[arg-type]  # names
