"""Which words a model knows, where their vectors come from, and which of them are learned."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from rightreasons.models.batch import PAD, UNKNOWN
from rightreasons.text.tokenisations import tokens
from rightreasons.text.tokens import Tokens
from rightreasons.training import known_words as under_test
from rightreasons.training.known_words import KnownWords, known_words
from rightreasons.training.recipe import Words

GLOVE = "dog 1 0\nruns 0 2\nhouse 3 3\n"


def split(*texts: str) -> Tokens:
    return tokens(pl.Series(texts), "whitespace", None)


@pytest.fixture
def glove(tmp_path: Path) -> Path:
    path = tmp_path / "glove.txt"
    path.write_text(GLOVE, encoding="utf-8")
    return path


def known(glove: Path | None, asked: str = "", **chosen: object) -> KnownWords:
    files = [] if glove is None else [glove]
    settings = Words(**chosen)  # type: ignore[arg-type]  # checked when it is made
    return known_words(
        [split("The dog runs", "The dog sits")],
        [split(asked)] if asked else [],
        files,
        settings,
        lower=True,
        seed=1,
    )


def flags(found: KnownWords) -> dict[str, bool]:
    names = ["PAD", "UNKNOWN", *found.vocabulary.words]
    return dict(zip(names, found.learned.tolist(), strict=True))


def test_without_files_every_vector_is_learned_and_has_the_size_of_the_recipe() -> None:
    found = known(None, size=7)
    assert found.vocabulary.words == ("dog", "the", "runs", "sits")
    assert found.vectors.shape == (6, 7)
    assert flags(found) == {
        "PAD": False,
        "UNKNOWN": True,
        "dog": True,
        "the": True,
        "runs": True,
        "sits": True,
    }


def test_given_vectors_are_taken_and_padding_is_zero(glove: Path) -> None:
    found = known(glove, learned="missing")
    ids = found.vocabulary.ids_of(pl.Series(["dog", "runs"]))
    assert found.vectors[ids].tolist() == [[1, 0], [0, 2]]
    assert found.vectors[PAD].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("learned", "words"),
    [("missing", {"the", "sits"}), ("all", {"the", "sits", "dog", "runs"}), ("none", set())],
)
def test_of_the_words_of_the_training_data_those_are_learned_that_the_recipe_says(
    glove: Path, learned: str, words: set[str]
) -> None:
    assert {name for name, flag in flags(known(glove, learned=learned)).items() if flag} == words


def test_rare_words_without_a_vector_are_the_unknown_word_which_is_learned(glove: Path) -> None:
    found = known(glove, learned="missing", minimum=2)
    assert "sits" not in found.vocabulary.words
    assert "runs" in found.vocabulary.words  # as rare, but it has a vector
    assert bool(found.learned[UNKNOWN])


def test_all_words_of_a_small_file_are_known(glove: Path) -> None:
    assert "house" in known(glove).vocabulary.words


def test_of_a_large_file_those_that_are_asked_for_are_known(
    glove: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(under_test, "_SMALL_FILE", 3)
    assert "house" not in known(glove).vocabulary.words
    assert "house" in known(glove, "a house").vocabulary.words


def test_a_word_whose_base_form_has_a_vector_takes_it(glove: Path) -> None:
    found = known(glove, "two dogs", back_off="stem")
    row = found.vocabulary.ids_of(pl.Series(["dogs"]))
    assert found.vectors[row].tolist() == [[1, 0]]
    assert found.facts["backed_off"] == 1


def test_sets_are_joined_side_by_side(glove: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("dog 9\nsits 8\n", encoding="utf-8")
    found = known_words([split("dog sits")], [], [glove, other], Words(unknown="zeros"), lower=True, seed=1)
    rows = found.vectors[found.vocabulary.ids_of(pl.Series(["dog", "sits"]))]
    assert rows.tolist() == [[1, 0, 9], [0, 0, 8]]


def test_facts_say_which_files_and_how_many_words(glove: Path) -> None:
    facts = known(glove).facts
    assert [(each["name"], each["found"]) for each in facts["vectors"]] == [("glove.txt", 3)]  # type: ignore[attr-defined]
    assert (facts["words"], facts["with_vector"]) == (5, 3)


def test_drawn_vectors_hang_on_the_seed_alone() -> None:
    first, again = (known_words([split("a b")], [], [], Words(size=4), lower=True, seed=3) for _ in range(2))
    other = known_words([split("a b")], [], [], Words(size=4), lower=True, seed=4)
    assert np.array_equal(first.vectors, again.vectors)
    assert not np.array_equal(first.vectors, other.vectors)
