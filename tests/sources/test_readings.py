"""Every DATA of a command is read by the same options, and one of them can be addressed."""

from pathlib import Path

import pytest

from rightreasons.errors import InputError, OptionError
from rightreasons.sources.addresses import stem_of
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.readings import DataReader

LABELS = ("entailment", "neutral", "contradiction")
COLUMNS = {"premise": "a", "hypothesis": "b", "label": "c"}


def written(path: Path, header: str, labels: tuple[str, ...] = LABELS) -> Path:
    rows = "".join(f"A man sleeps {at}.,A man is {at}.,{label}\n" for at, label in enumerate(labels))
    path.write_text(f"{header}\n{rows}", encoding="utf-8")
    return path


def test_a_further_data_of_the_same_header_is_read_as_the_first(tmp_path: Path) -> None:
    first, second = (written(tmp_path / f"{name}.csv", "a,b,c", ("0", "1", "2")) for name in "xy")
    meaning = {"0": "entailment", "1": "neutral", "2": "contradiction"}
    reader = DataReader(ReadOptions(columns=COLUMNS, label_map=meaning))
    assert reader.read(first).labels == reader.read(second, "test").labels
    assert len(reader.read(second, "test")) == 3


def test_a_further_data_of_another_header_is_read_by_its_own_names(tmp_path: Path) -> None:
    reader = DataReader(ReadOptions(columns=COLUMNS, limit=2))
    reader.read(written(tmp_path / "x.csv", "a,b,c"))
    plain = reader.read(written(tmp_path / "y.csv", "premise,hypothesis,label"), "test")
    assert plain.provenance.columns["premise"] == "premise"
    assert len(plain) == 2  # what speaks of rows holds for every DATA


def test_a_label_map_does_not_reach_data_of_other_columns(tmp_path: Path) -> None:
    turned = {"0": "contradiction", "1": "neutral", "2": "entailment", "entailment": "neutral"}
    reader = DataReader(ReadOptions(columns=COLUMNS, label_map=turned))
    reader.read(written(tmp_path / "x.csv", "a,b,c", ("0", "1", "2")))
    plain = reader.read(written(tmp_path / "y.csv", "premise,hypothesis,label"), "test")
    assert [label.value for label in plain.labels] == list(LABELS)


@pytest.mark.parametrize("name", ["test", "other"])
def test_a_name_before_a_value_addresses_one_data_by_role_or_by_file(tmp_path: Path, name: str) -> None:
    first = written(tmp_path / "x.csv", "a,b,c")
    other = written(tmp_path / "other.csv", "p,q,r")
    texts = {"columns": ["premise=a,hypothesis=b,label=c", f"{name}:premise=p,hypothesis=q,label=r"]}
    reader = DataReader.of(texts, {"data": [first], "test": [other]})
    assert reader.read(first).provenance.columns["premise"] == "a"
    assert reader.read(other, "test").provenance.columns["premise"] == "p"


def test_data_that_cannot_be_read_names_how_to_address_them(tmp_path: Path) -> None:
    reader = DataReader(ReadOptions(columns=COLUMNS))
    reader.read(written(tmp_path / "x.csv", "a,b,c"))
    with pytest.raises(InputError, match="columns= test:"):
        reader.read(written(tmp_path / "y.csv", "p,q,r"), "test")


@pytest.mark.parametrize(
    "texts",
    [
        {"columns": ["premise=a", "premise=b"]},
        {"columns": ["premise=a,premise=b"]},
        {"columns": ["test:premise=a", "test:premise=b"]},
        {"label_map": ["0=entailment,0=neutral"]},
        {"limit": ["test:0"]},
        {"encoding": ["test:klingon"]},
        {"columns": ["nobody:premise=a"]},
    ],
)
def test_what_is_given_twice_or_cannot_be_used_is_refused(texts: dict[str, list[str]]) -> None:
    with pytest.raises(OptionError):
        DataReader.of(texts, {"data": ["x.csv"], "test": ["y.csv"]})


@pytest.mark.parametrize(
    ("data", "stem"),
    [
        ("folder/snli_1.0_dev.jsonl", "snli_1.0_dev"),
        ("dev.tsv.gz", "dev"),
        ("data.zip!dir/mine.jsonl", "mine"),
        ("owner/name[config]:test", "name"),
        ("dev.csv:validation", "dev"),
    ],
)
def test_data_are_called_by_their_file_without_endings(data: str, stem: str) -> None:
    assert stem_of(data) == stem
