"""What `make split` writes: parts without a text in common, every row in one, and the audit of both."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unicodedata import normalize

import numpy as np
import polars as pl
import pytest

from rightreasons import audit, read_pairs
from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.errors import OptionError, RunExistsError, SplitError
from rightreasons.jobs.making.joined import joined_pairs
from rightreasons.jobs.making.patterns import make_downsampled
from rightreasons.jobs.making.split import make_split, split
from rightreasons.jobs.making.split_notes import line_to_paste
from rightreasons.jobs.options import DownsampleOptions, SplitOptions
from rightreasons.pairs import Nouns, PairTable
from rightreasons.sources.proposals.commands import split_command

MakePairs = Callable[..., PairTable]
LABELS = ("entailment", "neutral", "contradiction")
PARTS = ("train", "dev", "test")
PLAIN = SplitOptions(audit=False)


def repeating(make_pairs: MakePairs, seed: int = 0, rows: int = 600) -> PairTable:
    """Return pairs in small worlds of four premises and five hypotheses, spelt in several ways."""
    rng = np.random.default_rng(seed)
    spelt = (str, str.upper, lambda text: f"{text}  ", lambda text: normalize("NFD", text))
    found = []
    for world, place in zip(rng.integers(0, 60, rows), range(rows), strict=True):
        texts = (f"le café {world} a {rng.integers(4)} tables", f"un café {world} est {rng.integers(5)}")
        premise, hypothesis = (spelt[rng.integers(4)](each) for each in texts)
        found.append((premise, hypothesis, LABELS[(place + int(world)) % 3]))
    return make_pairs(found, {"world": [row[0].upper()[8:10] for row in found]})


def texts_of(table: PairTable, *sides: str) -> set[str]:
    """Return the texts of some sides in one spelling, made without the code that is tested."""
    found = (text for side in sides for text in table.frame[side].to_list())
    return {" ".join(normalize("NFKC", text).casefold().split()) for text in found}


@pytest.mark.parametrize(
    ("by", "sides"),
    [("both", ("premise", "hypothesis")), ("premise", ("premise",)), ("hypothesis", ("hypothesis",))],
)
@pytest.mark.parametrize("seed", range(3))
def test_no_two_parts_have_a_text_in_common(
    make_pairs: MakePairs, tmp_path: Path, by: str, sides: tuple[str, ...], seed: int
) -> None:
    pairs = repeating(make_pairs, seed)
    made = make_split(pairs, tmp_path / "out", SplitOptions(by=by, seed=seed, audit=False))
    tables = [read_pairs(tmp_path / "out" / f"{part}.jsonl") for part in PARTS]
    train, dev, test = (texts_of(table, *sides) for table in tables)
    assert not train & dev
    assert not train & test
    assert not dev & test
    assert all(shared[side] == 0 for shared in made["shared"].values() for side in sides)


def test_every_row_is_in_one_part_as_it_was_read(make_pairs: MakePairs, tmp_path: Path) -> None:
    pairs = repeating(make_pairs)
    made = make_split(pairs, tmp_path / "out", PLAIN)
    rows = pl.read_ndjson(tmp_path / "out" / "rows.jsonl")
    assert rows["id"].to_list() == pairs.frame["id"].to_list()
    for part in PARTS:
        own = rows.filter(pl.col("part") == part)
        written = read_pairs(tmp_path / "out" / f"{part}.jsonl")
        columns = ["id", "premise", "hypothesis", "label", "world"]
        original = pairs.frame.filter(pl.col("id").is_in(own["id"].implode()))
        assert written.frame.select(columns).equals(original.select(columns))
        counts = made["counts"]["parts"][part]
        assert (counts["rows"], counts["components"]) == (own.height, own["component"].n_unique())
        assert counts["share"] == own.height / len(pairs)
        assert {*counts["labels"]} == set(LABELS)
    assert rows.group_by("component").agg(pl.col("part").n_unique())["part"].max() == 1


def test_parts_have_no_value_of_the_column_in_common(make_pairs: MakePairs, tmp_path: Path) -> None:
    pairs = repeating(make_pairs)
    make_split(pairs, tmp_path / "out", SplitOptions(by="world", audit=False))
    values = [set(read_pairs(tmp_path / "out" / f"{part}.jsonl").frame["world"]) for part in PARTS]
    assert not values[0] & values[1] | values[0] & values[2] | values[1] & values[2]


def test_an_audit_of_train_against_test_finds_no_text_of_one_in_the_other(
    make_pairs: MakePairs, tmp_path: Path
) -> None:
    pairs = repeating(make_pairs, rows=900)
    make_split(pairs, tmp_path / "out", PLAIN)
    found = audit(
        tmp_path / "out" / "train.jsonl",
        test=tmp_path / "out" / "test.jsonl",
        measures=["duplicates", "similar_pairs", "hypothesis_only", "labels_dealt_out"],
    )
    figures = found.finding("duplicates").figures
    assert [figures[f"leaked_{what}.test.jsonl"].value for what in ("pairs", "premises", "hypotheses")] == [
        0,
        0,
        0,
    ]
    similar = found.finding("similar_pairs").figures
    assert similar["test.jsonl.equal_pairs"].value == similar["test.jsonl.exchanged_pairs"].value == 0
    across = found.finding("labels_dealt_out").figures.where("gain", labels_of="first split")
    assert not list(across)
    assert "V106" not in {issue.code for issue in found.verdict.issues}


def test_rows_in_random_parts_would_have_texts_in_common(make_pairs: MakePairs) -> None:
    pairs = repeating(make_pairs)
    part = np.random.default_rng(0).permutation(len(pairs)) < 480
    train, test = (pairs.where(pl.Series(rows), "in another part") for rows in (part, ~part))
    assert texts_of(train, "hypothesis") & texts_of(test, "hypothesis")


def test_rows_without_gold_are_left_out_and_counted(make_pairs: MakePairs, tmp_path: Path) -> None:
    pairs = repeating(make_pairs)
    frame = pairs.frame.with_columns(label=pl.when(pl.int_range(pl.len()) >= 10).then(pl.col("label")))
    made = make_split(PairTable(frame, pairs.provenance, pairs.account), tmp_path / "out", PLAIN)
    assert made["counts"]["read"] == len(pairs) - 10
    assert made["data"]["data"]["account"]["dropped"][0]["rows"] == 10


def test_a_component_larger_than_a_part_is_named_with_the_splits_by_one_side(
    make_pairs: MakePairs, tmp_path: Path
) -> None:
    chain = [(f"p{row // 2}", f"h{(row + 1) // 2}", LABELS[row % 3]) for row in range(200)]
    rest = [(f"q{row}", f"g{row}", LABELS[row % 3]) for row in range(200)]
    made = make_split(make_pairs(chain + rest), tmp_path / "out", PLAIN)
    assert made["counts"]["largest"] == 200
    assert "200 of 400 rows (50.0 %)" in made["notes"][0]
    assert [(each["by"], each["largest"]) for each in made["instead"]] == [("premise", 2), ("hypothesis", 2)]
    assert [each["components"] for each in made["instead"]] == [300, 301]
    assert "300 components" in made["instead"][0]["note"]
    assert made["counts"]["parts"]["train"]["rows"] == 320


def test_where_one_component_has_all_rows_the_error_has_lines_that_do(
    make_pairs: MakePairs, tmp_path: Path
) -> None:
    pairs = make_pairs([(f"p{row // 2}", f"h{(row + 1) // 2}", LABELS[row % 3]) for row in range(200)])
    with pytest.raises(SplitError) as refused:
        make_split(pairs, tmp_path / "out", PLAIN, "my.csv --limit 200")
    assert "by premise and hypothesis: 1, the largest with 200 of 200 rows (100.0 %)" in refused.value.found
    for by in ("premise", "hypothesis"):
        assert split_command("my.csv --limit 200", by) in refused.value.remedy
        assert split(pairs, SplitOptions(by=by)).parts.complete
    assert not any(tmp_path.iterdir())


def test_a_label_of_two_rows_is_in_train_and_test_without_dev(make_pairs: MakePairs) -> None:
    labels = ["contradiction"] * 2 + ["neutral"] * 50 + ["entailment"] * 50
    pairs = make_pairs([(f"p{row}", f"h{row}", label) for row, label in enumerate(labels)])
    with pytest.raises(SplitError, match="no row of 'contradiction'") as refused:
        split(pairs)
    assert "--shares 80,0,20" in refused.value.remedy
    assert {*split(pairs, SplitOptions(shares="80,0,20")).tables} == {"train", "test"}
    few = make_pairs([(f"p{row}", f"h{row}", label) for row, label in enumerate(labels[1:])])
    with pytest.raises(SplitError, match="add rows of this label"):
        split(few)


@pytest.mark.parametrize(
    "shares", ["80,10", "80,10,20", "0,50,50", "100,0,0", "a,b,c", "90,20,-10", "nan,1,2"]
)
def test_shares_are_three_numbers_that_add_up(shares: str) -> None:
    with pytest.raises(OptionError, match="shares="):
        SplitOptions(shares=shares)


def test_the_same_work_is_kept_and_other_work_refused(make_pairs: MakePairs, tmp_path: Path) -> None:
    pairs = repeating(make_pairs)
    first = make_split(pairs, tmp_path / "out", PLAIN)
    assert make_split(pairs, tmp_path / "out", PLAIN) == first
    with pytest.raises(RunExistsError):
        make_split(pairs, tmp_path / "out", SplitOptions(seed=1, audit=False))


def test_the_table_has_the_figures_of_the_audits_themselves(make_pairs: MakePairs, tmp_path: Path) -> None:
    pairs = repeating(make_pairs, rows=900)
    out = tmp_path / "out"
    made = make_split(pairs, out)
    assert json.loads((out / "manifest.json").read_text(encoding="utf-8")) == made
    measures = ["hypothesis_only", "labels_dealt_out", "give_away_words"]
    whole = audit(pairs, measures=measures)
    parts = audit(out / "train.jsonl", test=out / "test.jsonl", measures=measures)
    shown = {each["figure"]: each for each in made["audit"]["figures"]}
    for measure, figure in (
        ("hypothesis_only", "gain_own"),
        ("hypothesis_only", "majority_own"),
        ("give_away_words", "words_flagged"),
    ):
        one = shown[f"{measure}.{figure}"]
        for when, run in (("before", whole), ("after", parts)):
            stated = run.finding(measure).figures[figure]
            assert (one[when]["value"], one[when]["n"]) == (stated.value, stated.n), (figure, when)
    others = shown["labels_dealt_out.gain.hypothesis"]
    assert others["before"]["value"] == whole.finding("labels_dealt_out").figures["gain.hypothesis"].value
    assert others["after"]["value"] is None
    assert others["after"]["reason"] == "no text of test is also in train"
    memory: dict[str, Any] = shown["hypothesis_only.memorised_gain"]
    assert memory["before"]["value"] == whole.finding("hypothesis_only").figures["memorised_gain"].value
    assert memory["after"]["reason"].startswith("0 of ")


def test_the_line_to_paste_quotes_what_has_to_be() -> None:
    line = split_command("'my data.csv'", "the genre", "my folder")
    assert line == "rightreasons make split 'my data.csv' --by 'the genre' -o 'my folder'"


def test_a_split_that_is_offered_keeps_the_shares_and_the_seed_asked_for() -> None:
    asked = SplitOptions(by="premise", shares="60,20,20", seed=7)
    typed = line_to_paste(asked, "my.csv")
    assert typed == "rightreasons make split my.csv --by premise --shares 60,20,20 --seed 7 -o split"
    assert line_to_paste(SplitOptions(by="premise"), "my.csv") == split_command("my.csv", "premise")


def test_texts_that_parts_still_share_are_counted(make_pairs: MakePairs, tmp_path: Path) -> None:
    pairs = repeating(make_pairs)
    made = make_split(pairs, tmp_path / "out", SplitOptions(by="hypothesis", audit=False))
    train, test = (read_pairs(tmp_path / "out" / f"{part}.jsonl") for part in ("train", "test"))
    known = texts_of(train, "premise")
    again = [
        text for text in test.premises if {" ".join(normalize("NFKC", text).casefold().split())} <= known
    ]
    assert made["shared"]["test"] == {"premise": len(again), "hypothesis": 0}
    assert any(f"{len(again)} of {len(test)} rows of test" in note for note in made["notes"])


@pytest.mark.parametrize("subject", ["split", "downsampled"])
def test_what_is_written_is_read_again_where_the_source_states_the_label_twice(
    tmp_path: Path, subject: str
) -> None:
    frame = pl.DataFrame(
        {
            "claim": [f"claim {row}" for row in range(120)],
            "evidence": [f"evidence {row}" for row in range(120)],
            "label": ["SUPPORTS", "REFUTES"] * 60,
            "gold_label": ["SUPPORTS", "REFUTES"] * 60,
        }
    )
    frame.write_ndjson(tmp_path / "data.jsonl")
    pairs, out = read_pairs(tmp_path / "data.jsonl"), tmp_path / "out"
    if subject == "split":
        make_split(pairs, out, PLAIN)
        read = [read_pairs(out / f"{part}.jsonl") for part in PARTS]
    else:
        make_downsampled(pairs, out, PatternOptions(threshold=0.8), DownsampleOptions(audit=False))
        read = [read_pairs(out / "kept.jsonl")]
    labels = {row["id"]: row["label"] for table in read for row in table.to_dicts()}
    assert labels == {row["id"]: row["label"] for row in pairs.to_dicts()}


def test_data_that_are_split_together_share_no_text_and_keep_every_row(make_pairs: MakePairs) -> None:
    one, two = repeating(make_pairs, 1).named("one"), repeating(make_pairs, 2).named("two")
    together = joined_pairs([one, two])
    assert len(together) == len(one) + len(two)
    assert together.frame["id"].n_unique() == len(together)  # both number their rows alike
    train, *others = split(together, PLAIN).tables.values()
    for other in others:
        assert not texts_of(train, "premise") & texts_of(other, "premise")
        assert not texts_of(train, "hypothesis") & texts_of(other, "hypothesis")


def test_two_data_of_one_name_are_told_apart_and_one_is_left_as_it_is(make_pairs: MakePairs) -> None:
    pairs = repeating(make_pairs, 1)
    assert joined_pairs([pairs]) is pairs
    assert joined_pairs([pairs, pairs]).frame["id"].n_unique() == 2 * len(pairs)


def test_texts_are_split_by_what_the_data_call_them(make_pairs: MakePairs) -> None:
    pairs = repeating(make_pairs)
    nouns = Nouns("evidence", "evidence", "claim", "claims")
    called = PairTable(pairs.frame, replace(pairs.provenance, nouns=nouns), pairs.account)
    by_claim, by_hypothesis = (
        split(called, SplitOptions(by=by, audit=False)) for by in ("claim", "hypothesis")
    )
    assert by_claim.parts.components.tolist() == by_hypothesis.parts.components.tolist()
