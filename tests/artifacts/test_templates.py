"""A column is taken for templates where its name says so and each of its values makes rows of one label."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from rightreasons.artifacts.shared_texts import merged
from rightreasons.artifacts.templates import template_column, template_numbers
from rightreasons.pairs import PairTable

MakePairs = Callable[..., PairTable]
TWO = ("entailment", "neutral")


def _made(make_pairs: MakePairs, name: str, values: Sequence[object], labels: Sequence[str]) -> PairTable:
    pairs = [(f"p{row}", f"h{row}", label) for row, label in enumerate(labels)]
    return make_pairs(pairs, {name: list(values)})


@pytest.mark.parametrize("name", ["template", "Template ID", "meta.template-id"])
def test_a_column_of_templates_is_found_by_its_name(make_pairs: MakePairs, name: str) -> None:
    table = _made(make_pairs, name, [f"t{row % 4}" for row in range(40)], [TWO[row % 2] for row in range(40)])
    assert template_column(table) == name


def test_other_columns_and_templates_of_several_labels_are_none(make_pairs: MakePairs) -> None:
    labels = [TWO[row % 2] for row in range(40)]
    assert template_column(_made(make_pairs, "genre", [f"t{row % 4}" for row in range(40)], labels)) is None
    # Three rows in turn, two labels in turn: each value has both.
    assert (
        template_column(_made(make_pairs, "template", [f"t{row % 3}" for row in range(40)], labels)) is None
    )


def test_names_of_single_rows_are_no_templates(make_pairs: MakePairs) -> None:
    labels = [TWO[row % 2] for row in range(40)]
    assert template_column(_made(make_pairs, "template_id", list(range(40)), labels)) is None


def test_templates_are_numbered_without_gaps(make_pairs: MakePairs) -> None:
    table = _made(make_pairs, "template", ["b", "a", "b", None], [TWO[row % 2] for row in range(4)])
    assert template_numbers(table, "template").to_list() == [2, 1, 2, 0]


def test_groups_merge_where_they_share_a_row() -> None:
    # Rows 0 and 1 by the first, 1 and 2 by the second: one group; row 3 is alone.
    found = merged(np.array([0, 0, 1, 2]), np.array([0, 1, 1, 2]))
    assert found.tolist() == [0, 0, 0, 1]
