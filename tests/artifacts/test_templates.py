"""A column is taken for templates where its name says so and each of its values makes rows of one label."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from rightreasons.artifacts.shared_texts import merged
from rightreasons.artifacts.templates import known_templates, makes_labels, template_column, template_numbers
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


def _of_frames(make_pairs: MakePairs, name: str, values: Sequence[object], texts: Sequence[str]) -> PairTable:
    pairs = [(f"p{row}", text, TWO[row % 2]) for row, text in enumerate(texts)]
    return make_pairs(pairs, {name: list(values)})


def test_a_column_of_another_name_is_found_where_rows_of_a_value_share_most_words(
    make_pairs: MakePairs,
) -> None:
    values = [f"v{row % 4}" for row in range(40)]
    shared = [f"the {row % 4}th of them sees a w{row}" for row in range(40)]
    own = [f"the w{row} x{row} y{row} z{row} u{row}" for row in range(40)]
    assert template_column(_of_frames(make_pairs, "made_by", values, shared)) == "made_by"
    assert template_column(_of_frames(make_pairs, "made_by", values, own)) is None


def test_another_spelling_of_the_label_is_no_template(make_pairs: MakePairs) -> None:
    labels = ["yes" if row % 2 else "no" for row in range(40)]
    texts = [f"the {row % 2}th of them sees a w{row}" for row in range(40)]
    table = _of_frames(make_pairs, "gold_text", labels, texts)
    assert template_column(table) is None
    assert not makes_labels(table, "gold_text")


def test_the_share_of_a_test_whose_templates_training_has(make_pairs: MakePairs) -> None:
    labels = [TWO[row % 2] for row in range(4)]
    train = _made(make_pairs, "template", ["a", "b", "a", "b"], labels)
    test = _made(make_pairs, "template", ["a", "c", "a", "a"], labels)
    assert known_templates(train, test, "template") == 3 / 4
    assert known_templates(train, _made(make_pairs, "genre", ["a"] * 4, labels), "template") == 0


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
