"""Sets of patterns: what is in them, what they mark, cover and leave out, and how they are kept."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import binomtest
from statsmodels.stats.multitest import multipletests

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.errors import (
    FileMissingError,
    OneClassError,
    OptionError,
    TokenisationError,
    UnreadableFileError,
)
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.sources.bundled import bundled_pairs, planted

Row = tuple[str, str, str]


def table(rows: Sequence[Row], **extra: Any) -> PairTable:
    frame = pl.DataFrame(
        [(f"row-{place}", *row) for place, row in enumerate(rows)],
        schema={"id": pl.String, "premise": pl.String, "hypothesis": pl.String, "label": LABEL_TYPE},
        orient="row",
    )
    return PairTable(frame.with_columns(**extra), Provenance("rows"), Account(len(rows), len(rows)))


def labelled(*counts: tuple[str, int, int, int]) -> PairTable:
    """Return each hypothesis so many times with entailment, neutral, contradiction."""
    names = ("entailment", "neutral", "contradiction")
    return table(
        [
            ("p", text, name)
            for text, *numbers in counts
            for name, n in zip(names, numbers, strict=True)
            for _ in range(n)
        ]
    )


def texts(found: PatternSet) -> list[str]:
    return found.evidence["pattern"].to_list()


@pytest.fixture(scope="module")
def snli(snli_train: PairTable) -> PatternSet:
    return PatternSet.fit(snli_train)


def test_a_pattern_at_lambda_is_left_out() -> None:
    # Liu et al. 2020, section 2.1: p(l|b) > lambda
    pairs = labelled(("on", 4, 1, 0), ("off", 1, 0, 4), ("up", 1, 9, 0))
    assert texts(PatternSet.fit(pairs, min_count=5, threshold=0.8)) == ["up"]
    assert texts(PatternSet.fit(pairs, min_count=5, threshold=0.79)) == ["up", "off", "on"]


def test_rows_without_gold_are_left_out() -> None:
    pairs = labelled(("on", 4, 0, 0), ("off", 0, 0, 4))
    without = replace(pairs, frame=pairs.frame.with_columns(label=pl.lit(None, dtype=LABEL_TYPE)))
    frame = pl.concat([pairs.frame, without.frame.with_columns(id=pl.col("id") + "x")])
    both = PairTable(frame, pairs.provenance, Account(16, 16))
    assert PatternSet.fit(both, min_count=1).evidence["count"].to_list() == [4, 4]


def test_one_label_alone_cannot_be_mined() -> None:
    with pytest.raises(OneClassError):
        PatternSet.fit(labelled(("on", 4, 0, 0)))


def test_evidence_agrees_with_exact_tests_where_no_hypothesis_recurs(snli_train: PairTable) -> None:
    texts = pl.col("hypothesis").str.to_lowercase().str.replace_all(r"\s+", " ").str.strip_chars()
    once = snli_train.frame.filter(texts.is_first_distinct())
    snli_train = replace(snli_train, frame=once)
    found = PatternSet.fit(snli_train, max_words=2, max_gap=1, threshold=0.0, min_count=200)
    totals = found.origin.label_totals
    n = sum(totals.values())
    tests: list[float] = []
    own: list[int] = []
    for row in found.evidence.iter_rows(named=True):
        for label, total in totals.items():
            test = binomtest(row[f"count_{label}"], row["count"], total / n, alternative="greater")
            own += [len(tests)] if label == row["label"] else []
            tests.append(test.pvalue)
    assert len(found) == found.origin.frequent
    assert found.evidence["p_value"].to_numpy() == pytest.approx(np.array(tests)[own], rel=1e-6, abs=1e-300)
    adjusted = multipletests(tests, method="fdr_bh")[1]
    assert found.evidence["p_adjusted"].to_numpy() == pytest.approx(adjusted[own], rel=1e-6, abs=1e-300)


def test_a_hypothesis_that_recurs_is_one_writing_by_the_share_of_its_labels() -> None:
    """Ten claims of eight rows hold "on"; the exact test has ten trials of which seven and a half succeed."""
    rows = [
        (f"claim {claim} on", "neutral" if claim < 7 or (claim == 7 and row < 4) else "entailment")
        for claim in range(10)
        for row in range(8)
    ]
    rows += [(f"claim {claim} off", "neutral" if claim % 2 else "entailment") for claim in range(10, 30)]
    pairs = table([("p", text, label) for text, label in rows])
    found = PatternSet.fit(pairs, max_words=1, min_count=80, threshold=0.5).evidence.row(0, named=True)
    assert (found["pattern"], found["count"], found["writings"]) == ("on", 80, 10)
    assert found["p"] == pytest.approx(60 / 80)
    prior = (7.5 + 10) / 30
    assert found["p_value"] == pytest.approx(binomtest(7, 10, prior, alternative="greater").pvalue)
    assert found["z"] == pytest.approx((0.75 - prior) / (prior * (1 - prior) / 10) ** 0.5)


def test_premises_of_snli_hardly_give_labels_away(snli_train: PairTable, snli: PatternSet) -> None:
    # the control of section 3.1.1; on these pairs the premises' highest p is about .60
    premises = PatternSet.fit(snli_train, side="premise")
    assert premises.origin.highest == pytest.approx(0.6)
    assert snli.origin.highest == 1.0
    assert len(premises.at(0.6)) == 0


def test_the_strongest_patterns_of_snli_are_those_of_table_1(snli: PatternSet) -> None:
    # Liu et al. 2020, Table 1: what these few pairs hold often enough
    top = snli.top(10)
    strongest = {
        kind: set(top.filter(pl.col("kind") == kind)["pattern"]) for kind in ("unigram", "multi-word")
    }
    assert {"Nobody", "outdoors"} <= strongest["unigram"]
    assert {"A human", "A # # outside ."} <= strongest["multi-word"]


def test_marks_are_what_the_examples_and_the_coverage_say(snli_train: PairTable, snli: PatternSet) -> None:
    marks = snli.mark(snli_train)
    counted = np.bincount(marks.patterns, minlength=len(snli))
    assert counted.tolist() == snli.evidence["count"].to_list()
    for row in snli.coverage([0.5, 0.7, 0.9]).iter_rows(named=True):
        held = snli.at(row["lambda"]).mark(snli_train).numbers > 0
        assert row["instances"] == held.sum()
        assert row["share"] == held.mean()
    place = {name: row for row, name in enumerate(snli_train.frame["id"])}
    for number, ids in enumerate(snli.evidence["examples"]):
        assert all(number in marks.of(place[name]) for name in ids)


def test_a_lambda_below_that_of_the_set_is_refused(snli: PatternSet) -> None:
    with pytest.raises(OptionError, match=r"at least 0\.5"):
        snli.coverage([0.4])
    with pytest.raises(OptionError, match=r"at least 0\.5"):
        snli.at(0.4)


def test_compact_leaves_out_what_a_shorter_pattern_says_too() -> None:
    pairs = labelled(("no dogs bark", 1, 0, 9), ("no cats", 0, 1, 9), ("dogs run", 9, 5, 0))
    everything = PatternSet.fit(pairs, min_count=10)
    assert set(texts(everything.compact())) == {"no", "bark", "cats", "run"}
    assert "no # bark" in texts(everything)


def test_compact_keeps_a_longer_pattern_that_says_more() -> None:
    pairs = labelled(("no dogs", 0, 0, 10), ("no cats", 2, 4, 4), ("dogs", 8, 1, 1))
    assert texts(PatternSet.fit(pairs, min_count=5).compact())[0] == "no dogs"


def test_the_compact_set_marks_the_same_instances(snli_train: PairTable, snli: PatternSet) -> None:
    compact = snli.compact()
    assert len(compact) < len(snli)
    whole, less = (each.mark(snli_train).numbers > 0 for each in (snli, compact))
    assert np.array_equal(whole, less)
    assert compact.coverage([0.5, 0.8]).drop("patterns").equals(snli.coverage([0.5, 0.8]).drop("patterns"))


def test_covered_means_that_a_pattern_of_the_other_set_with_the_same_label_is_contained() -> None:
    short = PatternSet.fit(labelled(("no dogs", 0, 0, 5), ("a man", 5, 0, 0)), max_words=1, min_count=5)
    long = PatternSet.fit(
        labelled(("no man", 0, 0, 5), ("a cat", 0, 5, 0)), max_words=2, min_count=5, threshold=0.5
    )
    # long: 'no', 'man', 'no man' (contradiction), 'a', 'cat', 'a cat' (neutral)
    found = long.covered_by(short)
    assert (found.patterns, found.identical, found.covered) == (6, 1, 2)  # 'no'; 'no' and 'no man'


def test_a_set_covers_itself_and_its_extensions(snli_train: PairTable, snli: PatternSet) -> None:
    longer = PatternSet.fit(snli_train, max_words=4, max_gap=4)
    assert snli.covered_by(longer).identical == len(snli)
    covered = longer.covered_by(snli)
    assert len(snli) == covered.identical < covered.covered < covered.patterns


def test_a_set_is_read_back_as_it_was_saved(snli: PatternSet, snli_train: PairTable, tmp_path: Path) -> None:
    snli.save(tmp_path / "patterns.parquet")
    again = PatternSet.load(tmp_path / "patterns.parquet")
    assert again.origin == snli.origin
    assert again.evidence.equals(snli.evidence)
    assert again.covered_by(snli).identical == len(snli)
    one, other = (each.mark(snli_train.head(500)) for each in (again, snli))
    assert all(one.of(row).tolist() == other.of(row).tolist() for row in range(500))


def test_what_is_not_a_saved_set_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError):
        PatternSet.load(tmp_path / "none.parquet")
    (tmp_path / "text.parquet").write_text("no Parquet")
    with pytest.raises(UnreadableFileError):
        PatternSet.load(tmp_path / "text.parquet")
    pl.DataFrame({"a": [1]}).write_parquet(tmp_path / "other.parquet")
    with pytest.raises(UnreadableFileError):
        PatternSet.load(tmp_path / "other.parquet")


def test_a_set_without_patterns_can_be_used_and_kept(tmp_path: Path) -> None:
    pairs = labelled(("on", 2, 2, 2), ("off", 2, 2, 2))
    none = PatternSet.fit(pairs, min_count=2)
    none.save(tmp_path / "none.parquet")
    for each in (none, PatternSet.load(tmp_path / "none.parquet")):
        assert len(each) == len(each.compact()) == 0
        assert each.mark(pairs).numbers.sum() == 0
        assert each.covered_by(none).share is None
        assert each.coverage([0.5])["share"].to_list() == [0.0]
        assert each.top().height == 0


def test_parses_are_mined_and_marked_as_parses() -> None:
    rows = [("p", "no!", "contradiction"), ("p", "no dog", "entailment")]
    parsed = table(rows, hypothesis_binary_parse=pl.Series(["( no ! )", "( no dog )"]))
    found = PatternSet.fit(parsed, min_count=1)
    assert found.origin.tokenisation == "parse"
    with pytest.raises(TokenisationError):
        found.mark(table(rows))
    assert PatternSet.fit(table(rows), min_count=1).origin.tokenisation == "word-punct"


def test_texts_in_another_tokenisation_are_refused(snli: PatternSet, snli_train: PairTable) -> None:
    from rightreasons.text.tokenisations import tokens

    with pytest.raises(TokenisationError, match="word-punct"):
        snli.mark_tokens(tokens(snli_train.hypotheses.head(3), "whitespace"))


def test_planted_patterns_of_the_bundled_corpus_are_found() -> None:
    pairs = bundled_pairs(12_000, 3)
    found = PatternSet.fit(pairs, max_gap=3, min_count=20)
    rows = {row["pattern"]: row for row in found.evidence.iter_rows(named=True)}
    truths = [each for each in planted(pairs) if each.kind == "pattern"]
    assert truths
    for truth in truths:
        row = rows[" ".join(truth.what)]
        assert row["label"] == truth.label.value
        assert row["count"] == truth.rows
        interval = binomtest(round(row["p"] * row["count"]), row["count"]).proportion_ci(0.9999)
        assert interval.low <= truth.strength <= interval.high
        assert row["p_adjusted"] < 1e-4


def test_settings_reach_the_miner(snli_train: PairTable) -> None:
    few = snli_train.head(2000)
    by_index = PatternSet.fit(few, max_gap=3, reading="index", min_count=10)
    by_skips = PatternSet.fit(few, max_gap=2, reading="skipped", min_count=10)
    assert texts(by_index) == texts(by_skips)
    assert by_index.origin.settings == PatternSettings(3, 3, "index", 10)
