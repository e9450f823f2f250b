"""Label balance, and the majority baseline taken twice."""

from collections.abc import Callable
from itertools import repeat

import pytest
from scipy.stats import chi2
from statsmodels.stats.proportion import proportion_confint

from rightreasons.measures.data.label_balance import label_balance
from rightreasons.pairs import PairTable
from rightreasons.text.tokens import Tokens

MakePairs = Callable[..., PairTable]


def labelled(make_pairs: MakePairs, name: str = "data", **counts: int) -> PairTable:
    labels = [label.replace("_", "-") for label, n in counts.items() for label in repeat(label, n)]
    return make_pairs([("p", "h", label) for label in labels], name=name)


def test_the_training_majority_is_scored_on_the_test_set_beside_its_own(make_pairs: MakePairs) -> None:
    train = labelled(make_pairs, "train", entailment=60, neutral=40)
    test = labelled(make_pairs, "test", entailment=45, neutral=55)
    finding = label_balance(train, test)
    assert finding.figures["majority"].value == 0.45
    assert finding.figures["majority_own"].value == 0.55
    assert finding.figures["majority"].n == 100
    assert finding.subject == "train -> test"
    assert any("neutral, not entailment" in note for note in finding.notes)


def test_snli_dev_has_the_published_counts(snli_dev: tuple[PairTable, Tokens]) -> None:
    finding = label_balance(snli_dev[0])
    assert [row[1:3] for row in finding.views["shares"].lines] == [
        ("entailment", 3329),
        ("neutral", 3235),
        ("contradiction", 3278),
    ]
    assert finding.figures["majority"].value == 3329 / 9842


def test_mpe_dev_has_the_majority_that_the_paper_prints_up_to_its_malformed_line(
    mpe_dev: tuple[PairTable, Tokens],
) -> None:
    # Poliak et al. (2018), Table 2, prints 40.20: 402 of 1,000, with line 468, a contradiction, which is
    # dropped here.
    assert label_balance(mpe_dev[0]).figures["majority"].value == (402 - 1) / (1000 - 1)


def test_shares_have_wilson_intervals(make_pairs: MakePairs) -> None:
    figure = label_balance(labelled(make_pairs, entailment=7, neutral=13)).figures["share.neutral"]
    assert figure.interval is not None
    low, high = proportion_confint(13, 20, method="wilson")
    assert (figure.interval.low, figure.interval.high) == pytest.approx((low, high))


def test_equal_shares_are_tested_by_chi_square(make_pairs: MakePairs) -> None:
    test = label_balance(labelled(make_pairs, entailment=50, neutral=30, contradiction=40)).tests[
        "equal_shares"
    ]
    assert test.statistic == pytest.approx((10**2 + 10**2 + 0) / 40)
    assert test.p_value == pytest.approx(chi2.sf(5, 2))


def test_train_and_test_are_compared_by_chi_square(make_pairs: MakePairs) -> None:
    train = labelled(make_pairs, entailment=50, neutral=30, contradiction=40)
    assert label_balance(train, train).tests["train_and_test"].statistic == pytest.approx(0)
    other = labelled(make_pairs, entailment=10, neutral=30, contradiction=80)
    assert (label_balance(train, other).tests["train_and_test"].p_value or 1) < 1e-6


def test_a_two_way_test_set_is_scored_by_the_majority_of_two_labels(make_pairs: MakePairs) -> None:
    train = labelled(make_pairs, entailment=40, neutral=30, contradiction=30)
    test = labelled(make_pairs, entailment=20, non_entailment=80)
    finding = label_balance(train, test)
    assert finding.figures["majority"].value == 0.8
    assert finding.figures["share.non-entailment"].value == 0.6
    assert any("count as non-entailment" in note for note in finding.notes)


def test_a_tie_goes_to_the_first_label_in_order(make_pairs: MakePairs) -> None:
    train = labelled(make_pairs, contradiction=5, neutral=5)
    assert "neutral" in label_balance(train).headline


def test_a_test_set_of_one_label_is_scored_and_compared(make_pairs: MakePairs) -> None:
    train = labelled(make_pairs, entailment=60, neutral=40)
    finding = label_balance(train, labelled(make_pairs, neutral=10))
    assert finding.figures["majority"].value == 0
    assert finding.figures["majority_own"].value == 1


def test_with_a_test_set_the_headline_names_it(make_pairs: MakePairs) -> None:
    train, test = labelled(make_pairs, neutral=3, entailment=1), labelled(make_pairs, "other", neutral=2)
    assert "of 'other'" in label_balance(train, test).headline
    assert "of '" not in label_balance(train).headline
