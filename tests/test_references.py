"""What a run says of its own parts is told apart by measure and set, however a set is called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.errors import FigureReferenceError
from rightreasons.findings import Finding
from rightreasons.references import EVERYTHING, SCORE, FigureRef, FigureSelection, NotTested, Scope, selected

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


HANS = FigureRef(SCORE, "hans-2019", "lexical_overlap.entailment")
DEV = FigureRef("accuracy", "dev_matched_val.jsonl.gz", "dev_matched_val.jsonl.gz.mean")
CALLED_LIKE_THE_SET = FigureRef("hans-2019", None, "lexical_overlap.entailment")


@pytest.mark.parametrize(
    ("written", "covered"),
    [
        ("score on hans*: lexical_overlap.entailment", {HANS}),
        ("score on hans-2019: *", {HANS}),
        ("score on hans: *", set()),
        ("hans-2019.*", {CALLED_LIKE_THE_SET}),
        ("accuracy.*.mean", {DEV}),
        ("accuracy on *.jsonl.gz: *.mean", {DEV}),
        ("accuracy.dev", set()),
        ("guard.*", set()),
    ],
)
def test_a_written_selection_means_a_measure_or_the_scores_on_a_set(
    written: str, covered: set[FigureRef]
) -> None:
    selection = FigureSelection.of(written)
    assert {ref for ref in (HANS, DEV, CALLED_LIKE_THE_SET) if selection.covers(ref)} == covered


@pytest.mark.parametrize("written", ["", "accuracy", "score on hans", "*.mean", ".mean", "two words.mean"])
def test_text_that_is_no_reference_is_refused_with_what_one_looks_like(written: str) -> None:
    for read in (FigureSelection.of, FigureRef.of):
        with pytest.raises(FigureReferenceError, match="MEASURE on SET: FIGURE"):
            read(written)


figures = st.from_regex(r"[a-z_]{1,8}(\.[a-z/ _-]{1,8}){0,2}", fullmatch=True)


@given(st.sampled_from(["hans", "dev.jsonl", "a set"]), figures)
def test_the_reference_to_a_score_is_read_as_it_was_written(on: str, figure: str) -> None:
    ref = FigureRef(SCORE, on, figure)
    assert FigureRef.of(ref.written) == ref
    assert FigureSelection.of(ref.written).covers(ref)


@given(figures)
def test_the_reference_to_a_measure_is_written_as_its_published_name(figure: str) -> None:
    ref = FigureRef("lengths", None, figure)
    assert ref.written == ref.name
    assert FigureRef.of(ref.written) == ref


def test_a_selection_that_means_no_figure_is_an_error_that_names_both_sides() -> None:
    there = {HANS: 0.9, DEV: 0.7}
    assert selected(there, [FigureSelection.of("accuracy.*")], "DA in answers.yaml") == {DEV: 0.7}
    with pytest.raises(FigureReferenceError) as caught:
        selected(there, [FigureSelection.of("score on hans: *")], "DA in answers.yaml")
    assert caught.value.code == "RR607"
    assert "DA in answers.yaml refers to 'hans.*'" in caught.value.found
    assert "hans-2019.lexical_overlap.entailment" in caught.value.expected
