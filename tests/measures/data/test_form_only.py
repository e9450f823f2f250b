"""Form alone: what it finds that words do not tell, and what it leaves to them."""

from collections.abc import Callable

import pytest
from tests.verdicts.making import changed, clean

from rightreasons import read_pairs
from rightreasons.engine.memory import remembering
from rightreasons.findings import Finding
from rightreasons.measures.data.form_only import form_only
from rightreasons.measures.data.hypothesis_only import hypothesis_only
from rightreasons.pairs import PairTable
from rightreasons.text.tokenisations import tokens
from rightreasons.text.tokens import Tokens

Change = Callable[[str], str]


def words(table: PairTable) -> Tokens:
    return tokens(table.hypotheses, "word-punct")


def marked(rows: int, change: Change, seed: int, share: float = 0.5) -> PairTable:
    """Return clean pairs in which a share of the contradictions has another form."""
    frame = changed(
        clean(rows, seed),
        lambda row: {"hypothesis": change(row["hypothesis"])} if row["label"] == "contradiction" else {},
        share,
    )
    return read_pairs(frame)


def value(finding: Finding, name: str) -> float:
    found = finding.figures[name].value
    assert found is not None
    return found


@pytest.fixture(scope="module")
def spaced() -> tuple[PairTable, Finding]:
    table = marked(1500, lambda text: f"{text} ", 81)
    return table, form_only(table, words(table))


def test_a_space_at_the_end_is_worth_the_rows_that_have_it(spaced: tuple[PairTable, Finding]) -> None:
    """Whoever says contradiction where there is one, and elsewhere the commoner of the others, gets this."""
    table, finding = spaced
    has_space = table.hypotheses.str.ends_with(" ").to_numpy()
    gold = table.gold.cast(str).to_numpy()
    rest = [(gold[~has_space] == label).sum() for label in ("entailment", "neutral")]
    best = (has_space.sum() + max(rest)) / len(table)
    assert value(finding, "accuracy") == pytest.approx(best, abs=0.02)
    assert value(finding, "gain_own") == pytest.approx(best - value(finding, "majority_own"), abs=0.02)


def test_what_words_do_not_tell_is_added_to_what_they_tell(spaced: tuple[PairTable, Finding]) -> None:
    _, finding = spaced
    beyond = finding.figures["beyond_words"]
    assert beyond.value == pytest.approx(value(finding, "with_form") - value(finding, "words_and_characters"))
    assert beyond.interval is not None
    assert beyond.interval.low > 0.05


def test_where_no_character_tells_words_stand_for_themselves(spaced: tuple[PairTable, Finding]) -> None:
    table, finding = spaced
    alone = value(hypothesis_only(table, words(table)), "accuracy")
    assert value(finding, "words_and_characters") == pytest.approx(alone, abs=0.02)


def test_the_mark_that_tells_is_named(spaced: tuple[PairTable, Finding]) -> None:
    view = spaced[1].views["features"]
    best = max(view.records(), key=lambda each: float(each["weight"] or 0))
    assert (best["label"], best["kind"]) == ("contradiction", "form")
    assert "white space" in str(best["feature"])


def test_punctuation_adds_nothing_to_words_that_may_show_it() -> None:
    table = marked(1500, lambda text: text[:-1] + "!", 82)
    finding = form_only(table, words(table))
    assert value(finding, "gain_own") > 0.05
    beyond = finding.figures["beyond_words"]
    assert beyond.interval is not None
    assert beyond.interval.low <= 0
    assert abs(value(finding, "beyond_words")) < 0.02


def test_without_a_mark_the_interval_of_both_gains_holds_nothing() -> None:
    held = 0
    for seed in range(8):
        table = read_pairs(clean(400, 90 + seed))
        finding = form_only(table, words(table))
        intervals = [finding.figures[name].interval for name in ("gain_own", "beyond_words")]
        held += all(each is not None and each.low <= 0 for each in intervals)
    assert held >= 7


def test_a_test_set_is_scored_by_a_model_of_training() -> None:
    train, test = (marked(900, lambda text: f" {text}", seed).named(f"set{seed}") for seed in (83, 84))
    finding = form_only(train, words(train), test, words(test))
    right = (test.hypotheses.str.starts_with(" ") & (test.gold == "contradiction")).sum()
    assert value(finding, "accuracy") * len(test) >= right
    assert finding.items is not None
    assert set(finding.items["set"]) == {"set83", "set84"}
    assert value(finding, "beyond_words") > 0.05


def test_words_are_fitted_once_where_both_are_measured() -> None:
    begun: list[str] = []

    def heard(what: str, done: int, _: int) -> None:
        if not done:
            begun.append(what)

    table = marked(300, lambda text: f"{text} ", 85)
    with remembering():
        hypothesis_only(table, words(table), progress=heard)
        form_only(table, words(table), progress=heard)
    assert begun == ["hypothesis_only", "form_only", "form_only"]
