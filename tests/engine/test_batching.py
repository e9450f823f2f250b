"""Batches hold every item once, stay within their budget, and keep items of like length together."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rightreasons.engine.batching import token_budgeted

lengths_and_budget = st.tuples(st.lists(st.integers(1, 60)), st.integers(1, 200))


@given(lengths_and_budget)
def test_every_item_is_in_one_batch_within_the_budget(given: tuple[list[int], int]) -> None:
    lengths, budget = given
    batches = token_budgeted(lengths, budget)
    assert sorted(item for batch in batches for item in batch) == list(range(len(lengths)))
    for batch in batches:
        padded = max(lengths[item] for item in batch) * len(batch)
        assert padded <= budget or len(batch) == 1


@given(lengths_and_budget)
def test_lengths_fall_from_batch_to_batch_and_no_batch_could_have_taken_the_next_item(
    given: tuple[list[int], int],
) -> None:
    lengths, budget = given
    batches = token_budgeted(lengths, budget)
    in_turn = [lengths[item] for batch in batches for item in batch]
    assert in_turn == sorted(lengths, reverse=True)
    for batch, following in pairwise(batches):
        assert lengths[batch[0]] * (len(batch) + 1) > budget
        assert following


def test_a_worked_example() -> None:
    # Longest first: 9 alone (9 * 2 > 12), 6 and 5 (6 * 2 <= 12), then 3, 3, 2 (3 * 3 <= 12).
    assert token_budgeted([3, 9, 5, 3, 6, 2], 12) == [[1], [4, 2], [0, 3, 5]]
