"""Agreement beyond chance, against statsmodels, nltk, pair counting, and printed examples."""

from itertools import permutations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from nltk.metrics.agreement import AnnotationTask
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_fleiss_kappa

from rightreasons.statistics.agreement import cohen_kappa, fleiss_kappa, krippendorff_alpha_nominal

# Fleiss (1971), also on Wikipedia: 10 subjects, 14 raters, 5 categories; kappa is printed as 0.210.
FLEISS_EXAMPLE = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]
# Krippendorff (2011), section C: 4 observers, 12 units, missing values (0); nominal alpha is 0.743.
KRIPPENDORFF_EXAMPLE = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
    [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
]

item = st.lists(st.integers(0, 5), min_size=3, max_size=3)


def as_counts(by_annotator: list[list[int]], categories: int) -> npt.NDArray[np.int64]:
    ratings = np.array(by_annotator)
    return np.array([(ratings == category).sum(axis=0) for category in range(1, categories + 1)]).T


def ratings_of(counts: list[int]) -> list[int]:
    return [category for category, count in enumerate(counts) for _ in range(count)]


def alpha_by_pair_counting(items: list[list[int]]) -> float:
    """Fill the coincidence matrix pair by pair, as Krippendorff (2011) describes it."""
    coincidences = np.zeros((3, 3))
    for counts in items:
        ratings = ratings_of(counts)
        for first, second in permutations(range(len(ratings)), 2):
            coincidences[ratings[first], ratings[second]] += 1 / (len(ratings) - 1)
    margins, n = coincidences.sum(axis=1), coincidences.sum()
    disagreeing = n - np.trace(coincidences)
    expected = sum(margins[c] * margins[k] for c, k in permutations(range(3), 2)) / (n - 1)
    return float(1 - disagreeing / expected)


def test_printed_examples_come_out() -> None:
    assert fleiss_kappa(FLEISS_EXAMPLE) == pytest.approx(0.210, abs=5e-4)
    assert krippendorff_alpha_nominal(as_counts(KRIPPENDORFF_EXAMPLE, 5)) == pytest.approx(0.743, abs=5e-4)
    # Cohen's kappa of 20, 5, 10, 15 is 0.4 (Wikipedia, "simple example").
    assert cohen_kappa([[20, 5], [10, 15]]) == pytest.approx(0.4)


@given(st.lists(st.lists(st.integers(0, 2), min_size=5, max_size=5), min_size=2, max_size=30))
def test_five_ratings_an_item_give_the_kappa_of_statsmodels_and_the_alpha_of_nltk(
    rows: list[list[int]],
) -> None:
    assume(len({category for row in rows for category in row}) > 1)
    counts = np.array([np.bincount(row, minlength=3) for row in rows])
    assert fleiss_kappa(counts) == pytest.approx(statsmodels_fleiss_kappa(counts))
    triples = [(coder, unit, label) for unit, row in enumerate(rows) for coder, label in enumerate(row)]
    assert krippendorff_alpha_nominal(counts) == pytest.approx(AnnotationTask(triples).alpha())


@given(st.lists(item, min_size=1, max_size=12))
def test_alpha_is_that_of_pair_counting_with_any_number_of_ratings(items: list[list[int]]) -> None:
    alpha = krippendorff_alpha_nominal(items)
    entering = [counts for counts in items if sum(counts) >= 2]
    used = {category for counts in entering for category in ratings_of(counts)}
    if len(used) < 2:
        assert alpha is None
    else:
        assert alpha == pytest.approx(alpha_by_pair_counting(entering))


@given(st.lists(item, min_size=1, max_size=12))
def test_kappa_with_any_number_of_ratings_gives_every_item_the_same_weight(items: list[list[int]]) -> None:
    kappa = fleiss_kappa(items)
    ratings = [ratings_of(counts) for counts in items if sum(counts) >= 2]
    if len({label for row in ratings for label in row}) < 2:
        assert kappa is None
        return
    # Draw an item, then two of its ratings; or two items, then a rating of each.
    pairs = [list(permutations(row, 2)) for row in ratings]
    observed = np.mean([np.mean([a == b for a, b in drawn]) for drawn in pairs])
    chance = np.mean([np.mean([a == b for a in one for b in other]) for one in ratings for other in ratings])
    assert kappa == pytest.approx((observed - chance) / (1 - chance))


def test_items_with_fewer_than_two_ratings_do_not_enter() -> None:
    lonely = [*FLEISS_EXAMPLE, [1, 0, 0, 0, 0], [0, 0, 0, 0, 0]]
    assert fleiss_kappa(lonely) == fleiss_kappa(FLEISS_EXAMPLE)
    assert krippendorff_alpha_nominal(lonely) == krippendorff_alpha_nominal(FLEISS_EXAMPLE)


@given(st.lists(st.integers(0, 50), min_size=9, max_size=9))
def test_cohens_kappa_is_that_of_statsmodels(cells: list[int]) -> None:
    table = np.array(cells).reshape(3, 3)
    assume(np.count_nonzero(table.sum(axis=0) + table.sum(axis=1)) > 1)
    assert cohen_kappa(table) == pytest.approx(cohens_kappa(table, return_results=False), abs=1e-12)


def test_complete_agreement_is_1() -> None:
    assert cohen_kappa([[7, 0], [0, 3]]) == pytest.approx(1)
    assert fleiss_kappa([[5, 0], [0, 3], [2, 0]]) == pytest.approx(1)
    assert krippendorff_alpha_nominal([[5, 0], [0, 3], [2, 0]]) == pytest.approx(1)


def test_where_chance_agrees_on_everything_there_is_no_kappa() -> None:
    assert cohen_kappa([[9, 0], [0, 0]]) is None
    assert cohen_kappa([[0, 0], [0, 0]]) is None
    for measure in (fleiss_kappa, krippendorff_alpha_nominal):
        assert measure([[5, 0], [4, 0]]) is None
        assert measure([[1, 0], [0, 1]]) is None
        assert measure(np.zeros((0, 3))) is None


def test_what_is_no_table_of_ratings_is_refused() -> None:
    for measure in (fleiss_kappa, krippendorff_alpha_nominal, cohen_kappa):
        with pytest.raises(ValueError, match="counts"):
            measure([[1, -1], [2, 2]])
        with pytest.raises(ValueError, match="table"):
            measure([1, 2, 3])
    with pytest.raises(ValueError, match="square"):
        cohen_kappa([[1, 2, 3], [4, 5, 6]])
