"""The listing says of every item what it needs in full, and what of it is missing."""

from pathlib import Path

import pytest

from rightreasons.papers import PAPERS
from rightreasons.papers.inputs import ReproductionInputs
from rightreasons.papers.needs import Needs, needs_of
from rightreasons.papers.possible import possible

MNLI, MISMATCHED = "mnli/multinli_1.0_train.jsonl", "mnli/multinli_1.0_dev_mismatched.jsonl"
SNLI = "snli/snli_1.0_train.jsonl"


def needs(paper: str, item: str, data: Path | None = None) -> Needs:
    return needs_of(PAPERS.load(paper), item, ReproductionInputs(data))


@pytest.mark.parametrize(
    ("paper", "item", "file"),
    [
        ("mccoy-2019", "section-2", MNLI),
        ("mccoy-2019", "table-3", "hans/bert_preds.txt"),
        ("mccoy-2019", "table-4", MNLI),
        ("poliak-2018", "table-2", "joci/joci.csv.zip"),
        ("poliak-2018", "table-2", SNLI),
        ("sanchez-2018", "table-1", SNLI),
        ("liu-2020", "table-1", MNLI),
        ("liu-2020", "table-5", SNLI),
        ("liu-2020", "table-6", MISMATCHED),
    ],
)
def test_files_that_an_item_needs_are_named(paper: str, item: str, file: str) -> None:
    assert file in needs(paper, item).files


def test_parts_are_not_what_an_item_needs() -> None:
    named = [
        file
        for name in PAPERS
        for item in possible(PAPERS.load(name), ReproductionInputs())
        for file in item.needs.files
    ]
    assert not [file for file in named if "train_subset" in file]


@pytest.mark.parametrize(
    ("paper", "item", "vectors", "encoders", "gpu"),
    [
        ("liu-2020", "table-1", (), (), False),
        ("liu-2020", "table-7", ("GloVe 840B",), (), True),
        (
            "liu-2020",
            "table-4",
            ("GloVe 840B", "GloVe 6B"),
            ("bert-base-uncased", "xlnet-base-cased", "roberta-base"),
            True,
        ),
        ("mccoy-2019", "table-5", (), ("bert-base-uncased",), True),
        ("poliak-2018", "figure-3", (), (), False),
        ("sanchez-2018", "section-6", (), (), False),
    ],
)
def test_word_vectors_encoders_and_a_gpu_are_named_where_the_paper_had_them(
    paper: str, item: str, vectors: tuple[str, ...], encoders: tuple[str, ...], *, gpu: bool
) -> None:
    found = needs(paper, item)
    assert (found.encoders, found.gpu) == (encoders, gpu)
    assert len(found.vectors) == len(vectors)
    assert all(any(each.startswith(name) for each in found.vectors) for name in vectors)


def test_what_is_missing_is_said_of_a_folder_only(shared_data: Path) -> None:
    assert needs("liu-2020", "table-5").missing is None
    assert needs("liu-2020", "table-5", shared_data).missing == (SNLI,)
    assert needs("mccoy-2019", "table-4", shared_data).missing == (MNLI, MISMATCHED)
    assert needs("poliak-2018", "figure-3", shared_data).missing == ()


def test_cells_of_a_whole_training_set_are_small_only_where_the_part_is_there(
    shared_data: Path, tmp_path: Path
) -> None:
    for data, way in ((shared_data, "small"), (tmp_path, "data")):
        (table,) = [
            item
            for item in possible(PAPERS.load("liu-2020"), ReproductionInputs(data))
            if item.item == "table-1"
        ]
        assert table.ways == {way: 60}
