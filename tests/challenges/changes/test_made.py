"""Changed claims come from supported rows alone; what was left out is counted; every kind is a challenge."""

from pathlib import Path

import pytest

from rightreasons import probe, read_pairs
from rightreasons.annotation.study import make_change_sheets, read_sheets
from rightreasons.challenges.changes import CHANGES
from rightreasons.challenges.changes.made import changed_claims
from rightreasons.errors import EmptyDataError, OptionError
from rightreasons.jobs.making.sets import make_changes
from rightreasons.pairs import PairTable

ROWS = [
    ("A dog is chasing a cat.", "A dog is chasing a cat.", "entailment"),
    ("A dog is chasing a cat.", "A dog is chasing a cat.", "entailment"),
    ("Two men sing in Italy.", "Two men are singing.", "entailment"),
    ("A man sits.", "A man is carrying a box.", "neutral"),
    ("Anna sleeps.", "Anna is asleep.", "entailment"),
    ("A man sits.", "A man is running.", "contradiction"),
]


@pytest.fixture
def train() -> PairTable:
    return read_pairs([dict(zip(("premise", "hypothesis", "label"), row, strict=True)) for row in ROWS])


def test_only_supported_rows_are_changed_each_once(train: PairTable) -> None:
    made = changed_claims(train, "argument-swap")
    assert made.supported == 3
    assert made.changed == 1
    assert sum(made.left_out.values()) == 2
    rows = made.pairs.frame.select("version", "hypothesis", "label", "before", "after").rows()
    swapped = "A cat is chasing a dog"
    assert rows == [
        ("original", "A dog is chasing a cat.", "entailment", None, None),
        ("changed", f"{swapped}.", "non-entailment", "A dog is chasing a cat", swapped),
    ]


def test_the_negation_is_contradicted_where_the_data_have_three_labels(train: PairTable) -> None:
    made = changed_claims(train, "negation")
    assert set(made.pairs.frame.filter(version="changed")["label"]) == {"contradiction"}
    two = read_pairs([{"premise": "A man sits.", "hypothesis": "A man is sitting.", "label": "entailment"}])
    assert changed_claims(two, "negation").pairs.frame["label"].to_list() == ["entailment", "non-entailment"]


def test_a_claim_is_changed_alike_whatever_stands_beside_it(train: PairTable) -> None:
    alone = train.where(train.hypotheses == "Two men are singing.", "the only one")
    one, all_of_them = (
        changed_claims(table, "number-change").pairs.frame.filter(version="changed")["hypothesis"]
        for table in (alone, train)
    )
    assert one.to_list() == all_of_them.to_list()


def test_an_overlap_rule_cannot_see_a_swap(train: PairTable) -> None:
    made = probe("rule:lexical-overlap", "argument-swap", train=train)
    figures = made.finding("guard").figures
    assert figures["balanced_accuracy"].value == 0.5
    assert any("1 of 3 supported claims" in note for note in made.finding("argument-swap").notes)


def test_changes_need_data_with_supported_rows(train: PairTable) -> None:
    with pytest.raises(OptionError, match="train="):
        probe("rule:lexical-overlap", "argument-swap")
    unsupported = train.where(train.gold != "entailment", "supported")
    with pytest.raises(EmptyDataError, match="0 supported rows"):
        changed_claims(unsupported, "negation")


def test_changes_are_written_with_what_was_left_out_and_put_on_sheets(
    train: PairTable, tmp_path: Path
) -> None:
    made = make_changes(train, tmp_path / "changes")
    assert set(made["counts"]) == set(CHANGES)
    assert made["counts"]["argument-swap"] == {
        "changed": 1, "of": 3, "left_out": {"no plain clause with a verb of the list": 2},
    }  # fmt: skip
    assert read_pairs(tmp_path / "changes" / "negation.jsonl").groups
    sheets = make_change_sheets(tmp_path / "changes", tmp_path / "sheets")
    assert sheets["counts"]["changes"]["negation"] == 3
    sheet = next((tmp_path / "sheets" / "sheets").glob("*.csv"))
    lines = sheet.read_text(encoding="utf-8").splitlines()
    assert not any("non-entailment" in line for line in lines)


def test_what_people_say_of_changed_claims_is_the_share_of_wrong_labels(
    train: PairTable, tmp_path: Path
) -> None:
    import polars as pl

    make_changes(train, tmp_path / "changes", ["negation", "argument-swap"])
    make_change_sheets(tmp_path / "changes", tmp_path / "study")
    key = pl.read_ndjson(tmp_path / "study" / "key.jsonl")
    given = {"negation": ["contradiction", "entailment", "incoherent"], "argument-swap": ["neutral"]}
    answers = [given[change].pop(0) for change in key["change"]]
    sheet = next((tmp_path / "study" / "sheets").glob("*.csv"))
    table = pl.read_csv(sheet, infer_schema=False)
    by_id = dict(zip(key["id"], answers, strict=True))
    filled = table.with_columns(answer=pl.Series([by_id.get(row) for row in table["item"]]))
    filled.with_columns(participant=pl.lit("p1")).write_csv(tmp_path / "filled.csv")
    figures = read_sheets([tmp_path / "filled.csv"], tmp_path / "study").findings[0].figures
    assert (figures["negation.wrong"].value, figures["negation.wrong"].n) == (0.5, 2)
    assert figures["negation.incoherent"].value == pytest.approx(1 / 3)
    assert figures["argument-swap.wrong"].value == 0
