"""What of the hypothesis the premise contains: against sets of Python, and on plain sentences."""

import re
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons import audit
from rightreasons.measures.data import premise_coverage as measure
from rightreasons.measures.data.premise_coverage import premise_coverage
from rightreasons.pairs import PairTable
from rightreasons.sources.read import read_pairs


def table(*pairs: tuple[str, str, str]) -> PairTable:
    return read_pairs([dict(zip(("premise", "hypothesis", "label"), pair, strict=True)) for pair in pairs])


def items(premise: str, hypothesis: str) -> tuple[float | None, float | None, int | None, int | None]:
    found = premise_coverage(table((premise, hypothesis, "neutral"), ("a", "b", "entailment"))).items
    assert found is not None
    row = found.row(0, named=True)
    columns = ("coverage_document", "coverage_sentence", "absent_numbers", "absent_names")
    return tuple(row[column] for column in columns)


@pytest.mark.parametrize(
    ("premise", "hypothesis", "expected"),
    [
        ("A DOG runs.", "a dog runs", (1.0, 1.0, None, None)),
        ("A dog runs. The cat sleeps.", "A dog sleeps.", (1.0, 2 / 3, None, None)),
        ("A dog runs.", "A cat runs.", (2 / 3, 2 / 3, None, None)),
        ("It costs 1,000 pounds.", "It costs 1000 pounds.", (0.75, 0.75, 0, None)),
        ("It costs 1.5 pounds.", "It costs 2.5 pounds in 1990.", (4 / 7, 4 / 7, 2, None)),
        ("Yesterday Ann Lee met Bob.", "Then Ann met Carl Lee.", (3 / 5, 3 / 5, None, 1)),
        ("the NATO summit.", "So NATO won. Paris lost.", (1 / 5, 1 / 5, None, 0)),
        ("A dog.", "?", (None, None, None, None)),
    ],
)
def test_a_pair_is_measured_as_one_reads_it(
    premise: str, hypothesis: str, expected: tuple[float | None, ...]
) -> None:
    assert items(premise, hypothesis) == pytest.approx(expected)


WORDS = st.lists(st.sampled_from(["a", "Dog", "cat", "12", "1,200", "Élan", "x-y"]), max_size=8).map(" ".join)
TEXTS = st.lists(WORDS.map(lambda words: f"{words}."), max_size=4).map(" ".join)


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.lower()))


@given(st.lists(st.tuples(TEXTS, TEXTS, st.sampled_from(["entailment", "neutral"])), min_size=2, max_size=12))
def test_means_are_those_of_a_plain_loop(pairs: list[tuple[str, str, str]]) -> None:
    filled = [(f"z {premise}", f"{hypothesis} z", label) for premise, hypothesis, label in pairs]
    found = premise_coverage(table(*filled))
    shares = defaultdict(list)
    best = defaultdict(list)
    for premise, hypothesis, label in filled:
        own = words(hypothesis)
        shares[label].append(len(own & words(premise)) / len(own))
        sentences = re.split(r"(?<=\.)\s+", premise)
        best[label].append(max(len(own & words(sentence)) / len(own) for sentence in sentences))
    for label, values in shares.items():
        assert found.figures[f"document.{label}"].value == pytest.approx(sum(values) / len(values))
        assert found.figures[f"sentence.{label}"].value == pytest.approx(sum(best[label]) / len(values))
        assert found.figures[f"document.{label}"].n == len(values)


def test_absent_numbers_are_a_share_of_the_hypotheses_that_have_some() -> None:
    pairs = [("In 1990.", "In 1990.", "entailment"), ("In 1990.", "In 1991.", "neutral")]
    pairs += [("In 1990.", "In 1990 or 1991.", "neutral"), ("In 1990.", "Long ago.", "neutral")]
    pairs += [("In 1990.", "It was 1990.", "neutral")]
    found = premise_coverage(table(*pairs))
    absent = found.figures["absent_number.neutral"]
    assert absent.value == pytest.approx(2 / 3)
    assert absent.n == 3
    assert found.figures["absent_number.entailment"].value == 0
    assert found.figures["absent_name.neutral"].value is None
    assert found.figures["absent_name.neutral"].reason


def test_a_figure_is_about_the_rows_that_it_counts() -> None:
    pairs = [("In 1990.", f"In {year}.", "neutral") for year in (1990, 1991, 1992)]
    result = audit(table(*pairs, ("In 1990.", "In 1993.", "entailment")), measures=["premise_coverage"])
    figures = result.finding("premise_coverage").figures

    def hypotheses(name: str) -> list[str]:
        rows = figures[name].rows
        assert rows is not None
        return rows.of(result.items)["hypothesis"].to_list()

    assert hypotheses("absent_number.neutral") == ["In 1991.", "In 1992."]
    assert hypotheses("absent_number.entailment") == ["In 1993."]
    assert hypotheses("document.neutral") == ["In 1990.", "In 1991.", "In 1992."]


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [
        (f"A dog {at}. A cat.", f"A cat {at % 3}.", ("entailment", "neutral")[at % 2]) for at in range(40)
    ]
    whole = premise_coverage(table(*pairs))
    monkeypatch.setattr(measure, "BLOCK", 50)
    parted = premise_coverage(table(*pairs))
    assert whole.figures == parted.figures
    assert whole.items is not None
    assert parted.items is not None
    assert whole.items.equals(parted.items)


def test_premises_that_contain_more_for_one_label_have_an_area_above_one_half() -> None:
    pairs = [("A dog runs.", "A dog.", "entailment"), ("A dog runs.", "The cat sits.", "neutral")] * 5
    figures = premise_coverage(table(*pairs)).figures
    assert (figures["area.entailment"].value, figures["area.neutral"].value) == (1.0, 0.0)


@pytest.mark.parametrize(("words_each", "mined"), [(20, True), (200, False)])
def test_patterns_of_documents_are_not_mined_as_a_control(words_each: int, *, mined: bool) -> None:
    rows = [
        {
            "document": "w " * words_each,
            "claim": f"It is {at}.",
            "label": ("supported", "unsupported")[at % 2],
        }
        for at in range(200)
    ]
    figure = audit(rows, measures=["artificial_patterns"]).findings[0].figures["highest_p_premise"]
    assert (figure.value is not None) == mined
    assert mined or "200 tokens" in (figure.reason or "")


def test_capitals_tell_no_names_in_a_language_that_is_not_known() -> None:
    pairs = table(("Der Hund schläft.", "Ein Tier und Anna.", "neutral"), ("a 1", "b 1", "entailment"))
    found = premise_coverage(pairs, "de")
    figure = found.figures["absent_name.neutral"]
    assert (figure.value, figure.estimate.reason) == (None, "not measured: needs English")
    assert found.figures["absent_number.entailment"].value == 0
    assert found.items is not None
    assert found.items["absent_names"].null_count() == 2
    assert premise_coverage(pairs).figures["absent_name.neutral"].value == 1
