"""Published challenge sets are found by name, recognised by content, and named where they are missing."""

from pathlib import Path

import pytest

from rightreasons import probe
from rightreasons.errors import FileMissingError, InputError, OptionError
from rightreasons.sources.catalogue.challenge_sets import challenge_sets, read_challenge_set, sets_in
from rightreasons.sources.catalogue.recognition import load_catalogue


def test_every_set_is_one_of_the_catalogue() -> None:
    assert {each.dataset for each in challenge_sets().values()} <= set(load_catalogue())


def test_a_set_with_a_file_of_its_own_states_its_dataset_there() -> None:
    listed = challenge_sets()["breaking-nli"]
    assert load_catalogue()[listed.dataset].title == "Breaking NLI"
    assert listed.groups == ("category",)


def test_a_set_needs_its_folder_and_its_files(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="without a folder"):
        read_challenge_set("breaking-nli", None)
    with pytest.raises(FileMissingError, match="BIU-NLP"):
        read_challenge_set("breaking-nli", str(tmp_path))


def test_a_file_that_is_only_called_so_is_refused(tmp_path: Path) -> None:
    (tmp_path / "multinli_0.9_quant_hard.txt").write_text(
        "premise\thypothesis\tlabel\nA man.\tHe.\tneutral\n"
    )
    with pytest.raises(InputError, match="not recognised as NLI stress tests"):
        read_challenge_set("stress-numerical", str(tmp_path))


@pytest.mark.parametrize(
    ("name", "labels", "groups"),
    [
        ("breaking-nli", (982, 47, 7164), ("category",)),
        ("help", (3257, 3257, 0), ("part", "monotonicity")),
        ("conjnli", (204, 281, 138), ()),
        ("commitment-bank", (138, 21, 147), ("part",)),
        ("anli-r2", (334, 333, 333), ()),
        ("stress-antonym", (0, 0, 1561), ()),
    ],
)
def test_published_sets_have_their_published_counts(
    shared_data: Path, name: str, labels: tuple[int, ...], groups: tuple[str, ...]
) -> None:
    pairs, by = read_challenge_set(name, str(shared_data))
    counts = {str(label): rows for label, rows in pairs.counts().items()}
    assert tuple(counts.get(each, 0) for each in ("entailment", "neutral", "contradiction")) == labels
    assert by == groups


def test_all_sets_are_what_the_folder_holds(tmp_path: Path, shared_data: Path) -> None:
    folder = tmp_path / "some"
    folder.mkdir()
    (folder / "conj_dev.tsv").write_bytes((shared_data / "conjnli" / "conj_dev.tsv").read_bytes())
    there, missing = sets_in(str(folder))
    assert there == ("conjnli",)
    assert "github.com/facebookresearch/anli" in missing["anli-r3"]
    made = probe("rule:always-entailment", "suite:robustness", data=str(folder))
    assert made.finding("conjnli").figures["all.entailment"].value == 1
    reasons = {each.name: each.reason for each in made.not_measured}
    assert "BIU-NLP" in reasons["breaking-nli"]
