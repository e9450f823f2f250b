"""Names of figures: made of their parts, and those that were published before in one table."""

from typing import Any

import pytest

from rightreasons.figures import Figure, Figures, published_names
from rightreasons.labels import Label
from rightreasons.statistics.results import Estimate

HALF = Estimate(0.5, "proportion", 10, reason="made up")
Parts = dict[str, Any]
PARTS: Parts = {"set": "dev", "group": {"heuristic": "subsequence"}, "label": Label.NEUTRAL}


def figure(what: str | None = None, **parts: Any) -> Figure:
    return Figure("accuracy", HALF, what=what, **parts)


@pytest.mark.parametrize(
    ("parts", "name"),
    [
        ({}, "accuracy"),
        ({"group": {"control": "identity"}}, "identity.accuracy"),
        ({"set": "dev", "group": {"subset": "unseen"}}, "dev.unseen.accuracy"),
        ({"what": "accuracy_memorised"}, "accuracy_memorised"),
        ({"what": "all", "label": Label.NEUTRAL}, "all.neutral"),
        (
            {"what": "", "group": {"subcase": "sn_NP/S"}, "label": Label.NON_ENTAILMENT},
            "sn_NP/S.non-entailment",
        ),
        ({"what": "full.first", "set": "dev"}, "dev.full.first"),
        (PARTS, "dev.subsequence.neutral.accuracy"),
        (PARTS | {"what": "absent"}, "dev.subsequence.absent.neutral"),
    ],
)
def test_a_name_is_set_group_what_and_label_and_the_quantity_where_nothing_says_what(
    parts: Parts, name: str
) -> None:
    assert figure(**parts).name == name


@pytest.mark.parametrize(
    ("parts", "name"),
    [
        ({"what": "seed", "set": "dev", "group": {"seed": "1"}}, "dev.seed-1"),
        ({"what": "let_through", "label": Label.NEUTRAL}, "neutral_let_through"),
        ({"what": "same_label", "group": {"same": "premise", "labels_of": "a"}}, "same_label.premise"),
        ({"what": "all.first", "set": "dev", "label": Label.NEUTRAL}, "dev.all.neutral.first"),
        (PARTS | {"what": "second"}, "dev.subsequence.neutral.second"),
        ({"what": "highest_probability", "group": {"word": "{set}"}}, "highest_probability"),
    ],
)
def test_a_name_older_than_the_rule_is_as_it_was_published(parts: Parts, name: str) -> None:
    assert figure(**parts).name == name


@pytest.mark.parametrize("what", published_names())
def test_no_name_stands_in_the_table_that_the_rule_makes(what: str) -> None:
    ways = [
        PARTS | {"group": {"same": "premise", "labels_of": "a"}},
        {"label": Label.NEUTRAL},
        {"set": "dev"},
    ]
    by_rule = [figure(f"{what}_", **parts).name.replace(f"{what}_", what) for parts in ways]
    assert [figure(what, **parts).name for parts in ways] != by_rule


def test_words_in_braces_of_data_stay_words() -> None:
    assert figure("first", group={"word": "{label}"}, label=Label.NEUTRAL).name == "{label}.neutral.first"


def test_figures_are_found_by_what_they_are_of() -> None:
    found = Figures([figure("leaked_pairs", set="dev"), figure("leaked_premises", set="dev")])
    assert [each.name for each in found.where(what="leaked_pairs")] == ["leaked_pairs.dev"]
