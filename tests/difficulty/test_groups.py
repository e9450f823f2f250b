"""Groups of pairs: whose they are, by hand and on bundled pairs, and what is refused."""

import polars as pl
import pytest

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.difficulty.groups import pair_groups, sufficient
from rightreasons.difficulty.marks import pattern_marks
from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.labels import Label
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.shortcuts.families import shortcuts_of
from rightreasons.sources.bundled import bundled_pairs

ROWS = (
    ("The doctor near the actor danced.", "The actor danced.", "neutral"),
    ("The doctor near the actor danced.", "the doctor Danced", "entailment"),
    ("A man sleeps.", "Nobody sleeps.", "contradiction"),
    ("A man sleeps.", "A man sleeps, knowing nothing.", "neutral"),
    ("No man sleeps.", "A man sleeps in no bed.", "contradiction"),
    ("A man sleeps.", "The nobodies never-ending story", "neutral"),
    ("The big black dog runs.", "The big black cat runs.", "contradiction"),
    ("The big dog runs.", "The big cat runs.", "contradiction"),
)


def table(**columns: list[object]) -> PairTable:
    frame = pl.DataFrame(ROWS, schema=["premise", "hypothesis", "label"], orient="row").select(
        pl.int_range(pl.len()).cast(pl.String).alias("id"),
        "premise",
        "hypothesis",
        pl.col("label").cast(LABEL_TYPE),
    )
    frame = frame.with_columns(pl.Series(name, values) for name, values in columns.items())
    return PairTable(frame, Provenance("rows"), Account(len(ROWS), len(ROWS)))


def test_overlap_is_whether_the_premise_has_four_in_five_words_of_the_hypothesis_by_label() -> None:
    assert pair_groups(table(), "overlap").frame["group"].to_list() == [
        "neutral-overlap",
        "entailment-overlap",
        "contradiction-no-overlap",
        "neutral-no-overlap",
        "contradiction-no-overlap",
        "neutral-no-overlap",
        "contradiction-overlap",  # 4 words of 5
        "contradiction-no-overlap",  # 3 of 4
    ]


def test_negation_is_one_of_four_whole_words_of_the_hypothesis_by_label() -> None:
    assert pair_groups(table(), "negation").frame["group"].to_list() == [
        "neutral-no-negation",
        "entailment-no-negation",
        "contradiction-negation",
        "neutral-negation",
        "contradiction-negation",
        "neutral-negation",  # "never-ending" is two words and a hyphen
        "contradiction-no-negation",
        "contradiction-no-negation",
    ]


def test_patterns_make_the_groups_easy_hard_and_other() -> None:
    pairs = bundled_pairs(600, 2)
    patterns = PatternSet.fit(pairs, threshold=0.6, min_count=10, tokenisation="word-punct")
    marks = dict(
        pattern_marks(pairs, patterns).frame.select("id", pl.col("mark").cast(pl.String)).iter_rows()
    )
    mined = shortcuts_of("patterns", pairs, threshold=0.6, min_count=10, tokenisation="word-punct")
    groups = pair_groups(pairs, "patterns", mined)
    assert {"easy", "hard", "none"} <= set(marks.values())
    for name, group in groups.frame.iter_rows():
        assert group == (marks[name] if marks[name] in ("easy", "hard") else "other")
    assert sum(groups.sizes.values()) == len(pairs)


def test_a_column_gives_its_values_and_codes_are_positions_among_their_names() -> None:
    groups = pair_groups(table(genre=["b", "a", "b", "c", "a", "b", "b", "b"]), "genre")
    assert groups.sizes == {"a": 2, "b": 5, "c": 1}
    assert groups.codes(("a", "b", "c")).tolist() == [1, 0, 1, 2, 0, 1, 1, 1]


def test_no_group_is_guessed() -> None:
    with pytest.raises(
        OptionError, match=r"RR003\]\n.*one of patterns, words, overlap, .*, or a column of 'rows': 'genre'"
    ):
        pair_groups(table(genre=["a"] * 8), "gender")
    with pytest.raises(MeasureInputError, match="2 rows of 'rows' without a value of 'genre'"):
        pair_groups(table(genre=["a", None, "b", None, "a", "a", "a", "a"]), "genre")
    with pytest.raises(MeasureInputError, match="of type Float64"):
        pair_groups(table(score=[0.5, 1.5, 2.0, 1.0, 1.0, 2.5, 1.0, 1.0]), "score")


def test_negation_is_not_looked_for_in_another_language() -> None:
    german = "Der Hund läuft schnell über die grüne Wiese und niemand sieht ihm dabei zu"
    frame = pl.DataFrame({"id": [str(row) for row in range(20)]}).with_columns(
        premise=pl.lit(german), hypothesis=pl.lit(german), label=pl.lit(Label.NEUTRAL.value).cast(LABEL_TYPE)
    )
    with pytest.raises(MeasureInputError, match="the shortcut 'negation' needs English"):
        pair_groups(PairTable(frame, Provenance("german"), Account(20, 20)), "negation")


def test_groups_too_small_to_fit_anything_to_are_named() -> None:
    groups = pair_groups(table(genre=["b", "a", "b", "b", "a", "b", "b", "b"]), "genre")
    assert sufficient(groups, 2) is groups
    with pytest.raises(
        MeasureInputError,
        match=r"2 rows in the group 'a' by groups=genre of 'rows' \[RR501\]\n.*at least 10",
    ):
        sufficient(groups)
    with pytest.raises(MeasureInputError, match="only the group 'a'"):
        sufficient(pair_groups(table(genre=["a"] * 8), "genre"), 1)
