"""A PairTable keeps its promises: ids, labels by name, and an account of every row."""

from collections.abc import Sequence

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.labels import Label
from rightreasons.pairs import LABEL_TYPE, Account, Count, PairTable, Provenance
from rightreasons.sources.concatenation import concatenated


def table(labels: list[str | None], name: str = "made") -> PairTable:
    n = len(labels)
    frame = pl.DataFrame(
        {
            "id": [f"row-{i}" for i in range(n)],
            "premise": [f"Premise {i}." for i in range(n)],
            "hypothesis": [f"Hypothesis {i}." for i in range(n)],
            "label": pl.Series(labels, dtype=LABEL_TYPE),
        }
    )
    return PairTable(frame, Provenance(name), Account(n, n))


def test_dropping_rows_is_accounted_for() -> None:
    kept = table(["entailment", None, "neutral", None]).with_gold()
    assert len(kept) == 2
    assert kept.account.dropped == (Count("no gold label", 2),)
    assert kept.account.read == 4


def test_ids_stay_with_their_rows() -> None:
    kept = table(["entailment", None, "neutral"]).with_gold()
    assert kept.frame["id"].to_list() == ["row-0", "row-2"]


def test_an_account_that_does_not_add_up_is_refused() -> None:
    with pytest.raises(ValueError, match="10 rows read, but 8 kept and 1 dropped"):
        Account(10, 8, (Count("lost", 1),))


@pytest.mark.parametrize("column", ["id", "premise", "hypothesis"])
def test_core_columns_are_never_null(column: str) -> None:
    good = table(["neutral", "neutral"])
    holed = good.frame.with_columns(pl.when(pl.int_range(2) == 0).then(pl.col(column)).alias(column))
    with pytest.raises(ValueError, match="never null"):
        PairTable(holed, good.provenance, good.account)


def test_ids_are_unique() -> None:
    good = table(["neutral", "neutral"])
    with pytest.raises(ValueError, match="unique"):
        PairTable(good.frame.with_columns(id=pl.lit("same")), good.provenance, good.account)


def test_labels_and_counts_are_in_the_order_of_the_names() -> None:
    pairs = table(["contradiction", "entailment", "contradiction", "neutral"])
    assert pairs.labels == (Label.ENTAILMENT, Label.NEUTRAL, Label.CONTRADICTION)
    assert pairs.counts() == {Label.ENTAILMENT: 1, Label.NEUTRAL: 1, Label.CONTRADICTION: 2}


def test_joined_tables_keep_every_row_and_tell_equal_ids_apart() -> None:
    joined = concatenated([table(["neutral"], "a"), table(["entailment", None], "b").with_gold()], "both")
    assert len(joined) == 2
    assert joined.frame["id"].n_unique() == 2
    assert joined.account == Account(3, 2, (Count("no gold label", 1),))


@given(st.lists(st.sampled_from([*[label.value for label in Label], None]), min_size=1, max_size=30))
def test_read_is_always_kept_plus_dropped(labels: list[str | None]) -> None:
    kept = table(labels).with_gold().head(5)
    assert kept.account.read == len(labels)
    assert kept.account.kept == len(kept)
    assert kept.account.read - kept.account.kept == sum(count.rows for count in kept.account.dropped)


def test_a_table_comes_back_from_pandas_and_dicts_as_it_went() -> None:
    pairs = table(["contradiction", None])
    assert pairs.to_dicts()[0]["label"] == "contradiction"
    assert pairs.to_pandas()["hypothesis"].tolist() == ["Hypothesis 0.", "Hypothesis 1."]


def test_parses_count_only_where_every_row_has_one_and_the_binary_one_comes_first() -> None:
    pairs = table(["neutral", "neutral"])

    def with_columns(**columns: Sequence[str | None]) -> PairTable:
        return PairTable(pairs.frame.with_columns(**{n: pl.Series(c) for n, c in columns.items()}), *rest)

    rest = (pairs.provenance, pairs.account)
    whole = ["( a b )", "( a b )"]
    holed, empty = ["( a b )", None], ["( a b )", ""]
    assert pairs.parse_column("premise") is None
    assert with_columns(premise_parse=whole).parse_column("premise") == "premise_parse"
    assert (
        with_columns(premise_parse=whole, premise_binary_parse=holed).parse_column("premise")
        == "premise_parse"
    )
    assert (
        with_columns(premise_parse=whole, premise_binary_parse=empty).parse_column("premise")
        == "premise_parse"
    )
    both = with_columns(premise_parse=whole, premise_binary_parse=whole)
    assert both.parse_column("premise") == "premise_binary_parse"
    assert both.parse_column("hypothesis") is None
