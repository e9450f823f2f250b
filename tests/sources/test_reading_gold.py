"""Pairs inside records and lists, several labels a row, votes: which one is gold is stated, never guessed."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.errors import ColumnError, MeaninglessLabelError, UnknownLabelError
from rightreasons.labels import Label, label_parts
from rightreasons.pairs import PairTable
from rightreasons.sources.catalogue.recognition import load_catalogue
from rightreasons.sources.read import read_pairs

E, N, C, X = "entailment", "neutral", "contradiction", "non-entailment"


def evidence(number: int, label: str, votes: list[str | None]) -> dict[str, Any]:
    """One record of evidence as Climate-FEVER publishes it."""
    return {
        "evidence_id": f"Global warming:{number}",
        "evidence_label": label,
        "article": "Global warming",
        "evidence": f"Sentence {number}.",
        "entropy": 0.0,
        "votes": votes,
    }


# Written by hand in the published form of Climate-FEVER (Diggelmann et al. 2020).
CLIMATE_FEVER = [
    {
        "claim_id": "0",
        "claim": "Bears die out.",
        "claim_label": "SUPPORTS",
        "evidences": [
            evidence(1, "NOT_ENOUGH_INFO", ["SUPPORTS", "NOT_ENOUGH_INFO", None, None, "NOT_ENOUGH_INFO"]),
            evidence(2, "SUPPORTS", ["SUPPORTS", "SUPPORTS", None, None, None]),
        ],
    },
    {
        "claim_id": "5",
        "claim": "The sun did it.",
        "claim_label": "DISPUTED",
        "evidences": [evidence(3, "REFUTES", ["REFUTES", "NOT_ENOUGH_INFO", None, None, None])],
    },
]
# And of WiCE (Kamoi et al. 2023).
WICE = [
    {
        "label": "partially_supported",
        "supporting_sentences": [[0], [0, 1]],
        "claim": "It won a prize in 1990.",
        "evidence": ["It won a prize.", "That was long ago."],
        "meta": {"id": "dev00001", "claim_title": "It"},
    },
    {
        "label": "supported",
        "supporting_sentences": [[0]],
        "claim": "She sang.",
        "evidence": ["She sang well."],
        "meta": {"id": "dev00002", "claim_title": "She"},
    },
]


def pair(**columns: Any) -> dict[str, Any]:
    return {"premise": "a", "hypothesis": "b"} | columns


def gold(pairs: PairTable) -> list[str | None]:
    return pairs.gold.cast(str).to_list()


def test_a_pair_inside_a_record_is_found_by_its_names() -> None:
    rows = [{"uid": "u", "example": {"premise": "a", "hypothesis": "b", "uid": "u"}, "label": "neutral"}]
    pairs = read_pairs(rows)
    assert pairs.frame.row(0)[:4] == ("u", "a", "b", "neutral")
    assert pairs.provenance.columns["premise"] == "example.premise"


def test_a_pair_inside_a_record_can_be_stated() -> None:
    rows = [pair(other={"p": "c", "h": "d"}, label="neutral")]
    columns = {"premise": "other.p", "hypothesis": "other.h"}
    assert read_pairs(rows, columns=columns).frame.row(0)[1:3] == ("c", "d")


def test_each_record_of_evidence_is_a_row_with_its_own_label_and_votes() -> None:
    pairs = read_pairs(CLIMATE_FEVER)
    assert pairs.frame.select("id", "premise", "hypothesis", "label").rows() == [
        ("row-0-0", "Sentence 1.", "Bears die out.", N),
        ("row-0-1", "Sentence 2.", "Bears die out.", E),
        ("row-1-0", "Sentence 3.", "The sun did it.", C),
    ]
    assert pairs.frame["annotator_labels"].to_list() == [[E, N, N], [E, E], [C, N]]
    assert pairs.frame["claim_label"].to_list() == ["SUPPORTS", "SUPPORTS", "DISPUTED"]
    assert any("3 pairs in the lists 'evidences' of 2 rows" in note for note in pairs.provenance.notes)
    assert pairs.account.read == 3


def test_all_evidence_of_a_claim_can_be_one_premise_with_the_label_of_the_claim() -> None:
    with pytest.raises(UnknownLabelError, match=r'label_map=\{"DISPUTED": "", "SUPPORTS": "entailment"'):
        read_pairs(CLIMATE_FEVER, premise_join=" ")
    pairs = read_pairs(CLIMATE_FEVER, premise_join=" ", label_map={"DISPUTED": "neutral"})
    assert pairs.premises.to_list() == ["Sentence 1. Sentence 2.", "Sentence 3."]
    assert gold(pairs) == [E, N]


def test_sentences_without_a_label_of_their_own_are_one_premise() -> None:
    pairs = read_pairs(WICE)
    assert pairs.premises.to_list() == ["It won a prize. That was long ago.", "She sang well."]
    assert gold(pairs) == [X, E]
    assert read_pairs(WICE, premise_join="\n").premises[0].count("\n") == 1


def test_records_without_a_label_of_their_own_share_that_of_the_claim_as_one_premise() -> None:
    rows = [{"claim": "c", "evidence": [{"text": "One."}, {"text": "Two."}], "label": "supported"}]
    pairs = read_pairs(rows)
    assert pairs.premises.to_list() == ["One. Two."]
    assert any("joined" in note for note in pairs.provenance.notes)


@pytest.mark.parametrize(
    ("name", "rows", "key", "labels"),
    [
        ("climate-fever-dataset-r1.jsonl", CLIMATE_FEVER, "climate_fever", {N: 1, E: 1, C: 1}),
        ("wice/dev.jsonl", WICE, "wice", {E: 1, X: 1}),
    ],
)
def test_lists_of_evidence_in_files_of_published_form_are_known_as_claims(
    tmp_path: Path, name: str, rows: list[dict[str, Any]], key: str, labels: dict[str, int]
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    pairs = read_pairs(path)
    assert pairs.provenance.dataset == key
    assert load_catalogue()[key].claims
    assert {label.value: count for label, count in pairs.counts().items()} == labels
    assert (pairs.nouns.premise, pairs.nouns.hypothesis) == ("evidence", "claim")
    assert pairs.provenance.notes


def test_a_record_without_evidence_is_malformed() -> None:
    rows = [CLIMATE_FEVER[0], {**CLIMATE_FEVER[1], "evidences": []}]
    dropped = read_pairs(rows, on_malformed="drop").account.dropped
    assert [(count.reason, count.rows) for count in dropped] == [("malformed row", 1)]


@pytest.mark.parametrize(
    ("cell", "parts"),
    [
        ("neutral, entailment", ("neutral", "entailment")),
        ("a|b", ("a", "b")),
        ("a; b ;c", ("a", "b", "c")),
        ('["e", "n"]', ("e", "n")),
        ("NOT ENOUGH INFO", ("NOT ENOUGH INFO",)),
        ("", ("",)),
        ("[1, 2]", ("[1, 2]",)),
        ("[", ("[",)),
        (",", (",",)),
    ],
)
def test_the_labels_in_a_cell(cell: str, parts: tuple[str, ...]) -> None:
    assert label_parts(cell) == parts


SETS = [
    [pair(label="neutral, entailment"), pair(label="contradiction")],
    [pair(label="entailment|neutral"), pair(label="contradiction")],
    [pair(label='["e", "n"]'), pair(label='["c"]')],
    [pair(labels=["entailment", "neutral"]), pair(labels=["contradiction"])],
]


@pytest.mark.parametrize("rows", SETS)
def test_a_set_of_labels_has_no_single_gold_label_and_is_kept_as_a_set(rows: list[dict[str, Any]]) -> None:
    pairs = read_pairs(rows)
    assert gold(pairs) == [C]
    assert [(count.reason, count.rows) for count in pairs.account.dropped] == [
        ("more than one gold label", 1)
    ]
    kept = read_pairs(rows, on_missing_gold="keep")
    assert gold(kept) == [None, C]
    assert kept.label_sets().to_list() == [[E, N], [C]]
    assert kept.provenance.gold_rule == "unanimous"


@pytest.mark.parametrize("rows", SETS)
@pytest.mark.parametrize(
    ("rule", "first"), [("best", E), ("worst", N), ("unanimous", None), ("majority", None)]
)
def test_a_rule_takes_one_label_of_a_set(rows: list[dict[str, Any]], rule: str, first: str | None) -> None:
    pairs = read_pairs(rows, gold=rule, on_missing_gold="keep")
    assert gold(pairs) == [first, C]
    assert pairs.provenance.gold_rule == rule
    assert any(f"--gold {rule}" in note for note in pairs.provenance.notes)


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_sets_and_shares_come_back_from_a_file(tmp_path: Path, ending: str) -> None:
    rows = [
        pair(label="neutral, entailment", label_counter={"e": 1, "n": 3, "c": 0}),
        pair(label="contradiction"),
    ]
    pairs = read_pairs(rows, gold="best")
    path = tmp_path / f"pairs.{ending}"
    frame = pairs.frame.cast({"label": str})
    frame.write_ndjson(path) if ending == "jsonl" else frame.write_parquet(path)
    again = read_pairs(path)
    assert again.label_sets().to_list() == pairs.label_sets().to_list() == [[E, N], [C]]
    assert gold(again) == gold(pairs) == [E, C]
    shares, before = again.label_distribution(), pairs.label_distribution()
    assert shares is not None
    assert before is not None
    assert shares.to_list() == before.to_list()


def test_a_set_with_an_unknown_label_is_no_set() -> None:
    with pytest.raises(UnknownLabelError, match=r"'neutral, so-so' in 1 row"):
        read_pairs([pair(label="neutral, so-so"), pair(label="neutral")])


def test_labels_that_repeat_in_a_list_are_votes_and_need_a_rule() -> None:
    rows = [pair(labels=["neutral", "neutral", "entailment"]), pair(labels=["entailment"])]
    with pytest.raises(ColumnError, match=r'columns=\{"annotator_labels": "labels"\}, gold="majority"'):
        read_pairs(rows)
    pairs = read_pairs(rows, columns={"annotator_labels": "labels"}, gold="majority")
    assert gold(pairs) == [N, E]


def test_one_label_of_each_row_is_its_set() -> None:
    pairs = read_pairs([pair(label="neutral"), pair(label="-")], on_missing_gold="keep")
    assert pairs.label_sets().to_list() == [[N], []]
    assert pairs.label_distribution() is None


def test_votes_without_a_gold_label_need_a_rule_and_the_error_names_two() -> None:
    rows = [pair(label_counter={"e": 60, "n": 40}), pair(label_counter={"e": 1, "n": 50, "c": 50})]
    with pytest.raises(ColumnError, match=r'''(?s)'label_counter'.*gold="majority" or gold="unanimous"'''):
        read_pairs(rows)
    pairs = read_pairs(rows, gold="majority", on_missing_gold="keep")
    assert gold(pairs) == [E, None]
    found = pairs.label_distribution()
    assert found is not None
    assert found[1] == pytest.approx({E: 1 / 101, N: 50 / 101, C: 50 / 101, X: 0})


def test_counts_that_are_no_counts_are_left_out_and_noted() -> None:
    pairs = read_pairs([pair(label="neutral", label_counter={"e": -1, "n": 2})])
    assert pairs.label_distribution() is None
    assert any("label_counter" in note for note in pairs.provenance.notes)


def shares(order: tuple[str, ...], at: int) -> list[float]:
    """Return shares in an order of labels, the largest of the label whose turn it is."""
    return [0.8 if label == (E, N, C)[at % 3] else 0.1 for label in order]


@pytest.mark.parametrize("order", [(E, N, C), (C, E, N), (N, C, E)])
def test_positions_of_shares_are_proved_by_gold_labels(order: tuple[str, ...]) -> None:
    rows = [pair(label=(E, N, C)[at % 3], label_dist=shares(order, at)) for at in range(15)]
    found = read_pairs([*rows, pair(label=E, label_dist=[0.5, 0.5, 0.0])]).label_distribution()
    assert found is not None
    assert found[0] == pytest.approx({E: 0.8, N: 0.1, C: 0.1, X: 0})
    assert found[15] == pytest.approx(dict.fromkeys(Label, 0) | dict(zip(order, [0.5, 0.5, 0], strict=True)))


@pytest.mark.parametrize(
    "rows",
    [
        [pair(label=(E, N, C)[at % 3], label_dist=shares((E, N, C), at)) for at in range(14)],  # too few
        [pair(label=E, label_dist=shares((E, N, C), 0)) for _ in range(99)],
        [pair(label=(E, N, C)[at % 3], label_dist=shares((E, N, C), at + (at > 95))) for at in range(99)],
    ],
)
def test_positions_that_are_not_proved_are_not_read(rows: list[dict[str, Any]]) -> None:
    pairs = read_pairs(rows)
    assert pairs.label_distribution() is None
    assert any("'label_dist' left out" in note for note in pairs.provenance.notes)
    with pytest.raises(MeaninglessLabelError, match=r'label_map=\{0: "", 1: "", 2: ""\}$'):
        read_pairs(rows, columns={"label_distribution": "label_dist"})


def test_shares_without_gold_labels_are_read_by_stated_positions() -> None:
    rows = [pair(label_dist=[0.2, 0.7, 0.1]), pair(label_dist=[0.1, 0.2, 0.7])]
    with pytest.raises(ColumnError, match=r'gold="majority" .* label_map=\{0: \.\.\., 1'):
        read_pairs(rows)
    with pytest.raises(MeaninglessLabelError, match="'label_dist' has 3 numbers a row"):
        read_pairs(rows, gold="majority")
    stated = read_pairs(rows, gold="majority", label_map={"0": E, "1": N, "2": C})
    assert gold(stated) == [N, C]


def test_a_map_of_numbered_gold_labels_says_nothing_of_positions() -> None:
    rows = [pair(label=at % 3, label_dist=shares((C, E, N), at)) for at in range(15)]
    found = read_pairs(rows, label_map={"0": E, "1": N, "2": C}).label_distribution()
    assert found is not None
    assert found[0][E] == pytest.approx(0.8)


def test_judgements_in_a_column_a_label_are_shares_and_stay_columns() -> None:
    row = pair(label=E, entailment_judgments="3", neutral_judgments="0", contradiction_judgments="2")
    pairs = read_pairs([row])
    found = pairs.label_distribution()
    assert found is not None
    assert found[0] == pytest.approx({E: 0.6, N: 0, C: 0.4, X: 0})
    assert pairs.frame["neutral_judgments"].to_list() == ["0"]


def test_the_kindest_and_the_strictest_label_are_columns_to_choose_from() -> None:
    rows = [{"source": "s", "summary": "t", "best-label": "consistent", "worst-label": "inconsistent"}]
    rows += [{"source": "s", "summary": "u", "best-label": "inconsistent", "worst-label": "inconsistent"}]
    with pytest.raises(ColumnError, match='gold="best" or gold="worst"'):
        read_pairs(rows)
    assert gold(read_pairs(rows, gold="best")) == [E, X]
    assert gold(read_pairs(rows, gold="best-label")) == [E, X]
    worst = read_pairs(rows, gold="worst", label_map={"inconsistent": "contradiction"})
    assert gold(worst) == [C, C]
    assert worst.provenance.gold_rule == "worst"


def test_a_rule_without_votes_is_refused() -> None:
    with pytest.raises(ColumnError, match="no votes of annotators"):
        read_pairs([pair(label="neutral")], gold="majority")


@given(st.lists(st.sampled_from([E, N, C]), min_size=1, max_size=7))
def test_the_majority_is_the_label_with_more_votes_than_any_other(votes: list[str]) -> None:
    counted = Counter(votes).most_common()
    first = counted[0][0] if len(counted) == 1 or counted[0][1] > counted[1][1] else None
    rows = [pair(annotator_labels=votes), pair(annotator_labels=[E])]
    assert gold(read_pairs(rows, gold="majority", on_missing_gold="keep"))[0] == first
    alone = votes[0] if len(counted) == 1 else None
    assert gold(read_pairs(rows, gold="unanimous", on_missing_gold="keep"))[0] == alone


@given(st.dictionaries(st.sampled_from(list(Label)[:3]), st.integers(0, 100), min_size=1))
def test_shares_add_up_to_one_or_are_not_there(votes: dict[Label, int]) -> None:
    rows = [pair(label="neutral", label_counter={label.value: count for label, count in votes.items()})]
    shares = read_pairs(rows).label_distribution()
    assert shares is not None
    total = sum(votes.values())
    if total:
        assert shares[0] == pytest.approx({label: votes.get(label, 0) / total for label in Label})
    else:
        assert shares[0] is None
