"""How two notions of hard overlap."""

from typing import Any

import pytest
from sklearn.metrics import cohen_kappa_score

from rightreasons.difficulty import published_marks
from rightreasons.measures.comparison.difficulty_notions import compare_marks


def test_overlap_and_kappa_are_those_of_plain_counting(table: Any, items_of: Any) -> None:
    pairs = table([("a", "neutral")] * 20)
    ids = pairs.frame["id"].to_list()
    first, second = set(ids[:8]), set(ids[5:15])
    finding = compare_marks(
        pairs, published_marks(pairs, first, "one"), published_marks(pairs, second, "two")
    )
    figures = finding.figures
    assert figures["both_hard"].value == len(first & second) == 3
    assert figures["hard_of_first"].value == pytest.approx(3 / 8)
    assert figures["hard_of_second"].value == pytest.approx(3 / 10)
    assert figures["same"].value == pytest.approx((3 + 5) / 20)
    kappa = cohen_kappa_score([each in first for each in ids], [each in second for each in ids])
    assert figures["kappa"].value == pytest.approx(kappa)
    rows = figures["both_hard"].rows
    assert rows is not None
    assert set(rows.of(items_of(finding, pairs))["id"]) == first & second
    crossed = {row[0]: row[1:] for row in finding.views["crossed"].lines}
    assert crossed["hard"] == (5, 3, 0, 0)
