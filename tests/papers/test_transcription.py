"""What is transcribed is what the papers print: it adds up as they do, and equals a second transcription."""

import csv
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest

from rightreasons.papers import PAPERS
from rightreasons.papers.compared.rounding import number
from rightreasons.papers.printed import PrintedCell, PrintedPaper, printed_paper

TESTS = Path(__file__).parents[1]
POLIAK, SANCHEZ, MCCOY, LIU = (
    printed_paper(stem) for stem in ("poliak2018", "sanchez2018", "mccoy2019", "liu2020")
)


def _value(cell: PrintedCell) -> Decimal:
    value = number(cell.printed)
    assert value is not None, cell
    return value


def _table(paper: PrintedPaper, item: str) -> dict[tuple[str, str, str], Decimal]:
    cells = (cell for cell in paper.of(item) if number(cell.printed) is not None)
    return {(cell.row, cell.column, cell.split): _value(cell) for cell in cells}


def _rounded(value: Decimal, digits: str) -> Decimal:
    return value.quantize(Decimal(digits), ROUND_HALF_UP)


def _mean(values: Iterable[Decimal]) -> Decimal:
    listed = list(values)
    return sum(listed, Decimal(0)) / len(listed)


def test_every_paper_is_transcribed_in_full() -> None:
    sizes = {name: len(PAPERS.load(name).printed.cells) for name in PAPERS}
    assert sizes == {  # items in the order of the paper, counted there by hand
        "poliak-2018": 10 * 4 + 11 * 10 + 4 + 2 + (18 + 12 + 4) + 6 * 10 * 2 + 2 * 3 + 4 + (16 * 3 + 1),
        "sanchez-2018": 3 + 26 * 3 + (4 + 1) + (4 + 1) + (12 + 4) + 3 + 14 + 9 + 22 + 19 + 7,
        "mccoy-2019": 3
        + 4
        + 6
        + 12
        + (4 + 4)
        + 4 * 7
        + (4 + 9 + 5)
        + 22
        + 2
        + 4 * 6
        + 6 * 2
        + 30 * 2
        + 2 * 15 * (4 + 1)
        + 24
        + 5 * 6 * (4 + 1),
        "liu-2020": 1
        + 4
        + 60
        + 12
        + 1
        + 12
        + (4 + 2)
        + 6
        + 1
        + (24 + 18)
        + 1
        + 2 * (27 * 4 + 5)
        + 12 * 4
        + 1,
    }


def test_differences_of_poliak_table_2_are_hyp_minus_maj_but_one() -> None:
    table = _table(POLIAK, "table-2")
    wrong = []
    for (row, column, split), printed in table.items():
        if column not in ("|∆|", "∆%"):
            continue
        hypothesis, majority = table[row, "Hyp-Only", split], table[row, "MAJ", split]
        gain = hypothesis - majority
        expected = gain if column == "|∆|" else _rounded(100 * gain / majority, "0.01")
        if expected != printed:
            wrong.append((row, column, split))
    assert wrong == [("FN+", "∆%", "dev")]


def test_poliak_table_3_weighted_by_its_shares_is_the_accuracy_of_table_2() -> None:
    table = _table(POLIAK, "table-3")
    shares = {row: table[row, "MAJ", "FN+ dev"] / 100 for row in ("entailed", "not-entailed")}
    weighted = sum(share * table[row, "Hyp-Only", "FN+ dev"] for row, share in shares.items())
    assert abs(weighted - _table(POLIAK, "table-2")["FN+", "Hyp-Only", "dev"]) < Decimal("0.02")


@pytest.mark.parametrize(("column", "of_table_2"), [("H-model", "Hyp-Only")])
def test_properties_of_poliak_table_4_average_to_table_2(column: str, of_table_2: str) -> None:
    mean = _mean(v for (row, of, _), v in _table(POLIAK, "table-4").items() if of == column)
    assert _rounded(mean, "0.01") == _table(POLIAK, "table-2")["SPR", of_table_2, "dev"]


def test_cells_of_poliak_table_4_are_shares_of_956() -> None:
    for (row, column, _), printed in _table(POLIAK, "table-4").items():
        if column in ("H-model", "MAJ"):
            count = (printed * 956 / 100).to_integral_value()
            assert abs(100 * count / 956 - printed) < Decimal("0.01"), row


