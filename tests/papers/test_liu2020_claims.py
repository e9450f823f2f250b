"""Claims of Liu et al. speak of models of their cells, hold in their own figures, are judged by intervals."""

from decimal import Decimal

import pytest

from rightreasons.papers.liu2020.claims import BESIDE, Compared, claim_verdict, claims
from rightreasons.papers.printed import printed_paper
from rightreasons.statistics.results import Interval

CELLS = [cell for cell in printed_paper("liu2020").cells if cell.item in ("table-5", "table-6", "table-7")]
COLUMNS = {"full": "Full", "hard": "Hard", "gap": "∆ Easy-Hard"}


def printed(model: str, cell: str) -> Decimal:
    return next(
        Decimal(each.printed) for each in CELLS if each.model == model and each.column == COLUMNS[cell]
    )


def between(low: float, high: float) -> Interval:
    return Interval(low, high, 0.95, "made up", "both")


def test_all_models_are_models_of_cells() -> None:
    named = {name for claim in claims() for each in claim.comparisons for name in (each.first, each.second)}
    assert named <= {cell.model for cell in CELLS}


def test_claims_hold_in_the_printed_figures() -> None:
    wrong = []
    for claim in claims():
        for each in claim.comparisons:
            if each.cell == BESIDE:
                continue
            difference = printed(each.second, each.cell) - printed(each.first, each.cell)
            held = {
                "above": difference > 0,
                "below": difference < 0,
                "at most": difference < Decimal(str(each.points)),
            }[each.claimed]
            if not held:
                wrong.append((claim.name, each.second, each.cell))
    assert wrong == []


def test_claim_1_is_about_all_24_pairs() -> None:
    first = next(claim for claim in claims() if claim.name == "claim_1")
    assert len({(each.first, each.second) for each in first.comparisons}) == 24


@pytest.mark.parametrize(
    ("claimed", "low", "high", "verdict"),
    [
        ("above", 0.01, 0.03, "confirmed"),
        ("above", -0.03, -0.01, "contradicted"),
        ("above", -0.01, 0.03, "not decided"),
        ("below", -0.03, -0.01, "confirmed"),
        ("below", 0.01, 0.03, "contradicted"),
        ("at most", -0.03, 0.01, "confirmed"),
        ("at most", 0.025, 0.04, "contradicted"),
        ("at most", 0.01, 0.03, "not decided"),
    ],
)
def test_a_comparison_is_judged_by_where_its_interval_lies(
    claimed: str, low: float, high: float, verdict: str
) -> None:
    points = 2.0 if claimed == "at most" else 0.0
    compared = Compared("A", "B", "hard", claimed, points)  # type: ignore[arg-type]  # one of the three
    assert compared.verdict(between(low, high)) == verdict
    assert compared.verdict(None) == "not decided"


def test_one_comparison_contradicts_a_claim_and_all_confirm_it() -> None:
    assert claim_verdict(["confirmed", "confirmed"]) == "confirmed"
    assert claim_verdict(["confirmed", "not decided"]) == "not decided"
    assert claim_verdict(["confirmed", "contradicted"]) == "contradicted"
    assert claim_verdict([]) == "not decided"
