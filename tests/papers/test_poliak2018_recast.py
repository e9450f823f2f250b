"""Tables 1 to 4 and Figure 2b of Poliak et al. (2018) are filled from the files of White et al. (2017).

The published files were not at hand: these are written by hand in the form that their read-me describes.
"""

from itertools import cycle, islice
from pathlib import Path

import pytest

from rightreasons.papers import PAPERS
from rightreasons.papers.compared.reproduction import Reproduction
from rightreasons.papers.inputs import ReproductionInputs
from rightreasons.papers.paper import reproduce_items
from rightreasons.papers.printed import printed_paper
from rightreasons.statistics.results import Estimate

PHRASES = [cell.figure for cell in printed_paper("poliak2018").of("table-4") if cell.column == "MAJ"]
Row = tuple[str, str, str]


def block(at: int, row: Row, split: str, provenance: str) -> str:
    text, hypothesis, label = row
    more = "hypothesis_grammatical: 4\njudgement_valid: yes\n" if provenance == "FN+" else ""
    return (
        f"provenance: {provenance}\nindex: {at}\ntext: {text}\nhypothesis: {hypothesis}\n"
        f"entailed: {label}\npartof: {split}\n{more}\n"
    )


def file(rows: dict[str, list[Row]], provenance: str) -> str:
    numbered = enumerate((row, split) for split, each in rows.items() for row in each)
    return "".join(block(at, row, split, provenance) for at, (row, split) in numbered)


def recast(size: int) -> list[Row]:
    """Write pairs of which `tigers` means entailed and `stones` not, in both labels equally often."""
    nouns = islice(cycle(["tigers", "stones"]), size)
    return [
        (f"Man {at} saw {noun} .", f"{noun} number {at} were there", ("entailed", "not-entailed")[at % 2])
        for at, noun in enumerate(nouns)
    ]


def properties(size: int) -> list[Row]:
    """Write, for each property, `size` hypotheses of which the first alone is not entailed."""
    return [
        (
            f"Rows {at} met {which} .",
            f"The {at} {phrase} thing {which}",
            "not-entailed" if at == 0 else "entailed",
        )
        for which, phrase in enumerate(PHRASES)
        for at in range(size)
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("recast") / "rte"
    made.mkdir()
    sizes = {"train": 60, "dev": 20, "test": 10}
    dpr = {split: recast(size) for split, size in sizes.items()}
    fn_plus = {**dpr, "dev": [*recast(20), ("A .", "tigers lied", "not-entailed")]}
    spr = {"train": properties(6), "dev": properties(4), "test": properties(2)}
    for name, rows, provenance in (
        ("dpr", dpr, "schema-challenge"),
        ("fnplus", fn_plus, "FN+"),
        ("sprl", spr, "sprl"),
    ):
        (made / f"{name}_data.txt").write_text(file(rows, provenance), encoding="utf-8")
    return made.parent


def found(folder: Path, item: str, definition: str = "") -> dict[str, Reproduction]:
    made = reproduce_items(PAPERS.load("poliak-2018"), [item], ReproductionInputs(folder), definition)
    return {row.cell.name: row for row in made.rows}


def percent(row: Reproduction) -> float:
    assert isinstance(row.ours, Estimate), row.reason
    assert row.ours.value is not None
    return row.ours.value


def test_majorities_and_models_of_the_recast_sets_fill_table_2(folder: Path) -> None:
    rows = found(folder, "table-2")
    for cell, ours in {
        "DPR / MAJ / dev": 50,
        "DPR / Hyp-Only / dev": 100,
        "SPR / MAJ / dev": 75,
        "FN+ / MAJ / dev": 100 * 11 / 21,
        "FN+ / Hyp-Only / dev": 100 * 20 / 21,
    }.items():
        assert percent(rows[cell]) == pytest.approx(ours), cell
    assert rows["DPR / Hyp-Only / test"].verdict == "other model"


def test_the_majority_of_training_is_scored_on_dev_where_asked(folder: Path) -> None:
    row = found(folder, "table-2", "train-majority")["SPR / MAJ / dev"]
    assert percent(row) == pytest.approx(75)
    assert row.by.startswith("share of entailment, the most frequent label of spr-train")


def test_table_3_is_the_accuracy_on_each_label_beside_its_share(folder: Path) -> None:
    rows = found(folder, "table-3")
    assert percent(rows["entailed / MAJ / FN+ dev"]) == pytest.approx(100 * 10 / 21)
    assert percent(rows["not-entailed / MAJ / FN+ dev"]) == pytest.approx(100 * 11 / 21)
    assert percent(rows["entailed / Hyp-Only / FN+ dev"]) == 100
    assert percent(rows["not-entailed / Hyp-Only / FN+ dev"]) == pytest.approx(100 * 10 / 11)
    assert rows["entailed / ∆% / FN+ dev"].verdict == "adds up"


def test_table_4_is_by_the_words_of_each_property(folder: Path) -> None:
    rows = found(folder, "table-4")
    assert len(PHRASES) == 16
    for name, row in rows.items():
        if row.cell.column == "MAJ":
            assert percent(row) == pytest.approx(75), name
        if row.cell.column == "H-model":
            assert isinstance(row.ours, Estimate)
            assert row.ours.n == 4
    assert percent(rows["each property / Hypotheses / SPR dev"]) == 4


def test_figure_2b_starts_at_the_distinct_hypotheses_and_falls(folder: Path) -> None:
    rows = found(folder, "figure-2")
    curve = [percent(rows[f"DPR, p(l|w) >= {x} / entailment / dev"]) for x in ("0.0", "0.6", "1.0")]
    assert curve == [10, 10, 10]  # `tigers` is always in an entailed hypothesis
    assert percent(rows["DPR, y axis / highest tick / dev"]) == 10


def test_files_of_another_size_than_published_are_never_held_against_what_is_printed(folder: Path) -> None:
    for item in ("table-1", "table-2", "table-4", "figure-2"):
        compared = {row.verdict for row in found(folder, item).values() if "_data.txt" in row.by}
        assert compared <= {"other data", "other model", "ours only"}, item
        assert compared, item


def test_without_the_files_each_cell_names_its_own(tmp_path: Path) -> None:
    reason = found(tmp_path, "table-4")["aware / H-model / SPR dev"].reason
    assert reason == "not found: white2017/sprl_data.txt"