def test_figure_3_equals_a_second_transcription() -> None:
    table = _table(POLIAK, "figure-3")
    with (TESTS / "measures/data/poliak2018_figure3.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 60
    assert len(table) == 120
    for row in rows:
        name = f"{row['dataset']} {row['label']}: {row['word']}"
        assert table[name, "Score", row["label"]] == Decimal(row["score"])
        assert table[name, "Freq", row["label"]] == Decimal(row["frequency"])


@pytest.mark.parametrize(("table_3", "fine"), [("entailment", "table-9"), ("non-entailment", "table-10")])
def test_subcases_of_mccoy_average_to_table_3_up_to_rounding_but_one(table_3: str, fine: str) -> None:
    wide, narrow = _table(MCCOY, "table-3"), _table(MCCOY, fine)
    off = []
    for heuristic in ("Lexical overlap", "Subsequence", "Constituent"):
        for model in ("DA", "ESIM", "SPINN", "BERT"):
            of = [v for (row, m, _), v in narrow.items() if row.startswith(heuristic) and m == model]
            assert len(of) == 5
            # Each of the five is rounded by up to 0.005, and so is the cell of Table 3.
            if abs(_mean(of) - wide[heuristic, model, table_3]) > Decimal("0.01"):
                off.append((heuristic, model))
    misprint = [("Constituent", "BERT")] if fine == "table-9" else []
    assert off == misprint


def test_mccoy_tables_3_9_and_10_equal_a_second_transcription() -> None:
    lines = (TESTS / "challenges/mccoy2019_tables.csv").read_text(encoding="utf-8").splitlines()
    ours = {(cell.item.removeprefix("table-"), cell.figure, cell.model): cell.printed for cell in MCCOY.cells}
    for row in csv.DictReader(line for line in lines if not line.startswith("#")):
        for model in ("DA", "BERT"):
            name = f"score on hans*: {row['group']}.{row['label']}"
            assert ours[row["table"], name, model] == row[model]


def test_mccoy_table_5_is_the_column_of_bert_in_table_16() -> None:
    column = {name: v for name, v in _table(MCCOY, "table-16").items() if name[1] == "BERT"}
    assert len(column) == 6
    assert _table(MCCOY, "table-5") == column


def test_examples_of_the_withheld_subcases_are_those_of_tables_9_and_10() -> None:
    def examples(*items: str) -> dict[str, str]:
        cells = (cell for item in items for cell in MCCOY.of(item) if cell.column == "Example")
        return {cell.figure: cell.printed for cell in cells}

    withheld = examples(*(f"table-{number}" for number in range(12, 17)))
    assert len(withheld) == 30
    assert withheld == examples("table-9", "table-10")


def test_every_item_has_a_page() -> None:
    pages = {
        paper.name: [item.page for item in paper.items.values()] for paper in (POLIAK, SANCHEZ, MCCOY, LIU)
    }
    for name, first, last in (
        ("poliak-2018", 180, 191),
        ("sanchez-2018", 1975, 1985),
        ("mccoy-2019", 1, 21),
        ("liu-2020", 6852, 6860),
    ):
        numbers = [int(part) for page in pages[name] for part in str(page).split("–")]
        assert all(first <= number <= last for number in numbers)


def test_the_five_experiments_withhold_every_subcase_once() -> None:
    withheld = [cell.figure for n in range(12, 17) for cell in MCCOY.of(f"table-{n}") if cell.column == "DA"]
    every = [cell.figure for n in (9, 10) for cell in MCCOY.of(f"table-{n}") if cell.column == "DA"]
    assert sorted(withheld) == sorted(every)
    assert len(set(withheld)) == 30


def test_human_study_of_mccoy_adds_up() -> None:
    study = {(row, column): v for (row, column, _), v in _table(MCCOY, "appendix-e").items()}
    people = study["Participants", "retained"] + study["Participants", "rejected"]
    items, categories = study["Design", "examples a participant"], study["Design", "categories"]
    judgements = categories * study["Design", "examples a category"] * study["Design", "judgments an example"]
    controls = study["Design", "controls a participant"]
    assert people * items == judgements
    assert items + controls == study["Design", "stimuli a participant"]
    assert categories + controls == study["Design", "examples an expert"]


def test_tables_of_sanchez_hold_one_set() -> None:
    seen, polarity = _table(SANCHEZ, "table-3"), _table(SANCHEZ, "table-4")
    of = "DAM on I_TA1"
    labels = ("neutral", "contradiction", "entailment")
    assert sum(v for (_, _, split), v in seen.items() if split == of) == 620
    assert sum(v for (_, _, split), v in polarity.items() if split == of) == 620
    none = sum(polarity["none", label, of] for label in labels)
    assert none == seen["correct", "unseen", of] + seen["incorrect", "unseen", of] == 40
    right = sum(polarity[row, "contradiction", of] for row in (*labels, "none"))
    assert right == seen["correct", "seen", of] + seen["correct", "unseen", of]


def test_sanchez_table_1_has_a_cell_a_model_for_each_of_its_26_subsets() -> None:
    assert len(_table(SANCHEZ, "table-1")) == 3 * 26


GAPS_OFF = {
    "table-5": ["D-4 Debias 0.6", "E-2 Debias 0.5", "E-5 Rand 0.7", "E-8 Debias 0.8"],
    "table-6": ["D-2 Debias 0.5", "D-6 Debias 0.7", "D-8 Debias 0.8", "E-3 Rand 0.6"],
    "table-7": [],
}


@pytest.mark.parametrize("item", GAPS_OFF)
def test_gaps_of_liu_are_easy_minus_hard_but_eight(item: str) -> None:
    table = _table(LIU, item)
    off = [
        row
        for (row, column, split), gap in table.items()
        if column == "∆ Easy-Hard" and gap != table[row, "Easy", split] - table[row, "Hard", split]
    ]
    assert off == GAPS_OFF[item]


def test_models_that_liu_prints_twice_have_the_same_accuracy_but_two() -> None:
    found: dict[tuple[str, str], dict[str, str]] = {}
    for cell in LIU.cells:
        if cell.figure.startswith("easy_hard_accuracy."):
            found.setdefault((cell.model, cell.figure), {})[cell.item] = cell.printed
    differing = {key: by for key, by in found.items() if len(set(by.values())) > 1}
    assert differing == {
        ("ESIM", "easy_hard_accuracy.easy"): {"table-4": "97.7", "table-5": "97.6"},
        ("InferSent-debias-0.8-MultiNLI", "easy_hard_accuracy.full"): {"table-6": "69.6", "table-7": "69.9"},
    }
    # 3 models x 3 figures x 2 datasets in Tables 4 and 5 or 6; InferSent: 1 gap and 4 down-sampled, twice
    assert sum(len(by) > 1 for by in found.values()) == 18 + 2 + 8


def test_every_misprint_is_one_of_those_found_here_or_in_the_data() -> None:
    corrected = {
        (paper.name, cell.item, cell.row): cell.corrected
        for paper in (POLIAK, SANCHEZ, MCCOY, LIU)
        for cell in paper.cells
        if cell.corrected
    }
    gaps = {("liu-2020", item, row) for item, rows in GAPS_OFF.items() for row in rows}
    assert {key for key in corrected if key not in gaps} == {
        ("poliak-2018", "table-2", "FN+"),
        ("poliak-2018", "table-2", "SciTail"),
        ("sanchez-2018", "section-6.1", "drop I_A to I_TA1, relative"),
        ("mccoy-2019", "table-6", "Passives"),
        ("mccoy-2019", "table-8", "Embedded under preposition"),
        ("mccoy-2019", "section-5", "Embedded under preposition"),
        ("liu-2020", "section-2.3", "SNLI test"),
        ("liu-2020", "section-2.3", "MultiNLI matched"),
        ("liu-2020", "section-2.3", "MultiNLI mismatched"),
        ("liu-2020", "section-3.1.2", "training size at 0.8"),
        ("sanchez-2018", "section-6.2", "drop of unseen in E_TA"),
        ("mccoy-2019", "table-9", "Constituent: Embedded under preposition"),
        ("liu-2020", "table-5", "training size at 1.0"),
    }
    assert gaps <= set(corrected)
    assert all(cell.note for paper in (POLIAK, SANCHEZ, MCCOY, LIU) for cell in paper.cells if cell.corrected)
