"""The measure `artificial_patterns`: planted patterns come out, premises do not, figures are plain counts."""

from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl
import pytest

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.artifacts.patterns.settings import PatternSettings, SentenceRole
from rightreasons.findings import Finding
from rightreasons.measures.data.artificial_patterns import artificial_patterns
from rightreasons.pairs import PairTable
from rightreasons.sources.bundled import bundled_pairs

PAIRS = bundled_pairs(6_000, 11)
ItemsOf = Callable[..., pl.DataFrame]
ROLES: tuple[SentenceRole, ...] = ("premise", "hypothesis")
TOKENS = sentence_tokens(PAIRS, "hypothesis")
PATTERNS = PatternSet.from_tokens(PAIRS, TOKENS, PatternSettings(min_count=40))


@pytest.fixture(scope="module")
def finding() -> Finding:
    return artificial_patterns(PAIRS, TOKENS, sentence_tokens(PAIRS, "premise"), PATTERNS)


def test_the_first_table_lists_planted_words_of_every_label_first(finding: Finding) -> None:
    assert next(iter(finding.views)) == "patterns"
    first = {str(label): str(pattern) for label, pattern, *_ in finding.views["patterns"].lines[:3]}
    assert set(first) == {"entailment", "neutral", "contradiction"}
    assert "alone" in first["contradiction"]  # the word planted most strongly


def test_counts_by_lambda_are_those_of_plain_loops(finding: Finding) -> None:
    table = PATTERNS.table()
    for threshold in (0.5, 0.6, 0.7, 0.8):
        above = PatternSet.fit(PAIRS, threshold=threshold, min_count=40)
        covered = (above.mark(PAIRS).numbers > 0).mean()
        assert finding.figures[f"patterns_at_{threshold:g}"].value == (table["p"] > threshold).sum()
        assert finding.figures[f"covered_at_{threshold:g}"].value == pytest.approx(covered)


def test_the_control_stays_near_chance_where_premises_say_nothing(finding: Finding) -> None:
    # three pairs of every premise, one a label: whatever a premise holds has p = 1/3
    assert finding.figures["highest_p_premise"].value == pytest.approx(1 / 3, abs=0.01)
    assert finding.figures["highest_p"].value == PATTERNS.table()["p"].max()


def test_every_row_has_the_strongest_of_its_patterns(finding: Finding) -> None:
    assert finding.items is not None
    p = PATTERNS.table()["p"].to_numpy()
    marks = PATTERNS.mark(PAIRS)
    strongest = [max((p[each] for each in marks.of(row)), default=None) for row in range(len(PAIRS))]
    assert finding.items["pattern_probability"].to_list() == strongest
    named = finding.items.drop_nulls("pattern").join(
        PATTERNS.table().select("pattern", pl.col("label").cast(pl.String), "p"), on="pattern"
    )
    assert named.height == sum(each is not None for each in strongest)
    assert (named["label"] == named["pattern_label"]).all()
    assert (named["p"] == named["pattern_probability"]).all()


def test_the_patterns_that_a_row_is_marked_with_are_those_of_the_tables_that_are_flagged(
    finding: Finding,
) -> None:
    assert finding.items is not None
    flagged = set(PATTERNS.table().filter(pl.col("p_adjusted") <= 0.05)["pattern"])
    held = finding.items["patterns_held"].to_list()
    marked = finding.items["flagged_patterns"].to_list()
    assert [set(each) for each in marked] == [set(each) & flagged for each in held]
    assert any(marked)
    assert marked != held


def test_rows_behind_a_pattern_hold_it_and_have_its_label(finding: Finding, items_of: ItemsOf) -> None:
    items, view = items_of(finding, PAIRS), finding.views["patterns"]
    for line in range(len(view.lines)):
        cells, found = view.cells(line), view.rows_of(line)
        assert found is not None
        rows = found.of(items)
        words = [word for word in str(cells["pattern"]).split(" ") if word != "#"]
        assert rows.height == round(float(str(cells["p"])) * int(str(cells["count"])))
        assert set(rows["label"]) == {cells["label"]}
        assert all(word in text for text in rows["hypothesis"] for word in words)


def test_rows_behind_a_pattern_are_as_many_as_it_counts_where_writing_is_real(
    snli_part: PairTable, items_of: ItemsOf
) -> None:
    premises, hypotheses = (sentence_tokens(snli_part, side, "word-punct") for side in ROLES)
    found = artificial_patterns(snli_part, hypotheses, premises)
    items, view = items_of(found, snli_part), found.views["patterns"]
    assert len(view.lines) > 5
    for line in range(len(view.lines)):
        cells, rows = view.cells(line), view.rows_of(line)
        assert rows is not None
        assert rows.of(items).height == round(float(str(cells["p"])) * int(str(cells["count"])))


def test_rows_behind_coverage_are_as_many_as_it_counts(finding: Finding, items_of: ItemsOf) -> None:
    items = items_of(finding, PAIRS)
    covered = finding.figures.where("coverage")
    assert [each.group["lambda"] for each in covered] == ["0.5", "0.6", "0.7", "0.8"]
    for figure in covered:
        assert figure.rows is not None
        assert figure.rows.of(items).height == round((figure.value or 0) * figure.n) > 0


def test_data_whose_labels_mean_nothing_have_no_pattern_at_a_false_discovery_rate() -> None:
    rng = np.random.default_rng(0)
    shuffled = PAIRS.frame.with_columns(label=PAIRS.gold.gather(rng.permutation(len(PAIRS))))
    pairs = PairTable(shuffled, PAIRS.provenance, PAIRS.account)
    premises = sentence_tokens(pairs, "premise")
    finding = artificial_patterns(pairs, TOKENS, premises)
    assert finding.figures["patterns_flagged"].value == 0
    assert finding.items is not None
    assert not any(finding.items["flagged_patterns"].to_list())
    assert finding.figures["covered_at_0.8"].value == 0.0


def test_data_too_small_for_any_pattern_say_so(make_pairs: Any) -> None:
    pairs = make_pairs([("a", "b c", "neutral"), ("a", "d", "entailment")])
    tokens = sentence_tokens(pairs, "hypothesis")
    finding = artificial_patterns(pairs, tokens, sentence_tokens(pairs, "premise"))
    assert finding.headline == "None of 0 frequent patterns has p(l|b) > 0.5 for a label."
    assert finding.figures["highest_p"].reason
    assert finding.items is not None
    assert finding.items["pattern"].null_count() == 2


def test_premises_of_snli_reach_sixty_per_cent_where_hypotheses_reach_certainty(snli_part: PairTable) -> None:
    # issue 3: "on the 22,897 distinct real SNLI training pairs at count 50 the premise maximum is about .60"
    assert len(snli_part) == 22_897
    hypotheses, premises = sentence_tokens(snli_part, "hypothesis"), sentence_tokens(snli_part, "premise")
    figures = artificial_patterns(snli_part, hypotheses, premises).figures
    assert figures["highest_p_premise"].value == pytest.approx(0.60, abs=0.005)
    assert figures["highest_p"].value == 1.0
