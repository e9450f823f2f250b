"""Folders, archives, listings, names with a split, the hub, and objects in memory."""

import gzip
import json
import sys
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from rightreasons.errors import (
    ColumnError,
    EmptyDataError,
    FileMissingError,
    HubError,
    OptionError,
    UnreadableFileError,
    UnsafeArchiveError,
    UsageError,
)
from rightreasons.pairs import PairTable
from rightreasons.sources.hub import hub_tables, parquet_address
from rightreasons.sources.opening.names import HubName, parse_name
from rightreasons.sources.read import read_pairs
from rightreasons.sources.splits import split_in

CSV = "premise,hypothesis,label\na,b,neutral\nc,d,entailment\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "corpus"
    (place / "more").mkdir(parents=True)
    (place / "train.csv").write_text(CSV)
    (place / "dev.csv").write_text("premise,hypothesis,label\ne,f,contradiction\n")
    (place / "more" / "other.tsv").write_text("sentence1\tsentence2\tgold_label\ng\th\te\ni\tj\tn\nk\tl\tc\n")
    (place / "README.md").write_text("read me")
    (place / "hardness.csv").write_text("idx,hardness\n1,0\n")
    (place / "empty.csv").write_text("")
    return place


def test_a_folder_is_read_whole_with_splits_and_what_was_skipped(folder: Path) -> None:
    pairs = read_pairs(folder)
    assert pairs.account.read == 6
    by_file = pairs.frame.group_by("file", maintain_order=True).agg(pl.col("split").first(), pl.len()).rows()
    assert by_file == [("dev.csv", "dev", 1), ("more/other.tsv", None, 3), ("train.csv", "train", 2)]
    assert pairs.name == "corpus"
    skipped = pairs.provenance.notes[0]
    assert all(f"'{name}'" in skipped for name in ("README.md", "hardness.csv", "empty.csv"))


def test_a_split_of_a_folder_is_read_alone(folder: Path) -> None:
    (folder / "more" / "other.tsv").unlink()
    assert read_pairs(f"{folder}:train").premises.to_list() == ["a", "c"]
    assert read_pairs(folder, split="validation").premises.to_list() == ["e"]
    with pytest.raises(EmptyDataError):
        read_pairs(f"{folder}:test")


def test_a_split_that_name_and_options_state_differently_is_refused(folder: Path) -> None:
    with pytest.raises(OptionError):
        read_pairs(f"{folder}:train", split="dev")


def test_a_split_column_is_used_and_the_rest_counted(tmp_path: Path) -> None:
    path = tmp_path / "all.csv"
    path.write_text("premise,hypothesis,label,split\na,b,neutral,train\nc,d,neutral,validation\n")
    pairs = read_pairs(f"{path}:dev")
    assert pairs.premises.to_list() == ["c"]
    assert [(count.reason, count.rows) for count in pairs.account.dropped] == [("in another split", 1)]
    with pytest.raises(ColumnError, match="split"):
        read_pairs([{"premise": "a", "hypothesis": "b", "label": "neutral"}], split="dev")


def test_labels_are_understood_over_all_files_of_a_folder(tmp_path: Path) -> None:
    for name, label in (("a", "e"), ("b", "n"), ("c", "c")):
        (tmp_path / f"{name}.csv").write_text(f"premise,hypothesis,label\nx,y,{label}\n")
    assert read_pairs(tmp_path).labels == ("entailment", "neutral", "contradiction")


@pytest.mark.parametrize(
    ("path", "split"),
    [
        ("train-00000-of-00001.parquet", "train"),
        ("snli_1.0_dev.jsonl.gz", "dev"),
        ("A.zip/A.val.csv", "validation"),
        ("test/recast.json", "test"),
        ("latest.csv", None),
        ("contest/data.csv", None),
    ],
)
def test_splits_in_names(path: str, split: str | None) -> None:
    assert split_in(path) == split


def zipped(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def test_a_zip_is_read_like_a_folder(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"x/train.csv": CSV, "x/dev.csv": CSV, "__MACOSX/x/._dev.csv": "junk"})
    pairs = read_pairs(path)
    assert len(pairs) == 4
    assert set(pairs.frame["split"]) == {"train", "dev"}
    assert "__MACOSX" in pairs.provenance.notes[0]


