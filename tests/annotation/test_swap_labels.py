"""Human labels take the place of proposed ones; nothing is dropped without being counted."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from sklearn.metrics import cohen_kappa_score

from rightreasons.annotation.swap_items import marked, to_annotate
from rightreasons.annotation.swap_labels import annotation_finding, relabelled
from rightreasons.challenges.swaps.swap_files import in_sets, read_swap_rows, write_swap_rows
from rightreasons.errors import EmptyDataError, FileMissingError, RightReasonsError, UnknownNameError

Answered = Callable[[Mapping[str, Mapping[str, str]]], pl.DataFrame]
Rows = Callable[[Any], pl.DataFrame]
E, N, C = "entailment", "neutral", "contradiction"


def by_id(rows: pl.DataFrame) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in rows.iter_rows(named=True)}


def test_a_human_label_replaces_the_proposed_one_and_gold_changed_follows(
    hypernyms: pl.DataFrame, answered: Answered
) -> None:
    answers = answered({"ann": {"E_TH:0": E, "E_H:1": N, "E_TH:1": N}})
    new = by_id(relabelled(hypernyms, answers).rows)
    assert (new["E_TH:0"]["label"], new["E_TH:0"]["gold_status"], new["E_TH:0"]["gold_changed"]) == (
        E,
        "human",
        False,
    )
    assert (new["E_H:1"]["label"], new["E_H:1"]["control_label"]) == (N, N)
    assert (new["E_TH:1"]["control_label"], new["E_TH:1"]["gold_changed"]) == (N, False)
    assert (new["E_TH:2"]["label"], new["E_TH:2"]["gold_status"]) == (N, "proposed")  # nobody judged it


def test_open_instances_come_into_their_sets_when_both_have_a_label(
    hypernyms: pl.DataFrame, answered: Answered
) -> None:
    assert in_sets(hypernyms).height == 8
    half = relabelled(hypernyms, answered({"ann": {"E_TH:4": C}})).rows
    assert in_sets(half).height == 8
    whole = relabelled(hypernyms, answered({"ann": {"E_TH:4": C, "E_H:4": N}})).rows
    assert in_sets(whole).height == 10
    assert by_id(whole)["E_TH:4"]["gold_changed"] is True


def test_a_label_that_waited_for_its_control_is_still_a_proposed_one(
    swap_rows: Rows, answered: Answered
) -> None:
    control = {"set": "E_H", "item": "1", "label": None, "control_label": None, "gold_status": "open"}
    rows = swap_rows([control, control | {"set": "E_TH", "label": N}])
    new = by_id(relabelled(rows, answered({"ann": {"E_H:1": N}})).rows)
    assert (new["E_TH:1"]["gold_status"], new["E_H:1"]["gold_status"]) == ("proposed", "human")


def test_incoherent_and_disputed_instances_are_dropped_and_counted_with_what_hangs_on_them(
    hypernyms: pl.DataFrame, answered: Answered
) -> None:
    ann = {"E_TH:0": "incoherent", "E_TH:1": N, "E_H:2": "incoherent", "E_TH:3": N}
    bob = {"E_TH:0": "incoherent", "E_TH:1": C, "E_H:2": "incoherent", "E_TH:3": N}
    new = relabelled(hypernyms, answered({"ann": ann, "bob": bob}))
    assert new.dropped == {
        "incoherent": 2,  # E_TH:0, E_H:2
        "people disagree": 1,  # E_TH:1
        "control instance dropped": 1,  # E_TH:2
        "every transformed instance dropped": 2,  # E_H:0, E_H:1
    }
    assert set(new.rows["id"]) == {"E_H:3", "E_TH:3", "E_H:4", "E_TH:4"}


def test_a_control_stays_while_one_of_what_was_made_of_it_stays(swap_rows: Rows, answered: Answered) -> None:
    common = {"item": "1", "label": C, "control_label": C, "gold_status": "proposed"}
    rows = swap_rows([{"set": name, **common} for name in ("I_A", "I_TA2", "I_TA3")])
    new = relabelled(rows, answered({"ann": {"I_TA2:1": "incoherent", "I_TA3:1": E}}))
    assert set(new.rows["id"]) == {"I_A:1", "I_TA3:1"}


def test_two_of_three_people_are_enough(hypernyms: pl.DataFrame, answered: Answered) -> None:
    answers = answered({"ann": {"E_TH:0": C}, "bob": {"E_TH:0": C}, "eve": {"E_TH:0": E}})
    assert by_id(relabelled(hypernyms, answers).rows)["E_TH:0"]["label"] == C


def test_labels_become_two_where_the_sets_have_two(swap_rows: Rows, answered: Answered) -> None:
    two = {"item": "1", "control_label": "non-entailment", "gold_status": "proposed"}
    rows = swap_rows([{"set": "E_H", "label": "non-entailment", **two}, {"set": "E_TH", "label": E, **two}])
    new = by_id(relabelled(rows, answered({"ann": {"E_TH:1": C}})).rows)
    assert (new["E_TH:1"]["label"], new["E_TH:1"]["gold_changed"]) == ("non-entailment", False)


def test_agreement_is_cohens_kappa_as_sklearn_has_it(hypernyms: pl.DataFrame, answered: Answered) -> None:
    ids = [each for each in hypernyms["id"] if each != "E_TH:4"]
    ann = [E, N, C, N, E, "incoherent", E, N, N]
    bob = [E, N, N, N, E, "incoherent", C, N, E]
    answers = answered({"ann": dict(zip(ids, ann, strict=True)), "bob": dict(zip(ids, bob, strict=True))})
    finding = annotation_finding(hypernyms, answers, (E, N, C, "incoherent"), "study")
    assert finding.figures["cohen_kappa"].value == pytest.approx(cohen_kappa_score(ann, bob))
    assert (finding.figures["agreement"].value, finding.figures["agreement"].n) == (6 / 9, 9)
    assert finding.views["people"].lines[0][:3] == ("ann", "bob", 9)
    assert (finding.figures["judged"].value, finding.figures["judged"].n) == (0.9, 10)
    assert finding.figures["incoherent"].value == pytest.approx(1 / 9)
    # Six get a label by both: E_H:0 E, E_TH:0 N, E_TH:1 N, E_H:2 E as before; E_TH:3 N too; E_H:4 was open.
    assert finding.figures["label_kept"].n == 5
    assert "incoherent" in finding.notes[0]


def test_one_person_alone_has_no_agreement(hypernyms: pl.DataFrame, answered: Answered) -> None:
    finding = annotation_finding(hypernyms, answered({"ann": {"E_TH:0": E}}), (E, N, C, "incoherent"), "s")
    for name in ("cohen_kappa", "fleiss_kappa", "agreement"):
        assert finding.figures[name].value is None
    assert finding.views["people"].lines == ()


def test_asked_about_is_what_no_source_labels_with_the_words_marked(hypernyms: pl.DataFrame) -> None:
    kept = hypernyms.with_columns(
        gold_status=pl.when(pl.col("set") == "E_H").then(pl.lit("kept")).otherwise("gold_status")
    )
    asked = to_annotate(kept)
    assert asked["id"].to_list() == [f"E_TH:{item}" for item in range(5)]
    assert asked.row(0, named=True) == {
        "id": "E_TH:0", "premise": "A «dog» runs.", "hypothesis": "A «animal» runs.", "words": "dog – animal",
    }  # fmt: skip
    assert to_annotate(kept, sets=("E_H",)).height == 5
    assert to_annotate(kept, sets=("E_H", "E_TH"), per_set=2, seed=1).height == 4
    with pytest.raises(UnknownNameError, match="E_A"):
        to_annotate(kept, sets=("E_A",))
    with pytest.raises(EmptyDataError, match="changes="):
        to_annotate(kept.filter(pl.col("set") == "E_H"))


@pytest.mark.parametrize(
    ("sentence", "word", "expected"),
    [
        ("The cat saw a Cat and a catfish.", "cat", "The «cat» saw a «Cat» and a catfish."),
        ("A well-known (man) left", "man", "A well-known («man») left"),
        ("It costs 5.0 $", "5.0", "It costs «5.0» $"),
        ("No such word", "dog", "No such word"),
    ],
)
def test_whole_words_are_marked_whatever_their_case(sentence: str, word: str, expected: str) -> None:
    assert marked(sentence, word) == expected


def test_sets_go_to_a_folder_and_come_back(hypernyms: pl.DataFrame, tmp_path: Path) -> None:
    write_swap_rows(tmp_path, hypernyms)
    assert {path.name for path in tmp_path.iterdir()} == {"E_H.jsonl", "E_TH.jsonl", "open.jsonl"}
    again = read_swap_rows(tmp_path)
    assert again.schema == hypernyms.schema
    assert again.sort("id").equals(hypernyms.sort("id"))
    assert again.filter(pl.col("label").is_null()).height == 2


def test_a_folder_without_sets_and_damaged_files_are_coded_errors(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError, match="make swaps"):
        read_swap_rows(tmp_path)
    for broken in ("{", '{"id": "a"}\n', "\x00\x01", '["a"]\n', '{"id": 1, "label": "maybe"}\n'):
        (tmp_path / "I_A.jsonl").write_text(broken, encoding="utf-8")
        with pytest.raises(RightReasonsError, match=r"RR\d"):
            read_swap_rows(tmp_path)


def test_a_label_that_is_none_is_a_coded_error(hypernyms: pl.DataFrame, tmp_path: Path) -> None:
    write_swap_rows(tmp_path, hypernyms)
    file = tmp_path / "E_TH.jsonl"
    file.write_text(file.read_text(encoding="utf-8").replace('"neutral"', '"maybe"'), encoding="utf-8")
    with pytest.raises(RightReasonsError, match=r"RR\d"):
        read_swap_rows(tmp_path)
