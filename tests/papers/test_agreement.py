"""Printed figures are compared to their digits, the way the paper rounded."""

from decimal import Decimal

import pytest

from rightreasons.papers.compared.rounding import agrees, number, shown_beside
from rightreasons.papers.printed import Rounding


@pytest.mark.parametrize(
    ("ours", "printed", "rounding", "same"),
    [
        ("0.765", "0.77", "half-up", True),  # binary fractions are below the tie
        ("0.765", "0.76", "half-even", True),
        ("0.625", "0.62", "half-even", True),  # 5 of 8, as Figure 3 of Poliak et al. prints it
        ("0.625", "0.63", "half-even", False),
        ("0.94677", "0.946", "truncated", True),
        ("0.94677", "0.947", "truncated", False),
        ("0.995", "1.00", "half-up", True),
        ("0.931", "1.00", "half-up", False),
        ("2158", "2,158", "half-up", True),
        ("20.94", "+20.94", "half-up", True),
        ("569033", "550K", "size", True),
        ("412349", "425K", "size", False),
        ("9927", "10K", "size", True),
        ("27026", "25K", "size", False),
        ("3249", "3000", "tick", True),
        ("3500", "3000", "tick", False),
        ("0.49", "0.5", "below", True),
        ("0.5", "0.5", "below", False),
    ],
)
def test_figures_agree_to_the_printed_digits(
    ours: str, printed: str, rounding: Rounding, *, same: bool
) -> None:
    assert agrees(Decimal(ours), printed, rounding) is same


def test_text_is_no_number() -> None:
    assert number("–") is None
    assert number("") is None
    assert number("3.4K") == 3400


@pytest.mark.parametrize(
    ("value", "printed", "sign", "shown"),
    [
        (0.9634, "0.98", "", "0.9634"),
        (0.2, "0.00", "", "0.2000"),  # a printed nought has its decimals too
        (0.0, "0.00", "+", "+0.0000"),
        (0.5, "+20.9", "+", "+0.500"),
        (3249.0, "3,249", "", "3,249"),
        (2.5, "3", "", "2.50"),
    ],
)
def test_a_figure_is_shown_with_two_more_decimals_than_are_printed(
    value: float, printed: str, sign: str, shown: str
) -> None:
    assert shown_beside(value, printed, signed=sign == "+") == shown
