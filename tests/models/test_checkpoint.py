"""A saved model comes back with everything, and what is not one is refused."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from tests.models.batches import SMALL, batch_of_pairs, small_model

from rightreasons.errors import FileMissingError, ModelError, RightReasonsError, RunExistsError
from rightreasons.labels import THREE_WAY, Label
from rightreasons.models.checkpoint import (
    DESCRIPTION,
    WEIGHTS,
    WORDS,
    TrainedModel,
    load_model,
    save_model,
)
from rightreasons.models.encoding import TextSettings
from rightreasons.models.vocabulary import ModelVocabulary

ODD = ("man", "the\u2028line", "tab\there", 'quo"te', "back\\slash", "\r", "\u00a0", "", "\x00\x85", "שלום")
PAIRS = [([3, 4, 11], [6, 2]), ([8], [1, 10])]


def trained(name: str = "infersent") -> TrainedModel:
    return TrainedModel(
        small_model(name),
        name,
        SMALL[name],
        (Label.NEUTRAL, Label.ENTAILMENT, Label.CONTRADICTION),
        ModelVocabulary(ODD),
        TextSettings("parse", lower=False, max_length=40, parses="the data"),
        {"name": "small", "text": "a recipe\nof two lines"},
        {"seed": 3, "accuracy": 0.5},
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_model(tmp_path / "model", trained())
    return tmp_path / "model"


@pytest.mark.parametrize("name", sorted(SMALL))
def test_what_was_saved_says_the_same_again(name: str, tmp_path: Path) -> None:
    before = trained(name)
    save_model(tmp_path / "model", before)
    after = load_model(tmp_path / "model")
    assert torch.equal(before.model(batch_of_pairs(PAIRS)), after.model(batch_of_pairs(PAIRS)))
    assert not after.model.training
    shown = ("name", "labels", "words", "text", "settings", "recipe", "facts")
    assert all(getattr(before, part) == getattr(after, part) for part in shown)


def test_saved_rows_stay_learned_or_fixed(folder: Path) -> None:
    before, after = trained().model, load_model(folder).model
    sizes = [{name: p.numel() for name, p in model.named_parameters()} for model in (before, after)]
    assert sizes[0] == sizes[1]


def test_the_folder_is_plain_files(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == sorted((DESCRIPTION, WEIGHTS, WORDS))
    assert (folder / WORDS).read_bytes().count(b"\n") == len(ODD)
    assert json.loads((folder / DESCRIPTION).read_text())["labels"] == [
        "neutral",
        "entailment",
        "contradiction",
    ]


def test_nothing_is_overwritten(folder: Path) -> None:
    before = (folder / DESCRIPTION).read_bytes()
    with pytest.raises(RunExistsError):
        save_model(folder, trained("esim"))
    assert (folder / DESCRIPTION).read_bytes() == before


def test_what_a_killed_save_left_behind_is_in_nobodys_way(tmp_path: Path) -> None:
    left = tmp_path / ".model.partial"
    left.mkdir()
    (left / WEIGHTS).write_bytes(b"half")
    save_model(tmp_path / "model", trained())
    assert load_model(tmp_path / "model").labels == trained().labels
    assert not left.exists()


def _change(key: str, value: object) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        described = json.loads((folder / DESCRIPTION).read_text())
        (folder / DESCRIPTION).write_text(json.dumps(described | {key: value}))

    return change


def _cut(name: str) -> Callable[[Path], None]:
    def cut(folder: Path) -> None:
        (folder / name).write_bytes((folder / name).read_bytes()[:-40])

    return cut


def _other_weights(folder: Path) -> None:
    state = load_file(folder / WEIGHTS)
    save_file({name: value + 1 for name, value in state.items()}, folder / WEIGHTS)


@pytest.mark.parametrize(
    "damage",
    [
        _cut(WEIGHTS),
        _cut(WORDS),
        _cut(DESCRIPTION),
        _other_weights,
        lambda folder: (folder / WEIGHTS).unlink(),
        lambda folder: (folder / WORDS).unlink(),
        lambda folder: (folder / DESCRIPTION).unlink(),
        lambda folder: (folder / DESCRIPTION).write_text("[]"),
        lambda folder: (folder / DESCRIPTION).write_bytes(b"\xff\xfe{"),
        _change("schema", 99),
        _change("schema", "1"),
        _change("sha256", None),
        _change("labels", ["yes", "no", "maybe"]),
        _change("labels", ["entailment", "non-entailment"]),
        _change("labels", ["entailment", "entailment", "neutral"]),
        _change("settings", {"hidden": 300}),
        _change("settings", None),
        _change("model", "esim"),
        _change("model", "no-such-model"),
        _change("text", {"tokenisation": "parse", "code": "import os"}),
        _change("recipe", None),
    ],
)
def test_a_damaged_or_foreign_folder_is_refused(damage: Callable[[Path], object], folder: Path) -> None:
    damage(folder)
    with pytest.raises(ModelError) as caught:
        load_model(folder)
    assert caught.value.code == "RR402"


def test_a_folder_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError):
        load_model(tmp_path / "nothing")


def test_a_pickle_in_place_of_the_weights_is_never_opened(folder: Path) -> None:
    marker = folder.parent / "opened"

    class Opens:
        def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
            return (Path.touch, (marker,))

    torch.save(Opens(), folder / WEIGHTS)
    with pytest.raises(RightReasonsError):
        load_model(folder)
    assert not marker.exists()


def test_labels_keep_the_order_of_the_outputs(tmp_path: Path) -> None:
    model = trained()
    save_model(tmp_path / "model", model)
    assert load_model(tmp_path / "model").labels == model.labels != THREE_WAY