@pytest.mark.parametrize("name", ["/etc/a.csv", "../a.csv", "x/../../a.csv", "C:\\a.csv", "..\\a.csv"])
def test_a_zip_that_climbs_out_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnsafeArchiveError, match="points outside"):
        read_pairs(zipped(tmp_path / "a.zip", {name: CSV}))


def test_a_link_in_a_zip_is_refused(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("a.csv")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(UnsafeArchiveError, match="is a link"):
        read_pairs(tmp_path / "a.zip")


def test_a_zip_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rightreasons.streams.compression.UNCHECKED_BYTES", 2**20)
    with pytest.raises(UnsafeArchiveError, match="expands"):
        read_pairs(zipped(tmp_path / "a.zip", {"a.csv": "0" * (4 * 2**20)}))


@pytest.mark.parametrize("kind", ["gz", "zip"])
def test_a_bomb_is_counted_before_it_is_held(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rightreasons.streams.compression.UNCHECKED_BYTES", 2**20)
    zeros = "0" * (256 * 2**20)
    path = tmp_path / f"a.csv.{kind}"
    if kind == "gz":
        path.write_bytes(gzip.compress(zeros.encode()))
    else:
        zipped(path, {"a.csv": zeros})
    del zeros
    tracemalloc.start()
    with pytest.raises(UnsafeArchiveError, match="expands"):
        read_pairs(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 16 * 2**20


def test_a_zip_cut_off_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a.csv": CSV})
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(UnreadableFileError, match="broken"):
        read_pairs(path)


def test_a_listing_joins_files_of_different_shapes(folder: Path) -> None:
    listing = folder.parent / "all.yaml"
    listing.write_text(
        "name: both\n"
        "files:\n"
        "  - path: corpus/train.csv\n"
        "  - {path: corpus/headless, format: tsv, columns: {premise: 1, hypothesis: 2, label: 0},\n"
        "     label_map: {2: entailment, true: neutral, 0: ~}, split: test}\n"
    )
    (folder / "headless").write_text("2\tp\th\ntrue\tq\ti\n0\tr\tj\n")
    pairs = read_pairs(listing)
    assert pairs.name == "both"
    assert pairs.frame.select("premise", "label", "split").rows() == [
        ("a", "neutral", "train"),
        ("c", "entailment", "train"),
        ("p", "entailment", "test"),
        ("q", "neutral", "test"),
    ]
    assert [(count.reason, count.rows) for count in pairs.account.dropped] == [("no gold label", 1)]


@pytest.mark.parametrize(
    "text",
    ["files: []", "fils: [a.csv]", "files: [{path: a.csv, colour: red}]", "files: [all.yaml]", "7", "", "- 7",
     "files: [{path: corpus/train.csv, columns: 7}]",
     "files: [{path: corpus/train.csv, columns: {premiss: a}}]",
     "files: [{path: corpus/train.csv, label_map: {neutral: maybe}}]"],
)  # fmt: skip
def test_a_listing_that_says_nothing_usable_is_refused(folder: Path, text: str) -> None:
    (folder.parent / "all.yaml").write_text(text)
    with pytest.raises(OptionError):
        read_pairs(folder.parent / "all.yaml")


def test_a_listing_that_is_no_yaml_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("a: [")
    with pytest.raises(UnreadableFileError, match="YAML"):
        read_pairs(tmp_path / "a.yaml")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("stanfordnlp/snli", HubName("stanfordnlp/snli")),
        ("nyu-mll/glue[mnli]:dev_matched@main", HubName("nyu-mll/glue", "mnli", "dev_matched", "main")),
        ("facebook/anli:dev_r1", HubName("facebook/anli", None, "dev_r1")),
        ("a/b@refs/pr/1", HubName("a/b", None, None, "refs/pr/1")),
    ],
)  # fmt: skip
def test_hub_names_are_understood(text: str, name: HubName) -> None:
    assert parse_name(text)[0] == name
    assert str(name) == text


@pytest.mark.parametrize(
    "text", ["data/gone.jsonl", "gone", "./gone/file", "/gone/file", "a/b/c", "x" * 5000, "a\0b"]
)
def test_what_is_neither_file_nor_hub_name_is_missing(text: str) -> None:
    with pytest.raises(FileMissingError):
        read_pairs(text)


def test_a_folder_has_no_config(folder: Path) -> None:
    with pytest.raises(OptionError, match="config"):
        read_pairs(f"{folder}[mnli]")


def test_a_hub_dataset_is_read_with_its_label_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import datasets

    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    features = datasets.Features(
        {"premise": datasets.Value("string"), "hypothesis": datasets.Value("string"),
         "label": datasets.ClassLabel(names=["entailment", "neutral", "contradiction"])}
    )  # fmt: skip
    data = datasets.Dataset.from_dict(
        {"premise": ["a"], "hypothesis": ["b"], "label": [2]}, features=features
    )
    (tmp_path / "set").mkdir()
    data.to_parquet(tmp_path / "set" / "train.parquet")
    (raw,) = hub_tables(HubName(str(tmp_path / "set"), split="train"))
    assert raw.parsed.class_names == {"label": ("entailment", "neutral", "contradiction")}
    assert read_pairs(tmp_path / "set").counts() == {"contradiction": 1}


def test_a_hub_that_cannot_be_reached_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in (
        "HF_HUB_OFFLINE",
        "HF_DATASETS_OFFLINE",
        "HTTPS_PROXY",
        "https_proxy",
        "ALL_PROXY",
        "all_proxy",
    ):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(HubError, match="nobody/nothing"):
        read_pairs("nobody/nothing")


def test_offline_without_the_library_the_hub_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(HubError, match="HF_HUB_OFFLINE keeps it from the hub"):
        read_pairs("nobody/nothing")


def test_polars_finds_the_converted_parquet_files_of_the_hub() -> None:
    assert parquet_address(HubName("o/n", "c", "test")) == "hf://datasets/o/n@~parquet/c/test/*.parquet"
    assert parquet_address(HubName("o/n", revision="main")) == "hf://datasets/o/n@main/**/*.parquet"


@pytest.fixture
def pairs() -> PairTable:
    rows: list[dict[str, Any]] = [
        {"id": "1", "premise": "a", "hypothesis": "b", "label": "neutral", "genre": "x"},
        {"id": "2", "premise": "c", "hypothesis": "d", "label": None, "genre": None},
    ]
    rows = [row | {"annotator_labels": names} for row, names in zip(rows, (["neutral"], []), strict=True)]
    return read_pairs(rows, on_missing_gold="keep")


@pytest.mark.parametrize(
    "there",
    [PairTable.to_polars, PairTable.to_pandas, PairTable.to_dicts, PairTable.to_hf, lambda pairs: pairs],
)
def test_there_and_back_again(pairs: PairTable, there: Any) -> None:
    back = read_pairs(there(pairs), on_missing_gold="keep")
    assert back.frame.equals(pairs.frame)


def test_there_and_back_again_by_file(pairs: PairTable, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("\n".join(json.dumps(row) for row in pairs.to_dicts()))
    pairs.to_polars().write_parquet(tmp_path / "a.parquet")
    for name in ("a.jsonl", "a.parquet"):
        assert read_pairs(tmp_path / name, on_missing_gold="keep").frame.equals(pairs.frame)


def test_hugging_face_datasets_bring_label_names_and_splits() -> None:
    import datasets

    names = datasets.ClassLabel(names=["contradiction", "entailment"])
    features = datasets.Features(
        {"premise": datasets.Value("string"), "hypothesis": datasets.Value("string"), "label": names}
    )
    rows = {"premise": ["a", "b", "c"], "hypothesis": ["x", "y", "z"], "label": [0, 1, -1]}
    data = datasets.Dataset.from_dict(rows, features=features)
    assert read_pairs(data).gold.to_list() == ["contradiction", "entailment"]
    both = datasets.DatasetDict({"train": data, "test": data})
    assert read_pairs(both).frame["split"].to_list() == ["train"] * 2 + ["test"] * 2
    assert len(read_pairs(both, split="test")) == 2


def test_pandas_missing_values_are_null() -> None:
    import pandas as pd

    frame = pd.DataFrame({"premise": ["a", "b"], "hypothesis": ["x", "y"], "label": [1.0, float("nan")]})
    pairs = read_pairs(frame, label_map={1: "entailment"})
    assert (pairs.account.read, len(pairs)) == (2, 1)


@pytest.mark.parametrize("data", [7, None, ["a"], {"premise": "a"}, b"bytes"])
def test_anything_else_is_refused(data: Any) -> None:
    with pytest.raises(UsageError):
        read_pairs(data)


@pytest.mark.parametrize("data", [[], [{}], pl.DataFrame()])
def test_nothing_is_refused(data: Any) -> None:
    with pytest.raises(EmptyDataError):
        read_pairs(data)
