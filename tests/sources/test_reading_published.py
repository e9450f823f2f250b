"""The published files come out row for row, and every labelled file loads."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rightreasons.errors import MalformedRowError
from rightreasons.pairs import Count, PairTable
from rightreasons.sources.read import read_pairs

CAT = {"columns": {"premise": 2, "hypothesis": 3, "label": 0}}
CAT_LABELS = {"label_map": {"1": "neutral", "2": "contradiction", "3": "entailment"}}
ORDERED = {"label_map": {"0": "entailment", "1": "neutral", "2": "contradiction"}}
POSITIONS = {"columns": {"premise": 0, "hypothesis": 1, "label": 2}}
KG = {"columns": {"label": "binary-label"}, "label_map": {"true": "entailment", "false": "non-entailment"}}

# File, options, rows read, rows kept as entailment / neutral / contradiction / non-entailment, as SOURCES.md
# of the data states them; where it does not, counted by a plain loop over the file.
PUBLISHED = [
    ("snli/snli_1.0_dev.jsonl.gz", {}, 10_000, (3329, 3235, 3278, 0)),
    ("snli/snli_1.0_test.jsonl.gz", {}, 10_000, (3368, 3219, 3237, 0)),
    ("snli/snli_1.0_test_hard.jsonl.gz", {}, 3_261, (1058, 1068, 1135, 0)),
    ("snli/train_subset_cat/train.csv.gz", CAT | CAT_LABELS, 18_000, (6015, 5899, 6086, 0)),
    ("mnli/dev_matched_val.jsonl.gz", {}, 9_815, (3479, 3123, 3213, 0)),
    ("sick/SICK_train.txt", {}, 4_500, (1299, 2536, 665, 0)),
    ("sick/SICK_test_annotated.txt", {}, 4_927, (1414, 2793, 720, 0)),
    ("mpe/mpe_dev.txt", {"on_malformed": "drop"}, 1_000, (325, 273, 401, 0)),
    ("mpe/mpe_test.txt", {}, 1_000, (344, 232, 424, 0)),
    ("joci/joci.csv.zip", {}, 39_092, (7155, 22616, 9267, 0)),
    ("esnli/s1.dev.gz", {}, 9_842, (3329, 3235, 3278, 0)),
    ("esnli/dev", {}, 9_842, (3329, 3235, 3278, 0)),
    ("hans/hans_evaluation_set.tsv.gz", {}, 30_000, (15000, 0, 0, 15000)),
    ("hans/hans_train_set.tsv.gz", {}, 30_000, (15000, 0, 0, 15000)),
    ("hans/hans_sample_nlpsolver.tsv", {}, 120, (44, 0, 0, 76)),
    ("hans/mnli_contradicting_examples", POSITIONS, 261, (0, 82, 179, 0)),
    ("snli/train_subset_jack/snli_3k.json", POSITIONS, 3_000, (1005, 995, 1000, 0)),
    ("mnli/MNLIMatchedHardWithHardTest/test", {}, 4_573, (1701, 1486, 1386, 0)),
    ("breaking_nli/breaking_nli_dataset.zip", {}, 8_193, (982, 47, 7164, 0)),
    ("conjnli/conj_dev.tsv", {}, 623, (204, 281, 138, 0)),
    ("scitail/nli_datasets_scitail_dev.csv", {}, 2_126, (842, 0, 0, 1284)),
    ("scitail/scitail_1.0_extracted.jsonl", {}, 1_304, (657, 647, 0, 0)),
    ("rte/train.csv", {}, 2_490, (1249, 0, 0, 1241)),
    ("rte/dev.csv", {}, 277, (146, 0, 0, 131)),
    ("wnli/train.csv", {}, 635, (312, 0, 0, 323)),
    ("add_one_rte", {}, 5_378, (1159 + 57, 0, 0, 3832 + 330)),
    ("dnc/dev/recast_kg_relations_data.json.gz", KG, 2_466, (916, 0, 0, 1550)),
    ("dnc/function_words", {}, 89 + 591 + 358 + 323 + 157, (607, 300, 611, 0)),
    ("anli", {}, 2_000, (668, 666, 666, 0)),
    ("comparisons_dasgupta2018/ncon", ORDERED, 144, (72, 72, 0, 0)),
]
# Whatever else has labels: what to read, options, rows.
LOADS = [
    ("ling_in_loop/3_Ling_in_loop_protocol", {}, None),
    ("dnc/test", {}, 4_342 + 761 + 1_182 + 1_756 + 600 + 160 + 464),
    ("help", {}, 6_076 + 438),
    ("conjnli/adversarial_train_15k.tsv.gz", {}, 15_000),
    ("copa", {}, 1_000),
    ("commitment_bank", {}, 306),
    ("fracas", {"on_malformed": "drop"}, 346),
    ("comparisons_dasgupta2018", ORDERED, 95_344),
    ("joci/A.zip", {}, 2_379 + 299 + 298),
    ("sick/SICK_trial.txt", {}, 500),
    ("mnli/nli_datasets_mnli_dev.csv.gz", {}, 19_647),
    ("mpe/mpe_train.txt.gz", {}, 8_000),
    ("snli/train_subset_jack/1000_samples_snli_1.0_train.jsonl", {}, 1_000),
]


def counts(pairs: PairTable) -> tuple[int, ...]:
    found = {label.value: rows for label, rows in pairs.counts().items()}
    return tuple(found.get(name, 0) for name in ("entailment", "neutral", "contradiction", "non-entailment"))


@pytest.mark.parametrize(("file", "options", "read", "kept"), PUBLISHED, ids=[row[0] for row in PUBLISHED])
def test_a_published_file_comes_out_row_for_row(
    shared_data: Path, file: str, options: Mapping[str, Any], read: int, kept: tuple[int, ...]
) -> None:
    pairs = read_pairs(shared_data / file, **options)
    assert (pairs.account.read, counts(pairs)) == (read, kept)


@pytest.mark.parametrize(("what", "options", "read"), LOADS, ids=[row[0] for row in LOADS])
def test_every_labelled_file_loads(
    shared_data: Path, what: str, options: Mapping[str, Any], read: int | None
) -> None:
    pairs = read_pairs(shared_data / what, **options)
    assert len(pairs.labels) >= 2
    assert read is None or pairs.account.read == read


def test_the_broken_row_of_mpe_is_named_with_its_line(shared_data: Path) -> None:
    with pytest.raises(MalformedRowError, match=r"mpe_dev\.txt line 468 has 9 of 10 fields"):
        read_pairs(shared_data / "mpe/mpe_dev.txt")
    account = read_pairs(shared_data / "mpe/mpe_dev.txt", on_malformed="drop").account
    assert account.dropped == (Count("malformed row", 1, ("mpe_dev.txt line 468",)),)


def test_the_premises_of_mpe_are_joined_without_image_ids(shared_data: Path) -> None:
    pairs = read_pairs(shared_data / "mpe/mpe_test.txt")
    assert pairs.premises[0].startswith("A little boy in a white shirt and jeans balancing")
    assert not pairs.premises.str.contains(r"\.jpg#").any()
    assert pairs.account.cleaned[0].rows == 1_000


def test_rows_of_joci_that_make_no_sense_are_counted_apart(shared_data: Path) -> None:
    (count,) = read_pairs(shared_data / "joci/joci.csv.zip").account.dropped
    assert count.rows == 54
    assert "label 0" in count.reason


def test_snli_brings_its_ids_parses_and_annotators(shared_data: Path) -> None:
    pairs = read_pairs(shared_data / "snli/snli_1.0_dev.jsonl.gz")
    first = pairs.frame.row(0, named=True)
    assert first["id"] == "4705552913.jpg#2r1n"
    assert first["hypothesis_binary_parse"].startswith("( ( The sisters )")
    assert first["annotator_labels"] == ["neutral", "entailment", "neutral", "neutral", "neutral"]
    assert pairs.provenance.columns["premise"] == "sentence1"
    assert pairs.account.dropped[0].where[0] == "snli_1.0_dev.jsonl.gz line 67"


def test_label_names_inside_saved_hugging_face_datasets_are_used(shared_data: Path) -> None:
    pairs = read_pairs(f"{shared_data / 'hans/hans.zip'}:validation")
    assert len(pairs) == 15_000
    assert set(pairs.labels) == {"entailment", "non-entailment"}
    # The same sentences with the same labels lie in the text file that was made from it.
    text = read_pairs(shared_data / "hans/hans_evaluation_set.tsv.gz").head(15_000)
    assert pairs.frame.select("premise", "hypothesis", "label").equals(
        text.frame.select("premise", "hypothesis", "label")
    )
