"""Figures of the papers come out of the published data, and what does not is known."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from rightreasons.challenges.hans.recognition.recognise import recognise
from rightreasons.papers import PAPERS
from rightreasons.papers.compared.reproduction import Reproduction
from rightreasons.papers.inputs import ModelFigures, ReproductionInputs, Scale
from rightreasons.papers.mccoy2019.template_fit import FITS, fit
from rightreasons.papers.paper import Step, reproduce_items
from rightreasons.references import SCORE, FigureRef
from rightreasons.statistics.results import Estimate

LEXICAL = FigureRef(SCORE, "hans", "lexical_overlap.entailment")


@pytest.fixture(scope="module")
def published(shared_data: Path) -> ReproductionInputs:
    return ReproductionInputs(shared_data)


def rows(paper: str, item: str, materials: ReproductionInputs | None = None) -> tuple[Reproduction, ...]:
    return reproduce_items(PAPERS.load(paper), [item], materials or ReproductionInputs()).rows


def verdicts(found: tuple[Reproduction, ...]) -> dict[str, int]:
    return dict(Counter(row.verdict for row in found))


@pytest.mark.parametrize(("item", "cells"), [("table-3", 12), ("table-10", 30)])
def test_published_predictions_give_every_cell_of_bert_and_da(
    item: str, cells: int, published: ReproductionInputs
) -> None:
    found = [row for row in rows("mccoy-2019", item, published) if row.cell.model in ("BERT", "DA")]
    assert [row.verdict for row in found if row.cell.split != "MNLI test"] == ["matches"] * cells


def test_one_cell_of_table_9_differs_and_is_a_misprint(published: ReproductionInputs) -> None:
    (differing,) = [row for row in rows("mccoy-2019", "table-9", published) if row.verdict == "differs"]
    assert differing.cell.model == "BERT"
    assert differing.cell.figure == "score on hans*: ce_embedded_under_since.entailment"
    assert isinstance(differing.ours, Estimate)
    assert (differing.ours.value, differing.ours.n) == (0.931, 1000)
    assert differing.difference == pytest.approx(-0.069)
    assert differing.cell.corrected == "0.93"


@pytest.mark.parametrize("item", ["table-6", "table-7", "table-8"])
def test_every_printed_example_comes_from_the_template_it_stands_for(item: str) -> None:
    found = [row for row in rows("mccoy-2019", item) if row.cell.unit == "example"]
    assert verdicts(tuple(found)) == {"matches": 10}


@pytest.mark.parametrize("number", [5, 9, 10, 12, 13, 14, 15, 16])
def test_examples_beside_accuracies_come_from_their_subcases(number: int) -> None:
    found = [row for row in rows("mccoy-2019", f"table-{number}") if row.cell.unit == "example"]
    assert verdicts(tuple(found)) == {"matches": 15 if number in (9, 10) else 6}


def test_two_printed_templates_do_not_fit_the_example_beside_them() -> None:
    found = [
        row
        for item in ("table-6", "table-7", "table-8")
        for row in rows("mccoy-2019", item)
        if row.cell.unit == "template"
    ]
    assert len(found) == 30
    off = {row.cell.row: row.cell for row in found if row.verdict != "adds up"}
    assert set(off) == {"Passives", "Embedded under preposition"}
    for cell in off.values():
        assert fit(cell.printed, cell.figure) != FITS
        assert fit(cell.corrected, cell.figure) == FITS


@pytest.mark.parametrize(
    ("template", "example"),
    [
        ("The N1 V the N2 → The N2 V the N1", "The judge saw the actor . | The actor saw the doctor ."),
        ("The N1 V the N2 → The N2 V the N1", "The judge saw the actor . | The actor heard the judge ."),
        ("The N1 V the N2 → The N1 V", "The judge saw the actor near the bank . | The judge saw ."),
    ],
)
def test_a_symbol_stands_for_one_word(template: str, example: str) -> None:
    assert fit(template, example) != FITS


def test_two_examples_have_words_that_hans_has_not() -> None:
    found = (*rows("mccoy-2019", "table-1"), *rows("mccoy-2019", "table-2"))
    off = [row.cell.printed for row in found if row.verdict != "matches"]
    assert len(found) == 15
    assert [("was paid by" in text, "visited" in text) for text in off] == [(True, False), (False, True)]
    in_words_of_hans = [text.replace("paid", "advised").replace("visited", "advised") for text in off]
    pairs = [text.partition(" | ") for text in in_words_of_hans]
    subcases = [
        reading.subcase for premise, _, hypothesis in pairs for reading in recognise(premise, hypothesis)
    ]
    assert subcases == ["ln_passive", "ln_subject/object_swap"]


def test_the_layout_of_the_human_study_is_the_printed_one() -> None:
    found = [row for row in rows("mccoy-2019", "appendix-e") if row.cell.row == "Design"]
    assert verdicts(tuple(found)) == {"matches": 7}


def test_every_word_of_figure_3_has_its_score_and_frequency(published: ReproductionInputs) -> None:
    assert verdicts(rows("poliak-2018", "figure-3", published)) == {"matches": 120}


def test_example_hypotheses_of_table_1_stand_in_their_datasets(published: ReproductionInputs) -> None:
    found = {
        row.cell.row: row
        for row in rows("poliak-2018", "table-1", published)
        if row.cell.column == "Example hypothesis"
    }
    assert {name for name, row in found.items() if row.verdict == "matches"} == {
        "ADD-1",
        "SICK",
        "MPE",
        "JOCI",
        "SNLI",
        "MNLI",
    }
    assert found["SNLI"].by == "a hypothesis of snli-dev"
    assert "the rest of the dataset is not at hand" in found["SCITAIL"].reason


def test_what_the_text_says_of_table_2_of_poliak_adds_up_but_for_one_count() -> None:
    found = rows("poliak-2018", "section-5")
    assert verdicts(found) == {"adds up": 3, "does not add up": 1}
    (wrong,) = (row for row in found if row.verdict == "does not add up")
    assert wrong.cell.row == "datasets above the best reported"  # one by the text; DPR is above it too


def test_curves_of_figure_2_start_at_the_distinct_hypotheses_and_fall(published: ReproductionInputs) -> None:
    curves: dict[str, list[float]] = {}
    for row in rows("poliak-2018", "figure-2", published):
        if row.verdict == "ours only" and isinstance(row.ours, Estimate):
            curves.setdefault(row.cell.column, []).append(row.ours.value or 0)
    pairs = published.pairs("snli-dev").frame
    for label, counts in curves.items():
        assert counts[0] == pairs.filter(label=label)["hypothesis"].n_unique()
        assert counts == sorted(counts, reverse=True)
    assert len(curves) == 3


MAJORITIES = {
    ("ADD-1", "dev"): "other data",
    ("ADD-1", "test"): "matches",
    ("SciTail", "dev"): "matches",
    ("SciTail", "test"): "differs",  # 60.04 for 60.40
    ("SICK", "dev"): "other data",
    ("SICK", "test"): "other data",
    ("MPE", "dev"): "matches",
    ("MPE", "test"): "matches",
    ("JOCI", "dev"): "other data",
    ("JOCI", "test"): "other data",
    ("SNLI", "dev"): "matches",
    ("SNLI", "test"): "matches",
    ("MNLI-1", "dev"): "matches",
    ("MNLI-2", "dev"): "matches",
}


def test_majority_columns_of_table_2_come_out_where_the_data_are_the_papers(
    published: ReproductionInputs,
) -> None:
    paper = PAPERS.load("poliak-2018")
    steps = [step for step in paper.steps if _of_majorities(step)]
    found = reproduce_items(type(paper)(paper.stem, tuple(steps)), ["table-2"], published).rows
    assert {
        (row.cell.row, row.cell.split): row.verdict for row in found if row.ours is not None
    } == MAJORITIES


def _of_majorities(step: Step) -> bool:
    cells = step.cells(PAPERS.load("poliak-2018").printed, ["table-2"])
    return bool(cells) and all(cell.column == "MAJ" for cell in cells)


def test_statistics_of_sanchez_follow_from_counts_and_three_sentences_do_not_add_up() -> None:
    items = [item for item in PAPERS.load("sanchez-2018").printed.items if item != "section-4.2"]
    found = [row for item in items for row in rows("sanchez-2018", item)]
    counts = Counter(row.verdict for row in found)
    wrong = {row.cell.printed for row in found if row.verdict == "does not add up"}
    assert wrong == {"10.5", "0.315", "89"}  # 10.73, .305, and 88.87 in a paper that cuts digits off
    assert not {"matches", "differs"} & set(counts)  # nothing of it is measured anew
    statistics = {
        row.cell.printed for row in found if row.verdict == "adds up" if row.cell.unit == "statistic"
    }
    assert statistics >= {"175.34", "74.16", "101.26", "39.33", "19.46", "44.72", "59.17", "15.91"}


def test_contradicting_cases_are_all_found_in_the_published_file(published: ReproductionInputs) -> None:
    found = {(row.cell.row, row.cell.column): row for row in rows("mccoy-2019", "section-2", published)}
    lexical = found["Lexical overlap", "Contradicting cases"]
    part = found["Subsequence", "Contradicting cases"]
    assert lexical.verdict == "matches"
    assert part.verdict == "other data"
    assert isinstance(part.ours, Estimate)
    assert part.ours.value == 55
    assert found["Constituent", "Supporting cases"].verdict == "not possible"


def test_the_mismatched_half_of_a_file_of_both_is_told_from_the_matched_one(
    published: ReproductionInputs,
) -> None:
    mismatched, matched = (published.pairs(name) for name in ("mnli-mismatched-part", "mnli-matched"))
    assert len(mismatched) == 19_647 - 9_815  # the rows of the file, and those of the matched dev set
    texts = [set(zip(each.premises, each.hypotheses, strict=True)) for each in (mismatched, matched)]
    assert not texts[0] & texts[1]


def test_scitail_is_trained_on_another_of_its_sets_only_when_asked(shared_data: Path, tmp_path: Path) -> None:
    (tmp_path / "scitail").symlink_to(shared_data / "scitail")  # alone, so that nothing else is trained

    def of_scitail(scale: Scale) -> list[str]:
        found = rows("poliak-2018", "table-2", ReproductionInputs(tmp_path, scale))
        return [row.verdict for row in found if (row.cell.row, row.cell.column) == ("SciTail", "Hyp-Only")]

    assert of_scitail("paper") == ["not possible"] * 2
    assert of_scitail("small") == ["other model"] * 2


def test_patterns_are_looked_up_in_a_part_of_the_data_only_when_asked(shared_data: Path) -> None:
    assert verdicts(rows("liu-2020", "table-3", ReproductionInputs(shared_data))) == {"not possible": 6}
    found = rows("liu-2020", "table-3", ReproductionInputs(shared_data, "small"))
    assert verdicts(found) == {"other data": 6}
    (no,) = [row for row in found if row.cell.row == "no"]
    hypotheses = ReproductionInputs(shared_data, "small").pairs("snli-train-part").frame
    holding = hypotheses.filter(hypotheses["hypothesis"].str.contains(r"(?:^|[^\w])no(?:[^\w]|$)"))
    assert isinstance(no.ours, Estimate)
    assert no.ours.n == holding.height
    right = holding.filter(label="contradiction").height
    assert no.ours.value == pytest.approx(100 * right / holding.height)


def test_a_cell_without_data_or_model_says_what_it_needs() -> None:
    (bert, *_) = [
        row for row in rows("mccoy-2019", "table-3") if row.cell.figure.startswith("score on hans*: lexical")
    ]
    assert bert.ours is None
    reasons = {row.reason for row in rows("mccoy-2019", "table-3")}
    assert "not found: hans/bert_preds.txt" in reasons
    assert any(reason.startswith("needs a trained model: --from ESIM=RUN") for reason in reasons)


def test_files_are_found_under_another_name_by_their_checksum(shared_data: Path, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/renamed.txt").symlink_to(shared_data / "mpe/mpe_test.txt")
    (tmp_path / "deep/mpe_dev.txt").write_text("not the published file", encoding="utf-8")
    at_hand = ReproductionInputs(tmp_path)
    assert at_hand.path("mpe/mpe_test.txt").name == "renamed.txt"
    assert at_hand.missing(["mpe-dev", "mpe-test"]) == ("mpe/mpe_dev.txt",)


def test_figures_of_another_model_yield_to_published_predictions_unless_their_run_is_named(
    published: ReproductionInputs,
) -> None:
    figures = {LEXICAL: Estimate(0.5, "proportion", 5000, reason="made up")}

    def verdict(*, yields: bool) -> str:
        other = ModelFigures(figures, "made up", "other model", yields=yields)
        found = rows("mccoy-2019", "table-3", replace(published, runs={"BERT": other}))
        return next(
            row.verdict
            for row in found
            if row.cell.model == "BERT" and row.cell.figure == "score on hans*: lexical_overlap.entailment"
        )

    assert verdict(yields=True) == "matches"
    assert verdict(yields=False) == "other model"


def test_figures_of_a_run_answer_for_their_model() -> None:
    run = {LEXICAL: Estimate(0.984, "proportion", 5000, reason="made up")}
    found = rows("mccoy-2019", "table-3", ReproductionInputs(runs={"ESIM": ModelFigures(run, "made up")}))
    answered = {(row.cell.model, row.cell.split): row.verdict for row in found if row.ours is not None}
    assert answered == {("ESIM", "entailment"): "matches"}
