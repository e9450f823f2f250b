"""Trainings of different seeds are compared by the seeds that all of them have."""

import polars as pl

from rightreasons.measures.comparison.compared_runs import ComparedRun
from rightreasons.measures.comparison.trained_runs import TrainedRun, common_seeds


def trained(right: dict[int, list[bool]]) -> TrainedRun:
    rows = len(next(iter(right.values())))
    columns = [pl.Series(str(seed), values) for seed, values in right.items()]
    items = pl.select(id=pl.int_range(rows).cast(pl.String), correct=pl.concat_arr(columns))
    return TrainedRun(ComparedRun("made up", "made up", items, {}, frozenset()), tuple(right), {}, None)


def test_each_item_keeps_what_the_common_seeds_said_of_it() -> None:
    first = trained({1: [True, False], 2: [False, False], 3: [True, True]})
    second = trained({3: [False, True], 5: [True, True], 1: [True, True]})
    one, other = common_seeds([first, second])
    assert one.seeds == other.seeds == (1, 3)
    assert one.run.items["correct"].to_list() == [[True, True], [False, True]]
    assert other.run.items["correct"].to_list() == [[True, False], [True, True]]
