"""A model of trees on data without parses: a parser of the user's gives them, and the result says so."""

from pathlib import Path
from typing import Any

import pytest
import torch

from rightreasons.errors import MeasureInputError, OptionError, UnknownNameError
from rightreasons.jobs.train import train
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.trained import load_trained
from rightreasons.sources.bundled import bundled_pairs

torch.set_num_threads(1)
SPINN = "spinn-mccoy2019"
QUICK: dict[str, Any] = {
    "small": True,
    "changes": ("epochs=1", "settings.size=4", "settings.hidden=4", "words.size=6"),
    "workers": 1,
}
TRAIN, DEV, TEST = bundled_pairs(60, 1), bundled_pairs(30, 2), bundled_pairs(30, 3).named("unseen")
MODULE = """
def parse(texts):
    made = []
    for text in texts:
        *others, tree = text.split()
        for word in reversed(others):
            tree = f"( {word} {tree} )"
        made.append(tree)
    return made
"""


@pytest.fixture
def parser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "my_parser_of_trees.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return "py:my_parser_of_trees:parse"


def test_spinn_is_trained_on_the_parses_of_a_parser(parser: str, tmp_path: Path) -> None:
    with pytest.raises(MeasureInputError, match="no parse of 60 premise sentences"):
        train(SPINN, TRAIN, DEV, out=tmp_path / "none", **QUICK)
    made = train(SPINN, TRAIN, DEV, test=TEST, out=tmp_path / "run", parser=parser, **QUICK)
    assert made.manifest.to_json()["options"]["parser"] == parser
    for data in made.manifest.to_json()["data"]:
        assert any(note.endswith(f"distinct sentences by {parser}") for note in data["notes"])
    (went,) = (finding for finding in made.findings if finding.measure == "training")
    assert any(note.startswith("parses: ") and parser in note for note in went.notes)


def test_a_trained_model_brackets_by_itself_and_says_where_its_parses_are_from(
    parser: str, tmp_path: Path
) -> None:
    train(SPINN, TRAIN, DEV, out=tmp_path / "run", parser=parser, **QUICK)
    model: Any = load_trained(str(tmp_path / "run"), ModelOptions())
    assert len(model.predict(TEST).frame) == 30
    assert parser in model.identity.options["parses"]


def test_what_is_wrong_is_answered(parser: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="a model of trees beside parser="):
        train("ngrams-joulin2017", TRAIN, DEV, out=tmp_path / "run", parser=parser)
    with pytest.raises(OptionError, match="py:MODULE:FUNCTION"):
        train(SPINN, TRAIN, DEV, out=tmp_path / "run", parser="stanza")
    with pytest.raises(UnknownNameError):
        train(SPINN, TRAIN, DEV, out=tmp_path / "run", parser=f"{parser}_not")
