"""`make swaps` writes each set as a file that reads back as labelled pairs, and says what was refused."""

import json
from pathlib import Path

import polars as pl
import pytest

from rightreasons import read_pairs
from rightreasons.errors import FileMissingError, RunExistsError
from rightreasons.jobs.making.sets import make_swaps
from rightreasons.text.wordnet import open_wordnet

ROWS = {
    "id": ["1", "2", "3", "4"],
    "premise": ["A man runs", "A woman sits", "Some men eat", "A small dog"],
    "hypothesis": ["A woman runs", "A man stands", "Some women eat", "A large dog"],
    "label": ["contradiction", "contradiction", "neutral", "contradiction"],
}
TRAIN = read_pairs(pl.DataFrame(ROWS))


@pytest.fixture(autouse=True)
def _wordnet() -> None:
    try:
        open_wordnet()
    except FileMissingError:
        pytest.skip("WordNet is not installed: apt install wordnet-base")


def files_of_pairs(folder: Path) -> list[str]:
    (folder / "one.tsv").write_text("man\twoman\t1\nsmall\tbig\t0\n", encoding="utf-8")
    (folder / "two.tsv").write_text("small\tlarge\t1\nman\twoman\t1\n", encoding="utf-8")
    return [str(folder / "one.tsv"), str(folder / "two.tsv")]


def test_the_folder_holds_a_file_a_set_the_word_pairs_and_the_counts(tmp_path: Path) -> None:
    out = tmp_path / "swaps"
    made = make_swaps(TRAIN, out, "antonym", files_of_pairs(tmp_path))
    names = {"I_A", "I_TA1", "E_A", "E_TA"}
    expected = {f"{name}.jsonl" for name in names | {"open", "word_pairs"}} | {"manifest.json"}
    assert {path.name for path in out.iterdir()} == expected
    assert made == json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert made["counts"]["I_A"] == {
        "of": 4,
        "kept": 3,
        "labels": {"contradiction": 3},
        "gold_changed": 0,
        "unseen": 0,
        "refused": {"gold label is not contradiction": 1},
    }
    # "woman ... man" stands in a training instance in both orders, "large ... small" in one only
    assert made["counts"]["I_TA1"]["unseen"] == 1
    pairs = pl.read_ndjson(out / "word_pairs.jsonl").select("first", "second").rows()
    assert sorted(pairs) == [("man", "woman"), ("small", "large")]
    for name in names:
        table = read_pairs(out / f"{name}.jsonl")
        assert len(table) == 3
        assert {"set", "item", "pair", "first", "second", "polarity", "unseen"} <= set(table.groups)
        assert set(table.frame["set"]) == {name}


def test_the_same_work_is_not_done_twice_and_other_work_is_refused(tmp_path: Path) -> None:
    pairs = files_of_pairs(tmp_path)
    one = make_swaps(TRAIN, tmp_path / "out", "antonym", pairs)
    before = (tmp_path / "out" / "manifest.json").stat().st_mtime_ns
    assert make_swaps(TRAIN, tmp_path / "out", "antonym", pairs) == one
    assert (tmp_path / "out" / "manifest.json").stat().st_mtime_ns == before
    with pytest.raises(RunExistsError):
        make_swaps(TRAIN, tmp_path / "out", "antonym", pairs[:1])
