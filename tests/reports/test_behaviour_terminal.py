"""The terminal shows a set's accuracies, its tests, and the reason where there is none."""

from io import StringIO

import polars as pl
import pytest
from rich.console import Console

from rightreasons.challenges.swaps.analysis import analyse
from rightreasons.challenges.swaps.swap_set import COLUMNS
from rightreasons.findings import Finding
from rightreasons.labels import THREE_WAY
from rightreasons.pairs import LABEL_TYPE, Provenance
from rightreasons.predictions import Predictions
from rightreasons.reports.behaviour_terminal import print_behaviour


@pytest.fixture(scope="module")
def findings() -> tuple[Finding, ...]:
    """Forty antonym pairs; a quarter is unseen when swapped, and answered wrongly then."""
    rows = [
        {
            "id": f"{name}:{item}", "premise": "p", "hypothesis": "h", "label": "contradiction", "set": name,
            "item": str(item), "source_id": "s", "pair": "a/b", "first": "a", "second": "b",
            "relation": "antonym", "polarity": "none" if unseen else "contradiction", "unseen": unseen,
            "control_label": "contradiction", "gold_changed": False, "gold_status": "kept",
        }
        for item in range(40)
        for name in ("I_A", "I_TA1")
        for unseen in [name == "I_TA1" and item < 10]
    ]  # fmt: skip
    sets = pl.DataFrame(rows).cast({"label": LABEL_TYPE, "control_label": LABEL_TYPE}).select(list(COLUMNS))
    answer = pl.when(pl.col("unseen")).then(pl.lit("neutral")).otherwise(pl.lit("contradiction"))
    answers = sets.select("id", label=answer.cast(LABEL_TYPE))
    return analyse(sets, Predictions(answers, THREE_WAY, Provenance("[red]model[/]")))


@pytest.fixture(scope="module")
def lines(findings: tuple[Finding, ...]) -> list[str]:
    screen = Console(file=StringIO(), width=120, highlight=False)
    print_behaviour(findings, screen)
    assert isinstance(screen.file, StringIO)
    return screen.file.getvalue().splitlines()


def test_accuracies_stand_as_in_table_1(lines: list[str]) -> None:
    (row,) = (line.split() for line in lines if line.startswith("I_TA1") and line.endswith(" 10"))
    # Whole sample, gold changed (none), unseen pairs, polarity other than gold; Wilson's bounds.
    assert row == [
        "I_TA1", "75.0", "(59.8–85.8)", "40", "–", "0.0", "(0.0–27.8)", "10", "0.0", "(0.0–27.8)", "10",
    ]  # fmt: skip


def test_tests_stand_with_their_effect_or_the_reason_why_there_is_none(lines: list[str]) -> None:
    (unseen,) = (line for line in lines if line.startswith("I_TA1") and "unseen pairs" in line)
    assert "Fisher exact" in unseen
    assert "phi 1.00" in unseen
    assert unseen.endswith("below")
    (stayed,) = (line for line in lines if line.startswith("I_TA1") and "insensitivity" in line)
    assert "there are no such instances" in stayed
    assert any(line.startswith("I_A ") and "every instance is" in line for line in lines)


def test_headlines_come_first_and_no_line_is_cut(lines: list[str]) -> None:
    assert lines[0].startswith("Accuracy from control to transformed instances: 100.0 % to 75.0 %")
    assert not any("…" in line for line in lines)
