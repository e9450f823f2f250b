"""Numbers as they are written: read back they are what they were, and no rounding says more than is known."""

from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from rightreasons import numbers

shares = st.floats(0, 1)
differences = st.floats(-1, 1)
HALF_A_DIGIT = Fraction(1, 2_000)  # of a per cent with one decimal
ROUNDING = Fraction(1, 10**12)


def read(text: str) -> Fraction:
    """Return the number that a text begins with."""
    return Fraction(text.split(" ", maxsplit=1)[0].replace(",", ""))


@given(shares)
def test_a_share_reads_back_to_the_last_digit_written(share: float) -> None:
    text = numbers.percent(share)
    assert text.endswith(" %")
    assert abs(read(text) / 100 - Fraction(share)) <= HALF_A_DIGIT + ROUNDING
    assert text == f"{numbers.cell_percent(share)} %" == f"{numbers.percent_alone(share)} %"


@given(st.integers(1, 100_000), shares)
@example(10_000, 0.5)
def test_a_verdict_says_all_only_of_all_and_nothing_only_of_nothing(n: int, place: float) -> None:
    for count in (0, 1, round(place * n), n - 1, n):
        text = numbers.share(count / n)
        assert (text == "100 %") == (count == n)
        assert (text == "0.0 %") == (count == 0)
        if text.startswith("over"):
            assert Fraction(count, n) > Fraction(999, 1_000)
        elif text.startswith("under"):
            assert Fraction(count, n) < Fraction(1, 1_000)
        else:
            assert abs(read(text) / 100 - Fraction(count, n)) <= HALF_A_DIGIT + ROUNDING


@given(differences)
def test_a_difference_has_its_sign_in_a_sentence_and_none_in_a_table_where_it_rounds_to_nothing(
    difference: float,
) -> None:
    text = numbers.points(difference)
    assert text[0] in "+-"
    assert text.endswith(" points")
    assert abs(read(text) / 100 - Fraction(difference)) <= HALF_A_DIGIT + ROUNDING
    assert text == f"{numbers.points_alone(difference)} points"
    cell = numbers.cell_points(difference)
    assert read(cell) == read(text)
    assert (cell[0] in "+-") == (read(text) != 0)


@given(differences, differences)
def test_bounds_are_written_as_what_they_bound(low: float, high: float) -> None:
    rounded = round(100 * low, 1), round(100 * high, 1)
    assume(rounded[0] != rounded[1] or abs(rounded[0]) not in (0, 100))
    assert numbers.bounds(low, high, signed=True) == " to ".join(
        numbers.points(each).removesuffix(" points") for each in (low, high)
    )
    assert numbers.bounds(low, high) == " to ".join(map(numbers.cell_percent, (low, high)))


def test_bounds_that_differ_do_not_both_look_like_all_or_nothing() -> None:
    assert numbers.bounds(15_000 / (15_000 + 1.96**2), 1) == "99.97 to 100.00"  # Wilson's, all of 15,000
    assert numbers.bounds(0, 0.00003) == "0.000 to 0.003"
    assert numbers.bounds(1, 1) == "100.0 to 100.0"


@given(st.integers(0, 10**15))
def test_a_count_has_a_comma_before_every_three_digits(number: int) -> None:
    text = numbers.count(number)
    assert int(text.replace(",", "")) == number
    assert [len(part) for part in text.split(",")[1:]] == [3] * (len(text) // 4)
    assert numbers.count(float(number)) == text


@given(st.floats(0, 1))
@example(0.0)
@example(1e-310)
def test_a_p_value_is_never_nought_and_close_to_what_it_was(p: float) -> None:
    text = numbers.p_value(p)
    if text.startswith("<"):
        assert p < float(text.removeprefix("< "))
    else:
        assert float(text) > 0
        assert abs(float(text) - p) <= 0.000501


@pytest.mark.parametrize(
    "write",
    [
        numbers.percent,
        numbers.percent_alone,
        numbers.share,
        numbers.points,
        numbers.points_alone,
        numbers.count,
        numbers.decimals,
        numbers.significant,
        numbers.exact,
        numbers.p_value,
    ],
)
def test_what_has_no_value_is_no_number(write: object) -> None:
    assert callable(write)
    assert write(None) == numbers.NOTHING


@given(st.floats(1e-12, 1e12), st.integers(1, 6))
def test_a_number_keeps_as_many_digits_as_are_asked_for(number: float, digits: int) -> None:
    shown = float(numbers.significant(number, digits).replace(",", ""))
    assert shown == pytest.approx(number, rel=0.5 * 10.0 ** (1 - digits) * 1.001)
    decimals = numbers.decimals(number, digits)
    assert len(decimals.partition(".")[2]) == digits
    assert float(decimals.replace(",", "")) == pytest.approx(
        number, abs=0.5 * 10.0**-digits * 1.001, rel=1e-12
    )


@pytest.mark.parametrize(("unit", "shown"), [("pairs", "2,947"), ("tokens", "2,947"), ("rows", "2,947")])
def test_a_number_of_thousands_has_no_power_of_ten(unit: str, shown: str) -> None:
    write, _ = numbers.of_unit(unit, signed=False)
    assert write(2947.0) == shown


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_with_all_its_digits_reads_back_as_it_was(number: float) -> None:
    assert float(numbers.exact(number)) == number
