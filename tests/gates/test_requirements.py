"""A requirement is read as it was written, and what is no requirement is refused."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.errors import OptionError
from rightreasons.gates.requirements import Requirement, Target, parsed_requirement
from rightreasons.references import Pattern

HOSTILE = ".*[]()<>=\\ \t\n\"'point(no-worse within 0.5) é\u202e"
texts = st.text(st.sampled_from(HOSTILE) | st.characters(), min_size=1, max_size=12)
patterns = st.lists(texts, min_size=1, max_size=3).map(lambda parts: Pattern(tuple(parts)))
targets = st.builds(Target, patterns) | st.builds(Target, patterns, patterns, patterns)
numbers = st.floats(allow_nan=False, allow_infinity=False)
requirements = st.builds(
    Requirement, targets, st.sampled_from([">=", ">", "<=", "<"]), numbers, st.booleans()
) | st.builds(Requirement, targets, st.just("no-worse"), st.none() | numbers.map(abs))


@given(requirements)
def test_what_is_written_is_read_again(requirement: Requirement) -> None:
    assert parsed_requirement(str(requirement)) == requirement


@given(texts, texts, texts)
def test_an_exact_name_fits_its_own_figure_alone(measure: str, figure: str, subject: str) -> None:
    for target in (Target.exactly(measure, figure), Target.exactly(measure, figure, subject)):
        read = Target.of(str(target))
        assert read.matches(measure, subject, figure)
        assert not read.matches(measure, subject, figure + "x")
        assert not read.matches("x" + measure, subject, figure)


@pytest.mark.parametrize(
    ("written", "name", "operator", "number", "point"),
    [
        (
            "hans.lexical_overlap.non-entailment >= 0.5",
            "hans.lexical_overlap.non-entailment",
            ">=",
            0.5,
            False,
        ),
        ("hypothesis_only.gain<=.05", "hypothesis_only.gain", "<=", 0.05, False),
        ("  point( lengths.mean.neutral ) < 1e1 ", "lengths.mean.neutral", "<", 10.0, True),
        (
            "controls.word_order_shuffled.difference > -0.1",
            "controls.word_order_shuffled.difference",
            ">",
            -0.1,
            False,
        ),
        ("hans.accuracy no-worse", "hans.accuracy", "no-worse", None, False),
        ("hans.* no-worse within 0.02", "hans.*", "no-worse", 0.02, False),
        ("pairs (2).accuracy >= 1", "pairs (2).accuracy", ">=", 1.0, False),
    ],
)
def test_requirements_as_people_write_them(
    written: str, name: str, operator: str, number: float | None, *, point: bool
) -> None:
    found = parsed_requirement(written)
    assert (str(found.target), found.operator, found.number, found.point) == (name, operator, number, point)


@pytest.mark.parametrize(
    "written",
    [
        *(
            "",
            " ",
            "hans.accuracy",
            ">= 0.5",
            "hans.accuracy >=",
            "hans.accuracy >= half",
            "0.5 <= hans.accuracy",
        ),
        *("hans.accuracy => 0.5", "hans.accuracy == 0.5", "hans.accuracy = 0.5", "hans.accuracy >= nan"),
        *("hans.accuracy >= inf", "hans.accuracy >= 1e999", "hans.accuracy >= 0.5 and hans.f1 >= 0.5"),
        *(
            "hans.accuracy >= 0,5",
            "hans.accuracy >= 50%",
            "hans.accuracy >= ٠",
            "hans.accuracy no-worse within -0.1",
        ),
        *(
            "hans.accuracy no-worse within",
            "hans.accuracyno-worse",
            "no-worse",
            "point(hans.accuracy no-worse",
        ),
        *("point(hans.accuracy) no-worse", "point(hans.accuracy >= 0.5", "hans[bert.accuracy >= 0.5"),
        *("hans[bert]accuracy >= 0.5", "hans[].accuracy >= 0.5", "hans].accuracy >= 0.5", "hans.accuracy\\"),
        "hans.accuracy >= 0.5 # a comment",
    ],
)
def test_what_is_no_requirement_is_refused(written: str) -> None:
    with pytest.raises(OptionError):
        parsed_requirement(written)


def test_a_star_stands_for_any_text_dots_included() -> None:
    target = parsed_requirement("hans.*.non-entailment >= 0.5").target
    assert target.matches("hans", "any", "ln_subject/object_swap.non-entailment")
    assert target.matches("hans", "any", "U.S. place.non-entailment")
    assert not target.matches("hans", "any", "lexical_overlap.entailment")
    assert not target.matches("hans-2019", "any", "all.non-entailment")


def test_an_escaped_star_is_a_star() -> None:
    target = Target.of(r"words.\*.share")
    assert target.matches("words", "", "*.share")
    assert not target.matches("words", "", "any.share")


def test_a_subject_chooses_among_findings_of_a_measure() -> None:
    target = parsed_requirement("guard[rule:x on hans*].f1 >= 0").target
    assert target.matches("guard", "rule:x on hans", "f1")
    assert target.matches("guard", "rule:x on hans-2019", "f1")
    assert not target.matches("guard", "rule:x on dev.csv", "f1")


@given(numbers, numbers)
def test_operators_mean_what_they_say(number: float, found: float) -> None:
    held = {
        sign: parsed_requirement(f"a.b {sign} {number!r}").holds_for(found) for sign in (">=", ">", "<=", "<")
    }
    assert held == {
        ">=": found >= number,
        ">": found > number,
        "<=": not found > number,
        "<": not found >= number,
    }
    assert not any(parsed_requirement(f"a.b {sign} 0").holds_for(math.nan) for sign in (">=", ">", "<=", "<"))
