"""Published files are told from others of their name, wherever they are."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from rightreasons.errors import FileMissingError, UnreadableFileError
from rightreasons.papers import PAPERS
from rightreasons.papers.compared.reproduction import Reproduction
from rightreasons.papers.inputs import ReproductionInputs
from rightreasons.papers.paper import Paper, reproduce_items
from rightreasons.papers.reproduce import Reproduced, reproduce

BERT, DA = "hans/bert_preds.txt", "hans/decomp_attn_heur_preds.txt"
MPE_DEV, SNLI_DEV = "mpe/mpe_dev.txt", "snli/snli_1.0_dev.jsonl.gz"


def put(source: Path, target: Path, size: int | None = None) -> None:
    """Copy a file, or its first bytes."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(source.read_bytes()[:size])


def verdicts(rows: tuple[Reproduction, ...]) -> set[str]:
    return {row.verdict for row in rows if row.ours is not None}


def of_files(paper: str, item: str, data: Path, *needs: str) -> tuple[Reproduction, ...]:
    """Take only the steps that need no other files."""
    whole = PAPERS.load(paper)
    steps = tuple(step for step in whole.steps if step.needs and set(step.needs) <= set(needs))
    return reproduce_items(Paper(whole.stem, steps), [item], ReproductionInputs(data)).rows


def test_a_damaged_file_in_its_usual_place_is_never_held_against_what_is_printed(
    shared_data: Path, tmp_path: Path
) -> None:
    lines = (shared_data / MPE_DEV).read_bytes().splitlines(keepends=True)
    (tmp_path / "mpe").mkdir()
    (tmp_path / MPE_DEV).write_bytes(b"".join(lines[:700]))
    found = of_files("poliak-2018", "figure-3", tmp_path, "mpe-dev")
    assert verdicts(found) == {"other data"}
    assert all(f"not the published file: {MPE_DEV}" in row.by for row in found if row.ours is not None)


def test_predictions_of_another_model_do_not_pass_for_bert_s(shared_data: Path, tmp_path: Path) -> None:
    put(shared_data / DA, tmp_path / BERT)
    made = reproduce("mccoy-2019", items=["table-3"], data=tmp_path)
    ours = [row for row in made.rows if row.ours is not None and row.cell.figure]
    assert {(row.cell.model, row.verdict) for row in ours} == {("BERT", "other data"), ("DA", "matches")}
    notes = made.manifest.to_json()["data"][0]["notes"]
    assert [note for note in notes if "published file" in note] == [f"not the published file: {BERT}"]


def test_the_published_file_is_taken_before_another_in_its_place(shared_data: Path, tmp_path: Path) -> None:
    put(shared_data / DA, tmp_path / BERT)
    put(shared_data / BERT, tmp_path / "elsewhere/mine.txt")
    assert ReproductionInputs(tmp_path).path(BERT).name == "mine.txt"
    assert ReproductionInputs(tmp_path).foreign([BERT]) == ()


def test_identical_copies_count_as_one_and_different_ones_as_none(tmp_path: Path) -> None:
    file = "snli/train_subset_jack/snli_3k.json"  # its checksum is not known
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "snli_3k.json").write_text("[]", encoding="utf-8")
    assert ReproductionInputs(tmp_path).path(file).parent.name == "a"
    (tmp_path / "b/snli_3k.json").write_text("[1]", encoding="utf-8")
    assert ReproductionInputs(tmp_path).missing([file]) == (file,)


def test_a_file_whose_checksum_is_not_known_is_told_by_its_labels(tmp_path: Path) -> None:
    (tmp_path / "snli").mkdir()
    text = '{"sentence1": "A dog runs.", "sentence2": "It sits.", "gold_label": "contradiction"}\n'
    (tmp_path / "snli/snli_1.0_train.jsonl").write_text(text, encoding="utf-8")
    assert ReproductionInputs(tmp_path).foreign(["snli-train"]) == ("snli/snli_1.0_train.jsonl",)


def test_every_published_file_at_hand_is_known_as_such(shared_data: Path) -> None:
    materials = ReproductionInputs(shared_data)
    needs = {need for name in PAPERS for step in PAPERS.load(name).steps for need in step.needs}
    at_hand = [need for need in sorted(needs) if not materials.missing([need])]
    assert len(at_hand) > 15
    assert materials.foreign(at_hand) == ()


@pytest.fixture(scope="module")
def with_broken(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a cut gzip, cut predictions, and whole ones."""
    folder = tmp_path_factory.mktemp("broken")
    put(shared_data / SNLI_DEV, folder / SNLI_DEV, 200_000)
    put(shared_data / BERT, folder / BERT, 20_001)
    put(shared_data / DA, folder / DA)
    return folder


def broken(made: Reproduced) -> str:
    with pytest.raises(UnreadableFileError) as caught:
        made.check_complete()
    assert caught.value.exit_code == 3
    assert "--on-malformed" not in str(caught.value)
    return caught.value.found


def test_cut_predictions_cost_the_cells_of_their_model_only(with_broken: Path) -> None:
    made = reproduce("mccoy-2019", items=["table-3"], data=with_broken)
    ours = Counter((row.cell.model, row.verdict) for row in made.rows if row.cell.model in ("BERT", "DA"))
    assert ours["DA", "matches"] == 6
    assert ours["BERT", "matches"] + ours["BERT", "differs"] == 0
    reasons = {row.reason for row in made.rows if row.cell.model == "BERT" and "hans*" in row.cell.figure}
    assert reasons == {"bert_preds.txt line 1167 has 1 of 2 fields"}
    assert "bert_preds.txt line 1167" in broken(made)


def test_a_cut_gzip_costs_its_own_cells_and_is_named_once(with_broken: Path, shared_data: Path) -> None:
    shutil.copytree(shared_data / "mpe", with_broken / "mpe", dirs_exist_ok=True)
    made = reproduce("poliak-2018", items=["figure-3"], data=with_broken)
    assert Counter(row.verdict for row in made.rows) == {"matches": 60, "not possible": 60}
    assert broken(made).count("snli_1.0_dev.jsonl.gz is broken gzip") == 1


def test_a_cut_training_set_is_broken_too(shared_data: Path, tmp_path: Path) -> None:
    name = "mnli/train_subset_llmsknow/mnli_train.csv.gz"
    put(shared_data / name, tmp_path / name, 100_000)
    with pytest.raises(UnreadableFileError, match=r"mnli_train\.csv\.gz"):
        ReproductionInputs(tmp_path).pairs("mnli-train-part")


def test_a_file_that_is_not_there_is_still_missing(tmp_path: Path) -> None:
    made = reproduce("mccoy-2019", items=["table-3"], data=tmp_path)
    with pytest.raises(FileMissingError, match="2 files are missing: hans/bert_preds"):
        made.check_complete()
