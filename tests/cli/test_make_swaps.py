"""`rightreasons make swaps` as a user types it."""

import json
from pathlib import Path
from typing import Any

import pytest

from rightreasons.errors import FileMissingError
from rightreasons.text.wordnet import open_wordnet

TRAIN = (
    "id\tpremise\thypothesis\tlabel\n"
    "1\tA man runs\tA woman runs\tcontradiction\n"
    "2\tA small dog\tA large dog\tcontradiction\n"
    "3\tA dog\tAn animal\tentailment\n"
)


@pytest.fixture
def train(tmp_path: Path) -> Path:
    try:
        open_wordnet()
    except FileMissingError:
        pytest.skip("WordNet is not installed: apt install wordnet-base")
    path = tmp_path / "train.tsv"
    path.write_text(TRAIN, encoding="utf-8")
    return path


def test_sets_are_made_with_wordnet_and_counted_on_the_terminal(
    command: Any, train: Path, tmp_path: Path
) -> None:
    outcome = command("make", "swaps", "--train", train, "--relation", "antonym", "-o", tmp_path / "out")
    assert outcome.code == 0, outcome.err
    assert "I_TA1       2 of 2: contradiction 2" in outcome.out
    assert len((tmp_path / "out" / "I_TA1.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_json_is_the_manifest_and_options_can_stand_in_a_file(
    command: Any, train: Path, tmp_path: Path
) -> None:
    (tmp_path / "pairs.tsv").write_text("dog\tanimal\tTrue\n", encoding="utf-8")
    config = tmp_path / "swaps.yaml"
    config.write_text(
        f"train: {train}\nrelation: hypernym\npairs: [{tmp_path}/pairs.tsv]\n", encoding="utf-8"
    )
    outcome = command("make", "swaps", "--config", config, "--json", "-o", tmp_path / "out")
    assert outcome.code == 0, outcome.err
    made = json.loads(outcome.out)
    assert made["counts"]["E_TH"]["labels"] == {"neutral": 1}
    assert made["word_pairs"]["rows"] == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--relation", "opposite"), "RR003"),
        (("--relation", "antonym", "--side", "premise"), "--side"),
        (("--relation", "antonym-substitute", "--side", "left"), "RR003"),
        (("--relation", "antonym", "--pairs", "nowhere.tsv"), "RR201"),
    ],
)
def test_what_cannot_be_made_is_said_with_a_code(
    options: tuple[str, ...], message: str, command: Any, train: Path, tmp_path: Path
) -> None:
    outcome = command("make", "swaps", "--train", train, *options, "-o", tmp_path / "out")
    assert outcome.code in (2, 3)
    assert message in outcome.err
    assert not (tmp_path / "out").exists()
