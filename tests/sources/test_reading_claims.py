"""Claims against evidence, documents and sources: columns and labels are read, and nothing is guessed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rightreasons.errors import (
    AmbiguousLabelError,
    ColumnError,
    InputError,
    MeaninglessLabelError,
    OptionError,
    UnknownLabelError,
)
from rightreasons.labels import parse_label_map
from rightreasons.pairs import Nouns
from rightreasons.sources.read import read_pairs

E, N, C, X = "entailment", "neutral", "contradiction", "non-entailment"
SHAPES = [
    ("evidence", "claim"),
    ("Evidence", "CLAIM"),
    ("document", "claim"),
    ("doc", "claim"),
    ("reference", "statement"),
    ("source", "summary"),
    ("context", "answer"),
    ("text", "hypothesis"),
    ("sentence1", "Sentence2"),
]
# Labels as they are found, and what they mean in the papers of the sets that have them.
LABELS = [
    {"SUPPORTS": E, "REFUTES": C, "NOT ENOUGH INFO": N},
    {"Supports": E, "Refutes": C, "Neutral": N},
    {"SUPPORTS": E, "REFUTES": C},
    {"SUPPORT": E, "CONTRADICT": C},
    {"SUPPORTED": E, "NOT_SUPPORTED": X},
    {"supported": E, "unsupported": X},
    {"supported": E, "partially_supported": X, "not_supported": X},
    {"Supported": E, "Refuted": C, "Not Enough Evidence": N},
    {"consistent": E, "inconsistent": X},
    {"grounded": E, "ungrounded": X},
    {"Attributable": E, "Extrapolatory": N, "Contradictory": C},
    {"entailment": E, "not_entailment": X},
    {"true": E, "false": X},
    {"True": E, "False": C, "Unknown": N},
    {"yes": E, "no": X},
    {"yes": E, "no": C, "maybe": N},
    {"e": E, "n": N, "c": C},
]


def rows_of(labels: list[Any], column: str = "label", **columns: str) -> list[dict[str, Any]]:
    texts = columns or {"evidence": "Proof {}.", "claim": "Claim {}."}
    return [
        {name: text.format(number) for name, text in texts.items()} | {column: label}
        for number, label in enumerate(labels)
    ]


@pytest.mark.parametrize(("premise", "hypothesis"), SHAPES)
def test_the_columns_of_the_neighbours_are_known(premise: str, hypothesis: str) -> None:
    pairs = read_pairs(rows_of([E], **{hypothesis: "h{}", premise: "p{}"}))
    assert (pairs.premises[0], pairs.hypotheses[0]) == ("p0", "h0")
    assert pairs.provenance.columns["premise"] == premise


@pytest.mark.parametrize("labels", LABELS, ids=[", ".join(labels) for labels in LABELS])
def test_the_labels_of_the_neighbours_are_known(labels: dict[str, str]) -> None:
    pairs = read_pairs(rows_of(list(labels)))
    assert pairs.gold.to_list() == list(labels.values())


def test_a_question_and_its_answer_are_one_hypothesis() -> None:
    (row,) = read_pairs(rows_of([E], context="It rains.", question="Why wet?", answer="Rain.")).frame.rows()
    assert row[1:3] == ("It rains.", "Why wet? Rain.")


def test_two_labels_without_a_third_are_two_labels_and_it_is_noted() -> None:
    notes = read_pairs(rows_of(["SUPPORTS", "REFUTES"])).provenance.notes
    assert any("no neutral" in note and "'REFUTES' as contradiction" in note for note in notes)
    assert not read_pairs(rows_of(["SUPPORTS", "REFUTES", "NEI"])).provenance.notes


@pytest.mark.parametrize("found", [{"no": X, "yes": E}, {"false": X, "true": E}])
def test_how_labels_that_mean_less_alone_were_read_is_noted(found: dict[str, str]) -> None:
    notes = read_pairs(rows_of(list(found))).provenance.notes
    assert any(all(f"'{text}' as {label}" in note for text, label in found.items()) for note in notes)


@pytest.mark.parametrize("column", ["is_supported", "supported", "entailed", "is_grounded", "Is-Supported"])
@pytest.mark.parametrize("values", [(1, 0), (True, False), ("1.0", "0.0"), ("yes", "no")])
def test_a_column_whose_name_states_what_one_means_is_read(column: str, values: tuple[Any, Any]) -> None:
    pairs = read_pairs(rows_of(list(values), column))
    assert pairs.gold.to_list() == [E, X]
    assert any("the name of the column" in note for note in pairs.provenance.notes)


def test_y_true_means_grounded_beside_claims_only() -> None:
    assert read_pairs(rows_of([1, 0], "y_true")).gold.to_list() == [E, X]
    with pytest.raises(MeaninglessLabelError, match=r'label_map=\{0: "", 1: ""'):
        read_pairs(rows_of([1, 0], "y_true", premise="p{}", hypothesis="h{}"))


@pytest.mark.parametrize("column", ["label", "gold"])
def test_zero_and_one_under_another_name_carry_no_meaning(column: str) -> None:
    with pytest.raises(MeaninglessLabelError, match=r'label_map=\{0: "", 1: ""'):
        read_pairs(rows_of([1, 0], column))


def test_three_numbers_are_no_indicator() -> None:
    with pytest.raises(MeaninglessLabelError):
        read_pairs(rows_of([0, 1, 2], "is_supported"))


def test_the_same_pair_under_two_pairs_of_names_is_one_and_other_texts_are_not() -> None:
    rows = rows_of([E], claim="c", evidence="v", sentence1="v", sentence2="c")
    pairs = read_pairs(rows)
    assert (pairs.premises[0], pairs.hypotheses[0]) == ("v", "c")
    assert pairs.nouns == Nouns("evidence", "pieces of evidence", "claim", "claims")
    with pytest.raises(ColumnError, match="more than one pair fits"):
        read_pairs(rows_of([E], claim="c", evidence="v", sentence1="c", sentence2="v"))


def test_stated_columns_of_claims_are_claims() -> None:
    rows = rows_of([E], claim="c", evidence="v", document="d")
    assert (
        read_pairs(rows, columns={"premise": "document", "hypothesis": "claim"}).nouns.premise == "document"
    )
    assert read_pairs(rows_of([E], premise="p", hypothesis="h")).nouns == Nouns()


def test_unknown_labels_are_shown_with_counts_a_row_each_and_places_to_fill(tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    rows = rows_of(["refutes", "supports", "unrelated", "unrelated"])
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(UnknownLabelError) as caught:
        read_pairs(path)
    message = caught.value.message
    assert "claims.jsonl column 'label': 1 of 3 labels" in message
    assert "'unrelated' in 2 rows, first claims.jsonl line 3: 'Proof 2.' / 'Claim 2.'" in message
    assert "--label-map refutes=contradiction,supports=entailment,unrelated=;" in message


@pytest.mark.parametrize(
    ("labels", "error"),
    [
        (["A", "B", "C"], UnknownLabelError),
        (["e", "n"], AmbiguousLabelError),
        (["0", "1", "2"], MeaninglessLabelError),
        (["supported", "unsupported", "contradicted"], AmbiguousLabelError),
        (["true", "false", "mixture"], InputError),
        (["no", "entailment"], AmbiguousLabelError),
    ],
)
def test_a_label_that_is_not_known_has_an_empty_place_and_the_map_is_refused_until_it_is_filled(
    labels: list[str], error: type[InputError]
) -> None:
    with pytest.raises(error) as caught:
        read_pairs(rows_of(labels))
    (proposed,) = re.findall(r"each '=' .*?: --label-map ([^\s;]+)", caught.value.message)
    assert any(entry.endswith("=") for entry in proposed.split(","))
    with pytest.raises(OptionError, match="no place left empty"):
        parse_label_map(proposed)
    filled = parse_label_map(re.sub(r"=(?=,|$)", "=neutral", proposed))
    assert len(read_pairs(rows_of(labels), label_map=filled)) == len(labels)


def test_a_label_with_a_comma_can_be_typed_as_the_error_proposes_it() -> None:
    labels = ['both, "so to say"', "x=y", E]
    with pytest.raises(UnknownLabelError) as caught:
        read_pairs(rows_of(labels))
    (proposed,) = re.findall(r"--label-map '(.+)'$", caught.value.message)
    filled = parse_label_map(re.sub(r"=(?=,|$)", "=neutral", proposed))
    assert read_pairs(rows_of(labels), label_map=filled).gold.to_list() == [N, N, E]


def test_a_column_of_a_hundred_strings_is_no_label_column() -> None:
    with pytest.raises(UnknownLabelError, match="if 'label' is not the label column"):
        read_pairs(rows_of([f"topic {number}" for number in range(100)]))


def test_of_two_label_columns_all_are_offered_and_none_is_chosen() -> None:
    rows = [{"claim": "a", "evidence": "b", "label": E, "verdict": N}]
    with pytest.raises(ColumnError, match=r'columns=\{"label": "label"\} or columns=\{"label": "verdict"\}$'):
        read_pairs(rows)


def test_positions_are_shown_with_what_stands_there_and_none_is_proposed(tmp_path: Path) -> None:
    path = tmp_path / "bare.tsv"
    path.write_text("3\t3\tA dog runs.\tAn animal moves.\n")
    with pytest.raises(
        ColumnError, match=r"(?s)2 is 'A dog runs\.'.*\"premise\": \.\.\., \"hypothesis\": \.\.\."
    ):
        read_pairs(path)


# File, options that the error itself proposes (if any), rows read, labels kept: counted with the csv and json
# modules of Python.
PUBLISHED: list[tuple[str, dict[str, Any], int, dict[str, int]]] = [
    ("fever_symmetric/fever_symmetric_dev.jsonl.gz", {}, 708, {E: 354, C: 354}),
    ("healthver/healthver_dev.csv.gz", {}, 1_917, {E: 533, N: 993, C: 391}),
    ("covidfact/train.tsv.gz", {}, 3_263, {E: 1_036, X: 2_227}),
    ("faithbench/FaithBench.csv.gz", {}, 800, {E: 174 + 64, X: 485}),
    ("faithbench/FaithBench.csv.gz", {"gold": "best"}, 800, {E: 471 + 199, X: 65}),
    ("ambient/ambient_full.jsonl.gz", {}, 1_645, {E: 233, N: 682, C: 151}),
    ("ambient/linguist_annotations.jsonl.gz", {"gold": "unanimous"}, 2_020, {E: 190, N: 350, C: 138}),
    ("ambient/linguist_annotations.jsonl.gz", {"gold": "majority"}, 2_020, {E: 485, N: 693, C: 282}),
    ("chaosnli/chaosNLI_snli.jsonl.gz", {}, 1_514, {E: 421, N: 813, C: 280}),
    ("chaosnli/chaosNLI_mnli_m.jsonl.gz", {}, 1_599, {E: 741, N: 583, C: 275}),
    ("stress_tests/multinli_0.9_antonym_matched.txt.gz", {}, 1_561, {C: 1_561}),
    ("stress_tests/multinli_0.9_quant_hard.txt.gz", {}, 7_596, {E: 2_532, N: 2_532, C: 2_532}),
    ("mnli/1000_samples_dev_jtr.json", {}, 1_000, {E: 341, N: 319, C: 340}),
]
LEVY_HOLT = (
    "levyholt/gpt_results/gpt3_gpt-4-0314_res_dir_text_test_original_icl=none_trinary_instruct_1.json.gz"
)


@pytest.mark.parametrize(("file", "options", "read", "kept"), PUBLISHED)
def test_the_sets_after_2019_are_read_as_they_were_counted(
    shared_data: Path, file: str, options: dict[str, Any], read: int, kept: dict[str, int]
) -> None:
    pairs = read_pairs(shared_data / file, **options)
    assert pairs.account.read == read
    assert {label.value: rows for label, rows in pairs.counts().items()} == kept


def test_the_answers_to_levy_holt_are_read(shared_data: Path) -> None:
    assert read_pairs(shared_data / LEVY_HOLT).counts() == {E: 892, X: 892}


def test_labels_of_a_published_file_without_meaning_are_shown_in_full(shared_data: Path) -> None:
    with pytest.raises(MeaninglessLabelError) as caught:
        read_pairs(shared_data / "fp_dataset_artifacts/baseline_100k/eval_predictions.jsonl.gz")
    message = caught.value.message
    assert all(f"'{label}' in {rows:,} rows" in message for label, rows in enumerate((3329, 3235, 3278)))
    assert "--label-map 0=,1=,2=;" in message


def test_the_votes_of_chaosnli_are_shares_by_label(shared_data: Path) -> None:
    pairs = read_pairs(shared_data / "chaosnli/chaosNLI_mnli_m.jsonl.gz")
    shares = pairs.label_distribution()
    assert shares is not None
    assert shares[0] == pytest.approx({E: 0.12, N: 0.68, C: 0.2, X: 0.0})
    majority = read_pairs(shared_data / "chaosnli/chaosNLI_mnli_m.jsonl.gz", gold="majority")
    assert len(majority) == 1_599 - 14  # 14 ties
    assert majority.provenance.gold_rule == "majority"
