"""DPR as it was made anew of the original sentences fills the cells of the recast set, as other data."""

import gzip
import re
from pathlib import Path

import pytest

from rightreasons.papers.compared.reproduction import Reproduction
from rightreasons.papers.reproduce import reproduce
from rightreasons.statistics.results import Estimate

EXAMPLE = "People raise dogs because dogs are afraid of thieves."


@pytest.fixture(scope="module")
def cells(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Reproduction]:
    alone = tmp_path_factory.mktemp("data")  # so that no other set is trained on
    (alone / "dpr").symlink_to(shared_data / "dpr")
    items = ["table-1", "table-2", "figure-2"]
    found = reproduce("poliak-2018", items=items, data=str(alone), scale="small")
    return {f"{row.cell.item} {row.cell.name}": row for row in found.rows if row.cell.row.startswith("DPR")}


@pytest.fixture(scope="module")
def pairs(shared_data: Path) -> list[tuple[str, str, bool]]:
    """Return sentence, sentence with a candidate in place of the pronoun, and whether it is the right one."""
    texts = [
        gzip.decompress((shared_data / "dpr" / "train.c.txt.gz").read_bytes()).decode(),
        (shared_data / "dpr" / "test.c.txt").read_text(encoding="utf-8"),
    ]
    made = []
    for block in (block for text in texts for block in re.split(r"\n\s*\n", text.strip())):
        sentence, pronoun, candidates, right = (line.strip() for line in block.split("\n"))
        word = re.compile(rf"\b{re.escape(pronoun)}\b")
        if len(word.findall(sentence)) == 1:
            named = [candidate.strip() for candidate in candidates.split(",")]
            made += [(sentence, word.sub(each, sentence), each == right) for each in named]
    return made


def ours(row: Reproduction) -> Estimate:
    assert isinstance(row.ours, Estimate)
    return row.ours


def test_its_size_is_that_of_all_candidates_of_sentences_with_one_pronoun(
    cells: dict[str, Reproduction], pairs: list[tuple[str, str, bool]]
) -> None:
    assert ours(cells["table-1 DPR / Size"]).value == len(pairs) == 3_670
    assert cells["table-1 DPR / Size"].shown == "3,670"


def test_it_holds_the_example_that_the_paper_prints(
    cells: dict[str, Reproduction], pairs: list[tuple[str, str, bool]]
) -> None:
    assert any(hypothesis.casefold() == EXAMPLE.casefold() for _, hypothesis, _ in pairs)
    assert cells["table-1 DPR / Example hypothesis"].ours == EXAMPLE


def test_each_sentence_gives_both_labels_so_that_the_majority_is_one_half(
    cells: dict[str, Reproduction],
) -> None:
    for split, rows in (("dev", 2 * 257), ("test", 2 * 550)):
        majority = ours(cells[f"table-2 DPR / MAJ / {split}"])
        assert (majority.value, majority.n) == (50, rows)


def test_none_of_it_is_held_against_what_is_printed(cells: dict[str, Reproduction]) -> None:
    remade = [row for row in cells.values() if "Rahman and Ng" in row.by or "dpr-remade" in row.by]
    assert len(remade) == 2 + 4 + 14
    assert {row.verdict for row in remade} == {"other data", "other model", "ours only"}
    curve = [
        ours(row).value or 0.0 for name, row in cells.items() if "p(l|w)" in name and "non-ent" not in name
    ]
    assert curve == sorted(curve, reverse=True)
    assert curve[0] == 257  # each hypothesis has a word whose p(l|w) is above 0
